/** Twilio on loopback, from "Call resource", "IncomingPhoneNumber resource", "Webhooks Security" and the error dictionary. */
import { createHmac, randomBytes } from 'node:crypto'
import type { CallRef, Verdict } from '../../src/telephony/provider.ts'
import { type CarrierReply, type Misfortune, startLoopbackCarrier } from '../conformance/loopback-carrier.ts'
import type {
  PlainEnd,
  RecordedRequest,
  RunningStandIn,
  SignedWebhook,
  StandIn,
  StandInFault,
  StandInNews,
} from '../conformance/stand-in.ts'
import { connectTwimlMedia, type MediaHabits, TWILIO_MEDIA } from '../conformance/twiml-media-peer.ts'

const OWN_NUMBER = '+14155550100'

/** In what a carrier that copied Twilio differs from it. */
export interface Habits {
  accountSid: string
  apiSecret: string
  signingKey: string
  /** Of the API, before `/Accounts`. */
  root: string
  numberSid: string
  newCallSid(): string
  credentials(url: string): Record<string, unknown>
  signatureHeader: string
  sipCodeField: string
  /** Messages about signed calls have their attestation. */
  reportsSignatures: boolean
  machineWord: string
  /** Null: what the request asks of a dial is documented. Otherwise the error code of the refusal. */
  faultOfDial(form: URLSearchParams): number | null
  /** Whether a running call may be given this document. */
  takesDocument(form: URLSearchParams): boolean
  listsVerifiedNumbers: boolean
  limitsDuration: boolean
  refusals: ReadonlyArray<readonly [name: string, verdict: Verdict, misfortune: Misfortune]>
  mediaHabits: MediaHabits
}

export const standIn: StandIn = {
  start: () => {
    const accountSid = `AC${randomBytes(16).toString('hex')}`
    const authToken = randomBytes(16).toString('hex')
    return startTwilioStandIn({
      accountSid,
      apiSecret: authToken,
      signingKey: authToken,
      root: '/2010-04-01',
      numberSid: 'PN0123456789abcdef0123456789abcdef',
      newCallSid: () => `CA${randomBytes(16).toString('hex')}`,
      credentials: (api_base_url) => ({ account_sid: accountSid, auth_token: authToken, api_base_url }),
      signatureHeader: 'X-Twilio-Signature',
      sipCodeField: 'SipResponseCode',
      reportsSignatures: true,
      machineWord: 'machine_start',
      faultOfDial(form) {
        const twiml = form.get('Twiml')
        if (!isAddress(form.get('Url')) && twiml === null) return 21205
        if (twiml !== null && twiml.length > 4000) return 32018
        return /^\d+$/.test(form.get('TimeLimit') ?? '') ? null : 21208
      },
      takesDocument: (form) => form.get('Twiml')?.includes('<Response>') ?? false,
      listsVerifiedNumbers: true,
      limitsDuration: true,
      refusals: REFUSALS,
      mediaHabits: TWILIO_MEDIA,
    })
  },
}

export async function startTwilioStandIn(habits: Habits): Promise<RunningStandIn> {
  const { accountSid, refusals } = habits
  const account = new TwilioAccount(habits)
  const server = await startLoopbackCarrier(isDial, (request) => account.handle(request))
  const sign = (url: string, fields: Record<string, string>) =>
    signed(habits, url, { AccountSid: accountSid, ...fields })
  return {
    credentials: habits.credentials(server.url),
    requests: server.requests,
    listsCalls: true,
    limitsDuration: habits.limitsDuration,
    refusals: refusals.map(([name, verdict, misfortune]) => ({
      name,
      verdict,
      arm: () => server.spoilNextDial(misfortune),
    })),
    statusWebhook(urls, call, news) {
      if (news.kind === 'machine') return sign(urls.call(call, 'machine'), machineFields(habits, call, news.verdict))
      return sign(urls.call(call, 'status'), statusFields(habits, call, news))
    },
    answerWebhook: (urls, call) =>
      sign(urls.call(call, 'answer'), {
        ...callFields(habits, call),
        CallStatus: 'in-progress',
        Direction: 'outbound-api',
      }),
    inboundWebhook: (urls, from, to) =>
      sign(urls.configuration('inbound'), {
        ...INBOUND,
        ...(habits.reportsSignatures ? { StirVerstat: 'TN-Validation-Passed-A' } : {}),
        CallSid: habits.newCallSid(),
        From: from,
        To: to,
      }),
    connectMedia: (url, call) => connectTwimlMedia(url, call, accountSid, habits.mediaHabits),
    sign,
    get beforeDial() {
      return server.beforeDial
    },
    set beforeDial(see) {
      server.beforeDial = see
    },
    stop: () => server.stop(),
  }
}

