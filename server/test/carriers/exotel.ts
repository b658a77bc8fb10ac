/**
 * Exotel on loopback, from its published pages: Connect Voice AI, WebSocket protocol, Webhooks & Callbacks, Call Details,
 * ExoPhones, Balance (developer.exotel.com), and the OpenAPI document of github.com/exotel/Agent-Stream. Where the pages are
 * silent it does what makes the caller's life harder: it lists no calls in progress, and forgets the marks of cleared audio.
 */
import { randomBytes } from 'node:crypto'
import type { CallRef, Verdict } from '../../src/telephony/provider.ts'
import { type CarrierReply, type Misfortune, startLoopbackCarrier } from '../conformance/loopback-carrier.ts'
import type {
  PlainEnd,
  RecordedRequest,
  RunningStandIn,
  SignedWebhook,
  StandIn,
  StandInNews,
} from '../conformance/stand-in.ts'
import { connectExotelMedia } from './exotel-media-peer.ts'

const SID = 'exampleclinic1'
const ACCOUNT = `/v1/Accounts/${SID}`
const NUMBERS = `/v2_beta/Accounts/${SID}/IncomingPhoneNumbers`

/** Exotel signs nothing and sends no key: what protects a webhook is that its address cannot be guessed. */
export const signing = 'address'

export const standIn: StandIn = {
  async start() {
    const apiKey = randomBytes(24).toString('hex')
    const apiToken = randomBytes(24).toString('hex')
    const account = new ExotelAccount(apiKey, apiToken)
    const server = await startLoopbackCarrier(isDial, (request) => account.handle(request))
    const running: RunningStandIn = {
      credentials: {
        account_sid: SID,
        api_key: apiKey,
        api_token: apiToken,
        flow_id: '4711',
        api_base_url: server.url,
      },
      requests: server.requests,
      // "Status: completed, failed, busy, no-answer": nothing says that calls in progress are listed.
      listsCalls: false,
      endsCallsBy: 'audio',
      bindsTo: `http://my.exotel.com/${SID}/exoml/start_voice/4711`,
      refusals: REFUSALS.map(([name, verdict, misfortune]) => ({
        name,
        verdict,
        arm: () => server.spoilNextDial(misfortune),
      })),
      statusWebhook(urls, call, news) {
        const fields = callback(call, news)
        return fields && multipart(urls.call(call, 'status'), fields)
      },
      // The audio address is part of the dial.
      answerWebhook: () => null,
      inboundWebhook: (urls, from, to) => applet(urls.configuration('inbound'), from, to),
      connectMedia: (url, call) => connectExotelMedia(url, call, SID),
      get beforeDial() {
        return server.beforeDial
      },
      set beforeDial(see) {
        server.beforeDial = see
      },
      sign: (url, fields) => multipart(url, fields),
      stop: () => server.stop(),
    }
    return running
  },
}

function isDial({ method, path }: RecordedRequest): boolean {
  return method === 'POST' && path === `${ACCOUNT}/Calls/connect.json`
}

function newSid(): string {
  return randomBytes(16).toString('hex')
}

function refusal(status: number, Message = 'Call to 014155550123 failed', headers = {}): CarrierReply {
  return { status, json: { RestException: { Status: status, Message } }, headers }
}

const NDNC = 'Call to 014155550123 cannot be made because of TRAI NDNC regulations'

const REFUSALS: ReadonlyArray<readonly [name: string, verdict: Verdict, misfortune: Misfortune]> = [
  ['400 bad request', 'halt', refusal(400)],
  ['400 caller ID', 'caller', refusal(400, 'Invalid parameter CallerId 014155550100')],
  ['401 unauthorized', 'halt', refusal(401)],
  ['402 payment required', 'halt', refusal(402)],
  ['403 not enabled', 'halt', refusal(403)],
  ['403 do-not-call registry', 'never', refusal(403, NDNC)],
  ['404 no such account', 'halt', refusal(404)],
  ['409 conflict', 'later', refusal(409)],
  ['429 too many requests', 'later', refusal(429, 'Rate limit exceeded', { 'retry-after': '30' })],
  ['500 internal error', 'unknown', refusal(500)],
  ['502 of a gateway', 'unknown', { status: 502 }],
  ['503 unavailable', 'unknown', { status: 503 }],
  ['accepted without a sid', 'unknown', { status: 200, json: { Call: {} } }],
  ['connection lost', 'unknown', 'lost'],
  ['time-out after accepting', 'unknown', 'silence'],
]

