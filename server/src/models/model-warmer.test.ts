import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { openEgress } from '../kernel/egress.ts'
import { promisesSettled, VirtualClock } from '../kernel/virtual-clock.ts'
import { ModelWarmer, WARM_EVERY_MS } from './model-warmer.ts'

test('what is asked in earnest goes over the connection that was opened before, and no key was sent to open it', async () => {
  let connections = 0
  const asked: [method: string | undefined, key: string | undefined][] = []
  const server = createServer((request, response) => {
    asked.push([request.method, request.headers.authorization])
    response.writeHead(request.method === 'OPTIONS' ? 404 : 200).end('{"error":"not here"}')
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const egress = await openEgress({
    clock: systemClock,
    allow: { allows: () => true },
    look: async () => ({ alone: true, grants: [] }),
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  try {
    await new ModelWarmer(systemClock).warm({ baseUrl, apiKey: 'sk-secret', model: 'm', fetch: egress.fetch })
    // The client takes the connection back a moment after the answer was read.
    await promisesSettled()
    const headers = { authorization: 'Bearer sk-secret' }
    await (await egress.fetch(`${baseUrl}/chat`, { method: 'POST', headers, body: '{}' })).text()
    expect(asked).toEqual([
      ['OPTIONS', undefined],
      ['POST', 'Bearer sk-secret'],
    ])
    expect(connections).toBe(1)
  } finally {
    await egress.close()
    server.closeAllConnections()
    server.close()
  }
})

test('an endpoint that never answers is left after a while, and holds up no end of the program', async () => {
  let gone = () => {}
  const left = new Promise<void>((resolve) => (gone = resolve))
  let asked = () => {}
  const arrived = new Promise<void>((resolve) => (asked = resolve))
  const server = createServer((request) => {
    request.socket.on('close', gone)
    asked()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const egress = await openEgress({
    clock: systemClock,
    allow: { allows: () => true },
    look: async () => ({ alone: true, grants: [] }),
  })
  const clock = new VirtualClock()
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  try {
    const warming = new ModelWarmer(clock).warm({ baseUrl, model: 'm', fetch: egress.fetch })
    await arrived
    clock.advance(WARM_EVERY_MS)
    await warming
    await left
    await egress.close()
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('one request for all calls to the same endpoint within its time, however often it is asked for', async () => {
  const clock = new VirtualClock()
  const asked: string[] = []
  const reach: typeof fetch = async (url) => {
    asked.push(String(url))
    throw new TypeError('fetch failed')
  }
  const warmer = new ModelWarmer(clock)
  const endpoint = (baseUrl: string) => ({ baseUrl, model: 'm', fetch: reach })
  for (let call = 0; call < 100; call++) await warmer.warm(endpoint('https://one.test/v1'))
  await warmer.warm(endpoint('https://two.test/v1'))
  await warmer.warm(endpoint('no address'))
  expect(asked).toEqual(['https://one.test/v1', 'https://two.test/v1'])
  clock.advance(WARM_EVERY_MS)
  await warmer.warm(endpoint('https://one.test/v1'))
  expect(asked).toHaveLength(3)
})
