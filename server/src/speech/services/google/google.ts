/** Common to recognition and voices of Google: addresses, and the token of a service account. */
import { importPKCS8, SignJWT } from 'jose'
import { asServiceError, errorOfStatus, SpeechServiceError } from '../service-error.ts'
import type { ServiceAccount } from './account.ts'

export const GOOGLE_SETTINGS = {
  baseUrl: 'https://texttospeech.googleapis.com',
  recognitionHost: (region: string) =>
    region === 'global' ? 'https://speech.googleapis.com' : `https://${region}-speech.googleapis.com`,
  region: 'global',
  recognitionModel: 'telephony',
  language: 'en-US',
  /** A token is valid for an hour and renewed after this time. */
  tokenMs: 50 * 60_000,
} as const

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'

/** Cached tokens, shared by all calls with the same account. */
const tokens = new Map<string, { token: Promise<string>; untilMs: number }>()

export function accessTokenOf(account: ServiceAccount, nowMs: number, fetchToken: typeof fetch): Promise<string> {
  const key = `${account.token_uri} ${account.client_email} ${account.private_key.slice(-80)}`
  const known = tokens.get(key)
  if (known !== undefined && known.untilMs > nowMs) return known.token
  const token = askToken(account, nowMs, fetchToken)
  tokens.set(key, { token, untilMs: nowMs + GOOGLE_SETTINGS.tokenMs })
  token.catch(() => tokens.delete(key))
  return token
}

async function askToken(account: ServiceAccount, nowMs: number, fetchToken: typeof fetch): Promise<string> {
  const key = await importPKCS8(account.private_key, 'RS256').catch(() => {
    throw new SpeechServiceError('The private key of the service account cannot be read.', false, 'refused')
  })
  const seconds = Math.floor(nowMs / 1000)
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3600)
    .sign(key)
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetchToken(account.token_uri, { method: 'POST', headers, body }).catch((error: unknown) => {
    throw asServiceError(error)
  })
  if (!response.ok) throw errorOfStatus(response.status === 400 ? 401 : response.status)
  const { access_token: token } = (await response.json()) as { access_token?: unknown }
  if (typeof token !== 'string') throw new SpeechServiceError('Google gave no token.', true)
  return token
}
