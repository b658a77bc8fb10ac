import type { AudioSink } from '../calls/live-requests.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { OpenResampler, Resampler } from '../speech/resample.ts'
import { decodeAudio, littleEndianBytes } from '../speech/wire-audio.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { audioMsOf } from './playout.ts'
import { mixIntoChannel, RECORDING_LIMITS, type Segment } from './recording.ts'
import type { Recorder } from './session-options.ts'

export const LIVE_AUDIO_FORMAT = {
  sampleRateHz: RECORDING_LIMITS.sampleRateHz,
  channels: RECORDING_LIMITS.channels,
  /** Length of one frame: short enough for a database notification if the listener is connected to another node. */
  frameMs: 100,
  /** Listeners hear the call this much later: the person's audio may arrive late, and the agent's may still be cut. */
  lateMs: RECORDING_LIMITS.lateMs,
  /** After a pause of this program, listeners skip to the present. */
  longestGapMs: 1000,
  listenersPerCallMax: 5,
} as const

const FRAME_SAMPLES = (LIVE_AUDIO_FORMAT.sampleRateHz * LIVE_AUDIO_FORMAT.frameMs) / 1000

export interface LiveAudioOptions {
  clock: Clock
  /** Format of the audio that the agent sends. */
  format: AudioFormat
  openResampler: OpenResampler
}

/** Audio that the agent has sent; it is decoded only while an operator listens in. */
interface SentAudio {
  audio: Uint8Array
  startMs: number
  endMs: number
  samples: Int16Array | null
}

/**
 * The audio of one call for operators who listen in, timed as it is heard, like a recording. Without a listener only the agent's
 * audio that is not yet played is kept, so that an operator who joins in the middle of a sentence hears its rest.
 */
export class LiveAudio implements Recorder {
  readonly #options: LiveAudioOptions
  readonly #startMs: number
  readonly #sinks = new Set<AudioSink>()
  #person: Segment[] = []
  #agent: SentAudio[] = []
  #sent = 0
  #toTelephone: Resampler | null = null
  #timer: Timer | undefined
  #closed = false

  constructor(options: LiveAudioOptions) {
    this.#options = options
    this.#startMs = Math.floor(options.clock.monotonic())
  }

  /** Returns a function that stops listening; null if the call has ended or has too many listeners. */
  listen(sink: AudioSink): (() => void) | null {
    if (this.#closed || this.#sinks.size >= LIVE_AUDIO_FORMAT.listenersPerCallMax) return null
    this.#sinks.add(sink)
    if (this.#sinks.size === 1) this.#begin()
    return () => {
      if (this.#sinks.delete(sink) && this.#sinks.size === 0) this.#pause()
    }
  }

  person(samples: Int16Array, startMs: number): void {
    if (this.#sinks.size > 0) this.#person.push({ start: this.#sampleAt(startMs), samples })
  }

  agent(audio: Uint8Array, startMs: number): void {
    if (this.#closed) return
    this.#forgetPlayed()
    const endMs = startMs + audioMsOf(audio.length, this.#options.format)
    this.#agent.push({ audio, startMs, endMs, samples: null })
  }

  agentCut(atMs: number): void {
    this.#agent = this.#agent.filter(({ startMs }) => startMs < atMs)
    for (const sent of this.#agent) sent.endMs = Math.min(sent.endMs, atMs)
  }

  /** Ends with the conversation; audio until now is still sent. */
  close(): void {
    if (this.#closed) return
    if (this.#sinks.size > 0) this.#send(this.#sampleAt(this.#options.clock.monotonic()))
    this.#closed = true
    for (const sink of this.#sinks) sink(null)
    this.#sinks.clear()
    this.#pause()
    this.#agent = []
  }

  #begin(): void {
    const { clock, format, openResampler } = this.#options
    this.#toTelephone = openResampler(format.sampleRateHz, LIVE_AUDIO_FORMAT.sampleRateHz)
    this.#sent = this.#sampleAt(clock.monotonic())
    this.#schedule()
  }

  #pause(): void {
    this.#timer?.cancel()
    this.#toTelephone?.close()
    this.#toTelephone = null
    this.#person = []
    for (const sent of this.#agent) sent.samples = null
  }

  #schedule(): void {
    const { clock } = this.#options
    this.#timer = clock.after(LIVE_AUDIO_FORMAT.frameMs, () => {
      this.#send(this.#sampleAt(clock.monotonic() - LIVE_AUDIO_FORMAT.lateMs))
      if (this.#sinks.size > 0) this.#schedule()
    })
  }

  #send(until: number): void {
    const gap = (LIVE_AUDIO_FORMAT.longestGapMs * LIVE_AUDIO_FORMAT.sampleRateHz) / 1000
    this.#sent = Math.max(this.#sent, until - gap)
    while (until > this.#sent) this.#sendFrame(Math.min(FRAME_SAMPLES, until - this.#sent))
    this.#forgetPlayed()
  }

  #sendFrame(count: number): void {
    const moments = new Int16Array(count * LIVE_AUDIO_FORMAT.channels)
    this.#person = mixIntoChannel(moments, 0, this.#person, this.#sent, count)
    mixIntoChannel(moments, 1, this.#agentSegments(), this.#sent, count)
    this.#sent += count
    const frame = littleEndianBytes(moments)
    for (const sink of [...this.#sinks]) sink(frame)
  }

  #agentSegments(): Segment[] {
    return this.#agent.map((sent) => {
      // Resampled in order, because a resampler continues from one piece to the next.
      sent.samples ??=
        this.#toTelephone?.push(decodeAudio(sent.audio, this.#options.format.encoding)) ?? new Int16Array(0)
      const start = this.#sampleAt(sent.startMs)
      return { start, samples: sent.samples.subarray(0, Math.max(0, this.#sampleAt(sent.endMs) - start)) }
    })
  }

  #forgetPlayed(): void {
    const { clock } = this.#options
    const neededMs =
      this.#sinks.size > 0
        ? this.#startMs + (this.#sent * 1000) / LIVE_AUDIO_FORMAT.sampleRateHz
        : clock.monotonic() - LIVE_AUDIO_FORMAT.lateMs
    this.#agent = this.#agent.filter(({ endMs }) => endMs > neededMs)
  }

  #sampleAt(ms: number): number {
    return Math.round(((ms - this.#startMs) * LIVE_AUDIO_FORMAT.sampleRateHz) / 1000)
  }
}
