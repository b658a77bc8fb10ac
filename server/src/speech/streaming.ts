/** The ports of speech services that work while somebody speaks: recognition of one call, and what they tell of their troubles. */
import type { AudioFormat } from '../telephony/media.ts'
import type { Recognition, Recognizer } from './recognizer.ts'
import type { ServiceFault, SpeechServiceError } from './services/service-error.ts'

export const CHAIN = {
  /** The next one is asked when a service that streams has said nothing by then. */
  streamMs: 1000,
  /** The same for one that is asked for a whole sentence at a time. */
  requestMs: 3000,
  /** A key that is refused is not sent again for so long, by any call. */
  refusedMs: 300_000,
  /** Any other fault, once it happened so often in a row ... */
  faultsMax: 2,
  /** ... lets the service rest for so long. */
  restMs: 30_000,
} as const

/** A service was of no use, and who did its work. For the timeline of the call. */
export interface SpeechTrouble {
  part: 'voice' | 'recognition'
  service: string
  because: ServiceFault
  /** The service that is asked next, `local` for this machine, null if nobody is left. */
  next: string | null
  /** It was not asked at all: it failed in another call a moment ago. */
  resting?: true
}

export interface WordsListener {
  /** All words of the turn so far. They may be revised: nothing is agreed to by them. */
  partial(text: string): void
  /** The service holds the turn to be over; a hint, since what is expected decides here. */
  endOfTurn(text: string): void
  /** The stream is of no use any more. */
  failed(error: SpeechServiceError): void
}

/** One call's audio on its way to a service. */
export interface RecognitionStream {
  /** In the format it was opened with. */
  push(audio: Uint8Array): void
  /** The words of everything that was pushed since `nextTurn`, once the service stands by them. Rejects if it cannot say. */
  final(): Promise<Recognition>
  /** What is pushed from here on belongs to another turn. */
  nextTurn(): void
  close(): void
}

export interface StreamingService {
  open(format: AudioFormat, listener: WordsListener): RecognitionStream
}

export interface RecognitionService extends Partial<StreamingService> {
  name: string
  /** Of the account: what one call learns of it counts for the others. */
  key: string
  recognize(audio: Float32Array | Int16Array, signal?: AbortSignal): Promise<Recognition>
}

/** What a call's live recognition uses of the services behind it. */
export interface RecognitionServices extends Pick<Recognizer, 'recognize'> {
  readonly here: Recognizer | null
  /** The first that is of use now, or the first after another. */
  next(after?: RecognitionService): RecognitionService | null
  /** `next`: who is asked in its place, if that is known better. */
  failed(service: RecognitionService, error: SpeechServiceError, next?: string | null): void
  worked(service: RecognitionService): void
  /** One more fault would not let it rest. */
  mayFailAgain(service: RecognitionService): boolean
}
