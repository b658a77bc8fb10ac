/**
 * Vonage's webhooks, authenticated by a token:
 * https://developer.vonage.com/en/getting-started/concepts/webhooks#decoding-signed-webhooks.
 */
import { createHash } from 'node:crypto'
import { type JWTPayload, jwtVerify } from 'jose'
import { parseJsonObject } from '../../../kernel/parse-json.ts'
import { textAtPath } from '../../carrier-kit/http.ts'
import { isSameSecret } from '../../carrier-kit/signatures.ts'
import type { CarrierBill, WebhookEvent, WebhookRequest, WebhookResult } from '../../provider.ts'
import { billedPrice, eventOf } from './outcomes.ts'

/** Maximum age of a token, which Vonage does not document; accepts its own retries and rejects old recordings. */
export const TOLERANCE_SECONDS = 900

const ACKNOWLEDGED = { status: 200, contentType: 'application/json', body: '{}' }

export interface WebhookReader {
  signatureSecret: string
  apiKey: string
  applicationId: string
  nowMs: number
}

export async function readVonageWebhook(reader: WebhookReader, request: WebhookRequest): Promise<WebhookResult> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  // "In the rare case of an internal error" a webhook is unsigned; after a 5xx Vonage sends it again, signed.
  if (!token) return { kind: 'refused', reason: 'the webhook is not signed', status: 503 }
  const fault = await tokenFault(reader, token, request)
  if (fault) return { kind: 'refused', reason: fault }
  const payload = payloadOf(request)
  if (!payload) return { kind: 'refused', reason: 'the webhook is not JSON', status: 400 }
  switch (request.hook) {
    case 'inbound':
      return inboundCall(payload)
    case 'answer':
      if (!request.call) return { kind: 'refused', reason: 'the request names no call', status: 400 }
      return { kind: 'answer', call: request.call, events: answeredEvent(payload, request) }
    default:
      return { kind: 'news', events: eventsOf(payload, request), billed: billOf(payload, request), reply: ACKNOWLEDGED }
  }
}

async function tokenFault(reader: WebhookReader, token: string, request: WebhookRequest): Promise<string | null> {
  if (reader.signatureSecret === '') return 'this configuration has no signature secret'
  let claims: JWTPayload
  try {
    const verified = await jwtVerify(token, new TextEncoder().encode(reader.signatureSecret), {
      algorithms: ['HS256'],
      issuer: 'Vonage',
      currentDate: new Date(reader.nowMs),
      maxTokenAge: TOLERANCE_SECONDS,
      clockTolerance: 60,
    })
    claims = verified.payload
  } catch {
    return 'the signature is not valid or is too old'
  }
  if (!isSameSecret(String(claims.api_key ?? ''), reader.apiKey)) return 'the webhook is for another account'
  if (!isSameSecret(String(claims.application_id ?? ''), reader.applicationId))
    return 'the webhook is for another application'
  if (!isSameSecret(String(claims.payload_hash ?? '').toLowerCase(), payloadHash(request)))
    return 'the content was changed'
  return null
}

/** The hash of the payload. A GET has no body: its parameters are hashed as a JSON object, in the order received. */
function payloadHash(request: WebhookRequest): string {
  const payload = request.method === 'GET' ? JSON.stringify(Object.fromEntries(request.query)) : request.rawBody
  return createHash('sha256').update(payload).digest('hex')
}

function payloadOf(request: WebhookRequest): object | null {
  if (request.method === 'GET') return Object.fromEntries(request.query)
  return parseJsonObject(request.rawBody)
}

function inboundCall(payload: object): WebhookResult {
  const providerCallId = textAtPath(payload, 'uuid')
  const to = textAtPath(payload, 'to')
  if (!providerCallId || !to) return { kind: 'refused', reason: 'the webhook names no call', status: 400 }
  const details: Record<string, string> = {}
  for (const name of ['conversation_uuid', 'region_url', 'endpoint_type', 'from_user']) {
    const value = textAtPath(payload, name)
    if (value !== null) details[name] = value
  }
  return {
    kind: 'inbound',
    inbound: { providerCallId, from: inFull(textAtPath(payload, 'from') ?? ''), to: inFull(to), details },
  }
}

/** Adds the plus sign, because Vonage writes numbers without it. */
function inFull(number: string): string {
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : number
}

/** Vonage requests the answer URL of an outbound call when the person has answered. */
function answeredEvent(payload: object, request: WebhookRequest): WebhookEvent[] {
  const providerCallId = textAtPath(payload, 'uuid')
  return [{ call: request.call, providerCallId, atMs: null, kind: 'answered' }]
}

function eventsOf(payload: object, request: WebhookRequest): WebhookEvent[] {
  // The detection's event has `call_uuid` where all others have `uuid`.
  const providerCallId = textAtPath(payload, 'uuid') ?? textAtPath(payload, 'call_uuid')
  if (!providerCallId || isOtherLeg(payload, providerCallId, request)) return []
  const news = eventOf(payload)
  if (!news) return []
  const atMs = Date.parse(textAtPath(payload, 'timestamp') ?? '')
  return [{ call: request.call, providerCallId, atMs: Number.isNaN(atMs) ? null : atMs, ...news }]
}

/** The price, which the event of the call's end contains. */
function billOf(payload: object, request: WebhookRequest): CarrierBill | null {
  const providerCallId = textAtPath(payload, 'uuid')
  const price = billedPrice(payload)
  if (!price || !request.call || !providerCallId || isOtherLeg(payload, providerCallId, request)) return null
  return { call: request.call, price }
}

/**
 * Whether an event is about another leg: the audio socket and a transfer target are legs of the same conversation, with the same
 * states.
 */
function isOtherLeg(payload: object, providerCallId: string, request: WebhookRequest): boolean {
  if (/^wss?:/.test(textAtPath(payload, 'to') ?? '')) return true
  const known = request.call?.providerCallId ?? null
  if (request.hook === 'leg') return known !== providerCallId
  return known !== null && known !== providerCallId
}
