import type { Clock } from '../kernel/clock.ts'
import { usableCores } from '../kernel/cores.ts'
import { removeRecognizerLoops } from '../language/rules/repetition.ts'
import type { DigitCount } from '../language/rules/spoken-digits.ts'
import { requireSpeechPart } from './availability.ts'
import type { MoonshineSize } from './moonshine.ts'
import type { SpeechUse } from './rules/speech-use.ts'
import type { RecognizerModel } from './sherpa.ts'
import type { SpeechServiceFailure } from './streaming.ts'
import { openProcess } from './worker.ts'
import { type Urgency, WorkerPool } from './worker-pool.ts'
import { workerUrl } from './worker-url.ts'

/** Speech to text, one utterance at a time. */
export interface Recognizer {
  /** For a service: its local fallback, null if there is none. Absent if this recognizer itself is local. */
  readonly here?: Recognizer | null
  /**
   * `audio` is mono at 16 kHz and is not modified. Empty text: nothing was understood. `digits`: the agent asked for a number
   * with this many digits.
   */
  recognize(
    audio: Float32Array | Int16Array,
    signal?: AbortSignal,
    urgency?: Urgency,
    digits?: DigitCount,
  ): Promise<Recognition>
  /** A faster and rougher transcript, for speculative work; null if it would delay other calls. */
  guess?(audio: Int16Array, signal: AbortSignal): Promise<string | null>
  /** Streaming recognition; absent if only whole utterances are supported. */
  listen?: ((sampleRateHz: 8000 | 16000, listener: StreamingRecognitionListener) => StreamingRecognition) | undefined
  /** Registers a listener for failures of services. */
  tell?(told: (trouble: SpeechServiceFailure) => void): void
  /** Registers a listener for what services are sent. */
  count?(used: (use: SpeechUse) => void): void
  close(): Promise<void>
}

export interface StreamingRecognitionListener {
  /** Interim transcript of the turn; it may be revised, so it never counts as consent. */
  partial(text: string): void
  /** The service reports the end of the turn. */
  endOfTurn(text: string): void
}

/** The streaming recognition of one call. */
export interface StreamingRecognition {
  /** The words of the turn so far. */
  readonly partial: string
  /** Passes on every frame of the line, 20 ms each; null for sensitive audio. */
  frame(samples: Int16Array | null): void
  began(): void
  /** The person has fallen silent or speaks again, within the turn. */
  hushed?(isSilent: boolean): void
  /** Resolves with the final words of the turn so far. `audio` is the whole turn, in case it must be recognized again. */
  words(audio: Int16Array, signal: AbortSignal, urgency: Urgency, digits: DigitCount | undefined): Promise<Recognition>
  ended(): void
  close(): void
}

export interface Recognition {
  text: string
  /** 0 to 1; estimated if the engine reports none. */
  confidence: number
  /** Duration from the request to the result, including waiting. */
  ms: number
}

export const RECOGNIZER_LIMITS = {
  /** Maximum number of processes. Each holds its own copy of the model: about 300 MB for base, 180 MB for tiny. */
  processesMax: 4,
  /** About twenty seconds of waiting with one process; a later result would be useless. */
  queueLimit: 100,
  /** A conversation gives up on a result after four seconds; work that could not begin by then is dropped. */
  waitMsMax: 3000,
  /** Time limit of one recognition: the longest turn takes a fraction of it, even on a busy machine. */
  workMsMax: 20_000,
} as const

/** A request to the recognizer process. */
export interface RecognitionRequest {
  audio: Float32Array | Int16Array
  digits?: DigitCount | undefined
}

/** The reply of the recognizer process. */
export interface Transcript {
  text: string
  speechMs: number
  signalOverNoise: number
  /** Set if two recognitions yielded different digits. */
  doubtful?: boolean
}

/** Settings of a recognizer process: the bundled model, or an installed one. */
export type RecognizerSettings = (
  | { size: MoonshineSize; cacheDirectory: string }
  | { model: RecognizerModel; runtime?: string | undefined }
) & {
  /** Whether the process makes rough transcripts, for which the model's answer waits: they come before precise ones. */
  isRough?: boolean
}

export interface SherpaRecognizerOptions {
  clock: Clock
  settings: RecognizerSettings
  /** Maximum number of processes; more are started only while utterances wait. */
  processes?: number | undefined
}

/** Local recognition with a sherpa-onnx model. Create one instance and share it among all calls. */
export class SherpaRecognizer implements Recognizer {
  readonly #clock: Clock
  readonly #pool: WorkerPool<RecognitionRequest, Transcript | undefined>

