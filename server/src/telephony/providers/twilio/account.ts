import { fitsTrace, isSurelyAbsent, isUnread, traceWindow } from '../../carrier-kit/find-call.ts'
import { succeeded, textAt } from '../../carrier-kit/http.ts'
import { openSocketMedia } from '../../carrier-kit/media-socket.ts'
import { connectStream, intoRoom, rejectCall, TwimlMediaDialect } from '../../carrier-kit/twiml-dialect.ts'
import { detectsMachines } from '../../fields.ts'
import type {
  AccountContext,
  CallbackUrls,
  CallRef,
  CallTrace,
  CarrierAccount,
  CheckResult,
  Credentials,
  DialOrder,
  LookUp,
  PlaceResult,
  PriceLookUp,
  SyncResult,
} from '../../provider.ts'
import { type AskTwilio, askTwilio, codeOf, faultOf, isNotFound, type Pairs } from './client.ts'
import { bindTwilioNumber, twilioNumbers } from './inbound.ts'
import { endedNews } from './outcomes.ts'
import { placeResult } from './verdicts.ts'
import { readTwilioWebhook } from './webhook.ts'

export function openTwilio(context: AccountContext): CarrierAccount {
  const ask = askTwilio(context)
  return {
    place: (order, signal) => place(context, ask, order, signal),
    hangUp: (call) => hangUp(context, ask, call),
    lookUp: (call, trace) => lookUp(context, ask, call, trace),
    join: (call, other) => join(ask, call, other),
    bindInbound: (address, bind) => bindTwilioNumber(ask, context.urls, address, bind),
    check: () => check(ask),
    priceOf: (call) => priceOf(ask, call),
    ownNumbers: () => twilioNumbers(ask),
    readWebhook: async (request) => readTwilioWebhook(context.credentials, request),
    answer: async (call) => connectStream(context.urls.media(call)),
    refuse: async () => rejectCall('rejected'),
    openMedia: (socket) => openSocketMedia(socket, new TwimlMediaDialect(), context.clock),
    close: async () => {},
  }
}

async function place(
  context: AccountContext,
  ask: AskTwilio,
  order: DialOrder,
  signal: AbortSignal,
): Promise<PlaceResult> {
  if (order.from === null) return { kind: 'rejected', reason: 'Twilio needs a caller ID' }
  if (order.toType === 'sip_extension') return { kind: 'rejected', reason: 'Twilio cannot dial an extension' }
  return placeResult(await ask('/Calls.json', dialFields(context, order, order.from), signal))
}

function dialFields({ urls, credentials }: AccountContext, order: DialOrder, from: string): Pairs {
  const { call } = order
  const fields: Array<[string, string]> = [
    ['To', order.to],
    ['From', from],
    ...instructions(urls, call, credentials),
    ['StatusCallback', urls.call(call, 'status')],
    ['StatusCallbackMethod', 'POST'],
    ...['initiated', 'ringing', 'answered', 'completed'].map((event): [string, string] => [
      'StatusCallbackEvent',
      event,
    ]),
    ['Timeout', String(order.ringTimeoutSeconds)],
    ['TimeLimit', String(order.maxDurationSeconds)],
  ]
  if (detectsMachines(credentials)) {
    // Without AsyncAmd the person hears silence until the detection is over.
    fields.push(['MachineDetection', 'Enable'], ['AsyncAmd', 'true'])
    fields.push(['AsyncAmdStatusCallback', urls.call(call, 'machine')], ['AsyncAmdStatusCallbackMethod', 'POST'])
  }
  return fields
}

/** Inline they save a request between the answer and the first word. Twilio ignores `Twiml` where a `Url` is given too. */
function instructions(urls: CallbackUrls, call: CallRef, credentials: Credentials): Array<[string, string]> {
  if (credentials.inline_twiml === true) {
    return [['Twiml', connectStream(urls.media(call, 'with_dial'), 'with_dial').body]]
  }
  return [
    ['Url', urls.call(call, 'answer')],
    ['Method', 'POST'],
  ]
}

function callPath(providerCallId: string): string {
  return `/Calls/${encodeURIComponent(providerCallId)}.json`
}

/** 21220: the call is not in a state in which it could be changed, that is, it is over. */
const CALL_IS_OVER = '21220'

async function hangUp({ log }: AccountContext, ask: AskTwilio, call: CallRef): Promise<void> {
  if (call.providerCallId === null) return
  // `completed` ends ringing and answered calls alike; `canceled` would leave an answered one running.
  const answer = await ask(callPath(call.providerCallId), [['Status', 'completed']])
  if (succeeded(answer) || isNotFound(answer) || codeOf(answer) === CALL_IS_OVER) return
  log.warn({ call_id: call.callId, fault: faultOf(answer) }, 'Twilio did not confirm the hang-up')
}

