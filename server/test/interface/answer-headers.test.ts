/** What every answer carries, and how large ones travel. */
import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { acceptedEncoding } from '../../src/http/compress.ts'
import { type TestApp, testApp } from './app.ts'
import { made, newWorkflow } from './things.ts'

let world: TestApp
let port: number

beforeAll(async () => {
  world = await testApp()
  await world.app.server.listen({ host: '127.0.0.1', port: 0 })
  const address = world.app.server.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})

/** The whole answer to what is sent byte by byte, so that a client's own tidiness does not mend it. */
async function answerTo(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(request)
  return (await readAll(socket)).toLowerCase()
}

const UPGRADE =
  'host: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

describe('nosniff, no-referrer and no-store are on', () => {
  test.each([
    ['an answer', 'GET /api/v1/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 200],
    ['a refusal', 'GET /api/v1/campaign/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 401],
    ['an unknown address', 'GET /api/v1/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404],
    ['a wrong method', 'DELETE /api/v1/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 405],
    ['a broken address', 'GET /api/v1/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['what is no request', 'HELLO\r\n\r\n', 400],
    ['a refused websocket', `GET /api/v1/nothing HTTP/1.1\r\n${UPGRADE}`, 404],
  ])('%s', async (_what, request, status) => {
    const answer = await answerTo(request)
    expect(answer).toMatch(new RegExp(`^http/1\\.1 ${status} `))
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toContain('referrer-policy: no-referrer')
    expect(answer).toContain('cache-control: no-store')
  })
})

describe('large answers are packed', () => {
  test('as the client accepts them, and small ones are not', async () => {
    const id = await newWorkflow(world.a)
    const ask = (url: string, encoding: string) =>
      world.app.server.inject({ url, headers: { 'x-api-key': world.a.key, 'accept-encoding': encoding } })
    const url = '/api/v1/node-types'
    const plain = await made(world.a.request('GET', url))
    const br = await ask(url, 'gzip, br')
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') })
    expect(JSON.parse(String(brotliDecompressSync(br.rawPayload)))).toEqual(plain)
    const gzip = await ask(url, 'gzip')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(String(gunzipSync(gzip.rawPayload)))).toEqual(plain)
    expect(gzip.rawPayload.length * 3).toBeLessThan(JSON.stringify(plain).length)
    expect((await ask(url, 'identity')).headers['content-encoding']).toBeUndefined()
    expect((await ask('/api/v1/health', 'gzip, br')).headers['content-encoding']).toBeUndefined()
    expect((await ask('/api/v1/openapi.json', 'br')).headers['content-encoding']).toBe('br')
    expect(id).toBeGreaterThan(0)
  })

  test.each([
    [undefined, null],
    ['gzip;q=0', null],
    ['br;q=0.0, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate, br;q=1.0', 'br'],
  ])('%s', (accepted, expected) => {
    expect(acceptedEncoding(accepted)).toBe(expected)
  })
})

test('a node is ready only once what the first start makes is there', async () => {
  const another = await world.again({})
  const ready = async () => (await another.server.inject({ url: '/api/v1/ready' })).statusCode
  const during: number[] = []
  await another.start(async () => void during.push(await ready()))
  expect(during).toEqual([503])
  expect(await ready()).toBe(200)
})
