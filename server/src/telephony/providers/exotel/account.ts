import { hasStatus, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { openSocketMedia } from '../../carrier-kit/media-socket.ts'
import type {
  AccountContext,
  CallRef,
  CarrierAccount,
  CheckResult,
  DialRequest,
  HttpReply,
  PlaceResult,
  PriceLookUp,
} from '../../provider.ts'
import { describeAnswer, type Exotel, exotelClient, withLowerCaseKeys } from './client.ts'
import { bindExotelNumber, exotelNumbers } from './inbound.ts'
import { LiveSockets } from './live-sockets.ts'
import { findCall, lookUpCallById, type TimeZone } from './look-up.ts'
import { ExotelMediaDialect, SAMPLE_RATE_HZ } from './media.ts'
import { callerId, parseExotelTime, zoneOffset } from './numbers.ts'
import { placeResult } from './verdicts.ts'
import { readExotelWebhook } from './webhook.ts'

/** "Full URL including query string must be under 600 characters." */
const STREAM_URL_CHARACTERS_MAX = 599
/** "Max call duration in seconds (up to 4 hours)." */
const TIME_LIMIT_SECONDS_MAX = 14_400

export function openExotel(context: AccountContext): CarrierAccount {
  const exotel = exotelClient(context)
  const sockets = new LiveSockets()
  const zone: TimeZone = { offsetMs: null }
  const currency: AccountCurrency = { code: null }
  return {
    place: (order, signal) => place(exotel, zone, order, signal),
    hangUp: async (call) => hangUp(context, sockets, call),
    lookUp: (call, trace) =>
      call.providerCallId === null ? findCall(exotel, zone, trace) : lookUpCallById(exotel, call.providerCallId),
    join: async () => ({ ok: false, message: 'Exotel cannot connect two calls of a voice agent.' }),
    bindInbound: (address, bind) => bindExotelNumber(exotel, address, bind),
    check: () => check(exotel),
    priceOf: (call) => priceOf(exotel, currency, call),
    ownNumbers: () => exotelNumbers(exotel),
    readWebhook: (request) => readExotelWebhook(context.credentials, request),
    answer: async (call) => audioAddress(streamUrl(context, call)),
    // The reply has no audio address, so the applet cannot begin, and the flow continues with its next applet or ends.
    refuse: async () => audioAddress(''),
    openMedia(socket, call) {
      sockets.add(call, socket)
      const dialect = new ExotelMediaDialect((format) => {
        context.log.error({ call_id: call.callId, format }, 'refusing audio in a format that was not requested')
        socket.close(1003)
      })
      return openSocketMedia(socket, dialect, context.clock)
    },
    retire: () => sockets.empty(),
    holds: (call) => sockets.has(call),
    close: async () => {},
  }
}

function streamUrl({ urls }: AccountContext, call: CallRef, given?: 'with_dial'): string {
  return `${urls.media(call, given)}?sample-rate=${SAMPLE_RATE_HZ}`
}

function audioAddress(url: string): HttpReply {
  return { status: 200, contentType: 'application/json', body: JSON.stringify({ url }) }
}

/** Requests a call. `From` is the person: Exotel calls the person and then connects the call to `StreamUrl`. */
async function place(exotel: Exotel, zone: TimeZone, order: DialRequest, signal: AbortSignal): Promise<PlaceResult> {
  const { context } = exotel
  if (order.toType !== 'pstn') return { kind: 'rejected', reason: 'Exotel calls phone numbers only' }
  if (order.from === null) return { kind: 'rejected', reason: 'Exotel needs a caller ID' }
  const audio = streamUrl(context, order.call, 'with_dial')
  if (audio.length > STREAM_URL_CHARACTERS_MAX) {
    return { kind: 'halt', reason: 'PUBLIC_URL is too long: Exotel accepts audio addresses of up to 599 characters' }
  }
  const answer = await exotel.ask('POST', '/Calls/connect.json', { signal, form: dialForm(context, order, audio) })
  const result = placeResult(answer)
  if (result.kind === 'placed' && answer.kind === 'answered') {
    const written = parseExotelTime(textAtPath(withLowerCaseKeys(answer.json), 'call.datecreated'))
    zone.offsetMs = zoneOffset(written, context.clock.now()) ?? zone.offsetMs
  }
  return result
}

/**
 * The form of a dial. `TimeOut` is documented for the other calls of this endpoint, even with a `StreamUrl`, but not for this
 * form.
 */
function dialForm({ urls }: AccountContext, order: DialRequest, audio: string): Array<[string, string]> {
  return [
    ['From', order.to],
    ['CallerId', callerId(order.from ?? '')],
    ['StreamUrl', audio],
    ['StreamType', 'bidirectional'],
    ['TimeOut', String(order.ringTimeoutSeconds)],
    ['TimeLimit', String(Math.min(order.maxDurationSeconds, TIME_LIMIT_SECONDS_MAX))],
    ['CustomField', order.call.callKey],
    ['StatusCallback', urls.call(order.call, 'status')],
    ...['ringing', 'answered', 'terminal'].map((event): [string, string] => ['StatusCallbackEvents[]', event]),
  ]
}

/**
 * Ends a call by closing its audio socket ("Close the socket to hang up"), because the API cannot end calls. A call without audio
 * on this node continues.
 */
function hangUp({ log }: AccountContext, sockets: LiveSockets, call: CallRef): void {
  if (sockets.close(call)) return
  log.warn({ call_id: call.callId }, 'failed to hang up: Exotel ends a call only with its audio, which is not here')
}

async function check(exotel: Exotel): Promise<CheckResult> {
  const details = { voicebot_url: exotel.context.urls.configuration('inbound') }
  const answer = await exotel.ask('GET', '/Balance.json')
  // "API key does not have permission to read balance": the key may still be allowed to dial.
  if (hasStatus(answer, 403)) return checkByNumbers(exotel, details)
  if (!succeeded(answer)) {
    const status = answer.kind === 'answered' ? answer.status : 0
    return {
      ok: false,
      message: CHECK_FAULTS[status] ?? `Exotel could not be asked: ${describeAnswer(answer)}.`,
      details,
    }
  }
  const json = withLowerCaseKeys(answer.json)
  const balance = textAtPath(json, 'account.balancedata.balance')
  const currency = textAtPath(json, 'account.balancedata.currency')
  return { ok: true, message: 'Exotel accepts the API key and token.', details: { balance, currency, ...details } }
}

async function checkByNumbers(exotel: Exotel, details: CheckResult['details']): Promise<CheckResult> {
  const own = await exotelNumbers(exotel)
  if (!own.ok)
    return { ok: false, message: 'This Exotel API key may read neither the balance nor the numbers.', details }
  const message = 'Exotel accepts the API key and token. The key may not read the balance, so prices have no currency.'
  return { ok: true, message, details }
}

const CHECK_FAULTS: Readonly<Record<number, string>> = {
  401: 'Exotel does not accept the API key and token.',
  404: 'Exotel knows no such account in this region. Check the Account SID and the region.',
}

/** The currency of the account, cached once the balance has named it: "avoid polling more frequently than once per minute". */
interface AccountCurrency {
  code: string | null
}

/**
 * The price of a call. "Duration, Price and EndTime update asynchronously", minutes after the end. Only the balance names the
 * currency.
 */
async function priceOf(exotel: Exotel, currency: AccountCurrency, { providerCallId }: CallRef): Promise<PriceLookUp> {
  if (providerCallId === null) return { kind: 'not_yet', reason: 'Exotel has not named the call' }
  const answer = await exotel.ask('GET', `/Calls/${encodeURIComponent(providerCallId)}.json`)
  if (!succeeded(answer)) return { kind: 'not_yet', reason: describeAnswer(answer) }
  const amount = textAtPath(withLowerCaseKeys(answer.json), 'call.price')
  if (!amount) return { kind: 'not_yet', reason: 'Exotel has not priced the call yet' }
  currency.code ??= await accountCurrency(exotel)
  if (currency.code === null) return { kind: 'not_yet', reason: 'Exotel did not name the currency' }
  return { kind: 'known', amount, currency: currency.code }
}

async function accountCurrency(exotel: Exotel): Promise<string | null> {
  const answer = await exotel.ask('GET', '/Balance.json')
  const code = succeeded(answer) ? textAtPath(withLowerCaseKeys(answer.json), 'account.balancedata.currency') : null
  return code !== null && /^[A-Z]{3}$/.test(code) ? code : null
}
