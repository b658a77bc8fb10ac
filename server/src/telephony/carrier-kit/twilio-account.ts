/** A live account of Twilio or of a carrier with a compatible API. Common behavior is here; differences are in the dialect. */
import { isMachineDetectionOn } from '../fields.ts'
import type {
  AccountContext,
  CallRef,
  CallTrace,
  CarrierAccount,
  CheckResult,
  DialRequest,
  LookUp,
  PlaceResult,
  PriceLookUp,
  SyncResult,
} from '../provider.ts'
import { isSurelyAbsent, lacksDetails, matchesTrace, traceWindow } from './find-call.ts'
import { type CarrierAnswer, succeeded, textAtPath } from './http.ts'
import { openSocketMedia } from './media-socket.ts'
import {
  codeOf,
  type FormPairs,
  faultOf,
  isNotFound,
  type TwilioClient,
  type TwilioDialect,
  twilioClient,
} from './twilio-client.ts'
import { bindNumber, ownNumbers } from './twilio-inbound.ts'
import { endedEvent } from './twilio-outcomes.ts'
import { conferenceUrl, readTwilioWebhook } from './twilio-webhook.ts'
import { conferenceMarkup, connectStreamMarkup, rejectCallMarkup, TwimlMediaDialect } from './twiml-dialect.ts'

export function openTwilioAccount(context: AccountContext, dialect: TwilioDialect): CarrierAccount {
  const client = twilioClient(context, dialect)
  return {
    place: (order, signal) => place(client, order, signal),
    hangUp: (call) => hangUp(client, call),
    lookUp: (call, trace) => lookUp(client, call, trace),
    join: (call, other) => join(client, call, other),
    bindInbound: (address, bind) => bindNumber(client, address, bind),
    check: () => check(client),
    priceOf: (call) => priceOf(client, call),
    ownNumbers: () => ownNumbers(client),
    readWebhook: async (request) => readTwilioWebhook(dialect, request),
    answer: async (call) => connectStreamMarkup(context.urls.media(call)),
    refuse: async () => rejectCallMarkup('rejected'),
    openMedia: (socket) => openSocketMedia(socket, new TwimlMediaDialect(), context.clock),
    close: async () => {},
  }
}

async function place(client: TwilioClient, order: DialRequest, signal: AbortSignal): Promise<PlaceResult> {
  const { carrier, placeResult } = client.dialect
  if (order.from === null) return { kind: 'rejected', reason: `${carrier} needs a caller ID` }
  if (order.toType === 'sip_extension') return { kind: 'rejected', reason: `${carrier} cannot dial an extension` }
  return placeResult(await client.ask('/Calls.json', dialFields(client, order, order.from), signal))
}

function dialFields({ context, dialect }: TwilioClient, order: DialRequest, from: string): FormPairs {
  const { urls, credentials } = context
  const { call } = order
  const fields: Array<[string, string]> = [
    ['To', order.to],
    ['From', from],
    ...instructions(context, dialect, call),
    ['StatusCallback', urls.call(call, 'status')],
    ['StatusCallbackMethod', 'POST'],
    ...['initiated', 'ringing', 'answered', 'completed'].map((event): [string, string] => [
      'StatusCallbackEvent',
      event,
    ]),
    ['Timeout', String(order.ringTimeoutSeconds)],
  ]
  if (dialect.limitsDuration) fields.push(['TimeLimit', String(order.maxDurationSeconds)])
  if (isMachineDetectionOn(credentials)) {
    // Without AsyncAmd the person would hear silence until the detection is over.
    fields.push(['MachineDetection', 'Enable'], ['AsyncAmd', 'true'])
    fields.push(['AsyncAmdStatusCallback', urls.call(call, 'machine')], ['AsyncAmdStatusCallbackMethod', 'POST'])
  }
  return fields
}

/** Inline markup saves a request between the answer and the first word. Twilio ignores `Twiml` if `Url` is given too. */
function instructions({ urls }: AccountContext, { dialMarkup }: TwilioDialect, call: CallRef): Array<[string, string]> {
  if (dialMarkup === 'inline') return [['Twiml', connectStreamMarkup(urls.media(call, 'with_dial'), 'with_dial').body]]
  return [
    ['Url', urls.call(call, 'answer')],
    ['Method', 'POST'],
  ]
}

function callPath(providerCallId: string): string {
  return `/Calls/${encodeURIComponent(providerCallId)}.json`
}

async function hangUp({ ask, context, dialect }: TwilioClient, call: CallRef): Promise<void> {
  if (call.providerCallId === null) return
  // `completed` ends ringing and answered calls alike; `canceled` would leave an answered one running.
  const answer = await ask(callPath(call.providerCallId), [['Status', 'completed']])
  if (succeeded(answer) || isNotFound(answer) || dialect.callIsOver.includes(codeOf(answer) ?? '')) return
  context.log.warn({ call_id: call.callId, fault: faultOf(answer) }, `${dialect.carrier} did not confirm the hang-up`)
}

async function lookUp(client: TwilioClient, { providerCallId }: CallRef, trace?: CallTrace): Promise<LookUp> {
  if (providerCallId === null) {
    if (trace) return findCall(client, trace)
    return { kind: 'unsure', reason: `${client.dialect.carrier} finds a call only by its own id` }
  }
  const answer = await client.ask(callPath(providerCallId))
  if (isNotFound(answer)) return { kind: 'absent' }
  if (!succeeded(answer)) return { kind: 'unsure', reason: faultOf(answer) }
  return found(client.dialect, providerCallId, answer.json)
}

