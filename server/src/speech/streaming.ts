/** Interfaces of streaming speech services: recognition for one call, and failure reports. */
import type { AudioFormat } from '../telephony/media.ts'
import type { Recognition, Recognizer } from './recognizer.ts'
import type { ServiceFault, SpeechServiceError } from './services/service-error.ts'

export const SERVICE_CHAIN_LIMITS = {
  /** A streaming service that has returned nothing after this time is replaced by the next one. */
  streamMs: 1000,
  /** The same limit for a service that handles a whole sentence per request. */
  requestMs: 3000,
  /** After a refused key, the service is not used for this long by any call. */
  refusedMs: 300_000,
  /** Number of other consecutive failures before a back-off. */
  faultsMax: 2,
  /** Duration of that back-off. */
  restMs: 30_000,
} as const

/** The failure of a speech service and its replacement, for the timeline of the call. */
export interface SpeechServiceFailure {
  part: 'voice' | 'recognition'
  service: string
  because: ServiceFault
  /** The replacement: the next service, `local` for local speech, null if none is left. */
  next: string | null
  /** The service was not tried, because it failed in another call a moment ago. */
  resting?: true
}

export interface RecognitionListener {
  /** Interim transcript of the turn; it may be revised, so it never counts as consent. */
  partial(text: string): void
  /** The service reports the end of the turn. This is only a hint: endpointing also depends on the expected answer. */
  endOfTurn(text: string): void
  /** The stream has failed. */
  failed(error: SpeechServiceError): void
}

/** The audio stream of one call to a service. */
export interface RecognitionStream {
  /** Sends audio in the format that the stream was opened with. */
  push(audio: Uint8Array): void
  /** While true, audio is sent without collecting it first: the person is silent, and the last words are awaited. */
  setPrompt?(isPrompt: boolean): void
  /** The final words of everything pushed since `nextTurn`. Rejects if the service fails. */
  final(): Promise<Recognition>
  /** Audio pushed from here on belongs to another turn. */
  nextTurn(): void
  close(): void
}

export interface StreamingService {
  open(format: AudioFormat, listener: RecognitionListener): RecognitionStream
}

export interface RecognitionService extends Partial<StreamingService> {
  name: string
  /** Identifies the account: a failure in one call counts for other calls too. */
  key: string
  recognize(audio: Float32Array | Int16Array, signal?: AbortSignal): Promise<Recognition>
}

/** The part of the service chain that a call's live recognition uses. */
export interface RecognitionServices extends Pick<Recognizer, 'recognize'> {
  readonly here: Recognizer | null
  /** The first usable service; with `after`, the first usable one that follows it. */
  next(after?: RecognitionService): RecognitionService | null
  /** `next`: the replacement of the service, if known. */
  failed(service: RecognitionService, error: SpeechServiceError, next?: string | null): void
  worked(service: RecognitionService): void
  /** Counts audio that the service was sent. */
  sent(service: RecognitionService, ms: number): void
  /** Whether one more failure would not back off the service. */
  mayFailAgain(service: RecognitionService): boolean
}
