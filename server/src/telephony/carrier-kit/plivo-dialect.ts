/**
 * Common to Plivo and carriers with a compatible API: XML answers and form callbacks. `plivo-outcomes.ts` has their hang-up
 * causes, `plivo-api.ts` the common parts of their REST APIs, `plivo-media.ts` the audio socket; each provider verifies its own
 * signatures.
 */
import type { CallRef, HttpReply, InboundCall, WebhookEvent, WebhookRequest, WebhookResult } from '../provider.ts'
import { endedEvent, type Hangup, isBlank, parseSeconds } from './plivo-outcomes.ts'
import { hmacBase64, isSameSecret } from './signatures.ts'
import { escapeXml, xmlReply } from './xml.ts'

export type FormFields = ReadonlyMap<string, string>

/** Reads a form callback; if a name is repeated, the first value counts. */
export function readForm(pairs: Iterable<readonly [string, string]>): FormFields {
  const form = new Map<string, string>()
  for (const [name, value] of pairs) if (!form.has(name)) form.set(name, value)
  return form
}

/** Formats an address for these carriers: numbers with the country code and without the plus; SIP addresses with their scheme. */
export function toPlivoAddress(address: string): string {
  return /^\+\d+$/.test(address) ? address.slice(1) : address
}

/** Converts a number from the format of these carriers. Other values (anonymous, an extension, a SIP address) stay unchanged. */
export function fromPlivoAddress(address: string): string {
  return /^\d{8,15}$/.test(address) ? `+${address}` : address
}

export function streamReply(mediaUrl: string): HttpReply {
  // `keepCallAlive` keeps the call open during this element; without it the call would end immediately. The format is explicit
  // because two pages of Plivo's documentation disagree on the default.
  const attributes = 'bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000"'
  return xmlReply(`<Stream ${attributes}>${escapeXml(mediaUrl)}</Stream>`)
}

/** A reply whose first element rejects the call unanswered, so that it is not billed. */
export function refusalReply(): HttpReply {
  return xmlReply('<Hangup reason="rejected"/>')
}

/**
 * The address of the document for a redirected call. Any node may be asked for it, so it contains the conference room. Vobiz does
 * not sign the query, so the address has a signature of this program.
 */
export function conferenceUrl(hookUrl: string, secret: string, call: CallRef, room: string): string {
  return `${hookUrl}?${new URLSearchParams({ proof: roomProof(secret, call, room), room })}`
}

/** The XML for a redirected call; null if the address was changed. The conference ends when either side leaves it. */
function roomReply(secret: string, call: CallRef, query: URLSearchParams): HttpReply | null {
  const room = query.get('room') ?? ''
  if (!isSameSecret(query.get('proof') ?? '', roomProof(secret, call, room))) return null
  const attributes = 'startConferenceOnEnter="true" endConferenceOnExit="true" enterSound="" exitSound=""'
  return xmlReply(`<Conference ${attributes}>${escapeXml(room)}</Conference>`)
}

function roomProof(secret: string, call: CallRef, room: string): string {
  const proof = hmacBase64('sha256', secret, `room ${call.callKey} ${room}`)
  return Buffer.from(proof, 'base64').toString('base64url')
}

/** Translates a verified callback. `secret` signs the addresses of conference rooms. */
export function readVerifiedCallback(request: WebhookRequest, form: FormFields, secret: string): WebhookResult {
  if (request.hook === 'join') {
    const reply = request.call && roomReply(secret, request.call, request.query)
    return reply
      ? { kind: 'news', events: [], reply }
      : { kind: 'refused', reason: 'this server did not request the connection' }
  }
  const event = readEvent(form, request.call)
  if (event === 'unreadable') return { kind: 'refused', reason: 'it names no call or no state', status: 400 }
  if (event === 'nothing') return { kind: 'news', events: [], reply: xmlReply('') }
  if (event.kind !== 'answered') return { kind: 'news', events: [event], reply: xmlReply('') }
  if (!request.call) return { kind: 'inbound', inbound: inboundCall(event.providerCallId ?? '', form) }
  return { kind: 'answer', call: { ...request.call, providerCallId: event.providerCallId }, events: [event] }
}

/** Translates one event. `answered`: the carrier requests a document, for an inbound call too. */
function readEvent(form: FormFields, call: CallRef | null): WebhookEvent | 'nothing' | 'unreadable' {
  const providerCallId = form.get('CallUUID') ?? ''
  if (providerCallId === '') return 'unreadable'
  const of = { call, providerCallId, atMs: null }
  switch ((form.get('Event') ?? '').toLowerCase()) {
    case 'ring':
      return { ...of, kind: 'ringing' }
    case 'startapp':
      return { ...of, kind: 'answered' }
    case 'machinedetection':
      return { ...of, kind: 'machine', verdict: machineVerdict(form) }
    case 'hangup':
      return { ...of, ...endedEvent(hangupOf(form)) }
    default:
      return readByStatus(form, of)
  }
}

/** Older callbacks have no `Event`; events not listed above (`StopStream`, `DialHangup` ...) are not about the call. */
function readByStatus(form: FormFields, of: Pick<WebhookEvent, 'call' | 'providerCallId' | 'atMs'>) {
  const status = statusOf(form)
  if (status === '') return 'unreadable'
  if (form.has('Event')) return 'nothing'
  if (status === 'ringing' && of.call) return { ...of, kind: 'ringing' as const }
  if (status === 'ringing' || status === 'in-progress') return { ...of, kind: 'answered' as const }
  return { ...of, ...endedEvent(hangupOf(form)) }
}

function inboundCall(providerCallId: string, form: FormFields): InboundCall {
  const details: Record<string, string> = {}
  for (const name of ['CallerName', 'ForwardedFrom', 'STIRVerification', 'Direction']) {
    const value = form.get(name)
    if (value) details[name] = value
  }
  return {
    providerCallId,
    from: fromPlivoAddress(form.get('From') ?? ''),
    to: fromPlivoAddress(form.get('To') ?? ''),
    details,
  }
}

function machineVerdict(form: FormFields): 'human' | 'machine' | 'unknown' {
  const machine = (form.get('Machine') ?? '').toLowerCase()
  return machine === 'true' ? 'machine' : machine === 'false' ? 'human' : 'unknown'
}

/** The status field: Vobiz names it `Status` on one page and `CallStatus` on the others. */
function statusOf(form: FormFields): string {
  return (form.get('CallStatus') ?? form.get('Status') ?? '').toLowerCase()
}

function hangupOf(form: FormFields): Hangup {
  const billed = Number(form.get('BillDuration') ?? 0)
  return {
    status: statusOf(form),
    code: form.get('HangupCauseCode') ?? '',
    cause: form.get('HangupCauseName') || form.get('HangupCause') || '',
    source: form.get('HangupSource') ?? '',
    inbound: form.get('Direction') === 'inbound',
    answered: form.has('AnswerTime') ? !isBlank(form.get('AnswerTime')) : billed > 0 ? true : null,
    durationSeconds: parseSeconds(form.get('Duration') ?? form.get('BillDuration')),
  }
}
