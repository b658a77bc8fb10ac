import { type AddressInfo, connect } from 'node:net'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, type TestApp, testApp } from './app.ts'
import { CONFIGURATIONS } from './things.ts'

const KEYS = '/api/v1/user/api-keys'
let world: TestApp

beforeAll(async () => {
  world = await testApp({ onePool: true })
  await world.app.server.listen({ host: '127.0.0.1', port: 0 })
})

/** Runs `work` while every new connection to the database fails so. */
async function whileBroken<T>(error: Error, work: () => Promise<T>): Promise<T> {
  const { pool } = world
  const real = pool.connect
  pool.connect = (async () => {
    throw error
  }) as typeof pool.connect
  try {
    return await work()
  } finally {
    pool.connect = real
  }
}

describe('500', () => {
  test('never shows internals, and has a request id that the log has too', async () => {
    await world.a.request('GET', KEYS)
    const secret = new Error('column "top_secret" does not exist at /srv/outdial/queries.ts')
    const answer = await whileBroken(secret, () => world.a.request<{ request_id: string }>('GET', KEYS))
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      detail: 'internal_error',
      code: 'internal_error',
      message: expect.any(String),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(answer.text).not.toMatch(/top_secret|queries|\bat\b.*:\d+/)
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id)
    const line = world.log.lines.find((text) => text.includes(answer.body.request_id))
    expect(line).toContain('top_secret')
    expect(line).toContain('"level":"error"')
  })

  test('no secret of the request is in the log of its failure', async () => {
    const hush = 'hush-hush-hush-4711'
    const body = { name: 'x', config: { provider: 'simulator', carrier_secret: hush } }
    await world.a.request('GET', KEYS)
    const answer = await whileBroken(new Error('boom'), () => world.a.request('POST', CONFIGURATIONS, body))
    expect(answer.status).toBe(500)
    expect(world.log.lines.join('\n')).not.toContain(hush)
    expect(world.log.lines.join('\n')).not.toContain(world.a.key)
  })

  test('the database away is 503 unavailable, not a 500', async () => {
    await world.a.request('GET', KEYS)
    const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
    const answer = await whileBroken(away, () => world.a.request('GET', KEYS))
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.text).not.toContain('10.0.0.7')
  })

  test("a deadlock or a lost race in the database is not the client's to see as it is", async () => {
    await world.a.request('GET', KEYS)
    const deadlock = Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), {
      code: '40P01',
      detail: 'Process 7 waits',
    })
    const answer = await whileBroken(deadlock, () => world.a.request('GET', KEYS))
    expect(answer.text).not.toContain('Process 7')
  })
})

describe('every answer', () => {
  test('has a request id of its own, and security headers', async () => {
    const ids = new Set<unknown>()
    for (const url of [KEYS, '/api/v1/health', '/nothing', '/docs', '/']) {
      const { headers } = await world.a.request('GET', url)
      ids.add(headers['x-request-id'])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': expect.any(String),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
    }
    expect(ids.size).toBe(5)
  })

  test('of the interface is kept by no cache', async () => {
    const { headers } = await world.a.request('GET', KEYS)
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('the rate limit', () => {
  test('is per key: one key at its limit is 429 with Retry-After, another goes on', async () => {
    const limited = await world.again({ environment: { RATE_LIMIT_PER_MINUTE: '3' } })
    const ask = (key: string) => limited.server.inject({ url: KEYS, headers: { 'x-api-key': key } })
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) statuses.push((await ask(world.a.key)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await ask(world.a.key)
    expect(refused.json()).toEqual({
      detail: 'too_many_requests',
      code: 'too_many_requests',
      message: expect.any(String),
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(world.b.key)).statusCode).toBe(200)
  })

  test('never turns a carrier away: what it reports is not sent again', async () => {
    const limited = await world.again({ environment: { RATE_LIMIT_PER_MINUTE: '1' } })
    const report = () => limited.server.inject({ method: 'POST', url: '/api/v1/telephony/calls/1/forged/status' })
    expect([(await report()).statusCode, (await report()).statusCode, (await report()).statusCode]).toEqual([
      403, 403, 403,
    ])
  })

  test('is generous unless changed, and 0 switches it off', async () => {
    const { server } = await world.again({ environment: { RATE_LIMIT_PER_MINUTE: '60000' } })
    const { headers } = await server.inject({ url: KEYS, headers: { 'x-api-key': world.a.key } })
    expect(headers['x-ratelimit-limit']).toBe('60000')
    expect((await world.a.request('GET', KEYS)).headers).not.toHaveProperty('x-ratelimit-limit')
  })
})

describe('on the wire', () => {
  const port = () => (world.app.server.server.address() as AddressInfo).port

  /** Sends bytes as they are; what comes back until the server closes. */
  function raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port(), '127.0.0.1', () => socket.write(text))
      let answer = ''
      socket.on('data', (piece) => {
        answer += piece
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  }

  test.each([
    ['what is no HTTP', 'hello\r\n\r\n'],
    ['a header without end', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /api/v1/user/api-keys HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
    ],
  ])('%s is 400 bad_request as JSON', async (_what, text) => {
    const answer = await raw(text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({ code: 'bad_request' })
  })

  test('a request that does not arrive in time is 408 request_timeout as JSON', async () => {
    world.app.server.server.once('connection', (socket) => {
      const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      world.app.server.server.emit('clientError', late, socket)
    })
    const answer = await raw('GET / HTTP/1.1\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({ code: 'request_timeout' })
  })

  test('requests have time-outs: headers and an ordinary body soon, an upload much later', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = world.app.server.server
    expect(headersTimeout).toBeGreaterThan(0)
    expect(headersTimeout).toBeLessThanOrEqual(60_000)
    expect(requestTimeout).toBeGreaterThanOrEqual(10 * 60_000)
    expect(keepAliveTimeout).toBeGreaterThan(0)
  })

  test('a real 10 MB body is answered with 413, not with a broken connection', async () => {
    const response = await fetch(`http://127.0.0.1:${port()}${KEYS}`, {
      method: 'POST',
      headers: { 'x-api-key': world.a.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) }),
    })
    expect([response.status, ((await response.json()) as Json).code]).toEqual([413, 'payload_too_large'])
  })
})
