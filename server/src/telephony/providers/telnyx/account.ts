/** Telnyx Call Control, API v2: https://developers.telnyx.com/api-reference/call-commands/dial. */
import { isSurelyAbsent, type ListPage, readPages } from '../../carrier-kit/find-call.ts'
import { hasStatus, succeeded, textAtPath } from '../../carrier-kit/http.ts'
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
  InboundCall,
  LookUp,
  PlaceResult,
  SyncResult,
} from '../../provider.ts'
import {
  booleanAt,
  describeAnswer,
  errorCode,
  isAlreadyEnded,
  openClient,
  type Telnyx,
  type TelnyxRequest,
} from './client.ts'
import { readClientState, writeClientState } from './client-state.ts'
import { bindInbound, telnyxNumbers } from './inbound.ts'
import { TelnyxDialect } from './media.ts'
import { placeResult } from './verdicts.ts'
import { readPublicKey, readTelnyxWebhook } from './webhook.ts'

const NOTHING: HttpReply = { status: 200, contentType: 'application/json', body: '{}' }
/** Reply that makes Telnyx send an event again, because only 200 confirms it. */
const SEND_AGAIN: HttpReply = { status: 503, contentType: 'application/json', body: '{}' }

const STREAM_IN_USE = '90045'

/** Mulaw in both directions, as raw frames: without `rtp` every message would have to be an MP3 file. */
const STREAM = {
  stream_track: 'inbound_track',
  stream_codec: 'PCMU',
  stream_bidirectional_mode: 'rtp',
  stream_bidirectional_codec: 'PCMU',
}

export function openTelnyx(context: AccountContext): CarrierAccount {
  const telnyx = openClient(context)
  const { connectionId } = telnyx
  const publicKey = readPublicKey(textField(context.credentials, 'public_key'))
  return {
    place: (order, signal) => place(telnyx, order, signal),
    hangUp: (call) => hangUp(telnyx, call),
    lookUp: (call, trace) => lookUp(telnyx, call, trace),
    join: (call, other) => join(telnyx, call, other),
    bindInbound: (address, bind) => bindInbound(telnyx, address, bind),
    check: () => check(telnyx),
    ownNumbers: () => telnyxNumbers(telnyx),
    readWebhook: async (request) => readTelnyxWebhook({ publicKey, connectionId, nowMs: context.clock.now() }, request),
    answer: (call) => answer(telnyx, call),
    refuse: (inbound) => refuse(telnyx, inbound),
    openMedia: (socket) => openSocketMedia(socket, new TelnyxDialect(), context.clock),
    close: async () => {},
  }
}

async function place(
  { context, connectionId, ask }: Telnyx,
  order: DialRequest,
  signal: AbortSignal,
): Promise<PlaceResult> {
  if (order.toType === 'sip_extension') return { kind: 'rejected', reason: 'Telnyx cannot call a SIP extension' }
  if (order.from === null) return { kind: 'rejected', reason: 'Telnyx needs a caller ID' }
  const { call } = order
  return placeResult(
    await ask(
      'POST',
      '/calls',
      {
        connection_id: connectionId,
        to: order.to,
        from: order.from,
        // Telnyx ignores a second dial with the same id.
        command_id: call.callKey,
        client_state: writeClientState({ call: call.callKey, direction: 'out', from: order.from }),
        timeout_secs: order.ringTimeoutSeconds,
        time_limit_secs: order.maxDurationSeconds,
        // Otherwise Telnyx tries other routes after the timeout, and the phone rings again.
        retry_on_timeout: false,
        webhook_url: context.urls.call(call, 'events'),
        webhook_url_method: 'POST',
        stream_url: context.urls.media(call),
        ...STREAM,
        ...(isMachineDetectionOn(context.credentials)
          ? { answering_machine_detection: textField(context.credentials, 'amd_mode') || 'detect' }
          : {}),
      },
      signal,
    ),
  )
}

function command(call: string, action: string): string {
  return `/calls/${encodeURIComponent(call)}/actions/${action}`
}

