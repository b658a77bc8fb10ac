/** Speech services in order of preference, with local speech as the last fallback. */
import type { Clock } from '../kernel/clock.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import type { DigitCount } from '../language/rules/spoken-digits.ts'
import { LiveRecognition } from './live-recognition.ts'
import type { Recognition, Recognizer, StreamingRecognition, StreamingRecognitionListener } from './recognizer.ts'
import type { SpeechUse } from './rules/speech-use.ts'
import { asServiceError, type SpeechServiceError } from './services/service-error.ts'
import { type RecognitionService, SERVICE_CHAIN_LIMITS, type SpeechServiceFailure } from './streaming.ts'
import type { SpeakOptions, Synthesizer } from './synthesizer.ts'
import type { Urgency } from './worker-pool.ts'

/** Tracks which services are backed off, for all calls of this node. */
export class ServiceHealth {
  readonly #clock: Clock
  readonly #faults = new Map<string, { count: number; offUntilMs: number; last: SpeechServiceError }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Why the service is not used now; null: it is used. */
  off(key: string): SpeechServiceError | null {
    const fault = this.#faults.get(key)
    return fault !== undefined && fault.offUntilMs > this.#clock.monotonic() ? fault.last : null
  }

  failed(key: string, error: SpeechServiceError): void {
    const count = (this.#faults.get(key)?.count ?? 0) + 1
    const nowMs = this.#clock.monotonic()
    const restMs =
      error.fault === 'refused'
        ? SERVICE_CHAIN_LIMITS.refusedMs
        : count >= SERVICE_CHAIN_LIMITS.faultsMax
          ? SERVICE_CHAIN_LIMITS.restMs
          : 0
    this.#faults.set(key, { count, offUntilMs: nowMs + restMs, last: error })
  }

  worked(key: string): void {
    this.#faults.delete(key)
  }

  /** Whether one more failure would not back off the service. */
  mayFailAgain(key: string): boolean {
    return (this.#faults.get(key)?.count ?? 0) + 1 < SERVICE_CHAIN_LIMITS.faultsMax
  }
}

export interface VoiceService {
  name: string
  key: string
  synthesizer: Synthesizer
  firstAudioMs: number
}

/** Sample rate of the audio that is recognized as a whole. */
const WHOLE_AUDIO_SAMPLES_PER_MS = 16

export type ReportServiceFailure = (trouble: SpeechServiceFailure) => void

/** The recognizer of one call, which tries the services in order. */
export class ChainRecognizer implements Recognizer {
  readonly here: Recognizer | null
  readonly #clock: Clock
  readonly #services: readonly RecognitionService[]
  readonly #health: ServiceHealth
  #told: ReportServiceFailure = () => {}
  #used: (use: SpeechUse) => void = () => {}

  constructor(clock: Clock, services: readonly RecognitionService[], here: Recognizer | null, health: ServiceHealth) {
    this.#clock = clock
    this.#services = services
    this.here = here
    this.#health = health
  }

  tell(told: ReportServiceFailure): void {
    this.#told = told
    for (const service of this.#services) {
      const error = this.#health.off(service.key)
      if (error === null) return
      const next = this.#nextName(service)
      told({ part: 'recognition', service: service.name, because: error.fault, next, resting: true })
    }
  }

  count(used: (use: SpeechUse) => void): void {
    this.#used = used
  }

  sent({ name }: RecognitionService, ms: number): void {
    this.#used({ part: 'recognition', service: name, ms })
  }

  async recognize(
    audio: Float32Array | Int16Array,
    signal?: AbortSignal,
    urgency?: Urgency,
    digits?: DigitCount,
  ): Promise<Recognition> {
    let failure: unknown = new Error(
      'no recognition service can be asked now, and this machine does not understand the language',
    )
    for (let service = this.next(); service !== null; service = this.next(service)) {
      try {
        const limitMs = service.open === undefined ? SERVICE_CHAIN_LIMITS.requestMs : SERVICE_CHAIN_LIMITS.streamMs
        this.sent(service, audio.length / WHOLE_AUDIO_SAMPLES_PER_MS)
        const recognition = service.recognize(audio, signal)
        const heard = this.here === null ? await recognition : await withTimeLimit(this.#clock, limitMs, recognition)
        this.#health.worked(service.key)
        return heard
      } catch (error) {
        signal?.throwIfAborted()
        failure = error
        this.failed(service, asServiceError(error))
      }
    }
    if (this.here !== null) return this.here.recognize(audio, signal, urgency, digits)
    throw failure
  }

  get listen():
    | ((sampleRateHz: 8000 | 16000, listener: StreamingRecognitionListener) => StreamingRecognition)
    | undefined {
    if (this.#services.every(({ open }) => open === undefined)) return undefined
    return (sampleRateHz, listener) => new LiveRecognition({ clock: this.#clock, chain: this, sampleRateHz, listener })
  }

  /** The first usable service after this one. */
  next(after?: RecognitionService): RecognitionService | null {
    const from = after === undefined ? 0 : this.#services.indexOf(after) + 1
    return this.#services.slice(from).find(({ key }) => this.#health.off(key) === null) ?? null
  }

  failed(service: RecognitionService, error: SpeechServiceError, next = this.#nextName(service)): void {
    this.#health.failed(service.key, error)
    this.#told({ part: 'recognition', service: service.name, because: error.fault, next })
  }

  worked({ key }: RecognitionService): void {
    this.#health.worked(key)
  }

  mayFailAgain({ key }: RecognitionService): boolean {
    return this.#health.mayFailAgain(key)
  }

  async close(): Promise<void> {}

  #nextName(service: RecognitionService): string | null {
    return this.next(service)?.name ?? (this.here === null ? null : 'local')
  }
}

/** Synthesizer that tries the services in order; shared by the calls of an organization. */
export class ChainSynthesizer implements Synthesizer {
  readonly #clock: Clock
  readonly #services: readonly VoiceService[]
  readonly #local: Synthesizer | null
  readonly #health: ServiceHealth

  constructor(clock: Clock, services: readonly VoiceService[], local: Synthesizer | null, health: ServiceHealth) {
    this.#clock = clock
    this.#services = services
    this.#local = local
    this.#health = health
  }

  async *speak(text: string, options: SpeakOptions): AsyncGenerator<Uint8Array> {
    if (options.staysHere) {
      if (this.#local === null) throw new Error('this machine has no voice of its own for what must stay here')
      return yield* this.#local.speak(text, { ...options, voice: undefined })
    }
    let failure: unknown = new Error('no speech service can be asked now, and this machine has no voice of its own')
    for (const [index, service] of this.#services.entries()) {
      const off = this.#health.off(service.key)
      if (off !== null) {
        options.told?.({ ...this.#trouble(index, off), resting: true })
        continue
      }
      try {
        // The requested voice belongs to the first service; the others use their own voices.
        yield* this.#by(service, text, index === 0 ? options : { ...options, voice: undefined })
        return
      } catch (error) {
        options.signal?.throwIfAborted()
        failure = error
        this.#failed(index, asServiceError(error), options)
      }
    }
    if (this.#local === null) throw failure
    yield* this.#local.speak(text, { ...options, voice: undefined })
  }

  /**
   * Also throws if a service fails in the middle of a clause: the next voice then repeats the clause. A clause heard one and a
   * half times is understood; half a question is not, and would count as asked.
   */
  async *#by(service: VoiceService, text: string, options: SpeakOptions) {
    const { key, synthesizer, firstAudioMs } = service
    const pieces = synthesizer.speak(text, counted(service, options))[Symbol.asyncIterator]()
    let isOver = false
    try {
      for (let limitMs = firstAudioMs; ; limitMs = SERVICE_CHAIN_LIMITS.requestMs) {
        const next = await withTimeLimit(this.#clock, limitMs, pieces.next())
        isOver = next.done === true
        if (next.done) break
        yield next.value
      }
      this.#health.worked(key)
    } finally {
      // Not awaited, because this call itself may hang.
      if (!isOver) void pieces.return?.()?.catch(() => {})
    }
  }

  #failed(index: number, error: SpeechServiceError, { told }: SpeakOptions): void {
    this.#health.failed((this.#services[index] as VoiceService).key, error)
    told?.(this.#trouble(index, error))
  }

  #trouble(index: number, { fault }: SpeechServiceError): SpeechServiceFailure {
    const { name } = this.#services[index] as VoiceService
    const next = this.#services.slice(index + 1).find(({ key }) => this.#health.off(key) === null)
    const local = this.#local === null ? null : 'local'
    return { part: 'voice', service: name, because: fault, next: next?.name ?? local }
  }

  async warm(texts: readonly string[], options: SpeakOptions): Promise<void> {
    const first = this.#services.find(({ key }) => this.#health.off(key) === null)
    await first?.synthesizer.warm(texts, counted(first, options))
  }

  /** The local synthesizer is shared and therefore not closed here. */
  async close(): Promise<void> {
    await Promise.all(this.#services.map(({ synthesizer }) => synthesizer.close()))
  }
}

/** Options with which a service reports the text that it was sent. */
function counted({ name }: VoiceService, options: SpeakOptions): SpeakOptions {
  const sent = (text: string) => options.used?.({ part: 'voice', service: name, characters: [...text].length })
  return { ...options, sent }
}
