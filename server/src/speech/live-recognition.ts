/**
 * Sends the audio of one call to a streaming recognition service. Only the person's turns are sent, with the audio just before
 * them. If the service fails, the next one receives the turn from its beginning; if no final words arrive in time, the local
 * recognizer reads the turn.
 */
import type { Clock } from '../kernel/clock.ts'
import { TimeLimitExceeded, withTimeLimit } from '../kernel/time-limit.ts'
import type { DigitCount } from '../language/rules/spoken-digits.ts'
import type { AudioFormat } from '../telephony/media.ts'
import { VOICE_CONFIRMATION_TUNING } from './confirmed-voice-gate.ts'
import type { Recognition, StreamingRecognition, StreamingRecognitionListener } from './recognizer.ts'
import { type SpeechServiceError, timeoutError } from './services/service-error.ts'
import {
  type RecognitionService,
  type RecognitionServices,
  type RecognitionStream,
  SERVICE_CHAIN_LIMITS,
} from './streaming.ts'
import { TURN_DETECTION_TUNING } from './turns.ts'
import { encodeAudio } from './wire-audio.ts'
import type { Urgency } from './worker-pool.ts'

export interface LiveRecognitionOptions {
  clock: Clock
  chain: RecognitionServices
  sampleRateHz: 8000 | 16000
  listener: StreamingRecognitionListener
}

/** Audio kept from before a turn: the decision time of the detectors, and the soft beginning before that. */
const BEFORE_MS =
  TURN_DETECTION_TUNING.preRollMs +
  Math.max(TURN_DETECTION_TUNING.startWindowFrames * 20, VOICE_CONFIRMATION_TUNING.decideMs)
const FRAME_MS = 20

export class LiveRecognition implements StreamingRecognition {
  readonly #options: LiveRecognitionOptions
  readonly #format: AudioFormat
  #service: RecognitionService | null = null
  #stream: RecognitionStream | null = null
  #before: Uint8Array[] = []
  /** Audio that the current service was sent and that is not counted yet. */
  #sentMs = 0
  /** Audio of the current turn; null between turns. */
  #turn: Uint8Array[] | null = null
  /** Whether part of the turn was sensitive. */
  #isWithheld = false
  #isClosed = false
  partial = ''

  constructor(options: LiveRecognitionOptions) {
    this.#options = options
    const { sampleRateHz } = options
    this.#format = { encoding: sampleRateHz === 8000 ? 'mulaw' : 'l16', sampleRateHz }
    this.#open(options.chain.next())
  }

  frame(samples: Int16Array | null): void {
    if (samples === null) {
      this.#before = []
      this.#isWithheld ||= this.#turn !== null
      return
    }
    const audio = encodeAudio(samples, this.#format.encoding)
    if (this.#turn !== null) {
      this.#turn.push(audio)
      if (!this.#isWithheld) this.#push(audio)
      return
    }
    this.#before.push(audio)
    if (this.#before.length > BEFORE_MS / FRAME_MS) this.#before.shift()
  }

  began(): void {
    this.partial = ''
    this.#turn = this.#before
    this.#before = []
    if (this.#stream === null) return this.#open(this.#options.chain.next())
    for (const audio of this.#turn) this.#push(audio)
  }

  hushed(isSilent: boolean): void {
    this.#stream?.setPrompt?.(isSilent)
  }

  ended(): void {
    this.#turn = null
    this.#isWithheld = false
    this.#countSent()
    this.#stream?.nextTurn()
  }

  async words(
    audio: Int16Array,
    signal: AbortSignal,
    urgency: Urgency,
    digits: DigitCount | undefined,
  ): Promise<Recognition> {
    const { clock, chain } = this.#options
    if (this.#isWithheld) return this.#here(audio, signal, urgency, digits)
    const untilMs = clock.monotonic() + SERVICE_CHAIN_LIMITS.streamMs
    for (let stream = this.#stream; stream !== null; ) {
      const leftMs = untilMs - clock.monotonic()
      const service = this.#service as RecognitionService
      try {
        const recognition = await withTimeLimit(clock, leftMs, stream.final())
        chain.worked(service)
        return recognition
      } catch (error) {
        signal.throwIfAborted()
        // A broken stream has a successor with the same audio. After a timeout, the next service would be later still.
        if (error instanceof TimeLimitExceeded && this.#stream === stream) {
          this.#failed(stream, service, timeoutError(), chain.here === null ? undefined : 'local')
          if (chain.here !== null) return this.#here(audio, signal, urgency, digits)
        }
        if (this.#stream === stream) break
        stream = this.#stream
      }
    }
    return chain.recognize(audio, signal, urgency, digits)
  }

  close(): void {
    this.#isClosed = true
    this.#countSent()
    this.#stream?.close()
    this.#stream = null
  }

  #here(
    audio: Int16Array,
    signal: AbortSignal,
    urgency: Urgency,
    digits: DigitCount | undefined,
  ): Promise<Recognition> {
    const { here } = this.#options.chain
    if (here === null) return Promise.resolve({ text: '', confidence: 0, ms: 0 })
    return here.recognize(audio, signal, urgency, digits)
  }

  #open(service: RecognitionService | null): void {
    this.#service = service
    this.#stream = null
    if (this.#isClosed || service?.open === undefined) return
    const { listener } = this.#options
    const stream = service.open(this.#format, {
      partial: (text) => {
        if (this.#stream !== stream || this.#turn === null) return
        this.partial = text
        listener.partial(text)
      },
      endOfTurn: (text) => this.#stream === stream && this.#turn !== null && listener.endOfTurn(text),
      failed: (error) => this.#failed(stream, service, error),
    })
    this.#stream = stream
    if (!this.#isWithheld) for (const audio of this.#turn ?? []) this.#push(audio)
  }

  #push(audio: Uint8Array): void {
    if (this.#stream === null) return
    this.#stream.push(audio)
    this.#sentMs += FRAME_MS
  }

  #countSent(): void {
    if (this.#service !== null && this.#sentMs > 0) this.#options.chain.sent(this.#service, this.#sentMs)
    this.#sentMs = 0
  }

  #failed(stream: RecognitionStream, service: RecognitionService, error: SpeechServiceError, saidNext?: string): void {
    if (this.#stream !== stream) return
    const { chain } = this.#options
    this.#countSent()
    stream.close()
    this.#stream = null
    chain.failed(service, error, saidNext ?? this.#successor(service, error))
    // Opens the next usable service: the same one again, unless it has failed too often.
    this.#open(chain.next())
  }

  #successor(service: RecognitionService, error: SpeechServiceError): string | null | undefined {
    return error.retryable && this.#options.chain.mayFailAgain(service) ? service.name : undefined
  }
}
