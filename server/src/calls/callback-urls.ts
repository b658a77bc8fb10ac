/** Callback addresses for carriers: below PUBLIC_URL, signed for one call or one configuration, without query strings. */
import type { SecretBox } from '../kernel/secret-box.ts'
import { decodeNumberPart, readLink, signLink } from '../kernel/signed-link.ts'
import type { CallbackUrls, CallRef } from '../telephony/provider.ts'

export const CARRIER_CALLBACK_PATH = '/api/v1/telephony'
const MEDIA = 'media'
/** The audio socket opens when the phone is answered, after at most the longest ring time that a carrier allows. */
const MEDIA_TOKEN_LIFE_MS = 10 * 60_000
/** Lifetime of a media address that was sent with the dial request. Longer than any call; an ended call opens no socket. */
const DIALED_TOKEN_LIFE_MS = 24 * 3_600_000

export function callbackUrls(
  deps: { publicUrl: string; secrets: SecretBox; now(): number },
  configurationId: number,
): CallbackUrls {
  const { publicUrl, secrets } = deps
  return {
    call: (call, hook) =>
      `${publicUrl}${CARRIER_CALLBACK_PATH}/calls/${call.callId}/${secrets.sign('call-hook', signedText(call))}/${hook}`,
    configuration: (hook) =>
      `${publicUrl}${CARRIER_CALLBACK_PATH}/configurations/${configurationId}/${secrets.sign('configuration-hook', String(configurationId))}/${hook}`,
    media(call, given) {
      const lifeMs = given === 'with_dial' ? DIALED_TOKEN_LIFE_MS : MEDIA_TOKEN_LIFE_MS
      const token = signLink(secrets, MEDIA, mediaParts(call), deps.now() + lifeMs)
      return `${publicUrl.replace(/^http/, 'ws')}${CARRIER_CALLBACK_PATH}/media/${token}`
    },
  }
}

/** Rounds to whole milliseconds: the database stores the time of the claim in microseconds. */
function moment(claimedAtMs: number): number {
  return Math.round(claimedAtMs)
}

function signedText({ callId, claimedAtMs }: Pick<CallRef, 'callId' | 'claimedAtMs'>): string {
  return claimedAtMs === undefined ? String(callId) : `${callId} ${moment(claimedAtMs)}`
}

function mediaParts({ callId, claimedAtMs }: CallRef): number[] {
  return claimedAtMs === undefined ? [callId] : [callId, moment(claimedAtMs)]
}

/** The claim times that may have been signed, given the stored and rounded one. */
function possibleMoments(claimedAt: Date): number[] {
  const atMs = claimedAt.getTime()
  return [atMs, atMs + 1, atMs - 1]
}

export interface MediaTicket {
  callId: number
  /** Time of the claim; null if only the call id was signed. */
  claimedAtMs: number | null
  expiresAtMs: number
  tokenId: string
}

/**
 * Parses a media token; null unless this installation signed it, and it is unchanged and not expired. The database stores whether
 * it was used.
 */
export function readMediaToken(secrets: SecretBox, token: string, nowMs: number): MediaTicket | null {
  const link = readLink(secrets, MEDIA, token)
  if (!link || link.expiresAtMs < nowMs) return null
  const [callId, claimedAt] = link.parts
  const claimedAtMs = claimedAt === undefined ? null : decodeNumberPart(claimedAt)
  return { callId: decodeNumberPart(callId), claimedAtMs, expiresAtMs: link.expiresAtMs, tokenId: link.nonce }
}

/** Whether the address belongs to this call, and not to an earlier one with the same id. */
export function isMediaTicketOf({ claimedAtMs }: MediaTicket, call: CallOfCallback): boolean {
  if (claimedAtMs === null) return isLegacy(call)
  return possibleMoments(call.claimed_at).includes(claimedAtMs)
}

export interface CallOfCallback {
  claimed_at: Date
  /** The time since which callback addresses also contain the claim time. */
  marked_since: Date | null
}

/** After this time, nodes of the previous version and the calls they placed are finished. */
const LEGACY_SIGNATURE_MS = 24 * 3_600_000

/** Whether the call was placed by the previous version, or during the upgrade: its address is signed for the call id alone. */
function isLegacy({ claimed_at, marked_since }: CallOfCallback): boolean {
  return marked_since !== null && claimed_at.getTime() < marked_since.getTime() + LEGACY_SIGNATURE_MS
}

/** Whether a signature belongs to this call: to its id and claim, or to its id alone if the previous version placed it. */
export function isCallCallbackSignature(
  secrets: SecretBox,
  callId: number,
  signature: string,
  call: CallOfCallback,
): boolean {
  const isOfClaim = possibleMoments(call.claimed_at).some((claimedAtMs) =>
    secrets.verify('call-hook', signedText({ callId, claimedAtMs }), signature),
  )
  return isOfClaim || (isLegacy(call) && secrets.verify('call-hook', String(callId), signature))
}

export function isConfigurationCallbackSignature(
  secrets: SecretBox,
  configurationId: string,
  signature: string,
): boolean {
  return secrets.verify('configuration-hook', configurationId, signature)
}
