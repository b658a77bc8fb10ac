import { type Clock, systemClock } from '../kernel/clock.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { AudioCache } from './audio-cache.ts'
import { requireSpeechPart } from './availability.ts'
import { pauseAfterMs, splitIntoClauses } from './clauses.ts'
import type { SpeechUse } from './rules/speech-use.ts'
import type { SpeechServiceFailure } from './streaming.ts'
import { type OpenWorker, openThread } from './worker.ts'
import { type Urgency, WorkerPool } from './worker-pool.ts'
import { workerUrl } from './worker-url.ts'

/** Text to speech, in the carrier's audio format. */
export interface Synthesizer {
  /**
   * Yields the audio as it is synthesized. The pieces may be shared with other calls and must not be modified. When `signal`
   * aborts, the iteration throws its reason.
   */
  speak(text: string, options: SpeakOptions): AsyncIterable<Uint8Array>
  /** Synthesizes in advance, with a lower priority than current speech. */
  warm(texts: readonly string[], options: SpeakOptions): Promise<void>
  /** Characters of this text that the voice cannot pronounce; if left out, unknown. */
  unsayable?(text: string): readonly string[]
  /** Whether texts that may never be spoken can be synthesized in advance, because synthesis is free. */
  readonly makesAhead?: boolean
  close(): Promise<void>
}

export interface SpeakOptions {
  format: AudioFormat
  /** Requested voice. For an unknown one the default is used: on a live call any voice is better than silence. */
  voice?: string | undefined
  signal?: AbortSignal | undefined
  /** The text must not be sent to an external service. */
  staysHere?: boolean | undefined
  /** Called when a service failed. */
  told?: ((trouble: SpeechServiceFailure) => void) | undefined
  /** Called by the chain of services for each text that one was sent. */
  used?: ((use: SpeechUse) => void) | undefined
  /** Called by a service when it is sent this text, not when the audio is in its cache. */
  sent?: ((text: string) => void) | undefined
}

export const FLITE_VOICES = ['slt', 'rms', 'awb', 'kal16', 'kal'] as const
export type FliteVoice = (typeof FLITE_VOICES)[number]
export const DEFAULT_VOICE: FliteVoice = 'slt'

export const SYNTHESIZER_LIMITS = {
  /** One thread suffices: it speaks thirty times faster than real time, and prompts are cached. */
  threads: 1,
  queueLimit: 500,
} as const

export interface ClauseRequest {
  text: string
  /** Name of the voice in the worker. */
  voice: string
  format: AudioFormat
  pauseAfterMs: number
}

export interface ClauseSynthesizerOptions {
  clock: Clock
  openWorker: OpenWorker
  workers: number
  /** The worker's name of the requested voice, or its default voice. */
  voiceOf(requested: string | undefined): string
  cacheLimitBytes?: number | undefined
}

/** Synthesizes clause by clause on local workers, with a cache. */
export class ClauseSynthesizer implements Synthesizer {
  readonly makesAhead = true
  readonly #pool: WorkerPool<ClauseRequest, Uint8Array>
  readonly #cache: AudioCache
  readonly #voiceOf: ClauseSynthesizerOptions['voiceOf']
  /** Clauses being synthesized, so that a hundred calls with the same prompt synthesize it once. */
  readonly #making = new Map<string, { audio: Promise<Uint8Array>; urgency: Urgency }>()

  constructor({ clock, openWorker, workers, voiceOf, cacheLimitBytes }: ClauseSynthesizerOptions) {
    this.#cache = new AudioCache(cacheLimitBytes)
    this.#voiceOf = voiceOf
    this.#pool = new WorkerPool<ClauseRequest, Uint8Array>({
      clock,
      openWorker,
      workers,
      queueLimit: SYNTHESIZER_LIMITS.queueLimit,
    })
    this.#pool.warm()
  }

  /** Resolves when the voices are loaded. */
  ready(): Promise<void> {
    return this.#pool.ready()
  }

  async *speak(text: string, options: SpeakOptions): AsyncGenerator<Uint8Array> {
    const { signal } = options
    const requests = this.#requestsFor(text, options)
    let next = this.#begin(requests[0])
    for (let index = 0; index < requests.length; index++) {
      signal?.throwIfAborted()
      const audio = await orAborted(next as Promise<Uint8Array>, signal)
      // The next clause is synthesized while the current one plays; more would be wasted after an interruption.
      next = this.#begin(requests[index + 1])
      yield audio
    }
  }

  /** Synthesizes one clause at a time, so that a live call never waits behind more than one. */
  async warm(texts: readonly string[], options: SpeakOptions): Promise<void> {
    for (const text of texts) {
      for (const request of this.#requestsFor(text, options)) {
        options.signal?.throwIfAborted()
        await this.#audioOf(request, { isFinal: false })
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  #begin(request: ClauseRequest | undefined): Promise<Uint8Array> | undefined {
    if (request === undefined) return undefined
    const audio = this.#audioOf(request, { isFinal: true })
    // A consumer that stops early must not leave an unhandled rejection.
    audio.catch(() => {})
    return audio
  }

  /** Speech that a live call waits for is synthesized before speech that is made in advance. */
  #audioOf(request: ClauseRequest, urgency: Urgency): Promise<Uint8Array> {
    const key = JSON.stringify([request.voice, request.format.encoding, request.format.sampleRateHz, request.text])
    const cached = this.#cache.get(key)
    if (cached !== undefined) return Promise.resolve(cached)
    const making = this.#making.get(key)
    if (making !== undefined) {
      making.urgency.isFinal ||= urgency.isFinal
      return making.audio
    }
    const made = this.#pool.run(request, undefined, [], urgency).then((audio) => {
      this.#cache.set(key, audio)
      return audio
    })
    const forget = () => this.#making.delete(key)
    made.then(forget, forget)
    this.#making.set(key, { audio: made, urgency })
    return made
  }

  #requestsFor(text: string, { format, voice }: SpeakOptions): ClauseRequest[] {
    return splitIntoClauses(text).map((clause) => ({
      text: clause,
      voice: this.#voiceOf(voice),
      format,
      pauseAfterMs: pauseAfterMs(clause),
    }))
  }
}

export interface FliteSynthesizerOptions {
  threads?: number
  cacheLimitBytes?: number
}

/** Local English synthesis with flite. Throws SpeechUnavailable if its packages are missing. */
export class FliteSynthesizer extends ClauseSynthesizer {
  constructor(options: FliteSynthesizerOptions = {}) {
    requireSpeechPart('synthesizer')
    super({
      clock: systemClock,
      openWorker: () => openThread(workerUrl('speech/synthesizer-worker')),
      workers: options.threads ?? SYNTHESIZER_LIMITS.threads,
      voiceOf: (requested) => FLITE_VOICES.find((known) => known === requested) ?? DEFAULT_VOICE,
      cacheLimitBytes: options.cacheLimitBytes,
    })
  }
}

/** Rejects when the signal aborts. The work itself continues, for other callers and for the cache. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
