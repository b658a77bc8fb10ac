import { isSurelyAbsent, lacksDetails, matchesTrace, shareRequest } from '../../carrier-kit/find-call.ts'
import { type CarrierAnswer, hasStatus, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { openSocketMedia } from '../../carrier-kit/media-socket.ts'
import { joinInConference } from '../../carrier-kit/twilio-account.ts'
import {
  conferenceMarkup,
  connectStreamMarkup,
  rejectCallMarkup,
  TwimlMediaDialect,
} from '../../carrier-kit/twiml-dialect.ts'
import { isMachineDetectionOn, textField } from '../../fields.ts'
import type {
  AccountContext,
  CallRef,
  CallTrace,
  CarrierAccount,
  CheckResult,
  DialRequest,
  LookUp,
  PlaceResult,
  SyncResult,
} from '../../provider.ts'
import { type CloudonixApi, cloudonixApi, faultOf, withRateLimitRetries } from './client.ts'
import { bindCloudonixNumber } from './inbound.ts'
import { readSession, readTimeField } from './outcomes.ts'
import { placeResult } from './verdicts.ts'
import { readCloudonixWebhook } from './webhook.ts'

export const DEFAULT_APPLICATION = 'outdial'

export function openCloudonix(context: AccountContext): CarrierAccount {
  const api = cloudonixApi(context)
  const application = textField(context.credentials, 'application_name') || DEFAULT_APPLICATION
  const listing = shareRequest(() => listSessions(context, api))
  return {
    place: (order, signal) => place(context, api, order, signal),
    hangUp: (call) => hangUp(context, api, call),
    lookUp: (call, trace) => lookUp(api, listing, call, trace),
    join: (call, other) => join(api, call, other),
    bindInbound: (address, bind) =>
      bindCloudonixNumber(withRateLimitRetries(api, context.clock), context.urls, application, address, bind),
    check: () => check(context, api),
    readWebhook: async (request) => readCloudonixWebhook(context.credentials, request),
    answer: async (call) => connectStreamMarkup(context.urls.media(call)),
    // Without a reason the caller would get "server error" (SIP 500); this is SIP 486, busy.
    refuse: async () => rejectCallMarkup('busy'),
    openMedia: (socket) => openSocketMedia(socket, new TwimlMediaDialect(), context.clock),
    close: async () => {},
  }
}

async function place(
  context: AccountContext,
  api: CloudonixApi,
  order: DialRequest,
  signal: AbortSignal,
): Promise<PlaceResult> {
  if (order.from === null) return { kind: 'rejected', reason: 'Cloudonix needs a caller ID' }
  return placeResult(await api.calls('POST', '/application', dialDocument(context, order, order.from), signal))
}

/** The body of a dial. Numbers are sent as MSISDN, digits only; subscribers (extensions) unchanged. */
function dialDocument(
  { urls, credentials }: AccountContext,
  order: DialRequest,
  from: string,
): Record<string, unknown> {
  const { call } = order
  const trunk = textField(credentials, 'trunk')
  return {
    destination: order.to.replace(/^\+/, ''),
    'caller-id': from.replace(/^\+/, ''),
    // The document is requested on answer instead of sent as `cxml`: the audio address is valid for a short time, and ringing
    // takes longer.
    url: urls.call(call, 'answer'),
    callback: urls.call(call, 'status'),
    timeout: order.ringTimeoutSeconds,
    timeLimit: order.maxDurationSeconds,
    ...(trunk === '' ? {} : { trunk }),
    ...(isMachineDetectionOn(credentials) ? machineDetection(urls.call(call, 'machine')) : {}),
  }
}

function machineDetection(callback: string): Record<string, unknown> {
  return {
    machineDetection: 'Enable',
    asyncAmd: true,
    asyncAmdStatusCallback: callback,
    asyncAmdStatusCallbackMethod: 'POST',
  }
}

function sessionPath(token: string): string {
  return `/sessions/${encodeURIComponent(token)}`
}

async function hangUp({ log, clock }: AccountContext, api: CloudonixApi, call: CallRef): Promise<void> {
  if (call.providerCallId === null) return
  const answer = await withRateLimitRetries(api, clock).domain('DELETE', sessionPath(call.providerCallId))
  if (succeeded(answer) || hasStatus(answer, 404)) return
  log.warn({ call_id: call.callId, fault: faultOf(answer) }, 'Cloudonix did not confirm the hang-up')
}

/** A session is deleted some time after its call, so "not found" does not prove that it never existed. */
async function lookUp(
  api: CloudonixApi,
  listing: () => Promise<Listing>,
  { providerCallId }: CallRef,
  trace?: CallTrace,
): Promise<LookUp> {
  if (providerCallId === null) {
    if (trace) return findSession(await listing(), trace)
    return { kind: 'unsure', reason: 'Cloudonix finds a call only by its own token' }
  }
  const answer = await api.domain('GET', sessionPath(providerCallId))
  return succeeded(answer) ? shown(answer.json, providerCallId) : { kind: 'unsure', reason: faultOf(answer) }
}

interface Listing {
  /** Time of the request; calls dialed later may be missing. */
  askedAtMs: number
  answer: CarrierAnswer
}

async function listSessions({ clock }: AccountContext, api: CloudonixApi): Promise<Listing> {
  return { askedAtMs: clock.now(), answer: await api.domain('GET', '/sessions') }
}

/** Finds a session in the list of all sessions, which includes ended ones; 404 means that there are none. */
function findSession({ askedAtMs, answer }: Listing, trace: CallTrace): LookUp {
  const sessions = hasStatus(answer, 404) ? [] : succeeded(answer) ? answer.json : null
  if (!Array.isArray(sessions)) return { kind: 'unsure', reason: `the sessions could not be read: ${faultOf(answer)}` }
  const outbound = sessions.filter((session) => textAtPath(session, 'direction') !== 'Inbound')
  const likely = outbound.filter((session) => textAtPath(session, 'destination') === trace.to.replace(/^\+/, ''))
  const begunAtMs = (session: unknown) => readTimeField(session, 'callStartTime', 'createdAt') ?? Number.NaN
  const ours = likely.find((session) => matchesTrace(trace, begunAtMs(session)))
  const token = textAtPath(ours, 'token')
  if (token !== null) return shown(ours, token)
  const unread =
    outbound.some((session) => lacksDetails(session, ['token', 'destination'])) ||
    likely.some((session) => Number.isNaN(begunAtMs(session)))
  const sure = isSurelyAbsent(trace, askedAtMs) && !unread
  return sure ? { kind: 'absent' } : { kind: 'unsure', reason: 'Cloudonix does not list it yet' }
}

function shown(session: unknown, providerCallId: string): LookUp {
  const state = readSession(session)
  if (state.kind === 'unclear') return { kind: 'unsure', reason: 'Cloudonix used an unknown status' }
  if (state.kind === 'ended') return { kind: 'ended', providerCallId, news: state }
  return { kind: 'live', providerCallId, news: state.kind }
}

function join(api: CloudonixApi, call: CallRef, other: CallRef): Promise<SyncResult> {
  const cxml = conferenceMarkup(call.callKey).body
  return joinInConference('Cloudonix', call, other, faultOf, (_leg, token) =>
    api.calls('POST', `${sessionPath(token)}/application`, { cxml }),
  )
}

async function check({ urls }: AccountContext, api: CloudonixApi): Promise<CheckResult> {
  const answer = await api.domain('GET', '')
  const message = CHECK_FAULTS[answer.kind === 'answered' ? answer.status : 0]
  if (!succeeded(answer)) return { ok: false, message: message ?? `Cloudonix: ${faultOf(answer)}.`, details: {} }
  const active = (answer.json as { active?: unknown } | null)?.active !== false
  const details = { domain: textAtPath(answer.json, 'domain'), active, cdr_url: urls.configuration('cdr') }
  if (!active) return { ok: false, message: 'The Cloudonix domain is not active.', details }
  return { ok: true, message: 'The Cloudonix domain is active.', details }
}

const CHECK_FAULTS: Readonly<Record<number, string>> = {
  401: 'Cloudonix does not accept this API key for the domain.',
  403: 'This Cloudonix API key may not manage the domain.',
  404: 'Cloudonix has no such domain.',
}
