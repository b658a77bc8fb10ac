/** Telnyx Call Control, API v2: https://developers.telnyx.com/api-reference/call-commands/dial. */
import { askCarrier, type CarrierAnswer, textAt } from '../../carrier-kit/http.ts'
import { SocketMedia } from '../../carrier-kit/media-socket.ts'
import { textField } from '../../fields.ts'
import type {
  AccountContext,
  CallRef,
  CarrierAccount,
  CheckResult,
  DialOrder,
  HttpReply,
  InboundCall,
  LookUp,
  PlaceResult,
  SyncResult,
} from '../../provider.ts'
import { readClientState, writeClientState } from './client-state.ts'
import { TelnyxDialect } from './media.ts'
import { firstError, verdictOf } from './verdicts.ts'
import { readPublicKey, readTelnyxWebhook } from './webhook.ts'

const NOTHING: HttpReply = { status: 200, contentType: 'application/json', body: '{}' }
/** Telnyx sends an event again when it is not answered with 200. */
const SEND_AGAIN: HttpReply = { status: 503, contentType: 'application/json', body: '{}' }

const CALL_ENDED = '90018'
const STREAM_IN_USE = '90045'

/** Mulaw both ways, as raw frames: without `rtp` every message would have to be an MP3 file. */
const STREAM = {
  stream_track: 'inbound_track',
  stream_codec: 'PCMU',
  stream_bidirectional_mode: 'rtp',
  stream_bidirectional_codec: 'PCMU',
}

type Ask = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  json?: unknown,
  signal?: AbortSignal,
) => Promise<CarrierAnswer>

interface Telnyx {
  context: AccountContext
  connectionId: string
  ask: Ask
}

export function openTelnyx(context: AccountContext): CarrierAccount {
  const { credentials } = context
  const base = textField(credentials, 'api_base_url').replace(/\/+$/, '')
  const headers = { authorization: `Bearer ${textField(credentials, 'api_key')}` }
  const ask: Ask = (method, path, json, signal) =>
    askCarrier(context.fetch, {
      method,
      url: base + path,
      headers,
      ...(json === undefined ? {} : { json }),
      ...(signal ? { signal } : {}),
    })
  const connectionId = textField(credentials, 'connection_id')
  const publicKey = readPublicKey(textField(credentials, 'public_key'))
  const telnyx: Telnyx = { context, connectionId, ask }
  return {
    place: (order, signal) => place(telnyx, order, signal),
    hangUp: (call) => hangUp(telnyx, call),
    lookUp: (call) => lookUp(telnyx, call),
    transfer: (call, destination) => transfer(telnyx, call, destination),
    bindInbound: (address, bind) => bindInbound(telnyx, address, bind),
    check: () => check(telnyx),
    readWebhook: async (request) => readTelnyxWebhook({ publicKey, connectionId, nowMs: context.clock.now() }, request),
    answer: (call) => answer(telnyx, call),
    refuse: (inbound) => refuse(telnyx, inbound),
    openMedia: (socket) => new SocketMedia(socket, new TelnyxDialect()),
    close: async () => {},
  }
}

