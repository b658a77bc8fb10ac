import type { Clock } from '../kernel/clock.ts'
import { usableCores } from '../kernel/cores.ts'
import { withoutLoops } from '../language/rules/repetition.ts'
import type { DigitCount } from '../language/rules/spoken-digits.ts'
import { requirePart } from './availability.ts'
import type { MoonshineSize } from './moonshine.ts'
import type { RecognizerModel } from './sherpa.ts'
import type { SpeechTrouble } from './streaming.ts'
import { openProcess } from './worker.ts'
import { type Urgency, WorkerPool } from './worker-pool.ts'
import { workerUrl } from './worker-url.ts'

/** Speech to text, one utterance at a time. */
export interface Recognizer {
  /** Of a service: what recognizes on this machine in its place, null if nothing does. Absent: this one is on this machine. */
  readonly here?: Recognizer | null
  /**
   * `audio` is mono at 16 kHz and is left untouched. Empty text: nothing was understood. `digits`: a number of so many digits was
   * asked for.
   */
  recognize(
    audio: Float32Array | Int16Array,
    signal?: AbortSignal,
    urgency?: Urgency,
    digits?: DigitCount,
  ): Promise<Recognition>
  /** Sooner and rougher, for who can begin something on it; null as long as it would keep anybody else waiting. */
  guess?(audio: Int16Array, signal: AbortSignal): Promise<string | null>
  /** Understands while somebody speaks; absent: only whole utterances. */
  listen?: ((sampleRateHz: 8000 | 16000, listener: LiveListener) => LiveWords) | undefined
  /** Whom it tells that a service failed. */
  tell?(told: (trouble: SpeechTrouble) => void): void
  close(): Promise<void>
}

export interface LiveListener {
  /** All words of the turn so far; they may be revised, and nothing is agreed to by them. */
  partial(text: string): void
  /** A service holds the turn to be over. */
  endOfTurn(text: string): void
}

/** One call's audio on its way to whoever understands it as it is spoken. */
export interface LiveWords {
  /** The words of the turn so far. */
  readonly partial: string
  /** Every frame of the line, 20 ms each; null where it is for nobody else. */
  frame(samples: Int16Array | null): void
  began(): void
  /** The final words of the turn until now. `audio` is the whole turn, for whoever must hear it again. */
  words(audio: Int16Array, signal: AbortSignal, urgency: Urgency, digits: DigitCount | undefined): Promise<Recognition>
  ended(): void
  close(): void
}

export interface Recognition {
  text: string
  /** 0 to 1. An estimate where the engine reports none. */
  confidence: number
  /** From the request to the answer, waiting included. */
  ms: number
}

export const RECOGNIZER = {
  /** Each process holds its own copy of the model: about 300 MB for base, 180 MB for tiny. */
  processesMax: 4,
  /** Twenty seconds of waiting with one process: by then nobody is still expecting the answer. */
  queueLimit: 100,
  /** A session gives an answer up after four seconds; work that could not begin by then is not done at all. */
  waitMsMax: 3000,
  /** The longest turn is understood in a fraction of this, also on a busy machine. */
  workMsMax: 20_000,
} as const

/** What the process is asked. */
export interface RecognitionRequest {
  audio: Float32Array | Int16Array
  digits?: DigitCount | undefined
}

/** What the process found out. */
export interface Transcript {
  text: string
  speechMs: number
  signalOverNoise: number
  /** Two ways of hearing it gave different digits. */
  doubtful?: boolean
}

/** What a recognizer process is told: the model that comes with us, or one that was put here. */
export type RecognizerSettings =
  | { size: MoonshineSize; cacheDirectory: string }
  | { model: RecognizerModel; runtime?: string | undefined }

export interface SherpaRecognizerOptions {
  clock: Clock
  settings: RecognizerSettings
  /** At most; more are started only while utterances wait. */
  processes?: number | undefined
}

/** Recognition by a model of sherpa-onnx, on this machine alone. Make one and share it among all calls. */
export class SherpaRecognizer implements Recognizer {
  readonly #clock: Clock
  readonly #pool: WorkerPool<RecognitionRequest, Transcript | undefined>

  constructor({ clock, settings, processes }: SherpaRecognizerOptions) {
    this.#clock = clock
    this.#pool = new WorkerPool<RecognitionRequest, Transcript | undefined>({
      clock,
      openWorker: () => openProcess(workerUrl('speech/recognizer-worker'), settings),
      workers: processes ?? defaultProcesses(),
      queueLimit: RECOGNIZER.queueLimit,
      waitMsMax: RECOGNIZER.waitMsMax,
      workMsMax: RECOGNIZER.workMsMax,
    })
    this.#pool.warm()
  }

  /** Resolves when its model is loaded. */
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
    // A copy of its own: sending a view would send the whole buffer behind it.
    const heard = await this.#pool.run({ audio: audio.slice(), digits }, signal, [], urgency)
    const ms = this.#clock.monotonic() - askedAtMs
    if (heard === undefined) return { text: '', confidence: 0, ms }
    const { text, looped } = withoutLoops(heard.text)
    return { text, confidence: estimatedConfidence({ ...heard, text }, looped), ms }
  }

  /** How long an utterance waits these days before its recognition begins. */
  get waitMs(): number {
    return this.#pool.waitMs
  }

  /** Somebody could be heard at once. */
  get isFree(): boolean {
    return this.#pool.isFree
  }

  /** Recognizer processes that died or hung and were replaced. */
  get replaced(): number {
    return this.#pool.replaced
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

export interface MoonshineRecognizerOptions {
  clock: Clock
  /** For the vocabulary file, written once. */
  cacheDirectory: string
  size?: MoonshineSize
  processes?: number
}

/** English, by the model that comes with us. Throws SpeechUnavailable if its packages are missing. */
export class MoonshineRecognizer extends SherpaRecognizer {
  readonly #options: MoonshineRecognizerOptions
  #quick: SherpaRecognizer | null = null

  constructor(options: MoonshineRecognizerOptions) {
    const { clock, cacheDirectory, size = 'base', processes } = options
    requirePart('recognizer')
    super({ clock, settings: { size, cacheDirectory }, processes })
    this.#options = options
  }

  /**
   * By the small model, in about half the time: it agrees with the large one in three of four utterances, and what is begun on
   * a wrong guess is dropped. One process, loaded when somebody first asks.
   */
  async guess(audio: Int16Array, signal: AbortSignal): Promise<string | null> {
    const { clock, cacheDirectory } = this.#options
    this.#quick ??= new SherpaRecognizer({ clock, settings: { size: 'tiny', cacheDirectory }, processes: 1 })
    if (!this.#quick.isFree || !this.isFree) return null
    return (await this.#quick.recognize(audio, signal, { isFinal: false })).text
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.#quick?.close()])
  }
}

/** As many as cores: they give way to everything else, and an utterance that waits is a person who waits. */
function defaultProcesses(): number {
  return Math.max(1, Math.min(RECOGNIZER.processesMax, usableCores()))
}

const CONFIDENCE = {
  usual: 0.9,
  afterLoop: 0.4,
  /** Letters per second of speech; outside of these the text does not fit the audio. */
  slowestLetters: 2,
  fastestLetters: 30,
  atOddPace: 0.5,
  /** Speech less than this many times as loud as the noise (12 dB) is often misheard. */
  clearSignal: 4,
  inNoise: 0.6,
  ofDoubtfulDigits: 0.5,
} as const

/** Moonshine through sherpa reports no probabilities, so this is judged from the outside; the weakest sign decides. */
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
