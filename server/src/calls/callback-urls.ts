/** The addresses carriers are given: below PUBLIC_URL, signed for one call or one configuration, without query strings. */
import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { CallbackUrls } from '../telephony/provider.ts'

export const HOOK_BASE = '/api/v1/telephony'
/** The audio socket opens when the phone is answered; by then it may have rung for as long as a carrier lets it. */
const MEDIA_TOKEN_LIFE_MS = 10 * 60_000

export function callbackUrls(
  deps: { publicUrl: string; secrets: SecretBox; now(): number },
  configurationId: number,
): CallbackUrls {
  const { publicUrl, secrets } = deps
  return {
    call: (call, hook) =>
      `${publicUrl}${HOOK_BASE}/calls/${call.callId}/${secrets.sign('call-hook', String(call.callId))}/${hook}`,
    configuration: (hook) =>
      `${publicUrl}${HOOK_BASE}/configurations/${configurationId}/${secrets.sign('configuration-hook', String(configurationId))}/${hook}`,
    media: (call) =>
      `${publicUrl.replace(/^http/, 'ws')}${HOOK_BASE}/media/${mediaToken(secrets, call.callId, deps.now())}`,
  }
}

function mediaToken(secrets: SecretBox, callId: number, nowMs: number): string {
  const content = `${callId}.${nowMs + MEDIA_TOKEN_LIFE_MS}.${randomBytes(9).toString('base64url')}`
  return `${content}.${secrets.sign('media', content)}`
}

export interface MediaTicket {
  callId: number
  expiresAtMs: number
  tokenId: string
}

/** Null unless the token is ours, unchanged and not expired. Whether it has been used is for the database to say. */
export function readMediaToken(secrets: SecretBox, token: string, nowMs: number): MediaTicket | null {
  const match = /^((\d{1,15})\.(\d{1,15})\.([A-Za-z0-9_-]{12}))\.([A-Za-z0-9_-]+)$/.exec(token)
  if (!match || !secrets.verify('media', match[1] as string, match[5] as string)) return null
  const expiresAtMs = Number(match[3])
  return expiresAtMs < nowMs ? null : { callId: Number(match[2]), expiresAtMs, tokenId: match[4] as string }
}

export function isCallHook(secrets: SecretBox, callId: string, signature: string): boolean {
  return secrets.verify('call-hook', callId, signature)
}

export function isConfigurationHook(secrets: SecretBox, configurationId: string, signature: string): boolean {
  return secrets.verify('configuration-hook', configurationId, signature)
}
