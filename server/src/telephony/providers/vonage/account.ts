/** Vonage Voice API v1: https://developer.vonage.com/en/api/voice. */
import { isSurelyAbsent, type ListPage, lacksDetails, readPages, traceWindow } from '../../carrier-kit/find-call.ts'
import { succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { openSocketMedia } from '../../carrier-kit/media-socket.ts'
import { isMachineDetectionOn, textField } from '../../fields.ts'
import type {
  AccountContext,
  CallRef,
  CallTrace,
  CarrierAccount,
  CheckResult,
  DialRequest,
  HttpReply,
  LookUp,
  PlaceResult,
  PriceLookUp,
  SyncResult,
} from '../../provider.ts'
import { describeAnswer, NO_PRIVATE_KEY_ANSWER, openClient, type Vonage } from './client.ts'
import { bindInbound, vonageNumbers } from './inbound.ts'
import { CONTENT_TYPE, VonageDialect } from './media.ts'
import { billedPrice, eventOf } from './outcomes.ts'
import { placeResult } from './verdicts.ts'
import { readVonageWebhook } from './webhook.ts'

export function openVonage(context: AccountContext): CarrierAccount {
  const vonage = openClient(context)
  const signatureSecret = textField(context.credentials, 'signature_secret')
  const apiKey = textField(context.credentials, 'api_key')
  const { applicationId } = vonage
  return {
    place: (order, signal) => place(vonage, order, signal),
    hangUp: (call) => hangUp(vonage, call),
    lookUp: (call, trace) => lookUp(vonage, call, trace),
    join: (call, other) => join(vonage, call, other),
    bindInbound: (number, bind) => bindInbound(vonage, number, bind),
    check: () => check(vonage),
    priceOf: (call) => priceOf(vonage, call),
    ownNumbers: () => vonageNumbers(vonage),
    readWebhook: (request) =>
      readVonageWebhook({ signatureSecret, apiKey, applicationId, nowMs: context.clock.now() }, request),
    answer: async (call) => ncco([connectAudio(context, call)]),
    refuse: async () => ncco([{ action: 'talk', text: 'This number does not take calls. Goodbye.' }]),
    openMedia: (socket) => openSocketMedia(socket, new VonageDialect(), context.clock),
    close: async () => {},
  }
}

async function place({ context, askVoice }: Vonage, order: DialRequest, signal: AbortSignal): Promise<PlaceResult> {
  const to = endpointOf(order.to)
  if (!to || order.toType === 'sip_extension')
    return { kind: 'rejected', reason: 'Vonage cannot call this kind of address' }
  const from = order.from === null ? null : endpointOf(order.from)
  if (from?.type !== 'phone') return { kind: 'rejected', reason: 'Vonage needs a phone number as caller ID' }
  const answer = await askVoice('/v1/calls', {
    method: 'POST',
    json: {
      to: [to],
      from,
      answer_url: [context.urls.call(order.call, 'answer')],
      answer_method: 'POST',
      event_url: [context.urls.call(order.call, 'event')],
      event_method: 'POST',
      ringing_timer: order.ringTimeoutSeconds,
      length_timer: order.maxDurationSeconds,
      // `continue` reports the detection while the call continues.
      ...(isMachineDetectionOn(context.credentials)
        ? { advanced_machine_detection: { behavior: 'continue', mode: 'detect' } }
        : {}),
    },
    signal,
  })
  if (answer === NO_PRIVATE_KEY_ANSWER)
    return { kind: 'halt', reason: 'Vonage: the private key of this configuration cannot be read' }
  return placeResult(answer)
}

type Endpoint = { type: 'phone'; number: string } | { type: 'sip'; uri: string }

/** The endpoint of an address; phone numbers are sent without the plus. */
function endpointOf(address: string): Endpoint | null {
  if (/^sips?:/i.test(address)) return { type: 'sip', uri: address }
  const number = /^\+?([1-9]\d{6,14})$/.exec(address)?.[1]
  return number ? { type: 'phone', number } : null
}

function callPath(providerCallId: string): string {
  return `/v1/calls/${encodeURIComponent(providerCallId)}`
}

async function hangUp({ context, askVoice }: Vonage, call: CallRef): Promise<void> {
  if (!call.providerCallId) return
  const answer = await askVoice(callPath(call.providerCallId), { method: 'PUT', json: { action: 'hangup' } })
  // A hang-up of an ended call is answered with 400 or 404.
  const over = answer.kind === 'answered' && (answer.status === 400 || answer.status === 404)
  if (succeeded(answer) || over) return
  context.log.warn(
    { call_id: call.callId, answer: describeAnswer(answer) },
    'Vonage did not accept the hang-up request',
  )
}

async function lookUp(vonage: Vonage, call: CallRef, trace: CallTrace | undefined): Promise<LookUp> {
  const { providerCallId } = call
  if (!providerCallId) {
    return trace ? findCall(vonage, trace) : { kind: 'unsure', reason: 'Vonage finds calls by its own id only' }
  }
  const answer = await vonage.askVoice(callPath(providerCallId), { method: 'GET' })
  // Vonage has assigned this id, so "not found" means not yet, or no longer.
  if (!succeeded(answer)) return { kind: 'unsure', reason: `Vonage did not report the call: ${describeAnswer(answer)}` }
  return found(providerCallId, answer.json)
}

async function priceOf({ askVoice }: Vonage, { providerCallId }: CallRef): Promise<PriceLookUp> {
  if (!providerCallId) return { kind: 'not_yet', reason: 'Vonage has not named the call' }
  const answer = await askVoice(callPath(providerCallId), { method: 'GET' })
  if (!succeeded(answer))
    return { kind: 'not_yet', reason: `Vonage did not report the call: ${describeAnswer(answer)}` }
  const price = billedPrice(answer.json)
  return price ? { kind: 'known', ...price } : { kind: 'not_yet', reason: 'Vonage has no price yet' }
}

function found(providerCallId: string, call: unknown): LookUp {
  const news = eventOf(call)
  switch (news?.kind) {
    case 'ended':
      return { kind: 'ended', providerCallId, news }
    case 'answered':
    case 'machine':
      return { kind: 'live', providerCallId, news: 'answered' }
    case 'ringing':
      return { kind: 'live', providerCallId, news: 'ringing' }
    case 'dialing':
      return { kind: 'live', providerCallId, news: 'queued' }
    default:
      return { kind: 'unsure', reason: 'Vonage named a state that is not known here' }
  }
}

/** Vonage's maximum page size. */
const PAGE_SIZE = 100

/** "Get details of your calls": calls to this number around the time of the dial. */
async function findCall(vonage: Vonage, trace: CallTrace): Promise<LookUp> {
  const { items, fault } = await readPages((next) => listCalls(vonage, trace, Number(next ?? 0)))
  const ours = items.find((call) => textAtPath(call, 'direction') === 'outbound' && isTo(call, trace.to))
  const uuid = textAtPath(ours, 'uuid')
  if (uuid !== null) return found(uuid, ours)
  if (fault !== null) return { kind: 'unsure', reason: fault }
  const unread = items.some((call) => lacksDetails(call, ['uuid', 'direction']) || destinationOf(call) === null)
  if (!unread && isSurelyAbsent(trace, vonage.context.clock.now())) return { kind: 'absent' }
  return { kind: 'unsure', reason: 'Vonage does not list it yet' }
}

async function listCalls({ askVoice }: Vonage, trace: CallTrace, index: number): Promise<ListPage> {
  const { fromMs, toMs } = traceWindow(trace)
  const query = new URLSearchParams({
    date_start: new Date(fromMs).toISOString(),
    date_end: new Date(toMs).toISOString(),
    page_size: String(PAGE_SIZE),
    // Newest first: a new call moves others to a later page, so none is skipped.
    order: 'desc',
    ...(index > 0 ? { record_index: String(index) } : {}),
  })
  const list = await askVoice(`/v1/calls?${query}`, { method: 'GET' })
  if (!succeeded(list)) return { fault: `Vonage did not list its calls: ${describeAnswer(list)}` }
  const calls = (list.json as { _embedded?: { calls?: unknown } } | null)?._embedded?.calls
  if (!Array.isArray(calls)) return { fault: 'the list of calls could not be read' }
  const read = index + calls.length
  const count = Number(textAtPath(list.json, 'count') ?? Number.NaN)
  // `count` is the total if Vonage reports it; a full page may have a next one in any case.
  const more = Number.isFinite(count) ? read < count : calls.length >= PAGE_SIZE
  if (more && calls.length === 0) return { fault: 'Vonage announces more calls than it lists' }
  return { items: calls, next: more || calls.length >= PAGE_SIZE ? String(read) : null }
}

function destinationOf(call: unknown): string | null {
  for (const path of ['to.number', 'to.0.number', 'to.uri', 'to.0.uri']) {
    const value = textAtPath(call, path)
    if (value !== null) return value
  }
  return null
}

function isTo(call: unknown, address: string): boolean {
  const destination = destinationOf(call)
  if (destination === null) return false
  return address.startsWith('+') ? destination.replace(/\D/g, '') === address.slice(1) : destination === address
}

/** Joins two calls: both legs move into a separate conversation, the transfer target first. It ends when either leg leaves it. */
async function join({ context, askVoice }: Vonage, call: CallRef, other: CallRef): Promise<SyncResult> {
  const ncco = [{ action: 'conversation', name: call.callKey, startOnEnter: true, endOnExit: true }]
  for (const { providerCallId } of [other, call]) {
    if (!providerCallId) return { ok: false, message: 'The call has no id at Vonage yet.' }
    const json = { action: 'transfer', destination: { type: 'ncco', ncco } }
    const answer = await askVoice(callPath(providerCallId), { method: 'PUT', json })
    if (succeeded(answer)) continue
    context.log.warn({ call_id: call.callId, answer: describeAnswer(answer) }, 'Vonage did not connect two calls')
    return { ok: false, message: `Vonage did not connect the calls: ${describeAnswer(answer)}.` }
  }
  return { ok: true, message: 'The two are connected.' }
}

async function check({ applicationId, askVoice, askAccount }: Vonage): Promise<CheckResult> {
  const application = await askAccount('api', `/v2/applications/${encodeURIComponent(applicationId)}`, {
    method: 'GET',
  })
  if (!succeeded(application)) {
    return { ok: false, message: `Vonage did not return the application: ${describeAnswer(application)}.`, details: {} }
  }
  const voice = (application.json as { capabilities?: { voice?: Record<string, unknown> } } | null)?.capabilities?.voice
  const details = {
    application_name: textAtPath(application.json, 'name'),
    answer_url: textAtPath(voice, 'webhooks.answer_url.address'),
    event_url: textAtPath(voice, 'webhooks.event_url.address'),
    signed_callbacks: voice?.signed_callbacks !== false,
  }
  if (!voice) return { ok: false, message: 'The application has no voice capability.', details }
  if (!details.signed_callbacks) {
    return { ok: false, message: 'The application does not sign its webhooks; switch signed callbacks on.', details }
  }
  const calls = await askVoice('/v1/calls?page_size=1', { method: 'GET' })
  if (!succeeded(calls)) {
    return { ok: false, message: `Vonage did not accept the private key: ${describeAnswer(calls)}.`, details }
  }
  return { ok: true, message: 'Vonage accepts the credentials, and the application can dial.', details }
}

function connectAudio(context: AccountContext, call: CallRef): object {
  return {
    action: 'connect',
    // Without its own address, "answered" and "completed" of the audio leg would be sent to the call's address.
    eventUrl: [context.urls.call(call, 'leg')],
    eventMethod: 'POST',
    endpoint: [{ type: 'websocket', uri: context.urls.media(call), 'content-type': CONTENT_TYPE, headers: {} }],
  }
}

function ncco(actions: object[]): HttpReply {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(actions) }
}