async function hangUp({ context, ask }: Telnyx, call: CallRef): Promise<void> {
  if (!call.providerCallId) return
  const answer = await ask('POST', command(call.providerCallId, 'hangup'), {})
  if (succeeded(answer) || isAlreadyEnded(answer)) return
  context.log.warn(
    { call_id: call.callId, answer: describeAnswer(answer) },
    'Telnyx did not accept the hang-up request',
  )
}

async function lookUp(telnyx: Telnyx, call: CallRef, trace: CallTrace | undefined): Promise<LookUp> {
  const { ask } = telnyx
  const { providerCallId } = call
  if (!providerCallId) return findActive(telnyx, call, trace)
  const status = await ask('GET', `/calls/${encodeURIComponent(providerCallId)}`)
  // Telnyx deletes a call ten minutes after its end, so "not found" does not mean that it never existed.
  if (!succeeded(status)) return { kind: 'unsure', reason: `Telnyx did not report the call: ${describeAnswer(status)}` }
  const answered = await wasAnswered(ask, textAtPath(status.json, 'data.call_leg_id'))
  if (booleanAt(status.json, 'is_alive'))
    return { kind: 'live', providerCallId, news: answered ? 'answered' : 'queued' }
  if (textAtPath(status.json, 'data.end_time') === null) return { kind: 'live', providerCallId, news: 'queued' }
  if (answered === null) return { kind: 'unsure', reason: 'Telnyx says that the call is over, but not how it went' }
  return {
    kind: 'ended',
    providerCallId,
    news: {
      kind: 'ended',
      as: answered ? 'completed' : 'no_answer',
      permanent: false,
      durationSeconds: null,
      cause: 'found ended by looking it up',
      endedBy: null,
    },
  }
}

/** Finds the call in the list of active calls by its client state, so nothing needs to be guessed. */
async function findActive(telnyx: Telnyx, call: CallRef, trace?: CallTrace): Promise<LookUp> {
  const { items, fault } = await readPages((next) => listActive(telnyx, next))
  const ours = items.find((each) => readClientState(textAtPath(each, 'client_state'))?.call === call.callKey)
  const id = textAtPath(ours, 'call_control_id')
  if (id !== null) return { kind: 'live', providerCallId: id, news: 'queued' }
  if (fault !== null) return { kind: 'unsure', reason: fault }
  // A call that is not active may have ended, which this list does not show.
  const unread = items.some((each) => textAtPath(each, 'call_control_id') === null)
  const sure = trace !== undefined && !unread && isSurelyAbsent(trace, telnyx.context.clock.now())
  return sure ? { kind: 'absent' } : { kind: 'unsure', reason: 'Telnyx does not list it yet' }
}

/** Telnyx' maximum page size. */
const PAGE_SIZE = 250

async function listActive({ connectionId, ask }: Telnyx, after: string | null): Promise<ListPage> {
  const query = new URLSearchParams({ 'page[limit]': String(PAGE_SIZE) })
  if (after !== null) query.set('page[after]', after)
  const list = await ask('GET', `/connections/${encodeURIComponent(connectionId)}/active_calls?${query}`)
  if (!succeeded(list)) return { fault: `Telnyx did not list its calls: ${describeAnswer(list)}` }
  const data = (list.json as { data?: unknown } | null)?.data
  if (!Array.isArray(data)) return { fault: 'the list of calls could not be read' }
  if (data.length < PAGE_SIZE) return { items: data, next: null }
  const next = textAtPath(list.json, 'meta.cursors.after')
  return next === null ? { fault: 'Telnyx lists a full page and does not name the next' } : { items: data, next }
}

/** Whether a call was answered: its status does not show it, but its list of events does. */
async function wasAnswered(ask: TelnyxRequest, legId: string | null): Promise<boolean | null> {
  if (!legId) return null
  const query = new URLSearchParams([
    ['filter[leg_id]', legId],
    ['page[size]', '250'],
  ])
  const events = await ask('GET', `/call_events?${query}`)
  if (!succeeded(events)) return null
  const list = (events.json as { data?: unknown } | null)?.data
  return Array.isArray(list) ? list.some((event) => textAtPath(event, 'name') === 'call.answered') : null
}

