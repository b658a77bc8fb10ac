/** What goes out where the network has a proxy: a real proxy that leads every destination to one server of the test. */
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type ForwardProxy, forwardProxy } from '../../test/forward-proxy.ts'
import { sendCarrierRequest } from '../telephony/carrier-kit/http.ts'
import { systemClock } from './clock.ts'
import { type Egress, openEgress } from './egress.ts'
import { type AllowList, readAllowList } from './egress-rules.ts'
import { exchange } from './exchange.ts'
import { readProxySettings } from './proxy-rules.ts'
import { operatorFetch } from './tunnel.ts'

const server = createServer((request, response) => response.end(`${request.method} ${request.headers.host}`))
const sockets = new WebSocketServer({ server })
let proxy: ForwardProxy
const opened: Egress[] = []

beforeAll(async () => {
  proxy = await forwardProxy(server, 'user:pass%20word@')
})
beforeEach(() => {
  proxy.asked.length = 0
  proxy.refusal = null
})
afterAll(async () => {
  for (const egress of opened) await egress.close()
  sockets.close()
})
const serverPort = () => (server.address() as AddressInfo).port

/** Names of the test; all others are unknown. */
const NAMES: Record<string, string> = {
  'carrier.example': '203.0.113.5',
  'inside.example': '10.0.0.5',
  'metadata.example': '169.254.169.254',
}
const lookup = ((host: string, _options: object, callback: (...args: unknown[]) => void) => {
  const address = NAMES[host]
  if (address) callback(null, [{ address, family: 4 }])
  else callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), [])
}) as unknown as LookupFunction

const proxies = (environment: Record<string, string> = {}) =>
  readProxySettings({ HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, ...environment }, [])

async function egressVia(environment: Record<string, string> = {}, alone = false): Promise<Egress> {
  const egress = await openEgress({
    clock: systemClock,
    allow: readAllowList([]) as AllowList,
    proxies: proxies(environment),
    lookup,
    look: async () => ({ alone, grants: [] }),
  })
  opened.push(egress)
  return egress
}

const AUTHORIZATION = `Basic ${Buffer.from('user:pass word').toString('base64')}`

test('the proxy is asked for the address that was checked, with its credentials; the receiver sees its name', async () => {
  const egress = await egressVia()
  const response = await egress.fetch('http://carrier.example/calls', { method: 'POST' })
  expect(await response.text()).toBe('POST carrier.example')
  expect([proxy.asked, proxy.authorizations[0]]).toEqual([['203.0.113.5:80'], AUTHORIZATION])
})

test('webhooks and websockets go the same way', async () => {
  const egress = await egressVia()
  const message = { method: 'POST', headers: {}, signal: AbortSignal.timeout(5000) }
  const { status } = await egress.send(new URL('http://carrier.example:8080/hook'), message)
  const url = 'ws://carrier.example/media'
  const socket = new WebSocket(url, egress.socketOptions(url) as object)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.terminate()
  expect([status, ...proxy.asked]).toEqual([200, '203.0.113.5:8080', '203.0.113.5:80'])
})

test.each(['off', 'on'])('the egress check holds before the proxy is asked (PROXY_NAMES=%s)', async (names) => {
  const egress = await egressVia({ PROXY_NAMES: names })
  const urls = ['http://inside.example/', 'http://metadata.example/', 'http://10.0.0.5/', 'http://169.254.169.254/']
  for (const url of urls) {
    const reason = await egress.fetch(url).then(
      () => 'reached',
      (error: Error) => (error.cause as Error).name,
    )
    expect([url, reason]).toEqual([url, 'EgressRefused'])
  }
  expect(proxy.asked).toEqual([])
})

test('with PROXY_NAMES the proxy gets names, also those that this machine does not know', async () => {
  const egress = await egressVia({ PROXY_NAMES: 'on' })
  for (const host of ['carrier.example', 'elsewhere.example']) await egress.fetch(`http://${host}/`)
  expect(proxy.asked).toEqual(['carrier.example:80', 'elsewhere.example:80'])
  const careful = await egressVia()
  await expect(careful.fetch('http://elsewhere.example/')).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } })
})

test('loopback and what NO_PROXY names are reached directly', async () => {
  const egress = await egressVia({ NO_PROXY: '10.0.0.0/8' }, true)
  expect((await egress.fetch(`http://127.0.0.1:${serverPort()}/`)).status).toBe(200)
  const url = `ws://127.0.0.1:${serverPort()}/`
  const socket = new WebSocket(url, egress.socketOptions(url) as object)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.terminate()
  expect(proxy.asked).toEqual([])
})

test('a dial that the proxy does not let through was never sent, and the reason is the words of the proxy', async () => {
  const egress = await egressVia()
  const dial = { method: 'POST', url: 'http://carrier.example/calls' } as const
  proxy.refusal = '403 Forbidden'
  const reason = `The proxy ${new URL(proxy.url).host} answered 403 instead of connecting to 203.0.113.5:80.`
  expect(await sendCarrierRequest(egress.fetch, dial)).toEqual({ kind: 'unsent', reason })
  proxy.refusal = '407 Proxy Authentication Required'
  const told = await exchange(
    { egress, clock: systemClock },
    { url: dial.url, method: 'POST', headers: {}, timeoutMs: 5000, answerBytesMax: 100 },
  )
  expect([told.reason, told.message]).toEqual([
    'not_reached',
    expect.stringMatching(/asks for a user name and a password/),
  ])
  expect(told.message).not.toContain('pass word')
})

test('what the operator has set goes through the proxy by name', async () => {
  const response = await operatorFetch(proxies())('http://bucket.example/key', { headers: new Headers({ a: 'b' }) })
  expect(await response.text()).toBe('GET bucket.example')
  expect(proxy.asked).toEqual(['bucket.example:80'])
})
