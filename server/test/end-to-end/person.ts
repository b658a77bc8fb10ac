/** Somebody on the far end of a stand-in's audio socket: hears and speaks as fast as people do. */
import type { AudioFormat } from '../../src/telephony/media.ts'
import type { MediaPeer } from '../conformance/stand-in.ts'
import { eventually } from './program.ts'
import { frameBytesOf, silence, spoken } from './voices.ts'

const FRAME_MS = 20
/** Before somebody answers. */
const PAUSE_MS = 400

export class Person {
  readonly peer: MediaPeer
  readonly format: AudioFormat
  readonly #ticker: NodeJS.Timeout
  readonly #startedMs = performance.now()
  #frames = 0
  #arrived = 0
  #playedUntilMs = 0
  #words: Uint8Array = new Uint8Array(0)
  #closed = false

  constructor(peer: MediaPeer, format: AudioFormat) {
    this.peer = peer
    this.format = format
    this.#ticker = setInterval(() => this.#tick(), FRAME_MS)
    void peer.closed.then(() => {
      this.#closed = true
      clearInterval(this.#ticker)
    })
  }

  /** At least so much of the agent's voice. */
  async hears(seconds: number): Promise<void> {
    const bytes = seconds * 50 * frameBytesOf(this.format)
    const soFar = this.peer.heard().length
    await eventually(`${seconds} s of the agent’s voice`, async () => this.peer.heard().length >= soFar + bytes)
  }

  /** Hears the agent out and answers, again if asked again, until the agent hangs up. */
  async answers(words: string): Promise<void> {
    const audio = await spoken(words, this.format)
    let answered = 0
    await eventually('the agent to hang up', async () => {
      const heardOut = this.#arrived > answered && performance.now() > this.#playedUntilMs + PAUSE_MS
      if (heardOut && this.#words.length === 0) {
        answered = this.#arrived
        this.#words = audio
      }
      return this.#closed
    })
  }

  async says(words: string): Promise<void> {
    this.#words = await spoken(words, this.format)
    await eventually('everything to be said', async () => this.#words.length === 0)
  }

  presses(digit: string): void {
    this.peer.press(digit)
  }

  hangsUp(): void {
    clearInterval(this.#ticker)
    if (!this.#closed) this.peer.hangUp()
  }

  isHungUpOn(): Promise<unknown> {
    return eventually('the agent to hang up', async () => this.#closed)
  }

  /** As many frames as the time that has passed holds; the machine may be too busy for one each 20 ms. */
  #tick(): void {
    this.#play()
    const due = Math.floor((performance.now() - this.#startedMs) / FRAME_MS) - this.#frames
    if (due <= 0) return
    this.#frames += due
    const bytes = due * frameBytesOf(this.format)
    const words = this.#words.subarray(0, bytes)
    this.#words = this.#words.subarray(words.length)
    this.peer.speak(Buffer.concat([words, silence(this.format, due).subarray(words.length)]))
  }

  /** As a carrier does: what was sent ahead is played in its own time, and only then said to have been. */
  #play(): void {
    const nowMs = performance.now()
    const arrived = this.peer.heard().length - this.#arrived
    if (arrived > 0) {
      this.#arrived += arrived
      this.#playedUntilMs = Math.max(this.#playedUntilMs, nowMs) + (arrived / frameBytesOf(this.format)) * FRAME_MS
    }
    if (nowMs >= this.#playedUntilMs) this.peer.finishPlaying()
  }
}
