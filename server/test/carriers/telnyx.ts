/** Telnyx on loopback, after the API description of Call Control v2 and the media streaming guide. */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
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

const API_KEY = 'KEY0123456789ABCDEF_loopbackloopback'
const CONNECTION_ID = '1293384261075731499'
const OWN_NUMBER = '+14155550100'
const NUMBER_ID = '1293384261075731461'

interface Answer {
  status: number
  body: unknown
}

interface KnownCall {
  legId: string
  alive: boolean
  answered: boolean
  clientState: string
  streaming: boolean
}

type Body = Record<string, unknown>

export const standIn: StandIn = {
  async start() {
    const carrier = new TelnyxStandIn()
    await carrier.listen()
    return carrier
  },
}

export class TelnyxStandIn implements RunningStandIn {
  readonly requests: RecordedRequest[] = []
  readonly listsCalls = true
  beforeDial: ((body: string) => void) | null = null
  readonly application = {
    id: CONNECTION_ID,
    record_type: 'call_control_application',
    application_name: 'Outdial',
    active: true,
    webhook_event_url: 'https://example.com/earlier',
    webhook_api_version: '2',
    outbound: { outbound_voice_profile_id: '1293384261075731500' },
  }
  readonly number = {
    id: NUMBER_ID,
    record_type: 'phone_number',
    phone_number: OWN_NUMBER,
    connection_id: null as string | null,
  }
  readonly calls = new Map<string, KnownCall>()
  readonly #keys = generateKeyPairSync('ed25519')
  readonly #server = createServer((request, response) => this.#receive(request, response))
  readonly #streams = new Map<string, WebSocket>()
  #armed: ((response: ServerResponse, body: Body) => void) | null = null
  #commands = 0

