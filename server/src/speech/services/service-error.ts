/** Why a speech service failed. */
export type ServiceFault =
  /** Invalid key, no credit, or not included in the plan. */
  | 'refused'
  /** Concurrency or rate limit. */
  | 'busy'
  /** Not reachable. */
  | 'unreachable'
  /** The connection broke. */
  | 'dropped'
  | 'late'
  /** The service returned an error, or something unreadable. */
  | 'failed'

/** The service failed. `retryable`: another attempt may succeed; the message contains neither text nor key. */
export class SpeechServiceError extends Error {
  override readonly name = 'SpeechServiceError'
  readonly retryable: boolean
  readonly fault: ServiceFault

  constructor(sentence: string, retryable: boolean, fault: ServiceFault = 'failed') {
    super(sentence)
    this.retryable = retryable
    this.fault = fault
  }
}

/** Translates an HTTP status, for requests and for opening a websocket. */
export function errorOfStatus(status: number): SpeechServiceError {
  if (status === 401 || status === 403) return refusedKeyError()
  if (status === 402)
    return new SpeechServiceError('The account of the speech service has no credit left.', false, 'refused')
  if (status === 429)
    return new SpeechServiceError('The speech service accepts no more requests now (status 429).', true, 'busy')
  const retryable = status === 408 || status >= 500
  return new SpeechServiceError(`The speech service answered with status ${status}.`, retryable)
}

export function refusedKeyError(): SpeechServiceError {
  return new SpeechServiceError('The speech service refused the key.', false, 'refused')
}

export function connectionLostError(): SpeechServiceError {
  return new SpeechServiceError('The connection to the speech service broke.', true, 'dropped')
}

export function timeoutError(): SpeechServiceError {
  return new SpeechServiceError('The speech service did not answer in time.', true, 'late')
}

/** Converts anything thrown to an error of the service. */
export function asServiceError(error: unknown): SpeechServiceError {
  if (error instanceof SpeechServiceError) return error
  if (error instanceof Error && error.name === 'TimeUp') return timeoutError()
  return new SpeechServiceError('The speech service could not be reached.', true, 'unreachable')
}
