/** Cloudonix on loopback, from its API description (developers.cloudonix.com/core-api) and its webhook pages. */
import { randomBytes } from 'node:crypto'
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
import { connectTwimlMedia } from '../conformance/twiml-media-peer.ts'

const DOMAIN = 'example.cloudonix.net'

/** Cloudonix proves who calls with a key and signs nothing. */
export const signing = 'origin'

export const standIn: StandIn = {
  async start() {
    const bearerToken = `XI${randomBytes(16).toString('hex')}`
    const requestsKey = `XI${randomBytes(16).toString('hex')}`
    const domain = new CloudonixDomain(bearerToken)
    const server = await startLoopbackCarrier(isDial, (request) => domain.handle(request))
    const running: RunningStandIn = {
      credentials: {
        bearer_token: bearerToken,
        domain_id: DOMAIN,
        requests_api_key: requestsKey,
        api_base_url: server.url,
      },
      requests: server.requests,
      listsCalls: true,
      refusals: REFUSALS.map(([name, verdict, misfortune]) => ({
        name,
        verdict,
        arm: () => server.spoilNextDial(misfortune),
      })),
      statusWebhook(urls, call, news) {
        if (news.kind === 'machine') {
          const AnsweredBy = news.verdict === 'human' ? 'human' : 'machine_start'
          return posted(urls.call(call, 'machine'), requestsKey, { ...application(tokenOf(call)), AnsweredBy })
        }
        const session = sessionUpdate(call, news)
        return session && posted(urls.call(call, 'status'), requestsKey, session)
      },
      answerWebhook: (urls, call) =>
        posted(urls.call(call, 'answer'), requestsKey, { ...application(tokenOf(call)), Direction: 'outbound-api' }),
      inboundWebhook: (urls, from, to) =>
        posted(urls.configuration('inbound'), requestsKey, {
          ...application(newToken()),
          From: from.slice(1),
          To: to.slice(1),
          Direction: 'inbound',
        }),
      connectMedia: (url, call) => connectTwimlMedia(url, call, DOMAIN),
      get beforeDial() {
        return server.beforeDial
      },
      set beforeDial(see) {
        server.beforeDial = see
      },
      stop: () => server.stop(),
    }
    return running
  },
}

function isDial(request: RecordedRequest): boolean {
  return request.method === 'POST' && request.path === `/calls/${DOMAIN}/application`
}

function newToken(): string {
  return randomBytes(16).toString('hex')
}

function tokenOf(call: CallRef): string {
  return call.providerCallId ?? newToken()
}

function refusal(status: number): CarrierReply {
  return { status, json: { status: false, message: 'Could not dial 14155550123' } }
}

const REFUSALS: ReadonlyArray<readonly [name: string, verdict: Verdict, misfortune: Misfortune]> = [
  ['400 bad request', 'halt', refusal(400)],
  ['401 unauthorized', 'halt', refusal(401)],
  ['402 no credit', 'halt', refusal(402)],
  ['403 scope of the token', 'halt', refusal(403)],
  ['404 no such domain', 'halt', refusal(404)],
  ['429 rate limit', 'later', refusal(429)],
  ['a refusal inside a 200', 'rejected', refusal(200)],
  ['500 request failed', 'unknown', refusal(500)],
  ['502 of a gateway', 'unknown', { status: 502 }],
  ['503 unavailable', 'unknown', { status: 503 }],
  ['accepted without a token', 'unknown', { status: 200, json: {} }],
  ['connection lost', 'unknown', 'lost'],
  ['time-out after accepting', 'unknown', 'silence'],
]

interface Dnid {
  id: number
  dnid: string
  active: boolean
  applicationId: number
}

interface Application {
  id: number
  name: string
  url: string
}

class CloudonixDomain {
  readonly #authorization: string
  readonly #sessions = new Map<string, object>()
  readonly #applications = new Map<string, Application>()
  readonly #dnids: Dnid[] = []

  constructor(bearerToken: string) {
    this.#authorization = `Bearer ${bearerToken}`
  }

  handle(request: RecordedRequest): CarrierReply {
    if (request.headers.authorization !== this.#authorization) return refusal(401)
    const json = request.body === '' ? {} : (JSON.parse(request.body) as Record<string, unknown>)
    const domain = `/customers/self/domains/${DOMAIN}`
    if (isDial(request)) return this.#dial(json)
    if (request.path.startsWith(`/calls/${DOMAIN}/sessions/`)) return this.#switchApplication(request.path, json)
    if (!request.path.startsWith(domain)) return refusal(404)
    const [, collection = '', id = ''] = request.path.slice(domain.length).split('/')
    if (collection === '') return { status: 200, json: { id: 7, domain: DOMAIN, active: true } }
    if (collection === 'sessions') return this.#session(request.method, id)
    if (collection === 'applications') return this.#application(request.method, decodeURIComponent(id), json)
    if (collection === 'dnids') return this.#dnid(request.method, Number(id), json)
    return refusal(404)
  }

  #dial(json: Record<string, unknown>): CarrierReply {
    const digits = (value: unknown) => typeof value === 'string' && /^\d{3,15}$/.test(value)
    if (!digits(json.destination) || !digits(json['caller-id'])) return refusal(400)
    if (!isAddress(json.url) && typeof json.cxml !== 'string') return refusal(400)
    if (json.callback !== undefined && !isAddress(json.callback)) return refusal(400)
    for (const name of ['timeout', 'timeLimit']) if (!Number.isInteger(json[name])) return refusal(400)
    if (json.asyncAmd !== undefined && json.asyncAmd !== true) return refusal(400)
    const token = newToken()
    const session = { token, destination: json.destination, callerId: json['caller-id'], direction: 'Outbound' }
    const createdAt = new Date().toISOString()
    this.#sessions.set(token, { ...session, createdAt, status: 'ringing', callAnswerTime: null, callEndTime: null })
    return { status: 200, json: { domainId: 7, subscriberId: 0, ...session, direction: 'outbound-api' } }
  }

