import { OutdialError } from '@outdial/sdk'
import { SessionCookieMissing } from '../../api/cookie-dropped.ts'
import { sentenceOf } from '../../api/error-words.ts'
import { signInWords as w } from '../../words/sign-in.ts'

/** Distinguishes two errors with the same status: an invalid key, and a session cookie that the browser did not send back. */
export function signInFault(error: unknown, isSecureContext: boolean): string {
  if (error instanceof SessionCookieMissing) return isSecureContext ? w.cookiesOff : w.plainHttp
  const wrong = error instanceof OutdialError && error.status === 401
  return wrong ? w.wrongKey : sentenceOf(error)
}
