/**
 * Webhooks of Twilio and compatible carriers. Signatures: "Webhooks Security" (twilio.com/docs/usage/webhooks/webhooks-security).
 */
import { createHash } from 'node:crypto'
import {
  type Attestation,
  attestationLevel,
  type CallRef,
  type CallUpdate,
  type CarrierAttestation,
  type HttpReply,
  type WebhookRequest,
  type WebhookResult,
} from '../provider.ts'
import { hmacBase64, isSameSecret } from './signatures.ts'
import type { TwilioDialect } from './twilio-client.ts'
import { endedEvent, machineVerdict } from './twilio-outcomes.ts'
import { conferenceMarkup } from './twiml-dialect.ts'

const NOTHING_TO_SAY: HttpReply = { status: 204, contentType: 'text/plain', body: '' }

export function readTwilioWebhook(dialect: TwilioDialect, request: WebhookRequest): WebhookResult {
  const form = signedForm(dialect, request)
  if (typeof form === 'string') return { kind: 'refused', reason: form }
  if (form.get('AccountSid') !== dialect.accountSid) {
    return { kind: 'refused', reason: 'the message is about another account' }
  }
  const callSid = form.get('CallSid')
  if (!callSid) return { kind: 'refused', reason: 'the message names no call' }
  if (request.call?.providerCallId && request.call.providerCallId !== callSid) {
    return { kind: 'refused', reason: 'the message names another call than its address' }
  }
  return translate(dialect, request, form, callSid)
}

function translate(
  dialect: TwilioDialect,
  request: WebhookRequest,
  form: URLSearchParams,
  callSid: string,
): WebhookResult {
  const { call, hook } = request
  const atMs = Date.parse(form.get('Timestamp') ?? '')
  const about = { call, providerCallId: callSid, atMs: Number.isNaN(atMs) ? null : atMs }
  if (hook === 'inbound') {
    const details = Object.fromEntries([...form].filter(([name]) => INBOUND_DETAILS.has(name)))
    const attestation = verificationOf(form.get('StirVerstat'))
    const inbound = {
      providerCallId: callSid,
      from: form.get('From') ?? '',
      to: form.get('To') ?? '',
      details,
      attestation,
    }
    return { kind: 'inbound', inbound }
  }
  if (hook === 'answer' && call) return { kind: 'answer', call, events: [{ ...about, kind: 'answered' }] }
  const room = hook === 'join' && call ? request.query.get(ROOM) : null
  if (room) return { kind: 'news', events: [], reply: conferenceMarkup(room) }
  const news = hook === 'machine' ? machineNews(form) : hook === 'status' ? statusNews(dialect, form) : []
  const attested = hook === 'status' ? signatureOf(call, form) : null
  return { kind: 'news', events: news.map((each) => ({ ...about, ...each })), attested, reply: NOTHING_TO_SAY }
}

/**
 * `StirStatus` is in the messages about an outbound call that rings or was answered, if Twilio signed its caller ID ("Status
 * callback HTTP parameters", twilio.com/docs/voice/api/call-resource).
 */
function signatureOf(call: CallRef | null, form: URLSearchParams): CarrierAttestation | null {
  const reported = form.get('StirStatus')
  const level = attestationLevel(reported)
  if (!call || reported === null || level === null || form.get('Direction') === 'inbound') return null
  return { call, attestation: { level, isVerified: null, reported } }
}

/** `TN-Validation-Passed-A`, `TN-Validation-Failed-C`, `No-TN-Validation` ... ("Trusted Calling with SHAKEN/STIR", twilio.com). */
function verificationOf(reported: string | null): Attestation | null {
  const [, result, level = null] = /^TN-Validation-(Passed|Failed)(?:-([ABC]))?$/.exec(reported ?? '') ?? []
  if (!reported) return null
  const isVerified = result === undefined ? null : result === 'Passed'
  return { level: attestationLevel(level), isVerified, reported }
}

/** Query parameter with the conference room. The signature covers the whole address, so the room cannot be changed. */
const ROOM = 'room'

/** The address of the document that leads a call into a conference room. */
export function conferenceUrl(hookUrl: string, room: string): string {
  return `${hookUrl}?${new URLSearchParams({ [ROOM]: room })}`
}

const INBOUND_DETAILS = new Set(['Direction', 'FromCountry', 'ToCountry', 'CallerName', 'ForwardedFrom', 'StirVerstat'])

function machineNews(form: URLSearchParams): CallUpdate[] {
  return [{ kind: 'machine', verdict: machineVerdict(form.get('AnsweredBy') ?? '') }]
}

/** Translates a status message. `queued` adds nothing to the answer to the dial. */
function statusNews({ sipCodeIn }: TwilioDialect, form: URLSearchParams): CallUpdate[] {
  const status = form.get('CallStatus') ?? ''
  // The call has left the carrier's queue; nothing is known about the far side.
  if (status === 'initiated') return [{ kind: 'dialing' }]
  if (status === 'ringing') return [{ kind: 'ringing' }]
  if (status === 'in-progress' || status === 'answered') return [{ kind: 'answered' }]
  const ended = endedEvent({
    status,
    durationSeconds: form.get('CallDuration'),
    sipResponseCode: form.get(sipCodeIn.message),
  })
  return ended ? [ended] : []
}

/** The fields of a message with a valid signature, or why it is refused. */
function signedForm(dialect: TwilioDialect, request: WebhookRequest): URLSearchParams | string {
  const signature = request.headers[dialect.signatureHeader]
  if (!signature) return 'the message is not signed'
  const body = request.rawBody.toString()
  const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  const fields = new URLSearchParams(isForm ? body : '')
  if (!isForm && body !== '' && !bodyMatchesHash(request)) return 'the body is not the one that was signed'
  const text = joined(fields)
  // All variants are compared, because the duration must not reveal which variant came closest.
  const matches = signedUrlVariants(request.url).map((url) =>
    isSameSecret(signature, hmacBase64('sha1', dialect.signingKey, url + text)),
  )
  if (!matches.includes(true)) return 'the signature is wrong'
  return request.method === 'GET' ? request.query : fields
}

/** Bodies other than forms are covered by a hash in the query, which the signature covers. */
function bodyMatchesHash(request: WebhookRequest): boolean {
  const expected = request.query.get('bodySHA256')
  const actual = createHash('sha256').update(request.rawBody).digest('hex')
  return expected !== null && isSameSecret(expected.toLowerCase(), actual)
}

/**
 * Joins the fields for the signature: names in order, each with its values; a repeated name counts each different value once, in
 * order.
 */
function joined(fields: URLSearchParams): string {
  const names = [...new Set(fields.keys())].sort()
  return names.flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value)).join('')
}

/**
 * Twilio signs the address with or without its port, and with or without an encoded apostrophe, depending on product and
 * version.
 */
export function signedUrlVariants(url: string): string[] {
  const parts = /^(https?:\/\/(?:[^/?#@]*@)?(?:\[[^\]]*\]|[^/?#:]*))(:\d+)?(.*)$/s.exec(url)
  if (!parts) return [url]
  const [, origin = '', port, rest = ''] = parts
  const standardPort = url.startsWith('https:') ? ':443' : ':80'
  const bases = [url, port === undefined ? origin + standardPort + rest : origin + rest]
  return [...new Set(bases.flatMap((base) => [base, base.replaceAll('%27', "'"), base.replaceAll("'", '%27')]))]
}
