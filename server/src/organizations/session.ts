/** Console credentials: a session id in a cookie, or a token that opens one session once. Only their hashes are stored. */
import { createHash, randomBytes } from 'node:crypto'

const HOUR_MS = 60 * 60_000
/** A session ends after this time without a request, because another person may be at the screen. */
export const SESSION_IDLE_MS = 12 * HOUR_MS
export const SESSION_MS_MAX = 7 * 24 * HOUR_MS
export const SIGN_IN_TOKEN_MS = HOUR_MS

const SESSION = /^ods_[A-Za-z0-9_-]{43}$/

export const newSessionToken = () => `ods_${randomBytes(32).toString('base64url')}`
export const newSignInToken = () => randomBytes(32).toString('base64url')
export const looksLikeSession = (credential: string) => SESSION.test(credential)
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Sessions that began, or were last used, before these times have expired. */
export function sessionLimits(nowMs: number) {
  return { begunAfter: new Date(nowMs - SESSION_MS_MAX), usedAfter: new Date(nowMs - SESSION_IDLE_MS) }
}