  readonly refusals = REFUSALS.map(({ name, verdict, answer }) => ({
    name,
    verdict,
    arm: () => {
      this.#armed = (response, body) => {
        if (answer === 'drop') response.socket?.destroy()
        else if (answer === 'silence') this.#newCall(String(body.client_state ?? ''))
        else reply(response, answer)
      }
    },
  }))

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get credentials(): Record<string, unknown> {
    const { x } = this.#keys.publicKey.export({ format: 'jwk' })
    return {
      api_key: API_KEY,
      connection_id: CONNECTION_ID,
      public_key: Buffer.from(x as string, 'base64url').toString('base64'),
      api_base_url: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v2`,
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#streams.values()) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  statusWebhook(urls: StandInUrls, call: CallRef, news: StandInNews): SignedWebhook | null {
    const callControlId = call.providerCallId ?? 'v3:not-yet-known'
    const about = { call_control_id: callControlId, client_state: stateOf(call.callKey) }
    const url = urls.call(call, 'events')
    switch (news.kind) {
      // Telnyx has no event for ringing, and needs no answer address.
      case 'ringing':
      case 'unreached':
        return null
      case 'dialing':
        return this.event(url, 'call.initiated', { ...about, direction: 'outgoing', state: 'bridging' })
      case 'answered':
        return this.event(url, 'call.answered', { ...about, state: 'answered' })
      case 'machine':
        return this.event(url, 'call.machine.detection.ended', { ...about, result: news.verdict })
      case 'ended':
        return this.event(url, 'call.hangup', { ...about, state: 'hangup', ...hangupOf(news) })
    }
  }

  /** The stream is ordered together with the call. */
  answerWebhook(): null {
    return null
  }

  inboundWebhook(urls: StandInUrls, from: string, to: string): SignedWebhook {
    return this.event(urls.configuration('inbound'), 'call.initiated', {
      call_control_id: this.#newCall(''),
      direction: 'incoming',
      state: 'parked',
      shaken_stir_attestation: 'B',
      shaken_stir_validated: true,
      from,
      to,
    })
  }

  /** Signs now unless told otherwise. */
  event(url: string, type: string, payload: Body, seconds = Math.floor(Date.now() / 1000)): SignedWebhook {
    const body = JSON.stringify({
      data: {
        record_type: 'event',
        event_type: type,
        id: randomUUID(),
        occurred_at: new Date(seconds * 1000).toISOString(),
        payload: { connection_id: CONNECTION_ID, call_leg_id: randomUUID(), call_session_id: randomUUID(), ...payload },
      },
      meta: { attempt: 1, delivered_to: url },
    })
    const signature = sign(null, Buffer.from(`${seconds}|${body}`), this.#keys.privateKey).toString('base64')
    return {
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'telnyx-signature-ed25519': signature,
        'telnyx-timestamp': String(seconds),
      },
      body,
    }
  }

  /** The person has answered: the socket that has been open since the dial gets its `start`. */
  async connectMedia(url: string, call: CallRef): Promise<TelnyxPeer> {
    const waiting = this.#streams.get(url)
    this.#streams.delete(url)
    const socket = waiting?.readyState === WebSocket.OPEN ? waiting : await openStream(url)
    return new TelnyxPeer(socket, call.providerCallId ?? 'v3:not-yet-known')
  }

  /** The audio socket is opened while the call is being bridged, long before anybody answers. */
  #openStreamAtDialTime(url: string): void {
    openStream(url).then(
      (socket) => this.#streams.set(url, socket),
      () => {},
    )
  }

  #newCall(clientState: string): string {
    const id = `v3:${randomUUID()}_==`
    this.calls.set(id, { legId: randomUUID(), alive: true, answered: false, clientState, streaming: true })
    return id
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const headers = request.headers as Record<string, string | undefined>
      const path = request.url ?? ''
      this.requests.push({ method: request.method ?? '', path, headers, body })
      const isDial = request.method === 'POST' && path === '/v2/calls'
      if (isDial) this.beforeDial?.(body)
      const armed = this.#armed
      const json = parseBody(body)
      if (armed && isDial) {
        this.#armed = null
        armed(response, json)
      } else {
        reply(response, this.#answer(request.method ?? '', path, headers, json))
      }
    })
  }

  #answer(method: string, path: string, headers: Record<string, string | undefined>, body: Body): Answer {
    if (headers.authorization !== `Bearer ${API_KEY}`) return refusal(401, '10009', 'Authentication failed')
    if (method !== 'GET' && headers['content-type'] !== 'application/json')
      return refusal(415, '10014', 'Unsupported Media Type')
    const url = new URL(path, 'http://telnyx')
    const [, version, room, id, actions, action] = url.pathname.split('/').map(decodeURIComponent)
    if (version !== 'v2') return refusal(404, '10005', 'Resource not found')
    if (method === 'POST' && room === 'calls' && id === undefined) return this.#dial(body)
    if (method === 'GET' && room === 'calls' && id !== undefined && actions === undefined) return this.#callStatus(id)
    if (method === 'POST' && room === 'calls' && actions === 'actions')
      return this.#command(String(id), String(action), body)
    if (method === 'GET' && room === 'call_events') return this.#callEvents(url.searchParams.get('filter[leg_id]'))
    if (method === 'GET' && room === 'phone_numbers')
      return this.#listNumbers(url.searchParams.get('filter[phone_number]'))
    if (method === 'PATCH' && room === 'phone_numbers' && id === NUMBER_ID)
      return { status: 200, body: { data: Object.assign(this.number, body) } }
    if (method === 'GET' && room === 'balance')
      return {
        status: 200,
        body: { data: { record_type: 'balance', balance: '300.00', available_credit: '400.00', currency: 'USD' } },
      }
    if (method === 'GET' && room === 'connections' && id === CONNECTION_ID && actions === 'active_calls')
      return this.#activeCalls()
    if (room === 'call_control_applications' && id === CONNECTION_ID) return this.#applicationAnswer(method, body)
    return refusal(404, '10005', 'Resource not found')
  }

  #dial(body: Body): Answer {
    for (const name of ['connection_id', 'to', 'from']) {
      if (typeof body[name] !== 'string' || body[name] === '')
        return refusal(422, '10004', 'Missing required parameter', `/${name}`)
    }
    if (body.connection_id !== CONNECTION_ID)
      return refusal(422, '10015', 'Invalid value for connection_id (Call Control App ID)', '/connection_id')
    for (const name of ['to', 'from']) {
      if (!/^(\+[1-9]\d{6,14}|sips?:\S+)$/.test(String(body[name])))
        return refusal(422, '10016', 'Phone number must be in +E164 format', `/${name}`)
    }
    if (!within(body.timeout_secs, 5, 600)) return refusal(422, '10033', 'Value outside of range', '/timeout_secs')
    if (!within(body.time_limit_secs, 30, 14_400))
      return refusal(422, '10033', 'Value outside of range', '/time_limit_secs')
    const streamFault = faultOfStream(body)
    if (streamFault) return refusal(422, '10032', 'Invalid enumerated value', streamFault)
    const clientState = String(body.client_state ?? '')
    const id = this.#newCall(clientState)
    this.#openStreamAtDialTime(String(body.stream_url))
    return {
      status: 200,
      body: {
        data: {
          record_type: 'call',
          call_control_id: id,
          call_leg_id: this.calls.get(id)?.legId,
          call_session_id: randomUUID(),
          is_alive: false,
          client_state: clientState,
        },
      },
    }
  }

  #callStatus(id: string): Answer {
    const call = this.calls.get(id)
    if (!call) return refusal(404, '10005', 'Resource not found')
    return {
      status: 200,
      body: {
        data: {
          record_type: 'call',
          call_control_id: id,
          call_leg_id: call.legId,
          call_session_id: randomUUID(),
          client_state: call.clientState,
          is_alive: call.alive,
          start_time: '2026-01-23T18:10:02.574Z',
          ...(call.alive ? {} : { end_time: '2026-01-23T18:11:52.574Z', call_duration: 50 }),
        },
      },
    }
  }

  #activeCalls(): Answer {
    const data = [...this.calls]
      .filter(([, call]) => call.alive)
      .map(([call_control_id, { legId, clientState }]) => ({
        record_type: 'call',
        call_control_id,
        call_leg_id: legId,
        call_session_id: randomUUID(),
        client_state: clientState,
        call_duration: 5,
      }))
    return { status: 200, body: { data, meta: {} } }
  }

  #callEvents(legId: string | null): Answer {
    const call = [...this.calls.values()].find((each) => each.legId === legId)
    const names = call
      ? ['call.initiated', ...(call.answered ? ['call.answered'] : []), ...(call.alive ? [] : ['call.hangup'])]
      : []
    const event = (name: string) => ({
      record_type: 'call_event',
      call_leg_id: legId,
      type: 'webhook',
      name,
      metadata: {},
    })
    return { status: 200, body: { data: names.map(event), meta: {} } }
  }

  #command(id: string, action: string, body: Body): Answer {
    const call = this.calls.get(id)
    if (!call) return refusal(422, '90015', 'Invalid Call Control ID', '/call_control_id')
    if (!call.alive) return refusal(422, '90018', 'Call has already ended')
    this.#commands += 1
    switch (action) {
      case 'hangup':
        call.alive = false
        break
      case 'reject':
        if (body.cause !== 'CALL_REJECTED' && body.cause !== 'USER_BUSY')
          return refusal(422, '10032', 'Invalid enumerated value', '/cause')
        call.alive = false
        break
      case 'answer': {
        const fault = faultOfStream(body)
        if (fault) return refusal(422, '10032', 'Invalid enumerated value', fault)
        call.answered = true
        break
      }
      case 'streaming_stop':
        call.streaming = false
        break
      case 'bridge': {
        const other = this.calls.get(String(body.call_control_id))
        if (!other) return refusal(422, '90018', 'Call has already ended')
        if (this.bridgeNeedsNoStream && (call.streaming || other.streaming))
          return refusal(422, '90045', 'Media Streaming is used')
        break
      }
      default:
        return refusal(404, '10005', 'Resource not found')
    }
    return { status: 200, body: { data: { result: 'ok', command: this.#commands } } }
  }

  /** Whether calls are not bridged while their audio is streamed (error 90045). */
  bridgeNeedsNoStream = false

  #listNumbers(filter: string | null): Answer {
    const wanted = filter === null || (/^\d{3,}$/.test(filter) && this.number.phone_number.includes(filter))
    return { status: 200, body: { data: wanted ? [this.number] : [], meta: { total_results: wanted ? 1 : 0 } } }
  }

  #applicationAnswer(method: string, body: Body): Answer {
    if (method === 'PATCH') {
      if (!body.application_name || !body.webhook_event_url) return refusal(422, '10004', 'Missing required parameter')
      Object.assign(this.application, body)
    }
    return { status: 200, body: { data: this.application } }
  }
}

export class TelnyxPeer implements MediaPeer {
  readonly closed: Promise<void>
  /** Every message received, as JSON. */
  readonly messages: Array<Record<string, unknown>> = []
  readonly #socket: WebSocket
  readonly #streamId = randomUUID()
  #heard: Buffer = Buffer.alloc(0)
  #played = 0
  #clears = 0
  #marks: string[] = []
  #sequence = 0
  #chunk = 0
  #waiting: Array<{ bytes: number; resolve: () => void }> = []

  constructor(socket: WebSocket, callControlId: string, encoding = 'PCMU', sampleRate = 8000) {
    this.#socket = socket
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as Record<string, unknown>))
    this.#tell('start', {
      start: {
        user_id: randomUUID(),
        call_control_id: callControlId,
        media_format: { encoding, sample_rate: sampleRate, channels: 1 },
      },
    })
  }

  speak(audio: Uint8Array): void {
    for (let from = 0; from < audio.length; from += 160) {
      this.#chunk += 1
      this.speakChunk(this.#chunk, audio.subarray(from, from + 160))
    }
  }

  speakChunk(chunk: number, audio: Uint8Array): void {
    const payload = Buffer.from(audio).toString('base64')
    this.#tell('media', { media: { track: 'inbound', chunk: String(chunk), timestamp: String(chunk * 20), payload } })
  }

  press(digit: string): void {
    this.#tell('dtmf', { occurred_at: new Date(0).toISOString(), dtmf: { digit } })
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
    this.#returnMarks()
  }

  clears(): number {
    return this.#clears
  }

  send(text: string): void {
    this.#socket.send(text)
  }

  hangUp(): void {
    this.#tell('stop', { stop: { user_id: randomUUID(), call_control_id: 'v3:ended' } })
    this.#socket.close()
  }

  #tell(event: string, more: Record<string, unknown>): void {
    this.#sequence += 1
    this.#socket.send(
      JSON.stringify({ event, sequence_number: String(this.#sequence), stream_id: this.#streamId, ...more }),
    )
  }

  #returnMarks(): void {
    for (const name of this.#marks) this.#tell('mark', { mark: { name } })
    this.#marks = []
  }

  #receive(message: Record<string, unknown>): void {
    this.messages.push(message)
    if (message.event === 'media') {
      const { payload } = message.media as { payload: string }
      this.#heard = Buffer.concat([this.#heard, Buffer.from(payload, 'base64')])
    } else if (message.event === 'mark') {
      this.#marks.push((message.mark as { name: string }).name)
    } else if (message.event === 'clear') {
      this.#clears += 1
      this.#heard = this.#heard.subarray(0, this.#played)
      this.#returnMarks()
    }
    const met = this.#waiting.filter(({ bytes }) => this.#heard.length >= bytes)
    this.#waiting = this.#waiting.filter((each) => !met.includes(each))
    for (const { resolve } of met) resolve()
  }
}

async function openStream(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => socket.terminate())
  socket.send(JSON.stringify({ event: 'connected', version: '1.0.0' }))
  return socket
}

const SIP_CODES: Record<StandInFault, string> = {
  account: '402',
  account_or_number: '403',
  network: '503',
  caller: '608',
  number: '404',
  unwanted: '607',
  unexplained: '499',
}

function hangupOf(news: Extract<StandInNews, { kind: 'ended' }>): Body {
  if (!news.fault) return HANGUPS[news.as]
  return { hangup_cause: 'unspecified', hangup_source: 'unknown', sip_hangup_cause: SIP_CODES[news.fault] }
}

const HANGUPS: Record<PlainEnd, Body> = {
  completed: { hangup_cause: 'normal_clearing', hangup_source: 'callee', sip_hangup_cause: '200' },
  busy: { hangup_cause: 'user_busy', hangup_source: 'callee', sip_hangup_cause: '486' },
  no_answer: { hangup_cause: 'no_answer', hangup_source: 'caller', sip_hangup_cause: '487' },
  declined: { hangup_cause: 'call_rejected', hangup_source: 'callee', sip_hangup_cause: '603' },
  failed: { hangup_cause: 'unspecified', hangup_source: 'unknown', sip_hangup_cause: '503' },
  canceled: { hangup_cause: 'originator_cancel', hangup_source: 'caller', sip_hangup_cause: '487' },
}

const REFUSALS: Array<{ name: string; verdict: Verdict; answer: Answer | 'drop' | 'silence' }> = [
  { name: 'API key refused', verdict: 'halt', answer: refusal(401, '10009', 'Authentication failed') },
  { name: 'no permission to dial', verdict: 'halt', answer: refusal(403, '10010', 'Authorization failed') },
  {
    name: 'unknown application',
    verdict: 'halt',
    answer: refusal(422, '10015', 'Invalid value for connection_id (Call Control App ID)', '/connection_id'),
  },
  { name: 'trial account', verdict: 'halt', answer: refusal(403, '10039', 'Only verified destinations') },
  {
    name: 'account blocked (D19)',
    verdict: 'halt',
    answer: refusal(403, '10010', 'Authorization failed', '', 'Account is blocked D19'),
  },
  {
    name: 'destination invalid (D11)',
    verdict: 'never',
    answer: refusal(403, '10010', 'Authorization failed', '', 'Destination Number is invalid D11'),
  },
  {
    name: 'country not enabled (D13)',
    verdict: 'halt',
    answer: refusal(
      403,
      '10010',
      'Authorization failed',
      '',
      'Dialed number +14155550123 is not included in whitelisted countries D13',
    ),
  },
  {
    name: 'caller ID not accepted (D35)',
    verdict: 'caller',
    answer: refusal(403, '10010', 'Authorization failed', '', 'Caller Origination Number is Invalid D35'),
  },
  {
    name: 'channel limit (D1)',
    verdict: 'later',
    answer: refusal(403, '10010', 'Authorization failed', '', 'Concurrent outbound calls exceed global limit D1'),
  },
  {
    name: 'callee not a phone number',
    verdict: 'never',
    answer: refusal(422, '10016', 'Phone number must be in +E164 format', '/to'),
  },
  {
    name: 'caller not a phone number',
    verdict: 'caller',
    answer: refusal(422, '10016', 'Phone number must be in +E164 format', '/from'),
  },
  {
    name: 'value out of range',
    verdict: 'rejected',
    answer: refusal(422, '10033', 'Value outside of range', '/timeout_secs'),
  },
  { name: 'too many requests', verdict: 'later', answer: refusal(429, '10011', 'Too many requests') },
  { name: 'service unavailable', verdict: 'unknown', answer: refusal(503, '10007', 'Service unavailable') },
  { name: 'internal error', verdict: 'unknown', answer: refusal(500, '10007', 'Internal server error') },
  { name: 'bad gateway', verdict: 'unknown', answer: { status: 502, body: 'Bad Gateway' } },
  { name: 'accepted without an id', verdict: 'unknown', answer: { status: 200, body: { data: {} } } },
  { name: 'time-out after accepting', verdict: 'unknown', answer: 'silence' },
  { name: 'connection lost', verdict: 'unknown', answer: 'drop' },
]

function refusal(status: number, code: string, title: string, pointer = '', detail = title): Answer {
  return { status, body: { errors: [{ code, title, detail, ...(pointer ? { source: { pointer } } : {}) }] } }
}

function faultOfStream(body: Body): string | null {
  if (!/^wss?:\/\//.test(String(body.stream_url))) return '/stream_url'
  if (!['inbound_track', 'outbound_track', 'both_tracks'].includes(String(body.stream_track))) return '/stream_track'
  // Case matters to Telnyx.
  if (body.stream_bidirectional_mode !== 'rtp') return '/stream_bidirectional_mode'
  if (body.stream_bidirectional_codec !== 'PCMU') return '/stream_bidirectional_codec'
  return null
}

function within(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
}

function stateOf(callKey: string): string {
  return Buffer.from(JSON.stringify({ call: callKey, direction: 'out', from: OWN_NUMBER })).toString('base64')
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
  response.end(JSON.stringify(answer.body))
}
