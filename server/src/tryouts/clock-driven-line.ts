import { audioMsOf } from '../agent/playout.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { AudioFormat, MediaListener, MediaStream } from '../telephony/media.ts'

/** Interval of keep-alive events, without which a silent line would count as dead. */
const BREATH_MS = 1000

/** The far end of a try-out conversation: audio plays without a break, and the clock determines when it has been played. */
export class ClockDrivenLine implements MediaStream {
  readonly format: AudioFormat
  protected readonly clock: Clock
  #listener: MediaListener | null = null
  readonly #marks = new Map<string, Timer>()
  #playedAtMs = 0
  #breath: Timer | undefined
  #closed = false

  constructor(clock: Clock, format: AudioFormat) {
    this.clock = clock
    this.format = format
  }

  get isClosed(): boolean {
    return this.#closed
  }

  listen(listener: MediaListener): void {
    this.#listener = listener
    if (this.#closed) return listener.closed()
    this.#breathe()
  }

  send(audio: Uint8Array): void {
    const nowMs = this.clock.monotonic()
    this.#playedAtMs = Math.max(nowMs, this.#playedAtMs) + audioMsOf(audio.length, this.format)
  }

  mark(name: string): void {
    const waitMs = Math.max(0, this.#playedAtMs - this.clock.monotonic())
    const told = () => {
      this.#marks.delete(name)
      this.#listener?.marked(name, true)
    }
    this.#marks.set(name, this.clock.after(waitMs, told))
  }

  clear(): void {
    this.#playedAtMs = 0
    const dropped = [...this.#marks]
    this.#marks.clear()
    for (const [name, timer] of dropped) {
      timer.cancel()
      this.#listener?.marked(name, false)
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#breath?.cancel()
    for (const timer of this.#marks.values()) timer.cancel()
    this.#listener?.closed()
  }

  protected heard(audio: Uint8Array): void {
    if (!this.#closed) this.#listener?.audio(audio)
  }

  press(digit: string): void {
    if (!this.#closed) this.#listener?.digit(digit)
  }

  #breathe(): void {
    this.#breath = this.clock.after(BREATH_MS, () => {
      this.#listener?.audio(new Uint8Array(0))
      if (!this.#closed) this.#breathe()
    })
  }
}