async function place(
  { context, connectionId, ask }: Telnyx,
  order: DialOrder,
  signal: AbortSignal,
): Promise<PlaceResult> {
  if (order.toType === 'sip_extension') return { kind: 'rejected', reason: 'Telnyx cannot call a SIP extension' }
  if (order.from === null) return { kind: 'rejected', reason: 'Telnyx needs a caller ID' }
  const { call } = order
  return verdictOf(
    await ask(
      'POST',
      '/calls',
      {
        connection_id: connectionId,
        to: order.to,
        from: order.from,
        // A second dial with the same id is ignored.
        command_id: call.callKey,
        client_state: writeClientState({ call: call.callKey, direction: 'out', from: order.from }),
        timeout_secs: order.ringTimeoutSeconds,
        time_limit_secs: order.maxDurationSeconds,
        // Otherwise Telnyx tries its other routes after the time-out, and the phone rings again.
        retry_on_timeout: false,
        webhook_url: context.urls.call(call, 'events'),
        webhook_url_method: 'POST',
        stream_url: context.urls.media(call),
        ...STREAM,
        ...(order.detectMachine
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
  if (succeeded(answer) || alreadyEnded(answer)) return
  context.log.warn({ call_id: call.callId, answer: outcomeOf(answer) }, 'Telnyx did not take the order to hang up')
}

async function lookUp({ ask }: Telnyx, call: CallRef): Promise<LookUp> {
  const { providerCallId } = call
  if (!providerCallId) return { kind: 'unsure', reason: 'Telnyx finds calls by its own id only' }
  const status = await ask('GET', `/calls/${encodeURIComponent(providerCallId)}`)
  // Telnyx forgets a call ten minutes after its end, so "not found" does not mean that it never was.
  if (!succeeded(status)) return { kind: 'unsure', reason: `Telnyx did not tell: ${outcomeOf(status)}` }
  const answered = await wasAnswered(ask, textAt(status.json, 'data.call_leg_id'))
  if (flagAt(status.json, 'is_alive')) return { kind: 'live', providerCallId, news: answered ? 'answered' : 'ringing' }
  if (textAt(status.json, 'data.end_time') === null) return { kind: 'live', providerCallId, news: 'queued' }
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

/** The status of a call does not say whether anybody answered; its list of events does. */
async function wasAnswered(ask: Ask, legId: string | null): Promise<boolean | null> {
  if (!legId) return null
  const query = new URLSearchParams([
    ['filter[leg_id]', legId],
    ['page[size]', '250'],
  ])
  const events = await ask('GET', `/call_events?${query}`)
  if (!succeeded(events)) return null
  const list = (events.json as { data?: unknown } | null)?.data
  return Array.isArray(list) ? list.some((event) => textAt(event, 'name') === 'call.answered') : null
}

async function transfer({ context, ask }: Telnyx, call: CallRef, destination: string): Promise<SyncResult> {
  const { providerCallId } = call
  if (!providerCallId) return { ok: false, message: 'The call has no id at Telnyx yet.' }
  const status = await ask('GET', `/calls/${encodeURIComponent(providerCallId)}`)
  const state = succeeded(status) ? readClientState(textAt(status.json, 'data.client_state')) : null
  const order = {
    to: destination,
    // Left out, Telnyx shows the number that was called: on an outbound call that is the person's own.
    ...(state?.from ? { from: state.from } : {}),
    // Its events come to the same address and must not be taken for those of the person's leg.
    target_leg_client_state: writeClientState({ call: `${call.callKey}-transfer`, direction: 'out' }),
  }
  let answer = await ask('POST', command(providerCallId, 'transfer'), order)
  const stop = () => ask('POST', command(providerCallId, 'streaming_stop'), {})
  if (succeeded(answer)) {
    await stop()
  } else if (errorCode(answer) === STREAM_IN_USE) {
    await stop()
    answer = await ask('POST', command(providerCallId, 'transfer'), order)
  }
  if (succeeded(answer)) return { ok: true, message: 'Telnyx is connecting the call.' }
  context.log.warn({ call_id: call.callId, answer: outcomeOf(answer) }, 'Telnyx did not transfer a call')
  return { ok: false, message: `Telnyx did not transfer the call: ${outcomeOf(answer)}.` }
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
  if (succeeded(answered) || alreadyEnded(answered)) return NOTHING
  context.log.warn({ call_id: call.callId, answer: outcomeOf(answered) }, 'Telnyx did not take the order to answer')
  return SEND_AGAIN
}

async function refuse({ context, ask }: Telnyx, inbound: InboundCall): Promise<HttpReply> {
  const refused = await ask('POST', command(inbound.providerCallId, 'reject'), { cause: 'CALL_REJECTED' })
  if (succeeded(refused) || alreadyEnded(refused)) return NOTHING
  context.log.warn({ answer: outcomeOf(refused) }, 'Telnyx did not take the order to reject a call')
  return SEND_AGAIN
}

async function bindInbound(
  { context, connectionId, ask }: Telnyx,
  address: string,
  bind: boolean,
): Promise<SyncResult> {
  if (!bind) {
    return {
      ok: true,
      message: 'Calls to this number are now turned away. At Telnyx it stays assigned to the application.',
    }
  }
  // The filter takes digits only; with a plus it finds nothing.
  const digits = address.replace(/\D/g, '')
  const found = await ask('GET', `/phone_numbers?${new URLSearchParams([['filter[phone_number]', digits]])}`)
  if (!succeeded(found)) return { ok: false, message: `Telnyx did not list the numbers: ${outcomeOf(found)}.` }
  const list = (found.json as { data?: unknown } | null)?.data
  const number = Array.isArray(list) ? list.find((entry) => textAt(entry, 'phone_number') === `+${digits}`) : undefined
  const numberId = textAt(number, 'id')
  if (!numberId) return { ok: false, message: 'This number does not belong to the Telnyx account.' }

  const application = await ask('GET', `/call_control_applications/${connectionId}`)
  const name = succeeded(application) ? textAt(application.json, 'data.application_name') : null
  if (!name) return { ok: false, message: `Telnyx did not show the application: ${outcomeOf(application)}.` }
  const pointed = await ask('PATCH', `/call_control_applications/${connectionId}`, {
    application_name: name,
    webhook_event_url: context.urls.configuration('inbound'),
    webhook_api_version: '2',
  })
  if (!succeeded(pointed))
    return { ok: false, message: `Telnyx did not change the application: ${outcomeOf(pointed)}.` }
  if (textAt(number, 'connection_id') !== connectionId) {
    const assigned = await ask('PATCH', `/phone_numbers/${encodeURIComponent(numberId)}`, {
      connection_id: connectionId,
    })
    if (!succeeded(assigned)) return { ok: false, message: `Telnyx did not assign the number: ${outcomeOf(assigned)}.` }
  }
  return { ok: true, message: 'Telnyx sends calls to this number here.' }
}

async function check({ connectionId, ask }: Telnyx): Promise<CheckResult> {
  const application = await ask('GET', `/call_control_applications/${connectionId}`)
  if (!succeeded(application)) {
    const unauthorized = statusOf(application) === 401
    const message = unauthorized
      ? 'Telnyx refused the API key.'
      : `Telnyx did not show the application: ${outcomeOf(application)}.`
    return { ok: false, message, details: {} }
  }
  const balance = await ask('GET', '/balance')
  const profile = textAt(application.json, 'data.outbound.outbound_voice_profile_id')
  const webhook = textAt(application.json, 'data.webhook_event_url')
  const details = {
    application_name: textAt(application.json, 'data.application_name'),
    webhook_event_url: webhook,
    outbound_voice_profile_id: profile,
    balance: succeeded(balance) ? textAt(balance.json, 'data.available_credit') : null,
    currency: succeeded(balance) ? textAt(balance.json, 'data.currency') : null,
  }
  if (flagAt(application.json, 'active') === false)
    return { ok: false, message: 'The application is switched off at Telnyx.', details }
  if (!profile)
    return { ok: false, message: 'The application has no outbound voice profile, so it cannot dial.', details }
  if (!webhook)
    return { ok: false, message: 'The application has no webhook URL; Telnyx refuses to dial without one.', details }
  return { ok: true, message: 'Telnyx accepts the key, and the application can dial.', details }
}

type Succeeded = Extract<CarrierAnswer, { kind: 'answered' }>

function succeeded(answer: CarrierAnswer): answer is Succeeded {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}

function statusOf(answer: CarrierAnswer): number | null {
  return answer.kind === 'answered' ? answer.status : null
}

function errorCode(answer: CarrierAnswer): string {
  return answer.kind === 'answered' ? firstError(answer).code : ''
}

function alreadyEnded(answer: CarrierAnswer): boolean {
  return errorCode(answer) === CALL_ENDED
}

/** For sentences and the log: no detail text, because Telnyx repeats phone numbers in it. */
function outcomeOf(answer: CarrierAnswer): string {
  if (answer.kind !== 'answered') return answer.reason
  const code = firstError(answer).code
  return code ? `status ${answer.status}, error ${code}` : `status ${answer.status}`
}

function flagAt(json: unknown, name: string): boolean | null {
  const value = (json as { data?: Record<string, unknown> } | null)?.data?.[name]
  return typeof value === 'boolean' ? value : null
}
