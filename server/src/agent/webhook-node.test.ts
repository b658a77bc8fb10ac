import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { end, start, workflow } from '../../test/agent/harness.ts'
import { systemClock } from '../kernel/clock.ts'
import { Journal } from './journal.ts'
import { sendWebhooks, WEBHOOK } from './webhook-node.ts'

interface Received {
  method: string
  headers: IncomingHttpHeaders
  body: string
}

let server: Server
let base: string
let received: Received[]
let reply: (response: ServerResponse, number: number) => void
/** Waits as long as it is told, in a twentieth of the time. */
const hurried = { ...systemClock, after: (ms: number, work: () => void) => systemClock.after(ms / 20, work) }

beforeEach(async () => {
  received = []
  reply = (response) => response.end('fine')
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      received.push({ method: request.method ?? '', headers: request.headers, body })
      reply(response, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function send(data: object, options: { allowLinkLocal?: boolean } = {}) {
  const journal = new Journal(
    hurried,
    async () => {},
    () => {},
  )
  journal.gather('rating', '5')
  const definition = workflow([start('Hello.'), end('done')], [])
  definition.nodes.push({ id: 'hook', type: 'webhook', data: { name: 'CRM', url: `${base}/calls`, ...data } })
  await sendWebhooks(
    {
      callId: 41,
      definition,
      variables: { first_name: 'Ann "the" O\'Neil\r\nX-Evil: 1', empty: '' },
      record: journal.record,
      afterwards: { outcome: 'answered', duration_seconds: '12' },
    },
    { clock: hurried, journal, ...options },
  )
  return journal.record.timeline.find(({ event }) => event === 'webhook')
}

test('sends the whole record if no payload is written', async () => {
  expect(await send({})).toMatchObject({ ok: true, status: 200, tries: 1, node: 'hook', name: 'CRM' })
  const [message] = received
  expect(message?.method).toBe('POST')
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    call_id: 41,
    outcome: 'answered',
    gathered: { rating: '5' },
    transcript: [],
  })
})

test('renders the texts of a payload at any depth, and leaves the rest', async () => {
  await send({
    method: 'PUT',
    payload: { who: '{{first_name}}', deep: [{ rating: '{{rating}}', n: 7, none: null }], m: '{{nothing | -}}' },
  })
  const [message] = received
  expect(message?.method).toBe('PUT')
  expect(JSON.parse(message?.body ?? '')).toEqual({
    who: 'Ann "the" O\'Neil\r\nX-Evil: 1',
    deep: [{ rating: '5', n: 7, none: null }],
    m: '-',
  })
})

test('headers are rendered, cannot be smuggled in, and those of the carriage stay ours', async () => {
  await send({
    headers: { 'X-Name': '{{first_name}}', host: 'evil', 'content-length': '1', 'bad name': 'x', number: 7 },
    payload: {},
  })
  const headers = received[0]?.headers
  expect(headers?.['x-name']).toBe('Ann "the" O\'Neil X-Evil: 1')
  expect(headers?.['x-evil']).toBeUndefined()
  expect(headers?.host).toBe(new URL(base).host)
  expect(headers?.['content-length']).toBe('2')
})

test('one that is disabled is not sent', async () => {
  expect(await send({ enabled: false })).toBeUndefined()
  expect(received).toHaveLength(0)
})

test('a receiver that fails is tried three times', async () => {
  reply = (response) => response.writeHead(503).end()
  expect(await send({})).toMatchObject({ ok: false, status: 503, tries: WEBHOOK.tries })
  expect(received).toHaveLength(WEBHOOK.tries)
})

test('a receiver that recovers is content', async () => {
  reply = (response, number) => response.writeHead(number < 3 ? 500 : 204).end()
  expect(await send({})).toMatchObject({ ok: true, status: 204, tries: 3 })
})

test.each([400, 401, 404, 302])('a refusal with %i is not repeated, nor followed elsewhere', async (status) => {
  reply = (response) => response.writeHead(status, { location: `${base}/elsewhere` }).end()
  expect(await send({})).toMatchObject({ ok: false, status, tries: 1, reason: 'refused' })
  expect(received).toHaveLength(1)
})

test('a receiver that never answers is given up after its time', async () => {
  reply = () => {}
  expect(await send({})).toMatchObject({ ok: false, reason: 'time_out', tries: WEBHOOK.tries })
})

test('a receiver that is not there is told as such', async () => {
  expect(await send({ url: 'http://127.0.0.1:1/' })).toMatchObject({ ok: false, reason: 'not_reached' })
})

test.each(['http://169.254.169.254/latest', 'http://[fe80::1]/', 'http://[::ffff:169.254.169.254]/'])(
  '%s is never asked',
  async (url) => {
    expect(await send({ url })).toMatchObject({ ok: false, reason: 'forbidden_address' })
  },
)

test('an installation may allow it', async () => {
  expect(await send({ url: 'http://169.254.1.1:9/' }, { allowLinkLocal: true })).not.toMatchObject({
    reason: 'forbidden_address',
  })
})

test.each(['ftp://example.com/', 'rubbish'])('%s is no address', async (url) => {
  expect(await send({ url })).toMatchObject({ ok: false, reason: 'bad_url', tries: 0 })
})

test('an answer without end is cut off', async () => {
  reply = (response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  expect(await send({})).toMatchObject({ ok: true, status: 200 })
})
