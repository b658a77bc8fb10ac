/** Why a speech service was of no use. */
export type ServiceFault =
  /** The key is wrong, the account is empty, or the plan does not include this. */
  | 'refused'
  /** Too many at once, or a limit per minute. */
  | 'busy'
  /** It could not be reached at all. */
  | 'unreachable'
  /** The connection broke. */
  | 'dropped'
  | 'late'
  /** It answered with an error of its own, or with something unreadable. */
  | 'failed'

/** The service failed. Whether another try may help is in `retryable`; neither text nor key is in the message. */
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

/** What a status of HTTP means, whether a request or the opening of a websocket was answered with it. */
export function errorOfStatus(status: number): SpeechServiceError {
  if (status === 401 || status === 403) return refusedKey()
  if (status === 402) return new SpeechServiceError('The account of the speech service is used up.', false, 'refused')
  if (status === 429)
    return new SpeechServiceError('The speech service has too much to do for us (status 429).', true, 'busy')
  const retryable = status === 408 || status >= 500
  return new SpeechServiceError(`The speech service answered with status ${status}.`, retryable)
}

export function refusedKey(): SpeechServiceError {
  return new SpeechServiceError('The speech service refused the key.', false, 'refused')
}

export function dropped(): SpeechServiceError {
  return new SpeechServiceError('The connection to the speech service broke.', true, 'dropped')
}

export function late(): SpeechServiceError {
  return new SpeechServiceError('The speech service did not answer in time.', true, 'late')
}

/** Anything that was thrown, as an error of the service. */
export function asServiceError(error: unknown): SpeechServiceError {
  if (error instanceof SpeechServiceError) return error
  if (error instanceof Error && error.name === 'TimeUp') return late()
  return new SpeechServiceError('The speech service could not be reached.', true, 'unreachable')
}