  #session(method: string, token: string): CarrierReply {
    if (method === 'GET' && token === '') {
      return this.#sessions.size === 0 ? refusal(404) : { status: 200, json: [...this.#sessions.values()] }
    }
    const session = this.#sessions.get(token)
    if (!session) return refusal(404)
    if (method === 'DELETE') this.#sessions.delete(token)
    return method === 'DELETE' ? { status: 204 } : { status: 200, json: session }
  }

  #switchApplication(path: string, json: Record<string, unknown>): CarrierReply {
    const token = path.split('/')[4] ?? ''
    if (!this.#sessions.has(token)) return refusal(404)
    return String(json.cxml).includes('<Response>') ? { status: 200, json: { token } } : refusal(400)
  }

  #application(method: string, name: string, json: Record<string, unknown>): CarrierReply {
    const wanted = method === 'POST' ? String(json.name) : name
    if (method !== 'GET') {
      if (json.type !== 'cxml' || !isAddress(json.url) || json.method !== 'POST') return refusal(400)
      if (method === 'PUT' && !this.#applications.has(wanted)) return refusal(404)
      this.#applications.set(wanted, { id: 100, name: wanted, url: String(json.url) })
    }
    const application = this.#applications.get(wanted)
    return application ? { status: 200, json: application } : refusal(404)
  }

  #dnid(method: string, id: number, json: Record<string, unknown>): CarrierReply {
    if (method === 'GET') {
      const withApplication = this.#dnids.map((each) => ({ ...each, application: [...this.#applications.values()][0] }))
      return this.#dnids.length === 0 ? refusal(404) : { status: 200, json: withApplication }
    }
    if (method === 'POST') {
      if (!Number.isInteger(json.applicationId) || typeof json.dnid !== 'string') return refusal(400)
      this.#dnids.push({ id: 55, dnid: json.dnid, active: true, applicationId: json.applicationId as number })
      return { status: 204 }
    }
    const dnid = this.#dnids.find((each) => each.id === id)
    if (!dnid) return refusal(404)
    Object.assign(dnid, json)
    return { status: 204 }
  }
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value)
}

function application(token: string): Record<string, unknown> {
  return { CallSid: token, Session: token, Domain: DOMAIN, From: '14155550100', To: '14155550123' }
}

/** The word and whether the call had been answered. A declined call is reported as busy, so there is no word for it. */
const ENDED: Record<PlainEnd, string | null> = {
  completed: 'answer',
  busy: 'busy',
  no_answer: 'noanswer',
  declined: null,
  failed: 'error',
  canceled: 'cancel',
}

const STARTED_MS = 1_794_736_800_000

/** The words of "Session" under data models; Cloudonix has none for the others. */
const FAULTS: Partial<Record<StandInFault, string>> = {
  account: 'nocredit',
  network: 'congestion',
  unexplained: 'error',
}

function statusOf(news: Exclude<StandInNews, { kind: 'machine' }>): string | null {
  switch (news.kind) {
    case 'dialing':
      return 'processing'
    case 'ringing':
      return 'ringing'
    case 'answered':
      return 'connected'
    case 'unreached':
      return 'answer'
    case 'ended':
      return news.fault ? (FAULTS[news.fault] ?? null) : ENDED[news.as]
  }
}

function sessionUpdate(call: CallRef, news: Exclude<StandInNews, { kind: 'machine' }>): Record<string, unknown> | null {
  const status = statusOf(news)
  if (status === null) return null
  const answered = news.kind === 'answered' || status === 'answer'
  return {
    id: 4711,
    domain: DOMAIN,
    token: tokenOf(call),
    callerId: '14155550100',
    destination: '14155550123',
    direction: 'outbound',
    status,
    callStartTime: STARTED_MS,
    callAnswerTime: answered ? STARTED_MS + 5_000 : null,
    callEndTime: news.kind === 'ended' || news.kind === 'unreached' ? STARTED_MS + 47_000 : null,
  }
}

function posted(url: string, key: string, fields: Record<string, unknown>): SignedWebhook {
  return {
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/json', 'X-CX-APIKey': key, 'X-CX-Domain': DOMAIN },
    body: JSON.stringify(fields),
  }
}
