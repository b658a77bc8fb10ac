/** Interfaces of streaming speech services: recognition for one call, and failure reports. */
import type { AudioFormat } from '../telephony/media.ts'
import type { Recognition, Recognizer } from './recognizer.ts'
import type { ServiceFault, SpeechServiceError } from './services/service-error.ts'

export const CHAIN = {
  /** A streaming service that has returned nothing by then is replaced by the next one. */
  streamMs: 1000,
  /** The same for a service that handles a whole sentence per request. */
  requestMs: 3000,
  /** A refused key is not used again for this long, by any call. */
  refusedMs: 300_000,
  /** After this many other failures in a row ... */
  faultsMax: 2,
  /** ... the service is backed off for this long. */
  restMs: 30_000,
} as const

/** A speech service failed, and what replaced it. For the timeline of the call. */
export interface SpeechTrouble {
  part: 'voice' | 'recognition'
  service: string
  because: ServiceFault
  /** The next service, `local` for local speech, null if none is left. */
  next: string | null
  /** It was not tried: it failed in another call a moment ago. */
  resting?: true
}

export interface WordsListener {
  /** Interim transcript of the turn. May be revised: nothing is agreed to by it. */
  partial(text: string): void
  /** The service considers the turn to be over; a hint only, because the expected answer decides here. */
  endOfTurn(text: string): void
  /** The stream has failed. */
  failed(error: SpeechServiceError): void
}

/** A call's audio stream to a service. */
export interface RecognitionStream {
  /** In the format it was opened with. */
  push(audio: Uint8Array): void
  /** The final words of everything pushed since `nextTurn`. Rejects if the service fails. */
  final(): Promise<Recognition>
  /** Audio pushed from here on belongs to another turn. */
  nextTurn(): void
  close(): void
}

export interface StreamingService {
  open(format: AudioFormat, listener: WordsListener): RecognitionStream
}

export interface RecognitionService extends Partial<StreamingService> {
  name: string
  /** Identifies the account: failures in one call count for the others. */
  key: string
  recognize(audio: Float32Array | Int16Array, signal?: AbortSignal): Promise<Recognition>
}

/** What a call's live recognition uses of the services behind it. */
export interface RecognitionServices extends Pick<Recognizer, 'recognize'> {
  readonly here: Recognizer | null
  /** The first usable service, or the first after another. */
  next(after?: RecognitionService): RecognitionService | null
  /** `next`: the replacement, if known. */
  failed(service: RecognitionService, error: SpeechServiceError, next?: string | null): void
  worked(service: RecognitionService): void
  /** One more failure would not back it off. */
  mayFailAgain(service: RecognitionService): boolean
}