/** The parameters of `Calls/connect`, of which `TimeOut` is listed for the forms without a bot only; any other is refused. */
const DIAL_PARAMETERS = new Set([
  'From',
  'CallerId',
  'StreamUrl',
  'StreamType',
  'StreamName',
  'Record',
  'RecordingChannels',
  'TimeLimit',
  'TimeOut',
  'CustomField',
  'StatusCallback',
  'StatusCallbackEvents[]',
])

/** Indian accounts have India's time. */
const IST_MS = 5.5 * 3_600_000

export function writtenInIndia(atMs: number): string {
  return new Date(atMs + IST_MS).toISOString().slice(0, 19).replace('T', ' ')
}

class ExotelAccount {
  readonly #authorization: string
  readonly #calls = new Map<string, Record<string, unknown>>()

  constructor(apiKey: string, apiToken: string) {
    this.#authorization = `Basic ${Buffer.from(`${apiKey}:${apiToken}`).toString('base64')}`
  }

  handle(request: RecordedRequest): CarrierReply {
    if (request.headers.authorization !== this.#authorization) return refusal(401)
    const [path = '', query = ''] = request.path.split('?')
    if (isDial(request)) return this.#dial(new URLSearchParams(request.body))
    if (path.startsWith(NUMBERS)) return numbers(request, path.slice(NUMBERS.length), new URLSearchParams(query))
    if (request.method !== 'GET' || !path.startsWith(ACCOUNT)) return refusal(404)
    const below = path.slice(ACCOUNT.length)
    if (below === '/Balance.json') return balance()
    if (below === '/Calls.json') return this.#list(new URLSearchParams(query))
    const call = this.#calls.get(/^\/Calls\/(\w+)\.json$/.exec(below)?.[1] ?? '')
    return call ? { status: 200, json: { Call: call } } : refusal(404)
  }

  #dial(form: URLSearchParams): CarrierReply {
    for (const name of form.keys()) if (!DIAL_PARAMETERS.has(name)) return refusal(400)
    if (!/^\+\d{8,15}$/.test(form.get('From') ?? '')) return refusal(400)
    if (!/^(\+\d{8,15}|0\d{10})$/.test(form.get('CallerId') ?? '')) return refusal(400, 'Invalid parameter CallerId')
    const stream = form.get('StreamUrl') ?? ''
    if (!/^wss?:\/\//.test(stream) || stream.length >= 600) return refusal(400)
    if (form.get('StreamType') !== 'bidirectional') return refusal(400)
    if (!between(form.get('TimeLimit'), 1, 14_400) || !between(form.get('TimeOut'), 1, 14_400)) return refusal(400)
    if ((form.get('CustomField') ?? '').length > 128) return refusal(400)
    const events = form.getAll('StatusCallbackEvents[]')
    if (!events.every((event) => ['answered', 'terminal', 'ringing'].includes(event))) return refusal(400)
    const Sid = newSid()
    const call = {
      Sid,
      From: form.get('From'),
      PhoneNumberSid: form.get('CallerId'),
      // Said before any phone has rung.
      Status: 'in-progress',
      Direction: 'outbound-api',
      DateCreated: writtenInIndia(Date.now()),
      EndTime: null,
      Duration: null,
      Price: null,
      RecordingUrl: null,
    }
    this.#calls.set(Sid, call)
    return { status: 200, json: { Call: call } }
  }

  #list(query: URLSearchParams): CarrierReply {
    const from = query.get('From')
    const over = [...this.#calls.values()].filter(({ Status, From }) => Status !== 'in-progress' && From === from)
    return { status: 200, json: { Metadata: { Total: over.length, NextPageUri: null }, Calls: over } }
  }
}

function balance(): CarrierReply {
  const BalanceData = { Balance: '1543.75', Currency: 'INR', PricingPlan: 'Pay As You Go' }
  return { status: 200, json: { Account: { AccountSid: SID, BalanceData } } }
}

const PAGES = [
  [
    { sid: 'a1', phone_number: '+918047491899', friendly_name: '08047491899' },
    { sid: 'a2', phone_number: '+911140000000', friendly_name: '01140000000' },
  ],
  [{ sid: 'a3', phone_number: '+14155550100', friendly_name: 'Front desk' }],
]

function numbers({ method, body }: RecordedRequest, below: string, query: URLSearchParams): CarrierReply {
  const sid = below.slice(1)
  if (method === 'PUT') {
    const flow = new URLSearchParams(body).get('VoiceUrl') ?? ''
    if (!/^https?:\/\/my\.exotel\.com\/\w+\/exoml\/start_voice\/\d+$/.test(flow)) return refusal(400)
    const phone = PAGES.flat().find((each) => each.sid === sid)
    return phone ? { status: 200, json: { ...phone, voice_url: flow } } : refusal(404)
  }
  const page = Number(query.get('Page') ?? 0)
  const next = `http://twilix.exotel.com${NUMBERS}?Page=${page + 1}&PageSize=2`
  const next_page_uri = page + 1 < PAGES.length ? next : null
  return { status: 200, json: { page, page_size: 2, next_page_uri, incoming_phone_numbers: PAGES[page] ?? [] } }
}

function between(value: string | null, low: number, high: number): boolean {
  return /^\d+$/.test(value ?? '') && Number(value) >= low && Number(value) <= high
}

const ENDED: Record<PlainEnd, string | null> = {
  completed: 'completed',
  busy: 'busy',
  no_answer: 'no-answer',
  // A declined call is busy or failed; there is no word for it.
  declined: null,
  failed: 'failed',
  canceled: 'canceled',
}

/** "Webhooks & Callbacks", extended payload. Exotel reports neither machines nor causes. */
function callback(call: CallRef, news: StandInNews): Record<string, string> | null {
  const CallSid = call.providerCallId ?? newSid()
  const DateUpdated = '2026-11-16 14:30:45'
  if (news.kind === 'ringing' || news.kind === 'answered') {
    return { CallSid, EventType: news.kind, DateUpdated, Status: 'in-progress', Direction: 'outbound-api' }
  }
  // The person answered, and no socket of ours did: Exotel ends the call.
  const isUnreached = news.kind === 'unreached'
  if (news.kind !== 'ended' && !isUnreached) return null
  if (news.kind === 'ended' && news.fault !== undefined && news.fault !== 'unexplained') return null
  const Status = isUnreached ? 'completed' : ENDED[news.as]
  if (Status === null) return null
  const seconds = Status !== 'completed' ? '0' : isUnreached ? '2' : '42'
  return {
    CallSid,
    EventType: 'terminal',
    DateCreated: '2026-11-16 14:30:01',
    DateUpdated,
    Status,
    Direction: 'outbound-api',
    CustomField: call.callKey,
    ConversationDuration: seconds,
    'Legs[0][OnCallDuration]': seconds,
    'Legs[0][Status]': Status,
    'Legs[0][AnsweredBy]': 'NA',
  }
}

/** "StatusCallbackContentType: multipart/form-data or application/json"; the former unless asked otherwise. */
function multipart(url: string, fields: Record<string, string>): SignedWebhook {
  const boundary = '------------------------d74496d66958873e'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    method: 'POST',
    url,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join('')}--${boundary}--\r\n`,
  }
}

/** An applet asks a web address by GET, with the call's details as query parameters. */
function applet(url: string, from: string, to: string): SignedWebhook {
  const query = new URLSearchParams({
    Direction: 'incoming',
    Created: 'Mon, 16 Nov 2026 14:30:01',
    StartTime: '2026-11-16 14:30:01',
    EndTime: '1970-01-01 05:30:00',
    CallType: 'call-attempt',
    flow_id: '4711',
    CallSid: newSid(),
    CallFrom: from,
    CallTo: to,
  })
  return { method: 'GET', url: `${url}?${query}`, headers: {}, body: '' }
}