/**
 * The price of a call. `price` is negative at Twilio, and null until the call is rated. It covers only the connection: streams
 * and detection cost extra.
 */
async function priceOf({ ask, dialect }: TwilioClient, { providerCallId }: CallRef): Promise<PriceLookUp> {
  if (providerCallId === null) return { kind: 'not_yet', reason: `${dialect.carrier} has not named the call` }
  const answer = await ask(callPath(providerCallId))
  if (!succeeded(answer)) return { kind: 'not_yet', reason: faultOf(answer) }
  const amount = textAtPath(answer.json, 'price')
  const currency = textAtPath(answer.json, 'price_unit')
  if (amount === null || currency === null) {
    return { kind: 'not_yet', reason: `${dialect.carrier} has not rated the call` }
  }
  return { kind: 'known', amount, currency: currency.toUpperCase() }
}

function found({ carrier, sipCodeIn }: TwilioDialect, providerCallId: string, call: unknown): LookUp {
  const status = textAtPath(call, 'status') ?? ''
  if (status === 'queued' || status === 'initiated') return { kind: 'live', providerCallId, news: 'queued' }
  if (status === 'ringing') return { kind: 'live', providerCallId, news: 'ringing' }
  if (status === 'in-progress') return { kind: 'live', providerCallId, news: 'answered' }
  const sipResponseCode = sipCodeIn.resource === null ? null : textAtPath(call, sipCodeIn.resource)
  const news = endedEvent({ status, durationSeconds: textAtPath(call, 'duration'), sipResponseCode })
  return news
    ? { kind: 'ended', providerCallId, news }
    : { kind: 'unsure', reason: `${carrier} used an unknown status` }
}

/** Number of calls to one number that are listed; more than a person receives in a minute. */
const LISTED_CALLS = 50

/**
 * Finds a call in "List all calls", newest first. There is no filter by time, because calls in the carrier's queue have no start
 * time yet.
 */
async function findCall({ ask, context, dialect }: TwilioClient, trace: CallTrace): Promise<LookUp> {
  const query = new URLSearchParams({ To: trace.to, PageSize: String(LISTED_CALLS) })
  const list = await ask(`/Calls.json?${query}`)
  if (!succeeded(list)) return { kind: 'unsure', reason: faultOf(list) }
  const calls = (list.json as { calls?: unknown } | null)?.calls
  if (!Array.isArray(calls)) return { kind: 'unsure', reason: 'the list of calls could not be read' }
  const begunAtMs = (call: unknown) => Date.parse(textAtPath(call, 'date_created') ?? '')
  const ours = calls.find(
    (call) => (textAtPath(call, 'direction') ?? '').startsWith('outbound') && matchesTrace(trace, begunAtMs(call)),
  )
  const sid = textAtPath(ours, 'sid')
  if (sid !== null) return found(dialect, sid, ours)
  const unread = calls.some((call) => lacksDetails(call, ['sid', 'direction'], begunAtMs(call)))
  // A full page may hide the call, unless the page reaches back to before the dial.
  const oldestAtMs = Math.min(...calls.map(begunAtMs))
  const complete = calls.length < LISTED_CALLS || oldestAtMs < traceWindow(trace).fromMs
  const sure = isSurelyAbsent(trace, context.clock.now()) && !unread && complete
  return sure ? { kind: 'absent' } : { kind: 'unsure', reason: `${dialect.carrier} does not list it yet` }
}

async function join(client: TwilioClient, call: CallRef, other: CallRef): Promise<SyncResult> {
  const { ask, context, dialect } = client
  const room = call.callKey
  return joinInConference(dialect.carrier, call, other, faultOf, (leg, providerCallId) => {
    if (dialect.joinMarkup === 'inline') return ask(callPath(providerCallId), [['Twiml', conferenceMarkup(room).body]])
    const address = conferenceUrl(context.urls.call(leg, 'join'), room)
    return ask(callPath(providerCallId), [
      ['Url', address],
      ['Method', 'POST'],
    ])
  })
}

/**
 * Replaces the running documents, which ends the audio streams. The transfer target is moved first, so that the person is not
 * left alone.
 */
export async function joinInConference(
  carrier: string,
  call: CallRef,
  other: CallRef,
  describe: (answer: CarrierAnswer) => string,
  move: (leg: CallRef, providerCallId: string) => Promise<CarrierAnswer>,
): Promise<SyncResult> {
  for (const leg of [other, call]) {
    if (leg.providerCallId === null) return { ok: false, message: `${carrier} has not named the call yet.` }
    const answer = await move(leg, leg.providerCallId)
    if (!succeeded(answer)) return { ok: false, message: `${carrier} did not connect the calls: ${describe(answer)}.` }
  }
  return { ok: true, message: 'The two are connected.' }
}

async function check({ ask, dialect }: TwilioClient): Promise<CheckResult> {
  const { carrier, credentialNames } = dialect
  const answer = await ask('.json')
  const wrong = answer.kind === 'answered' && (answer.status === 401 || answer.status === 404)
  if (!succeeded(answer)) {
    const message = wrong ? `${carrier} does not accept this ${credentialNames}.` : `${carrier}: ${faultOf(answer)}.`
    return { ok: false, message, details: {} }
  }
  const status = textAtPath(answer.json, 'status')
  const type = textAtPath(answer.json, 'type')
  const details = { status, type }
  if (status !== 'active') return { ok: false, message: `The ${carrier} account is not active.`, details }
  const trial = type === 'Trial' ? ' It is a trial account: it can call only numbers verified in the console.' : ''
  return { ok: true, message: `The ${carrier} account is active.${trial}`, details }
}
