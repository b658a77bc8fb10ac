/**
 * Plivo on the loopback, after plivo.com/docs (voice API, callbacks, signature V3, audio streaming). The parts that other
 * carriers copied from it are exported for their stand-ins.
 */
import { createHmac, randomUUID } from 'node:crypto'
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

export interface Reply {
  status: number
  json?: unknown
  headers?: Record<string, string>
}

export type Refusal = { name: string; verdict: Verdict } & (Reply | { fault: 'silence' | 'hang up' })

/** How a carrier of this family differs from the others. */
export interface Habits {
  authId: string
  authToken: string
  listsCalls: boolean
  /** Null: accepted. */
  authenticate(headers: IncomingMessage['headers']): Reply | null
  /** Every request but a dial. */
  serve(method: string, url: URL, body: unknown, calls: Map<string, string>): Reply | null
  dialPath: string
  /** Null: the dial is sound. */
  faultOfDial(dial: Record<string, unknown>): Reply | null
  dialed(id: string): Reply
  refusals: readonly Refusal[]
  sign(url: string, fields: ReadonlyArray<[string, string]>): Record<string, string>
  /** As words of `HangupCauseName`, with whether the hang-up callback's status tells anything (Vobiz' does not). */
  tellsStatus: boolean
  hangup: Readonly<Record<PlainEnd, { status: string; code: string; name: string; source: string }>>
  /** The number of the first message on an audio socket. */
  firstSequenceNumber: number
}

export async function startStandIn(habits: Habits): Promise<RunningStandIn> {
  const requests: RecordedRequest[] = []
  const calls = new Map<string, string>()
  let armed: Refusal | null = null

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: flat(request.headers), body })
    const url = new URL(request.url ?? '/', 'http://carrier')
    const isDial = request.method === 'POST' && url.pathname === habits.dialPath
    if (isDial) running.beforeDial?.(body)
    if (isDial && armed) {
      const refusal = armed
      armed = null
      if ('fault' in refusal) {
        if (refusal.fault === 'hang up') request.socket.destroy()
        else dial(body)
        return
      }
      return send(response, refusal)
    }
    send(response, habits.authenticate(request.headers) ?? (isDial ? dial(body) : serve(request, url, body)))
  })

  function dial(body: string): Reply {
    const order = parse(body)
    const fault = order ? habits.faultOfDial(order) : { status: 400, json: { error: 'invalid json' } }
    if (fault) return fault
    const id = randomUUID()
    calls.set(id, String(order?.to ?? ''))
    return habits.dialed(id)
  }

  function serve(request: IncomingMessage, url: URL, body: string): Reply {
    const reply = habits.serve(request.method ?? '', url, body === '' ? null : parse(body), calls)
    return reply ?? { status: 404, json: { api_id: randomUUID(), error: 'not found' } }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const running: RunningStandIn = {
    beforeDial: null,
    listsCalls: habits.listsCalls,
    credentials: { auth_id: habits.authId, auth_token: habits.authToken, api_base_url: `http://127.0.0.1:${port}` },
    requests,
    refusals: habits.refusals.map((refusal) => ({
      name: refusal.name,
      verdict: refusal.verdict,
      arm() {
        armed = refusal
      },
    })),
    statusWebhook: (urls, call, news) => statusWebhook(habits, urls, call, news),
    answerWebhook: (urls, call) =>
      webhook(habits, urls.call(call, 'answer'), fieldsOf(call, 'StartApp', 'in-progress', 'outbound')),
    inboundWebhook(urls, from, to) {
      const call = { callId: 0, callKey: '', providerCallId: randomUUID() }
      const fields = fieldsOf(call, 'StartApp', 'ringing', 'inbound', from.slice(1), to.slice(1))
      return webhook(habits, urls.configuration('inbound'), fields)
    },
    connectMedia: (url, call) => connectMedia(habits, url, call),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return running
}

/** "Standard Plivo Hangup Causes"; Plivo and Vobiz have no word for a person who reports a call as unwanted. */
const FAULTS: Readonly<Record<StandInFault, readonly [code: string, name: string, source: string]>> = {
  account: ['1010', 'Out of Credits', 'Carrier'],
  account_or_number: ['2030', 'Destination Country Barred', 'Carrier'],
  network: ['3090', 'Network Congestion', 'Carrier'],
  caller: ['3030', 'Caller ID Not Owned', 'Carrier'],
  number: ['3050', 'Unallocated Number', 'Carrier'],
  unwanted: ['3110', 'Rejected', 'Callee'],
  unexplained: ['3999', 'Something New', 'Carrier'],
}

function hangupOf(habits: Habits, news: Extract<StandInNews, { kind: 'ended' | 'unreached' }>) {
  const status = habits.tellsStatus ? 'failed' : 'completed'
  if (news.kind === 'unreached') return { status, code: '7011', name: 'Error Reaching Answer URL', source: 'Error' }
  if (!news.fault) return habits.hangup[news.as]
  const [code, name, source] = FAULTS[news.fault]
  return { status, code, name, source }
}

function statusWebhook(habits: Habits, urls: StandInUrls, call: CallRef, news: StandInNews): SignedWebhook | null {
  switch (news.kind) {
    case 'dialing':
      return null
    case 'ringing':
      return webhook(habits, urls.call(call, 'ring'), fieldsOf(call, 'Ring', 'ringing', 'outbound'))
    case 'answered':
      // Told by asking for the document.
      return null
    case 'machine': {
      const fields = fieldsOf(call, 'MachineDetection', 'in-progress', 'outbound')
      fields.push(['Machine', String(news.verdict === 'machine')], ['IfMachine', 'continue'])
      return webhook(habits, urls.call(call, 'machine'), fields)
    }
    case 'unreached':
    case 'ended': {
      if (news.kind === 'ended' && news.fault === 'unwanted') return null
      const { status, code, name, source } = hangupOf(habits, news)
      const answered = news.kind === 'unreached' || news.as === 'completed'
      const fields = fieldsOf(call, 'Hangup', status, 'outbound')
      fields.push(
        ['HangupCause', name.toUpperCase().replaceAll(' ', '_')],
        ['HangupCauseCode', code],
        ['HangupCauseName', name],
        ['HangupSource', source],
        ['Duration', answered ? '42' : '0'],
        ['BillDuration', answered ? '60' : '0'],
        ['StartTime', '2026-11-15 09:30:00'],
        ['AnswerTime', answered ? '2026-11-15 09:30:08' : ''],
        ['EndTime', '2026-11-15 09:30:50'],
      )
      return webhook(habits, urls.call(call, 'hangup'), fields)
    }
  }
}

function fieldsOf(
  call: CallRef,
  event: string,
  status: string,
  direction: string,
  from = '14155550100',
  to = '14155550123',
): Array<[string, string]> {
  const id = call.providerCallId ?? randomUUID()
  return [
    ['From', from],
    ['To', to],
    ['RequestUUID', id],
    ['ALegRequestUUID', id],
    ['CallUUID', id],
    ['Direction', direction],
    ['ALegUUID', id],
    ['Event', event],
    ['CallStatus', status],
    ['SessionStart', '2026-11-15 09:30:00.123456'],
  ]
}

function webhook(habits: Habits, url: string, fields: Array<[string, string]>): SignedWebhook {
  const body = new URLSearchParams(fields).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
    ...habits.sign(url, fields),
  }
  return { method: 'POST', url, headers, body }
}

