import type { Clock } from '../../src/kernel/clock.ts'
import { type Rng, randomIntBetween } from '../../src/kernel/rng.ts'
import { DtmfDetector } from '../../src/speech/dtmf.ts'
import { type OpenResampler, resampleAll } from '../../src/speech/resample.ts'
import { rootMeanSquare } from '../../src/speech/vad.ts'
import { decodeAudio, encodeAudio } from '../../src/speech/wire-audio.ts'
import type { AudioFormat, MediaListener, MediaStream } from '../../src/telephony/media.ts'
import { keyTones, tone } from './tones.ts'

/** Makes the person's words audible: 8 kHz. */
export type Voice = (text: string) => Promise<Int16Array>

export interface PersonOptions {
  clock: Clock
  voice: Voice
  openResampler: OpenResampler
  format?: AudioFormat
  /** Hiss on the line; without it silence is perfect. */
  noise?: Rng
  /** A carrier that loses marks. */
  losesMarks?: boolean
  /** A carrier that sends nothing while the person is silent. */
  sendsNoSilence?: boolean
  /** The line returns the agent's voice so much later, at this share of its amplitude. */
  echo?: { delayMs: number; gain: number } | undefined
}

const FRAME_MS = 20
const TELEPHONE_HZ = 8000
const NOISE = 20
/** Louder than the hiss of the line: somebody speaks. */
const VOICE_RMS = 200
/** Shorter pauses are within a sentence. */
const PAUSE_MS = 700
/** Who goes on within it had not finished. */
const BREATH_MS = 1500

type Queued = { audio: Uint8Array; at: number } | { mark: string }

export interface AgentSound {
  startMs: number
  /** Of the last voiced frame. */
  endMs: number
}

/** The far end of a call: a carrier that plays and marks, and a person who listens, speaks, presses keys and hangs up. */
export class ScriptedPerson implements MediaStream {
  readonly format: AudioFormat
  readonly #options: PersonOptions
  readonly #frameBytes: number
  #listener: MediaListener | null = null
  #queue: Queued[] = []
  #speech: { samples: Int16Array; at: number; done: () => void }[] = []
  #waiters: { ready: () => boolean; resolve: () => void }[] = []
  #startMs = 0
  #ticks = 0
  #closed = false
  #saidUntilMs: number | null = null
  #lastWordMs: number | null = null
  #said = ''
  readonly sounds: AgentSound[] = []
  readonly marks: string[] = []
  /** From our last word to the agent's first. */
  readonly replyGapsMs: number[] = []
  /** The same with what we had said; keys as they were pressed. */
  readonly replies: { said: string; gapMs: number }[] = []
  /** The agent began to speak while we had not finished. */
  cutOffs = 0
  /** From our first word over the agent's to its silence. */
  readonly silencedAfterMs: number[] = []
  firstAudioMs: number | null = null
  clears = 0
  bytesHeard = 0
  /** Keys that the agent has sent as tones. */
  keysHeard = ''
  readonly #keys = new DtmfDetector()
  /** The agent's voice on its way back. */
  readonly #returning: number[] = []

  constructor(options: PersonOptions) {
    this.#options = options
    this.format = options.format ?? { encoding: 'mulaw', sampleRateHz: 8000 }
    const bytesPerSample = this.format.encoding === 'l16' ? 2 : 1
    this.#frameBytes = (this.format.sampleRateHz / 1000) * FRAME_MS * bytesPerSample
    this.#startMs = options.clock.monotonic()
  }