  constructor({ clock, settings, processes }: SherpaRecognizerOptions) {
    this.#clock = clock
    this.#pool = new WorkerPool<RecognitionRequest, Transcript | undefined>({
      clock,
      openWorker: () => openProcess(workerUrl('speech/recognizer-worker'), settings),
      workers: processes ?? defaultProcesses(),
      queueLimit: RECOGNIZER_LIMITS.queueLimit,
      waitMsMax: RECOGNIZER_LIMITS.waitMsMax,
      workMsMax: RECOGNIZER_LIMITS.workMsMax,
    })
    this.#pool.warm()
  }

  /** Resolves when the model is loaded. */
  ready(): Promise<void> {
    return this.#pool.ready()
  }

  async recognize(
    audio: Float32Array | Int16Array,
    signal?: AbortSignal,
    urgency?: Urgency,
    digits?: DigitCount,
  ): Promise<Recognition> {
    const askedAtMs = this.#clock.monotonic()
    // Copies the audio, because sending a view would send the whole buffer behind it.
    const heard = await this.#pool.run({ audio: audio.slice(), digits }, signal, [], urgency)
    const ms = this.#clock.monotonic() - askedAtMs
    if (heard === undefined) return { text: '', confidence: 0, ms }
    const { text, looped } = removeRecognizerLoops(heard.text)
    return { text, confidence: estimatedConfidence({ ...heard, text }, looped), ms }
  }

  /** Current waiting time of an utterance before its recognition begins. */
  get waitMs(): number {
    return this.#pool.waitMs
  }

  /** Whether an utterance would be recognized without waiting. */
  get isFree(): boolean {
    return this.#pool.isFree
  }

  /** Whether utterances wait for a process. */
  get isBehind(): boolean {
    return this.#pool.isBehind
  }

  /** Number of recognizer processes that died or hung and were replaced. */
  get replaced(): number {
    return this.#pool.replaced
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

export interface MoonshineRecognizerOptions {
  clock: Clock
  /** Directory for the vocabulary file, which is written once. */
  cacheDirectory: string
  size?: MoonshineSize
  processes?: number
}

/** English recognition with the bundled model. Throws SpeechUnavailable if its packages are missing. */
export class MoonshineRecognizer extends SherpaRecognizer {
  readonly #options: MoonshineRecognizerOptions
  #quick: SherpaRecognizer | null = null

  constructor(options: MoonshineRecognizerOptions) {
    const { clock, cacheDirectory, size = 'base', processes } = options
    requireSpeechPart('recognizer')
    super({ clock, settings: { size, cacheDirectory }, processes })
    this.#options = options
  }

  /**
   * Uses the small model, which takes about half the time: it agrees with the large one in three of four utterances, and work
   * based on a wrong guess is dropped. One process, loaded on first use.
   */
  async guess(audio: Int16Array, signal: AbortSignal): Promise<string | null> {
    const { clock, cacheDirectory } = this.#options
    this.#quick ??= new SherpaRecognizer({
      clock,
      settings: { size: 'tiny', cacheDirectory, isRough: true },
      processes: 1,
    })
    if (!this.#quick.isFree || this.isBehind) return null
    return (await this.#quick.recognize(audio, signal, { isFinal: false })).text
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.#quick?.close()])
  }
}

/** One process per core: they have a low priority, and a person waits for every waiting utterance. */
function defaultProcesses(): number {
  return Math.max(1, Math.min(RECOGNIZER_LIMITS.processesMax, usableCores()))
}

const CONFIDENCE = {
  usual: 0.9,
  afterLoop: 0.4,
  /** Letters per second of speech, slowest and fastest; outside this range the text does not fit the audio. */
  slowestLetters: 2,
  fastestLetters: 30,
  atOddPace: 0.5,
  /**
   * Speech less than this many times as loud as the noise (20 dB) is misheard too often to decide anything: of 288 spoken "no"
   * at 12 dB and less, four were recognized as yes, at ratios from 3.7 to 7.0.
   */
  clearSignal: 10,
  inNoise: 0.5,
  ofDoubtfulDigits: 0.5,
} as const

/** Moonshine through sherpa reports no probabilities, so confidence is estimated; the weakest indication decides. */
export function estimatedConfidence(heard: Transcript, looped: boolean): number {
  const letters = heard.text.replace(/[^\p{L}\p{N}]/gu, '').length
  if (letters === 0) return 0
  const pace = letters / (heard.speechMs / 1000)
  const oddPace = pace < CONFIDENCE.slowestLetters || pace > CONFIDENCE.fastestLetters
  return Math.min(
    CONFIDENCE.usual,
    looped ? CONFIDENCE.afterLoop : 1,
    heard.doubtful ? CONFIDENCE.ofDoubtfulDigits : 1,
    oddPace ? CONFIDENCE.atOddPace : 1,
    heard.signalOverNoise < CONFIDENCE.clearSignal ? CONFIDENCE.inNoise : 1,
  )
}
