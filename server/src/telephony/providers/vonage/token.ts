/**
 * The token that authenticates a request to the Voice API:
 * https://developer.vonage.com/en/getting-started/concepts/authentication.
 */
import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'

/** Lifetime of a token, which is made for one request; Vonage allows a day. */
const LIFETIME_SECONDS = 900

/** Parses a private key; null unless it is an RSA key. Keys from an environment variable have `\n` for their line ends. */
export function readPrivateKey(text: string): KeyObject | null {
  try {
    const key = createPrivateKey(text.replaceAll('\\n', '\n').trim())
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

export function makeToken(key: KeyObject, applicationId: string, nowMs: number): Promise<string> {
  const now = Math.floor(nowMs / 1000)
  return new SignJWT({ application_id: applicationId })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .setJti(randomUUID())
    .sign(key)
}
