/** The addresses carriers are given: below PUBLIC_URL, signed for one call or one configuration, without query strings. */
import type { SecretBox } from '../kernel/secret-box.ts'
import { partAsNumber, readLink, signLink } from '../kernel/signed-link.ts'
import type { CallbackUrls } from '../telephony/provider.ts'

export const HOOK_BASE = '/api/v1/telephony'
const MEDIA = 'media'
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
      `${publicUrl.replace(/^http/, 'ws')}${HOOK_BASE}/media/${signLink(secrets, MEDIA, [call.callId], deps.now() + MEDIA_TOKEN_LIFE_MS)}`,
  }
}

export interface MediaTicket {
  callId: number
  expiresAtMs: number
  tokenId: string
}

/** Null unless the token is ours, unchanged and not expired. Whether it has been used is for the database to say. */
export function readMediaToken(secrets: SecretBox, token: string, nowMs: number): MediaTicket | null {
  const link = readLink(secrets, MEDIA, token)
  if (!link || link.expiresAtMs < nowMs) return null
  return { callId: partAsNumber(link.parts[0]), expiresAtMs: link.expiresAtMs, tokenId: link.nonce }
}

export function isCallHook(secrets: SecretBox, callId: string, signature: string): boolean {
  return secrets.verify('call-hook', callId, signature)
}

export function isConfigurationHook(secrets: SecretBox, configurationId: string, signature: string): boolean {
  return secrets.verify('configuration-hook', configurationId, signature)
}