const INBOUND = {
  ApiVersion: '2010-04-01',
  CallStatus: 'ringing',
  Direction: 'inbound',
  FromCountry: 'US',
  ToCountry: 'US',
}

function isDial(request: RecordedRequest): boolean {
  return request.method === 'POST' && request.path.endsWith('/Calls.json')
}

export function failure(status: number, code: number, headers?: Record<string, string>): CarrierReply {
  // The real sentences repeat the number that was called; whoever passes them on is caught by that.
  const message = `The call to +14155550123 failed with ${code}`
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return { status, json: { code, message, more_info, status }, ...(headers ? { headers } : {}) }
}

const REFUSALS: ReadonlyArray<readonly [name: string, verdict: Verdict, misfortune: Misfortune]> = [
  ['10001 account not active', 'halt', failure(403, 10001)],
  ['10002 not for trial accounts', 'halt', failure(400, 10002)],
  ['10004 concurrency limit', 'later', failure(429, 10004)],
  ['10005 voice disabled', 'halt', failure(403, 10005)],
  ['13223 impossible format', 'never', failure(400, 13223)],
  ['13224 not supported', 'rejected', failure(400, 13224)],
  ['13225 forbidden number', 'never', failure(400, 13225)],
  ['13226 no such country code', 'never', failure(400, 13226)],
  ['13227 country not permitted', 'halt', failure(400, 13227)],
  ['20003 authenticate', 'halt', failure(401, 20003)],
  ['20005 account not active', 'halt', failure(401, 20005)],
  ['20006 access denied', 'halt', failure(403, 20006)],
  ['20008 test credentials', 'halt', failure(403, 20008)],
  ['20403 forbidden', 'halt', failure(403, 20403)],
  ['20404 no such account', 'halt', failure(404, 20404)],
  ['20429 too many requests', 'later', failure(429, 20429, { 'retry-after': '2' })],
  ['21201 no number', 'rejected', failure(400, 21201)],
  ['21202 premium number', 'never', failure(400, 21202)],
  ['21203 international calling off', 'halt', failure(400, 21203)],
  ['21205 invalid url', 'halt', failure(400, 21205)],
  ['21210 caller not verified', 'caller', failure(400, 21210)],
  ['21211 invalid number', 'never', failure(400, 21211)],
  ['21212 invalid caller', 'caller', failure(400, 21212)],
  ['21213 no caller', 'halt', failure(400, 21213)],
  ['21214 cannot be reached', 'rejected', failure(400, 21214)],
  ['21215 geographic permission', 'halt', failure(400, 21215)],
  ['21216 blocked', 'halt', failure(400, 21216)],
  ['21217 not valid', 'never', failure(400, 21217)],
  ['21219 not verified on trial', 'halt', failure(400, 21219)],
  ['21609 invalid status callback', 'halt', failure(400, 21609)],
  ['573002 trial recipient', 'halt', failure(400, 573002)],
  ['an undocumented 400', 'halt', failure(400, 99999)],
  ['20503 service unavailable', 'later', failure(503, 20503)],
  ['unavailable, by whomever', 'unknown', { status: 503 }],
  ['an error of the gateway', 'unknown', { status: 502 }],
  ['an internal error', 'unknown', failure(500, 20500)],
  ['accepted without an id', 'unknown', { status: 201, json: {} }],
  ['moved elsewhere', 'unknown', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }],
  ['connection lost', 'unknown', 'lost'],
  ['time-out after accepting', 'unknown', 'silence'],
]

class TwilioAccount {
  readonly #habits: Habits
  readonly #authorization: string
  readonly #calls = new Map<string, { status: string; from: string; to: string }>()
  readonly #number: Record<string, unknown>

