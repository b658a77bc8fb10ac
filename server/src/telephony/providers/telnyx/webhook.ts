/** Telnyx events: "Receiving webhooks", https://developers.telnyx.com/development/api-fundamentals/webhooks/receiving-webhooks. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { parseJsonObject } from '../../../kernel/parse-json.ts'
import { textAtPath } from '../../carrier-kit/http.ts'
import {
  type Attestation,
  attestationLevel,
  type CallUpdate,
  type CarrierBill,
  type WebhookEvent,
  type WebhookRequest,
  type WebhookResult,
} from '../../provider.ts'
import { readClientState } from './client-state.ts'
import { endedEvent } from './outcomes.ts'

/** Maximum age of a signed event, as in Telnyx' own libraries. */
export const TOLERANCE_SECONDS = 300

const ACKNOWLEDGED = { status: 200, contentType: 'application/json', body: '{}' }

/** Parses the key; null unless it is 32 bytes of base64 that Node accepts as an Ed25519 key. */
export function readPublicKey(text: string): KeyObject | null {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== 32) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' })
  } catch {
    return null
  }
}

export interface WebhookReader {
  publicKey: KeyObject | null
  connectionId: string
  nowMs: number
}

export function readTelnyxWebhook(reader: WebhookReader, request: WebhookRequest): WebhookResult {
  const fault = signatureFault(reader, request)
  if (fault) return { kind: 'refused', reason: fault }
  const event = parseJsonObject(request.rawBody)
  if (!event) return { kind: 'refused', reason: 'the event is not JSON', status: 400 }
  const connection = textAtPath(event, 'data.payload.connection_id')
  if (connection !== null && connection !== reader.connectionId) {
    return { kind: 'refused', reason: 'the event belongs to another application' }
  }
  if (isIncoming(event)) return inboundCall(event)
  return { kind: 'news', events: eventsOf(event, request), billed: billOf(event, request), reply: ACKNOWLEDGED }
}

function signatureFault(reader: WebhookReader, request: WebhookRequest): string | null {
  if (!reader.publicKey) return 'the public key of this configuration cannot be read'
  const signature = Buffer.from(request.headers['telnyx-signature-ed25519'] ?? '', 'base64')
  const timestamp = request.headers['telnyx-timestamp'] ?? ''
  if (signature.length !== 64 || !/^\d{1,12}$/.test(timestamp)) return 'the event is not signed'
  if (Math.abs(reader.nowMs / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return 'the signature is too old'
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), request.rawBody])
  return verify(null, signed, reader.publicKey, signature) ? null : 'the signature is not valid'
}

function isIncoming(event: unknown): boolean {
  return eventType(event) === 'call.initiated' && textAtPath(event, 'data.payload.direction') === 'incoming'
}

function inboundCall(event: unknown): WebhookResult {
  const providerCallId = textAtPath(event, 'data.payload.call_control_id')
  const to = textAtPath(event, 'data.payload.to')
  if (!providerCallId || !to) return { kind: 'refused', reason: 'the event names no call', status: 400 }
  const details: Record<string, string> = {}
  for (const name of [
    'call_session_id',
    'call_leg_id',
    'caller_id_name',
    'shaken_stir_attestation',
    'call_screening_result',
  ]) {
    const value = textAtPath(event, `data.payload.${name}`)
    if (value !== null) details[name] = value
  }
  return {
    kind: 'inbound',
    inbound: {
      providerCallId,
      from: textAtPath(event, 'data.payload.from') ?? '',
      to,
      details,
      attestation: attestationOf(event),
    },
  }
}

/** Telnyx sends both fields if the application has `shaken_stir_enabled`, and only for inbound calls. */
function attestationOf(event: unknown): Attestation | null {
  const reported = textAtPath(event, 'data.payload.shaken_stir_attestation')
  const validated = (event as { data: { payload: { shaken_stir_validated?: unknown } } }).data.payload
    .shaken_stir_validated
  const isVerified = typeof validated === 'boolean' ? validated : null
  if (reported === null && isVerified === null) return null
  return { level: attestationLevel(reported), isVerified, reported: reported ?? '' }
}

function eventsOf(event: unknown, request: WebhookRequest): WebhookEvent[] {
  const providerCallId = textAtPath(event, 'data.payload.call_control_id')
  if (!providerCallId) return []
  const state = readClientState(textAtPath(event, 'data.payload.client_state'))
  // Ignores the other leg of a transfer, which reports to the same address.
  if (state && request.call && state.call !== request.call.callKey) return []
  const known = request.call?.providerCallId
  if (known && known !== providerCallId) return []
  const news = newsOf(event, state?.direction ?? null)
  if (!news) return []
  const atMs = Date.parse(textAtPath(event, 'data.occurred_at') ?? '')
  return [{ call: request.call, providerCallId, atMs: Number.isNaN(atMs) ? null : atMs, ...news }]
}

/**
 * The price in `call.cost`, which comes after the end if the application has `call_cost_in_webhooks`. Parts in several currencies
 * have no sum.
 */
function billOf(event: unknown, request: WebhookRequest): CarrierBill | null {
  const { call } = request
  if (!call || eventType(event) !== 'call.cost' || textAtPath(event, 'data.payload.status') === 'error') return null
  const providerCallId = textAtPath(event, 'data.payload.call_control_id')
  if (providerCallId === null || (call.providerCallId !== null && call.providerCallId !== providerCallId)) return null
  const amount = textAtPath(event, 'data.payload.total_cost')
  const parts = (event as { data?: { payload?: { cost_parts?: unknown } } }).data?.payload?.cost_parts
  const currencies = new Set((Array.isArray(parts) ? parts : []).map((part) => textAtPath(part, 'currency')))
  const [currency] = currencies
  if (amount === null || currencies.size !== 1 || !currency) return null
  return { call, price: { amount, currency } }
}

function newsOf(event: unknown, direction: 'in' | 'out' | null): CallUpdate | null {
  const result = textAtPath(event, 'data.payload.result') ?? ''
  switch (eventType(event)) {
    // This event only shows that the call exists, and its id. Telnyx has no event for ringing.
    case 'call.initiated':
      return { kind: 'dialing' }
    case 'call.answered':
      return { kind: 'answered' }
    case 'call.hangup':
      return endedEvent(event, direction)
    case 'call.machine.detection.ended':
    case 'call.machine.premium.detection.ended':
      return { kind: 'machine', verdict: DETECTED[result] ?? 'unknown' }
    // A beep before the end of the detection is reported by this event alone.
    case 'call.machine.greeting.ended':
    case 'call.machine.premium.greeting.ended':
      return result === 'beep_detected' || result === 'ended' ? { kind: 'machine', verdict: 'machine' } : null
    default:
      return null
  }
}

const DETECTED: Record<string, 'human' | 'machine' | 'fax' | 'unknown'> = {
  human: 'human',
  human_residence: 'human',
  human_business: 'human',
  machine: 'machine',
  fax_detected: 'fax',
  silence: 'unknown',
  not_sure: 'unknown',
}

/** The event type; Telnyx sometimes writes it with underscores. */
export function eventType(event: unknown): string {
  return (textAtPath(event, 'data.event_type') ?? '').replaceAll('_', '.')
}