/** Joins two calls; bridged legs end together. The audio streams are ended, and first any stream that blocks the join. */
async function join({ context, ask }: Telnyx, call: CallRef, other: CallRef): Promise<SyncResult> {
  const [person, partner] = [call.providerCallId, other.providerCallId]
  if (!person || !partner) return { ok: false, message: 'The call has no id at Telnyx yet.' }
  const bridge = () => ask('POST', command(person, 'bridge'), { call_control_id: partner, play_ringtone: false })
  const stop = () => Promise.all([partner, person].map((leg) => ask('POST', command(leg, 'streaming_stop'), {})))
  let answer = await bridge()
  if (errorCode(answer) === STREAM_IN_USE) {
    await stop()
    answer = await bridge()
  } else if (succeeded(answer)) await stop()
  if (succeeded(answer)) return { ok: true, message: 'The two are connected.' }
  context.log.warn({ call_id: call.callId, answer: describeAnswer(answer) }, 'Telnyx did not connect two calls')
  return { ok: false, message: `Telnyx did not connect the calls: ${describeAnswer(answer)}.` }
}

async function answer({ context, ask }: Telnyx, call: CallRef): Promise<HttpReply> {
  if (!call.providerCallId) return NOTHING
  const answered = await ask('POST', command(call.providerCallId, 'answer'), {
    command_id: call.callKey,
    client_state: writeClientState({ call: call.callKey, direction: 'in' }),
    webhook_url: context.urls.call(call, 'events'),
    webhook_url_method: 'POST',
    stream_url: context.urls.media(call),
    ...STREAM,
  })
  if (succeeded(answered) || isAlreadyEnded(answered)) return NOTHING
  context.log.warn(
    { call_id: call.callId, answer: describeAnswer(answered) },
    'Telnyx did not accept the request to answer',
  )
  return SEND_AGAIN
}

async function refuse({ context, ask }: Telnyx, inbound: InboundCall): Promise<HttpReply> {
  const refused = await ask('POST', command(inbound.providerCallId, 'reject'), { cause: 'CALL_REJECTED' })
  if (succeeded(refused) || isAlreadyEnded(refused)) return NOTHING
  context.log.warn({ answer: describeAnswer(refused) }, 'Telnyx did not accept the request to reject a call')
  return SEND_AGAIN
}

async function check({ connectionId, ask }: Telnyx): Promise<CheckResult> {
  const application = await ask('GET', `/call_control_applications/${connectionId}`)
  if (!succeeded(application)) {
    const unauthorized = hasStatus(application, 401)
    const message = unauthorized
      ? 'Telnyx refused the API key.'
      : `Telnyx did not return the application: ${describeAnswer(application)}.`
    return { ok: false, message, details: {} }
  }
  const balance = await ask('GET', '/balance')
  const profile = textAtPath(application.json, 'data.outbound.outbound_voice_profile_id')
  const webhook = textAtPath(application.json, 'data.webhook_event_url')
  const details = {
    application_name: textAtPath(application.json, 'data.application_name'),
    webhook_event_url: webhook,
    outbound_voice_profile_id: profile,
    balance: succeeded(balance) ? textAtPath(balance.json, 'data.available_credit') : null,
    currency: succeeded(balance) ? textAtPath(balance.json, 'data.currency') : null,
  }
  if (booleanAt(application.json, 'active') === false)
    return { ok: false, message: 'The application is switched off at Telnyx.', details }
  if (!profile)
    return { ok: false, message: 'The application has no outbound voice profile, so it cannot dial.', details }
  if (!webhook)
    return { ok: false, message: 'The application has no webhook URL; Telnyx refuses to dial without one.', details }
  return { ok: true, message: 'Telnyx accepts the key, and the application can dial.', details }
}