/** Frames of 20 ms, as on the wire. */
const FRAME_BYTES = 160

async function connectMedia(habits: Habits, url: string, call: CallRef): Promise<MediaPeer> {
  const socket = new WebSocket(url)
  const streamId = randomUUID()
  let sequenceNumber = habits.firstSequenceNumber
  let heard = Buffer.alloc(0)
  let playedBytes = 0
  let clears = 0
  let checkpoints: string[] = []
  let waiting: Array<{ bytes: number; resolve: () => void }> = []
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  const say = (message: object): void => {
    socket.send(JSON.stringify({ sequenceNumber, streamId, extra_headers: '{}', ...message }))
    sequenceNumber += 1
  }

  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Record<string, unknown>
    // The carrier itself ignores such a message; the person would hear nothing, and a test must notice.
    if (!isSound(message, streamId)) return socket.close(1008)
    if (message.event === 'checkpoint') checkpoints.push(String(message.name))
    if (message.event === 'playAudio') {
      heard = Buffer.concat([heard, Buffer.from((message.media as { payload: string }).payload, 'base64')])
      for (const { bytes, resolve } of waiting) if (heard.length >= bytes) resolve()
      waiting = waiting.filter(({ bytes }) => heard.length < bytes)
    }
    if (message.event === 'clearAudio') {
      clears += 1
      heard = heard.subarray(0, playedBytes)
      checkpoints = []
      say({ event: 'clearedAudio' })
    }
  })
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000 }
  const start = { callId: call.providerCallId, streamId, accountId: habits.authId, tracks: ['inbound'], mediaFormat }
  say({ event: 'start', start })

  return {
    speak(audio) {
      for (let at = 0; at < audio.length; at += FRAME_BYTES) {
        const payload = Buffer.from(audio.subarray(at, at + FRAME_BYTES)).toString('base64')
        say({ event: 'media', media: { track: 'inbound', timestamp: '1700000000000', chunk: sequenceNumber, payload } })
      }
    },
    press: (digit) => say({ event: 'dtmf', dtmf: { track: 'inbound', digit, timestamp: '1700000000000' } }),
    heard: () => heard,
    hears: (bytes) =>
      heard.length >= bytes ? Promise.resolve() : new Promise((resolve) => waiting.push({ bytes, resolve })),
    finishPlaying() {
      playedBytes = heard.length
      for (const name of checkpoints) say({ event: 'playedStream', name })
      checkpoints = []
    },
    clears: () => clears,
    send: (text) => socket.send(text),
    hangUp: () => socket.close(1000),
    closed,
  }
}

