/** Vonage on loopback, after the Voice, Application and Numbers API descriptions and the websocket guide. */
import { createHash, createHmac, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type { CallRef, Verdict } from '../../src/telephony/provider.ts'
import type {
  MediaPeer,
  PlainEnd,
  RecordedRequest,
  RunningStandIn,
  SignedWebhook,
  StandIn,
  StandInFault,
  StandInNews,
  StandInUrls,
} from '../conformance/stand-in.ts'

const APPLICATION_ID = '78d335fa-323d-0114-9c3d-d6f0d48968cf'
const API_KEY = 'abcd1234'
const API_SECRET = 'loopback-api-secret'
const SIGNATURE_SECRET = 'loopback-signature-secret-of-the-account'
const OWN_NUMBER = '14155550100'
const FRAME_BYTES = 640

interface Answer {
  status: number
  body?: unknown
}

type Body = Record<string, unknown>

/** Making an RSA key takes a moment; all stand-ins of a run share one. */
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })

export const standIn: StandIn = {
  async start() {
    const carrier = new VonageStandIn()
    await carrier.listen()
    return carrier
  },
}

export class VonageStandIn implements RunningStandIn {
  readonly requests: RecordedRequest[] = []
  readonly listsCalls = true
  beforeDial: ((body: string) => void) | null = null
  application: Body = {
    id: APPLICATION_ID,
    name: 'Outdial',
    keys: { public_key: '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n' },
    privacy: { improve_ai: false },
    capabilities: {
      messages: { webhooks: { inbound_url: { address: 'https://example.com/messages', http_method: 'POST' } } },
      voice: {
        signed_callbacks: true,
        webhooks: {
          answer_url: { address: 'https://example.com/answer', http_method: 'GET', socket_timeout: 3000 },
          event_url: { address: 'https://example.com/event', http_method: 'POST' },
        },
      },
    },
  }
  readonly number: Body = {
    country: 'US',
    msisdn: OWN_NUMBER,
    type: 'mobile-lvn',
    features: ['VOICE', 'SMS'],
    moHttpUrl: 'https://example.com/sms',
  }
  readonly calls = new Map<string, { status: string; from: string; to: string }>()
  readonly #server = createServer((request, response) => this.#receive(request, response))
  #armed: ((response: ServerResponse, body: string) => void) | null = null