  constructor(habits: Habits) {
    this.#habits = habits
    const { accountSid, apiSecret, numberSid } = habits
    this.#authorization = `Basic ${Buffer.from(`${accountSid}:${apiSecret}`).toString('base64')}`
    this.#number = { sid: numberSid, phone_number: OWN_NUMBER, voice_url: '', status_callback: '', trunk_sid: null }
  }

  handle(request: RecordedRequest): CarrierReply {
    const { pathname, searchParams } = new URL(request.path, 'http://twilio')
    const { root, accountSid, numberSid } = this.#habits
    const account = `${root}/Accounts/${accountSid}`
    if (request.headers.authorization !== this.#authorization) return failure(401, 20003)
    if (!pathname.startsWith(account)) return failure(404, 20404)
    const form = new URLSearchParams(request.body)
    const route = `${request.method} ${pathname.slice(account.length)}`
    if (route === 'GET .json') return { status: 200, json: { sid: accountSid, status: 'active', type: 'Full' } }
    if (route === 'POST /Calls.json') return this.#create(request, form)
    if (route === 'GET /Calls.json') return this.#list(searchParams.get('To') ?? '')
    if (route === 'GET /OutgoingCallerIds.json' && this.#habits.listsVerifiedNumbers) {
      return {
        status: 200,
        json: { outgoing_caller_ids: [{ phone_number: '+14155550111', friendly_name: 'My phone' }] },
      }
    }
    if (route === 'GET /IncomingPhoneNumbers.json') return this.#numbers(searchParams.get('PhoneNumber') ?? '')
    if (route === `POST /IncomingPhoneNumbers/${numberSid}.json`) return this.#updateNumber(form)
    const callSid = /^(?:GET|POST) \/Calls\/([\w-]+)\.json$/.exec(route)?.[1]
    const call = callSid === undefined ? undefined : this.#calls.get(callSid)
    if (!call) return failure(404, 20404)
    return request.method === 'GET' ? callReply(callSid, call) : this.#updateCall(callSid, call, form)
  }

  #create(request: RecordedRequest, form: URLSearchParams): CarrierReply {
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return failure(400, 21201)
    const to = form.get('To') ?? ''
    const from = form.get('From') ?? ''
    if (to === '') return failure(400, 21201)
    if (from === '') return failure(400, 21213)
    if (!/^\+[1-9]\d{6,14}$/.test(to) && !to.startsWith('sip:')) return failure(400, 21211)
    if (from !== OWN_NUMBER) return failure(400, 21210)
    const fault = this.#habits.faultOfDial(form)
    if (fault !== null) return failure(400, fault)
    if (!isAddress(form.get('StatusCallback'))) return failure(400, 21609)
    if (!/^\d+$/.test(form.get('Timeout') ?? '')) return failure(400, 21208)
    const events = form.getAll('StatusCallbackEvent')
    if (events.some((event) => !['initiated', 'ringing', 'answered', 'completed'].includes(event))) {
      return failure(400, 21626)
    }
    const detection = form.get('MachineDetection')
    if (detection !== null && (form.get('AsyncAmd') !== 'true' || !isAddress(form.get('AsyncAmdStatusCallback')))) {
      return failure(400, 21262)
    }
    const callSid = this.#habits.newCallSid()
    const call = { status: 'queued', from, to }
    this.#calls.set(callSid, call)
    return { ...callReply(callSid, call), status: 201 }
  }

  #list(to: string): CarrierReply {
    const date_created = new Date().toUTCString()
    const calls = [...this.#calls].filter(([, call]) => call.to === to)
    const shown = calls.map(([sid, call]) => ({
      sid,
      ...call,
      direction: 'outbound-api',
      date_created,
      duration: null,
    }))
    return { status: 200, json: { calls: shown.reverse(), page: 0, page_size: 50 } }
  }