function isSound(message: Record<string, unknown>, streamId: string): boolean {
  const media = message.media as Record<string, unknown> | undefined
  switch (message.event) {
    case 'playAudio':
      return media?.contentType === 'audio/x-mulaw' && media.sampleRate === 8000 && typeof media.payload === 'string'
    case 'checkpoint':
      return message.streamId === streamId && typeof message.name === 'string'
    case 'clearAudio':
      return message.streamId === streamId
    default:
      return false
  }
}

/** Fields of a dial that both carriers know; any other is an error here. */
const DIAL_FIELDS = new Set(
  'from to answer_url answer_method ring_url ring_method hangup_url hangup_method ring_timeout time_limit'
    .concat(' machine_detection machine_detection_url machine_detection_method')
    .split(' '),
)

/** The first fault of a dial, as `[field, sentence]`. */
export function faultyField(dial: Record<string, unknown>, required: readonly string[]): [string, string] | null {
  for (const field of required) if (!dial[field]) return [field, `${field} parameter not present`]
  for (const [field, value] of Object.entries(dial)) {
    const text = String(value)
    const isNumber = field === 'from' || field === 'to'
    if (!DIAL_FIELDS.has(field)) return [field, `${field} is not a parameter`]
    if (isNumber && !/^(\d{6,15}|sip:.+@.+)$/.test(text)) return [field, `${field} parameter is not a valid number`]
    if (field.endsWith('_url') && !/^https?:\/\//.test(text)) return [field, `${field} is not a valid URL`]
    if (field.endsWith('_method') && text !== 'POST' && text !== 'GET') return [field, `${field} is not valid`]
  }
  return null
}

const AUTH_ID = 'MATESTTESTTESTTESTXX'
const AUTH_TOKEN = 'plivo-token-of-the-stand-in-0123456789ab'
const ROOT = `/v1/Account/${AUTH_ID}/`

const error = (status: number, sentence: string): Reply => ({ status, json: { api_id: randomUUID(), error: sentence } })

const habits: Omit<Habits, 'serve'> = {
  authId: AUTH_ID,
  authToken: AUTH_TOKEN,
  listsCalls: true,
  authenticate(headers) {
    const expected = `Basic ${Buffer.from(`${AUTH_ID}:${AUTH_TOKEN}`).toString('base64')}`
    return headers.authorization === expected ? null : { status: 401 }
  },
  dialPath: `${ROOT}Call/`,
  faultOfDial(dial) {
    const fault = faultyField(dial, ['from', 'to', 'answer_url'])
    return fault && error(400, fault[1])
  },
  dialed: (id) => ({ status: 201, json: { api_id: randomUUID(), message: 'call fired', request_uuid: id } }),
  refusals: [
    { name: 'wrong credentials', verdict: 'halt', status: 401 },
    { name: 'no credit', verdict: 'halt', ...error(402, 'insufficient credit') },
    { name: 'no credit, as a bad request', verdict: 'halt', ...error(400, 'Insufficient Credit') },
    { name: 'invalid destination', verdict: 'never', ...error(400, 'to parameter is not a valid number') },
    { name: 'invalid caller ID', verdict: 'caller', ...error(400, 'from parameter is not a valid number') },
    { name: 'country not permitted', verdict: 'halt', ...error(403, 'geo permissions disabled for the account') },
    { name: 'account not verified', verdict: 'halt', ...error(403, 'account not verified') },
    { name: 'unknown account', verdict: 'halt', ...error(404, 'not found') },
    { name: 'method not allowed', verdict: 'halt', ...error(405, 'method not allowed') },
    { name: 'too many requests', verdict: 'later', ...error(429, 'rate limited'), headers: { 'retry-after': '2' } },
    { name: 'server error', verdict: 'unknown', ...error(500, 'server error') },
    { name: 'bad gateway', verdict: 'unknown', status: 502 },
    { name: 'overloaded', verdict: 'unknown', status: 503 },
    { name: 'accepted without an id', verdict: 'unknown', status: 201, json: { message: 'call fired' } },
    { name: 'time-out after accepting', verdict: 'unknown', fault: 'silence' },
    { name: 'connection lost', verdict: 'unknown', fault: 'hang up' },
  ],
  sign(url, fields) {
    const nonce = String(Math.floor(Math.random() * 1e15))
    const parameters = [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).flat()
    const [base, query] = url.split('?')
    const text = `${base}?${query ? `${query}.` : ''}${parameters.join('')}.${nonce}`
    const signature = createHmac('sha256', AUTH_TOKEN).update(text).digest('base64')
    return { 'X-Plivo-Signature-V3': signature, 'X-Plivo-Signature-V3-Nonce': nonce }
  },
  tellsStatus: true,
  hangup: {
    completed: { status: 'completed', code: '4000', name: 'Normal Hangup', source: 'Callee' },
    busy: { status: 'busy', code: '3010', name: 'Busy Line', source: 'Carrier' },
    no_answer: { status: 'no-answer', code: '6010', name: 'Ring Timeout Reached', source: 'Plivo' },
    declined: { status: 'busy', code: '3020', name: 'Rejected', source: 'Callee' },
    failed: { status: 'failed', code: '5020', name: 'Routing Error', source: 'Plivo' },
    canceled: { status: 'cancel', code: '1000', name: 'Canceled', source: 'API Request' },
  },
  firstSequenceNumber: 1,
}

/** Account, number, application and queued calls; remembers which application the number is linked to. */
function servePlivo(): Habits['serve'] {
  const changed: Reply = { status: 202, json: { api_id: randomUUID(), message: 'changed' } }
  const applications = new Map<string, string>()
  let linkedTo: string | null = null
  return (method, url, body, calls) => {
    const path = url.pathname.replace(ROOT, '')
    const given = (body ?? {}) as Record<string, unknown>
    const id = path.split('/')[1] ?? ''
    switch (`${method} ${path.replace(id, id ? '*' : '')}`) {
      case 'GET ':
        return {
          status: 200,
          json: { auth_id: AUTH_ID, billing_mode: 'prepaid', cash_credits: '4.88860', auto_recharge: false },
        }
      case 'GET Number/*/':
        if (id !== '14155550100') return null
        return { status: 200, json: { number: id, application: linkedTo && `${ROOT}Application/${linkedTo}/` } }
      case 'POST Number/*/':
        linkedTo = given.app_id as string | null
        return linkedTo === null || applications.has(linkedTo) ? changed : error(400, 'app_id not found')
      case 'GET Application/': {
        const name = url.searchParams.get('app_name')
        const found = [...applications].filter(([, each]) => each === name)
        return { status: 200, json: { objects: found.map(([app_id, app_name]) => ({ app_id, app_name })) } }
      }
      case 'POST Application/': {
        const app_id = String(20468599130939380n + BigInt(applications.size))
        applications.set(app_id, String(given.app_name))
        return { status: 201, json: { api_id: randomUUID(), app_id, message: 'created' } }
      }
      case 'POST Application/*/':
        return applications.has(id) ? changed : null
      case 'GET Call/':
        if (url.searchParams.get('status') === 'queued')
          return { status: 200, json: { api_id: randomUUID(), calls: [] } }
        if (url.searchParams.get('status') !== 'live') return { status: 200, json: { objects: [] } }
        return { status: 200, json: { api_id: randomUUID(), calls: [...calls.keys()] } }
      case 'GET Call/*/':
        if (!calls.has(id) || url.searchParams.get('status') !== 'live') return null
        return { status: 200, json: { call_status: 'ringing', call_uuid: id, to: calls.get(id) } }
      case 'POST Call/*/':
        if (given.legs !== 'aleg' || !/^https?:/.test(String(given.aleg_url)))
          return error(400, 'aleg_url is not valid')
        return calls.has(id) ? changed : null
      case 'GET Number/':
        return { status: 200, json: { meta: { total_count: 1 }, objects: [{ number: '14155550100', alias: 'desk' }] } }
      case 'DELETE Request/*/':
        return calls.delete(id) ? { status: 204 } : null
      default:
        return null
    }
  }
}

export const standIn: StandIn = { start: () => startStandIn({ ...habits, serve: servePlivo() }) }

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
  response.end(reply.json === undefined ? '' : JSON.stringify(reply.json))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function parse(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return null
  }
}

function flat(headers: IncomingMessage['headers']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]))
}