async function lookUp(
  { clock }: AccountContext,
  ask: AskTwilio,
  { providerCallId }: CallRef,
  trace: CallTrace | undefined,
): Promise<LookUp> {
  if (providerCallId === null) return trace ? findCall(ask, trace, clock.now()) : UNNAMED
  const answer = await ask(callPath(providerCallId))
  if (isNotFound(answer)) return { kind: 'absent' }
  return succeeded(answer) ? found(providerCallId, answer.json) : { kind: 'unsure', reason: faultOf(answer) }
}

/** `price` is negative, and null until Twilio has rated the call. It is that of the connection: streams and detection cost extra. */
async function priceOf(ask: AskTwilio, { providerCallId }: CallRef): Promise<PriceLookUp> {
  if (providerCallId === null) return { kind: 'not_yet', reason: 'Twilio has not named the call' }
  const answer = await ask(callPath(providerCallId))
  if (!succeeded(answer)) return { kind: 'not_yet', reason: faultOf(answer) }
  const amount = textAt(answer.json, 'price')
  const currency = textAt(answer.json, 'price_unit')
  if (amount === null || currency === null) return { kind: 'not_yet', reason: 'Twilio has not rated the call' }
  return { kind: 'known', amount, currency: currency.toUpperCase() }
}

const UNNAMED: LookUp = { kind: 'unsure', reason: 'Twilio finds a call only by its own id' }

function found(providerCallId: string, call: unknown): LookUp {
  const status = textAt(call, 'status') ?? ''
  if (status === 'queued' || status === 'initiated') return { kind: 'live', providerCallId, news: 'queued' }
  if (status === 'ringing') return { kind: 'live', providerCallId, news: 'ringing' }
  if (status === 'in-progress') return { kind: 'live', providerCallId, news: 'answered' }
  const news = endedNews({ status, durationSeconds: textAt(call, 'duration'), sipResponseCode: null })
  return news ? { kind: 'ended', providerCallId, news } : { kind: 'unsure', reason: 'Twilio used an unknown status' }
}

/** To one number; more than one person is ever called in a minute. */
const LISTED_CALLS = 50

/** "List all calls" gives the newest first. No filter by time: calls that wait in Twilio's queue have no start yet. */
async function findCall(ask: AskTwilio, trace: CallTrace, nowMs: number): Promise<LookUp> {
  const query = new URLSearchParams({ To: trace.to, PageSize: String(LISTED_CALLS) })
  const list = await ask(`/Calls.json?${query}`)
  if (!succeeded(list)) return { kind: 'unsure', reason: faultOf(list) }
  const calls = (list.json as { calls?: unknown } | null)?.calls
  if (!Array.isArray(calls)) return { kind: 'unsure', reason: 'the list of calls could not be read' }
  const begunAtMs = (call: unknown) => Date.parse(textAt(call, 'date_created') ?? '')
  const ours = calls.find(
    (call) => (textAt(call, 'direction') ?? '').startsWith('outbound') && fitsTrace(trace, begunAtMs(call)),
  )
  const sid = textAt(ours, 'sid')
  if (sid !== null) return found(sid, ours)
  const unread = calls.some((call) => isUnread(call, ['sid', 'direction'], begunAtMs(call)))
  // A full page may hide it, unless the page reaches back to before the dial.
  const oldestAtMs = Math.min(...calls.map(begunAtMs))
  const complete = calls.length < LISTED_CALLS || oldestAtMs < traceWindow(trace).fromMs
  const sure = isSurelyAbsent(trace, nowMs) && !unread && complete
  return sure ? { kind: 'absent' } : { kind: 'unsure', reason: 'Twilio does not list it yet' }
}

/** The running documents are replaced; the audio streams end with them. Whoever takes over goes first: the person is not left alone. */
async function join(ask: AskTwilio, call: CallRef, other: CallRef): Promise<SyncResult> {
  for (const { providerCallId } of [other, call]) {
    if (providerCallId === null) return { ok: false, message: 'Twilio has not named the call yet.' }
    const answer = await ask(callPath(providerCallId), [['Twiml', intoRoom(call.callKey)]])
    if (!succeeded(answer)) return { ok: false, message: `Twilio did not connect the calls: ${faultOf(answer)}.` }
  }
  return { ok: true, message: 'The two are connected.' }
}

async function check(ask: AskTwilio): Promise<CheckResult> {
  const answer = await ask('.json')
  const wrong = answer.kind === 'answered' && (answer.status === 401 || answer.status === 404)
  if (!succeeded(answer)) {
    const message = wrong ? 'Twilio does not accept this Account SID and auth token.' : `Twilio: ${faultOf(answer)}.`
    return { ok: false, message, details: {} }
  }
  const status = textAt(answer.json, 'status')
  const type = textAt(answer.json, 'type')
  const details = { status, type }
  if (status !== 'active') return { ok: false, message: 'The Twilio account is not active.', details }
  const trial = type === 'Trial' ? ' It is a trial account: it can call only numbers verified in the console.' : ''
  return { ok: true, message: `The Twilio account is active.${trial}`, details }
}