  #updateCall(
    callSid: string | undefined,
    call: { status: string; from: string; to: string },
    form: URLSearchParams,
  ): CarrierReply {
    if (call.status === 'completed') return failure(400, 21220)
    if (form.get('Status') === 'completed') call.status = 'completed'
    else if (!this.#habits.takesDocument(form)) return failure(400, 21218)
    return callReply(callSid, call)
  }

  #numbers(asked: string): CarrierReply {
    const found = OWN_NUMBER.includes(asked) ? [this.#number] : []
    return { status: 200, json: { incoming_phone_numbers: found, page: 0 } }
  }

  #updateNumber(form: URLSearchParams): CarrierReply {
    const address = form.get('VoiceUrl')
    if (address !== null && address !== '' && !isAddress(address)) return failure(400, 21502)
    if (address !== null) this.#number.voice_url = address
    if (form.has('StatusCallback')) this.#number.status_callback = form.get('StatusCallback')
    return { status: 200, json: this.#number }
  }
}

function callReply(sid: string | undefined, call: { status: string; from: string; to: string }): CarrierReply {
  return { status: 200, json: { sid, ...call, direction: 'outbound-api', duration: null } }
}

export function isAddress(text: string | null): boolean {
  return text !== null && URL.canParse(text) && /^https?:/.test(text)
}

function callFields({ newCallSid }: Habits, call: CallRef): Record<string, string> {
  return {
    ApiVersion: '2010-04-01',
    CallSid: call.providerCallId ?? newCallSid(),
    From: OWN_NUMBER,
    To: '+14155550123',
    Direction: 'outbound-api',
  }
}

const STATUS_WORDS: Record<PlainEnd, Record<string, string>> = {
  completed: { CallStatus: 'completed', CallDuration: '42', Duration: '1' },
  busy: { CallStatus: 'busy', sip: '486' },
  no_answer: { CallStatus: 'no-answer', sip: '487' },
  declined: { CallStatus: 'busy', sip: '603' },
  failed: { CallStatus: 'failed', sip: '503' },
  canceled: { CallStatus: 'canceled' },
}

/** "SipResponseCode: the final SIP code of the call" ("Status callback HTTP parameters"). */
const SIP_CODES: Record<StandInFault, string> = {
  account: '402',
  account_or_number: '403',
  network: '503',
  caller: '608',
  number: '404',
  unwanted: '607',
  unexplained: '499',
}

/** "StirStatus: the attestation level of an outbound call that Twilio signed", when it rings and when it is answered. */
const SIGNED = { StirStatus: 'B' }

function wordsOf(news: Exclude<StandInNews, { kind: 'machine' }>): Record<string, string> {
  switch (news.kind) {
    case 'dialing':
      return { CallStatus: 'initiated' }
    case 'ringing':
      return { CallStatus: 'ringing' }
    case 'answered':
      return { CallStatus: 'in-progress' }
    // "An application error has occurred", and the call is over: error 11200 stands in the debugger only.
    case 'unreached':
      return { CallStatus: 'completed', CallDuration: '4', Duration: '1' }
    case 'ended':
      return news.fault ? { CallStatus: 'failed', sip: SIP_CODES[news.fault] } : STATUS_WORDS[news.as]
  }
}

function statusFields(
  habits: Habits,
  call: CallRef,
  news: Exclude<StandInNews, { kind: 'machine' }>,
): Record<string, string> {
  const { sip, ...words } = wordsOf(news)
  return {
    ...callFields(habits, call),
    CallbackSource: 'call-progress-events',
    SequenceNumber: news.kind === 'ringing' ? '1' : '2',
    Timestamp: 'Sun, 15 Nov 2026 10:00:00 +0000',
    ...words,
    ...(habits.reportsSignatures && (news.kind === 'ringing' || news.kind === 'answered') ? SIGNED : {}),
    ...(sip === undefined ? {} : { [habits.sipCodeField]: sip }),
  }
}

function machineFields(
  { newCallSid, machineWord }: Habits,
  call: CallRef,
  verdict: 'human' | 'machine',
): Record<string, string> {
  const AnsweredBy = verdict === 'human' ? 'human' : machineWord
  return { CallSid: call.providerCallId ?? newCallSid(), AnsweredBy, MachineDetectionDuration: '3200' }
}

function signed({ signingKey, signatureHeader }: Habits, url: string, fields: Record<string, string>): SignedWebhook {
  const text = Object.keys(fields)
    .sort()
    .reduce((joined, name) => joined + name + fields[name], url)
  return {
    method: 'POST',
    url,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
      [signatureHeader]: createHmac('sha1', signingKey).update(text).digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
  }
}