  readonly refusals = REFUSALS.map(({ name, verdict, answer }) => ({
    name,
    verdict,
    arm: () => {
      this.#armed = (response, body) => {
        if (answer === 'drop') response.socket?.destroy()
        else if (answer === 'silence') this.#dial(parseBody(body))
        else reply(response, answer)
      }
    },
  }))

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get credentials(): Record<string, unknown> {
    const origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return {
      application_id: APPLICATION_ID,
      private_key: KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      api_key: API_KEY,
      api_secret: API_SECRET,
      signature_secret: SIGNATURE_SECRET,
      api_base_url: origin,
      rest_base_url: origin,
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  statusWebhook(urls: StandInUrls, call: CallRef, news: StandInNews): SignedWebhook | null {
    const uuid = call.providerCallId ?? 'not-yet-known'
    const about = {
      from: OWN_NUMBER,
      to: '14155550123',
      conversation_uuid: `CON-${randomUUID()}`,
      timestamp: '2026-01-01T12:00:00.000Z',
    }
    const url = urls.call(call, 'event')
    if (news.kind === 'machine') return this.sign(url, { call_uuid: uuid, status: news.verdict, ...about })
    const state = stateOf(news)
    if (state === null) return null
    return this.sign(url, { uuid, direction: 'outbound', ...state, ...about })
  }

  answerWebhook(urls: StandInUrls, call: CallRef): SignedWebhook {
    return this.sign(urls.call(call, 'answer'), {
      from: OWN_NUMBER,
      to: '14155550123',
      uuid: call.providerCallId ?? 'not-yet-known',
      conversation_uuid: `CON-${randomUUID()}`,
    })
  }

  inboundWebhook(urls: StandInUrls, from: string, to: string): SignedWebhook {
    const uuid = randomUUID()
    this.calls.set(uuid, { status: 'started', from: from.slice(1), to: to.slice(1) })
    return this.sign(urls.configuration('inbound'), {
      from: from.slice(1),
      to: to.slice(1),
      uuid,
      conversation_uuid: `CON-${randomUUID()}`,
      region_url: 'https://api-us-1.nexmo.com',
    })
  }

  /** `changes` replaces claims and parts of the header, to make tokens that must be refused. */
  sign(url: string, payload: Body, changes: { header?: Body; claims?: Body } = {}): SignedWebhook {
    const body = JSON.stringify(payload)
    const header = { alg: 'HS256', typ: 'JWT', ...changes.header }
    const claims = {
      iat: Math.floor(Date.now() / 1000),
      jti: randomUUID(),
      iss: 'Vonage',
      payload_hash: createHash('sha256').update(body).digest('hex'),
      api_key: API_KEY,
      application_id: APPLICATION_ID,
      ...changes.claims,
    }
    const unsigned = `${encode(header)}.${encode(claims)}`
    const hash = header.alg === 'HS512' ? 'sha512' : 'sha256'
    const signature =
      header.alg === 'none' ? '' : createHmac(hash, SIGNATURE_SECRET).update(unsigned).digest('base64url')
    return {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${unsigned}.${signature}` },
      body,
    }
  }

  async connectMedia(url: string): Promise<VonagePeer> {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return new VonagePeer(socket)
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const recorded: RecordedRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers as Record<string, string | undefined>,
        body: Buffer.concat(parts).toString('utf8'),
      }
      this.requests.push(recorded)
      const isDial = recorded.method === 'POST' && recorded.path === '/v1/calls'
      if (isDial) this.beforeDial?.(recorded.body)
      const armed = this.#armed
      if (armed && isDial) {
        this.#armed = null
        armed(response, recorded.body)
      } else {
        reply(response, this.#answer(recorded))
      }
    })
  }

  #answer(request: RecordedRequest): Answer {
    const url = new URL(request.path, 'http://vonage')
    const route = `${request.method} ${url.pathname}`
    const call = /^\/v1\/calls\/([^/]+)$/.exec(url.pathname)?.[1]
    const voice = url.pathname.startsWith('/v1/calls')
    if (!(voice ? hasToken(request) : hasKey(request))) return problem(401, 'unauthorized', 'Unauthorized')
    if (route === 'POST /v1/calls') return this.#dial(parseBody(request.body))
    if (route === 'GET /v1/calls') return this.#listCalls(url.searchParams)
    if (call !== undefined) return this.#oneCall(request, decodeURIComponent(call))
    if (url.pathname === `/v2/applications/${APPLICATION_ID}`) return this.#applicationAnswer(request)
    if (route === 'GET /account/numbers') return this.#listNumbers(url.searchParams)
    if (route === 'POST /number/update') return this.#updateNumber(request)
    return problem(404, 'not-found', 'Not Found')
  }

  #listCalls(query: URLSearchParams): Answer {
    const size = Number(query.get('page_size') ?? 10)
    const index = Number(query.get('record_index') ?? 0)
    const all = query.get('order') === 'desc' ? [...this.calls].reverse() : [...this.calls]
    const calls = all.slice(index, index + size).map(([uuid, { status, from, to }]) => ({
      uuid,
      status,
      direction: 'outbound',
      from: { type: 'phone', number: from },
      to: { type: 'phone', number: to },
    }))
    return { status: 200, body: { count: all.length, page_size: size, record_index: index, _embedded: { calls } } }
  }

  #dial(body: Body): Answer {
    const [to] = Array.isArray(body.to) ? (body.to as Body[]) : []
    if (!isEndpoint(to)) return invalid('to')
    if (!isEndpoint(body.from as Body) || (body.from as Body).type !== 'phone') return invalid('from')
    for (const name of ['answer_url', 'event_url']) {
      const urls = body[name]
      if (!Array.isArray(urls) || !/^https?:/.test(String(urls[0]))) return invalid(name)
    }
    if (!within(body.ringing_timer, 1, 120)) return invalid('ringing_timer')
    if (!within(body.length_timer, 1, 7200)) return invalid('length_timer')
    const uuid = randomUUID()
    this.calls.set(uuid, { status: 'started', from: OWN_NUMBER, to: String(to?.number ?? to?.uri) })
    return {
      status: 201,
      body: { uuid, status: 'started', direction: 'outbound', conversation_uuid: `CON-${randomUUID()}` },
    }
  }

  #oneCall(request: RecordedRequest, uuid: string): Answer {
    const call = this.calls.get(uuid)
    if (!call) return problem(404, 'not-found', 'Not Found')
    if (request.method === 'GET') {
      const { status, from, to } = call
      const direction = from === OWN_NUMBER ? 'outbound' : 'inbound'
      return {
        status: 200,
        body: { uuid, status, direction, from: { type: 'phone', number: from }, to: { type: 'phone', number: to } },
      }
    }
    const body = parseBody(request.body)
    if (request.method !== 'PUT' || (body.action !== 'hangup' && body.action !== 'transfer')) return invalid('action')
    if (call.status === 'completed') return problem(400, 'bad-request', 'The call is not in progress')
    if (body.action === 'hangup') call.status = 'completed'
    return { status: 204 }
  }

  #applicationAnswer(request: RecordedRequest): Answer {
    if (request.method === 'PUT') {
      const body = parseBody(request.body)
      if (!body.name) return invalid('name')
      // The whole application is replaced by what was sent.
      this.application = { id: APPLICATION_ID, ...body }
    }
    return { status: 200, body: this.application }
  }

  #listNumbers(query: URLSearchParams): Answer {
    const asked = query.get('pattern')
    const found = asked === null || (query.get('search_pattern') === '0' && OWN_NUMBER.startsWith(asked))
    return { status: 200, body: found ? { count: 1, numbers: [this.number] } : {} }
  }

  #updateNumber(request: RecordedRequest): Answer {
    const form = new URLSearchParams(request.body)
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return { status: 415 }
    if (form.get('msisdn') !== OWN_NUMBER || form.get('country') !== 'US') {
      return { status: 420, body: { 'error-code': '420', 'error-code-label': 'method failed' } }
    }
    Object.assign(this.number, { moHttpUrl: '' }, Object.fromEntries(form))
    return { status: 200, body: { 'error-code': '200', 'error-code-label': 'success' } }
  }
}

export class VonagePeer implements MediaPeer {
  readonly closed: Promise<void>
  /** The size of every binary message received. */
  readonly frameSizes: number[] = []
  readonly #socket: WebSocket
  #heard: Buffer = Buffer.alloc(0)
  #played = 0
  #clears = 0
  #notices: unknown[] = []
  #waiting: Array<{ bytes: number; resolve: () => void }> = []

  constructor(socket: WebSocket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.#hear(data as Buffer)
      else this.#obey(JSON.parse(String(data)) as { action?: string; payload?: unknown })
    })
    this.#tell({ event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000' })
  }

  speak(audio: Uint8Array): void {
    for (let from = 0; from < audio.length; from += FRAME_BYTES)
      this.#socket.send(audio.subarray(from, from + FRAME_BYTES))
  }

  press(digit: string): void {
    this.#tell({ event: 'websocket:dtmf', digit, duration: 260 })
  }

  heard(): Uint8Array {
    return this.#heard
  }

  hears(bytes: number): Promise<void> {
    if (this.#heard.length >= bytes) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ bytes, resolve }))
  }

  finishPlaying(): void {
    this.#played = this.#heard.length
    for (const payload of this.#notices) this.#tell({ event: 'websocket:notify', payload })
    this.#notices = []
  }

  clears(): number {
    return this.#clears
  }

  /** No farewell: the socket just closes. */
  send(text: string): void {
    this.#socket.send(text)
  }

  hangUp(): void {
    this.#socket.close()
  }

  #tell(event: Body): void {
    this.#socket.send(JSON.stringify(event))
  }

  #hear(frame: Buffer): void {
    this.frameSizes.push(frame.length)
    this.#heard = Buffer.concat([this.#heard, frame])
    const met = this.#waiting.filter(({ bytes }) => this.#heard.length >= bytes)
    this.#waiting = this.#waiting.filter((each) => !met.includes(each))
    for (const { resolve } of met) resolve()
  }

  #obey(command: { action?: string; payload?: unknown }): void {
    if (command.action === 'notify') this.#notices.push(command.payload)
    if (command.action !== 'clear') return
    this.#clears += 1
    this.#heard = this.#heard.subarray(0, this.#played)
    // Notices waiting in the queue are dropped with it.
    this.#notices = []
    this.#tell({ event: 'websocket:cleared' })
  }
}

/** "detail" and "sip_code" of the webhook reference. Vonage documents no word for a wrong answer address. */
const FAULTS: Record<StandInFault, Body> = {
  account: { status: 'failed', sip_code: 402 },
  account_or_number: { status: 'rejected', detail: 'restricted', sip_code: 403 },
  network: { status: 'failed', detail: 'carrier_timeout', sip_code: 503 },
  caller: { status: 'rejected', sip_code: 608 },
  number: { status: 'rejected', detail: 'invalid_number', sip_code: 404 },
  unwanted: { status: 'rejected', sip_code: 607 },
  unexplained: { status: 'failed', detail: 'something_new' },
}

function stateOf(news: Exclude<StandInNews, { kind: 'machine' }>): Body | null {
  switch (news.kind) {
    case 'unreached':
      return null
    case 'dialing':
      return { status: 'started' }
    case 'ended':
      return news.fault ? FAULTS[news.fault] : ENDINGS[news.as]
    default:
      return { status: news.kind }
  }
}

const ENDINGS: Record<PlainEnd, Body> = {
  completed: { status: 'completed', duration: '60', rate: '0.00450000', price: '0.00450000', network: 'US-FIXED' },
  busy: { status: 'busy', sip_code: 486 },
  no_answer: { status: 'timeout' },
  declined: { status: 'rejected', detail: 'declined', sip_code: 603 },
  failed: { status: 'failed', detail: 'cannot_route', sip_code: 404 },
  canceled: { status: 'cancelled' },
}

const REFUSALS: Array<{ name: string; verdict: Verdict; answer: Answer | 'drop' | 'silence' }> = [
  { name: 'token refused', verdict: 'halt', answer: problem(401, 'unauthorized', 'Unauthorized') },
  {
    name: 'token refused by an older host',
    verdict: 'halt',
    answer: { status: 401, body: { type: 'UNAUTHORIZED', error_title: 'Unauthorized' } },
  },
  { name: 'low balance', verdict: 'halt', answer: problem(402, 'low-balance', 'Low balance') },
  { name: 'out of credit', verdict: 'halt', answer: problem(403, 'out-of-credit', 'You do not have enough credit') },
  { name: 'account may not dial', verdict: 'halt', answer: problem(403, 'forbidden', 'Forbidden') },
  { name: 'no such application', verdict: 'halt', answer: problem(404, 'not-found', 'Not Found') },
  { name: 'callee not a number', verdict: 'never', answer: invalid('to[0].number') },
  {
    name: 'callee not a number, older host',
    verdict: 'never',
    answer: { status: 400, body: { type: 'BAD_REQUEST', invalid_parameters: { to: 'Invalid' } } },
  },
  { name: 'caller ID not accepted', verdict: 'caller', answer: invalid('from.number') },
  { name: 'another parameter', verdict: 'halt', answer: invalid('ringing_timer') },
  {
    name: 'too many calls per second',
    verdict: 'later',
    answer: problem(429, 'rate-limit', 'The request was rate limited'),
  },
  { name: 'service unavailable', verdict: 'unknown', answer: { status: 503, body: {} } },
  { name: 'internal error', verdict: 'unknown', answer: problem(500, 'internal-error', 'Internal error') },
  { name: 'accepted without an id', verdict: 'unknown', answer: { status: 201, body: { status: 'started' } } },
  { name: 'time-out after accepting', verdict: 'unknown', answer: 'silence' },
  { name: 'connection lost', verdict: 'unknown', answer: 'drop' },
]

function problem(status: number, code: string, title: string): Answer {
  return {
    status,
    body: { type: `https://developer.vonage.com/api-errors#${code}`, title, detail: title, instance: randomUUID() },
  }
}

function invalid(name: string): Answer {
  const { body } = problem(400, 'payload-validation', 'Bad Request')
  return { status: 400, body: { ...(body as Body), invalid_parameters: [{ name, reason: 'Invalid' }] } }
}

function isEndpoint(endpoint: Body | undefined): boolean {
  if (endpoint?.type === 'phone') return /^[1-9]\d{6,14}$/.test(String(endpoint.number))
  return endpoint?.type === 'sip' && /^sips?:/.test(String(endpoint.uri))
}

function within(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
}

function hasKey(request: RecordedRequest): boolean {
  return request.headers.authorization === `Basic ${Buffer.from(`${API_KEY}:${API_SECRET}`).toString('base64')}`
}

/** RS256, by this application, not expired, with the claims Vonage asks for. */
function hasToken(request: RecordedRequest): boolean {
  const [header = '', claims = '', signature = ''] = (request.headers.authorization ?? '')
    .replace(/^Bearer /, '')
    .split('.')
  const given = { ...decode(header), ...decode(claims) }
  const now = Date.now() / 1000
  if (given.alg !== 'RS256' || given.application_id !== APPLICATION_ID || typeof given.jti !== 'string') return false
  if (!(Number(given.iat) <= now + 5 && Number(given.exp) > now)) return false
  return verify('sha256', Buffer.from(`${header}.${claims}`), KEYS.publicKey, Buffer.from(signature, 'base64url'))
}

function encode(part: Body): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function decode(part: string): Body {
  return parseBody(Buffer.from(part, 'base64url').toString('utf8'))
}

function parseBody(body: string): Body {
  try {
    return JSON.parse(body) as Body
  } catch {
    return {}
  }
}

function reply(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
}