  listen(listener: MediaListener): void {
    this.#listener = listener
    if (this.#closed) return listener.closed()
    this.#startMs = this.#options.clock.monotonic()
    this.#schedule()
  }

  send(audio: Uint8Array): void {
    if (!this.#closed && audio.length > 0) this.#queue.push({ audio, at: 0 })
  }

  mark(name: string): void {
    if (!this.#closed) this.#queue.push({ mark: name })
  }

  clear(): void {
    this.clears++
    const dropped = this.#queue
    this.#queue = []
    for (const each of dropped) if ('mark' in each) this.#marked(each.mark, false)
  }

  close(): void {
    this.hangUp()
  }

  get isOver(): boolean {
    return this.#closed
  }

  get agentSpeaks(): boolean {
    const last = this.sounds.at(-1)
    return last !== undefined && this.#nowMs() - last.endMs <= FRAME_MS * 2
  }

  /** Resolves when the last of the words has been sent. */
  async say(text: string): Promise<void> {
    await this.play(await this.#options.voice(text), text)
  }

  /** Whatever else sounds at the person's end: 8 kHz. */
  async play(samples: Int16Array, said = ''): Promise<void> {
    if (this.#closed) return
    this.#beginToSpeak()
    this.#said = said
    await new Promise<void>((resolve) => this.#speech.push({ samples, at: 0, done: resolve }))
    this.#saidUntilMs = this.#nowMs()
    this.#lastWordMs = this.#saidUntilMs
  }

  /** Who goes on after a breath and finds the agent speaking was cut off by it. */
  #beginToSpeak(): void {
    const nowMs = this.#nowMs()
    const before = this.#lastWordMs
    const answered = this.agentSpeaks && (this.sounds.at(-1)?.startMs ?? 0) >= (before ?? Number.POSITIVE_INFINITY)
    if (before !== null && nowMs - before < BREATH_MS && answered) this.cutOffs++
  }

  /** Speaks over the agent, and measures how long it takes to fall silent. */
  async interrupt(text: string): Promise<void> {
    const samples = await this.#options.voice(text)
    const begunMs = this.#nowMs()
    const silenced = this.until(() => !this.agentSpeaks).then(() => {
      if (!this.#closed) this.silencedAfterMs.push((this.sounds.at(-1)?.endMs ?? begunMs) - begunMs)
    })
    await this.play(samples)
    await silenced
  }

  async press(keys: string, how: 'event' | 'audio' | 'both' = 'event'): Promise<void> {
    for (const key of keys) {
      if (this.#closed) return
      if (how !== 'audio') this.#listener?.digit(key)
      if (how !== 'event') await this.play(keyTones(key, 100, 100))
      else await this.pause(200)
    }
    if (how === 'event') {
      this.#said = keys
      this.#saidUntilMs = this.#nowMs() - 200
    }
  }

  beep(): Promise<void> {
    return this.play(tone([1000], 500))
  }

  async pause(ms: number): Promise<void> {
    const untilMs = this.#nowMs() + ms
    await this.until(() => this.#nowMs() >= untilMs)
  }

  hangUp(): void {
    if (this.#closed) return
    this.#closed = true
    for (const { done } of this.#speech) done()
    this.#listener?.closed()
    this.#check()
  }

  /** The agent has begun to speak since `sinceMs` (by default: since now). */
  async untilAgentSpeaks(sinceMs = this.#nowMs()): Promise<void> {
    await this.until(() => (this.sounds.at(-1)?.endMs ?? -1) >= sinceMs)
  }

  /** The agent has said something since our last word and now waits. */
  async untilAgentWaits(): Promise<void> {
    const sinceMs = this.#saidUntilMs ?? Number.NEGATIVE_INFINITY
    await this.until(() => {
      const last = this.sounds.at(-1)
      return last !== undefined && last.endMs > sinceMs && this.#nowMs() - last.endMs >= PAUSE_MS
    })
  }

  /** Nothing has been heard of the agent for a moment. */
  async untilAgentIsQuiet(): Promise<void> {
    await this.until(() => this.#nowMs() - (this.sounds.at(-1)?.endMs ?? 0) >= PAUSE_MS)
  }

  /** Resolves at once when the call is over: whoever waits must not wait for ever. */
  until(ready: () => boolean): Promise<void> {
    if (this.#closed || ready()) return Promise.resolve()
    return new Promise((resolve) => this.#waiters.push({ ready, resolve }))
  }

  #nowMs(): number {
    return this.#options.clock.monotonic()
  }

  #schedule(): void {
    const dueMs = this.#startMs + (this.#ticks + 1) * FRAME_MS
    this.#options.clock.after(dueMs - this.#nowMs(), () => {
      // A late timer is caught up with, as a line would.
      while (!this.#closed && this.#startMs + (this.#ticks + 1) * FRAME_MS <= this.#nowMs()) this.#tick()
      if (!this.#closed) this.#schedule()
    })
  }

  #tick(): void {
    this.#ticks++
    const frame = this.#nextFrame()
    this.#hear(frame)
    this.#return(frame)
    this.#speak()
    this.#check()
  }

  /** What the carrier plays in this moment; marks in between come back. */
  #nextFrame(): Uint8Array {
    const frame = new Uint8Array(this.#frameBytes)
    let filled = 0
    while (this.#queue[0] !== undefined) {
      const first = this.#queue[0]
      if ('mark' in first) {
        this.#queue.shift()
        this.#marked(first.mark, true)
        continue
      }
      if (filled === frame.length) break
      const piece = first.audio.subarray(first.at, first.at + frame.length - filled)
      frame.set(piece, filled)
      filled += piece.length
      first.at += piece.length
      if (first.at >= first.audio.length) this.#queue.shift()
    }
    this.bytesHeard += filled
    return frame.subarray(0, filled)
  }

  #hear(frame: Uint8Array): void {
    if (frame.length === 0) return
    const nowMs = this.#nowMs()
    this.firstAudioMs ??= nowMs
    const samples = decodeAudio(frame, this.format.encoding)
    const every = this.format.sampleRateHz / TELEPHONE_HZ
    for (const key of this.#keys.push(samples.filter((_, index) => index % every === 0))) this.keysHeard += key
    if (rootMeanSquare(samples) < VOICE_RMS) return
    const last = this.sounds.at(-1)
    if (last !== undefined && nowMs - last.endMs < PAUSE_MS) last.endMs = nowMs
    else {
      // Mid-word; the greeting meets whoever picks up with a hello, and cuts nobody off.
      if (last !== undefined && (this.#speech[0]?.at ?? 0) > 0) this.cutOffs++
      this.sounds.push({ startMs: nowMs, endMs: nowMs })
    }
    if (this.#saidUntilMs === null) return
    // The agent's words that ran on while we spoke are no reply to us.
    const begunMs = this.sounds.at(-1)?.startMs ?? nowMs
    if (begunMs >= this.#saidUntilMs) this.#replied(begunMs - this.#saidUntilMs)
    if (begunMs >= this.#saidUntilMs) this.#saidUntilMs = null
  }

  #replied(gapMs: number): void {
    this.replyGapsMs.push(gapMs)
    this.replies.push({ said: this.#said, gapMs })
  }

  #return(frame: Uint8Array): void {
    if (this.#options.echo === undefined) return
    const every = this.format.sampleRateHz / TELEPHONE_HZ
    const sounded = decodeAudio(frame, this.format.encoding).filter((_, index) => index % every === 0)
    const samples = new Int16Array((TELEPHONE_HZ / 1000) * FRAME_MS)
    samples.set(sounded.subarray(0, samples.length))
    this.#returning.push(...samples)
  }

  /** What the line returns of the agent's voice in this moment. */
  #returned(length: number): number[] {
    const { echo } = this.#options
    if (echo === undefined || this.#returning.length < (echo.delayMs * TELEPHONE_HZ) / 1000 + length) return []
    return this.#returning.splice(0, length).map((sample) => Math.round(sample * echo.gain))
  }

  #speak(): void {
    const samples = new Int16Array((TELEPHONE_HZ / 1000) * FRAME_MS)
    const returned = this.#returned(samples.length)
    let filled = 0
    const done: (() => void)[] = []
    for (let first = this.#speech[0]; first !== undefined && filled < samples.length; first = this.#speech[0]) {
      const piece = first.samples.subarray(first.at, first.at + samples.length - filled)
      samples.set(piece, filled)
      filled += piece.length
      first.at += piece.length
      if (first.at < first.samples.length) break
      this.#speech.shift()
      done.push(first.done)
    }
    for (const [index, sample] of returned.entries()) samples[index] = (samples[index] as number) + sample
    if (filled > 0 || !this.#options.sendsNoSilence) this.#listener?.audio(this.#encoded(samples))
    for (const each of done) each()
  }

  #encoded(samples: Int16Array): Uint8Array {
    const { noise, openResampler } = this.#options
    const onTheLine =
      noise === undefined ? samples : samples.map((sample) => sample + randomIntBetween(noise, -NOISE, NOISE))
    const rated = resampleAll(openResampler, onTheLine, TELEPHONE_HZ, this.format.sampleRateHz)
    return encodeAudio(rated, this.format.encoding)
  }

  #marked(name: string, played: boolean): void {
    this.marks.push(name)
    if (!this.#options.losesMarks) this.#listener?.marked(name, played)
  }

  #check(): void {
    const ready = this.#waiters.filter((waiter) => this.#closed || waiter.ready())
    this.#waiters = this.#waiters.filter((waiter) => !ready.includes(waiter))
    for (const { resolve } of ready) resolve()
  }
}
