import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { systemClock } from './clock.ts'
import { ANSWER_BYTES_MAX, type Egress, type EgressGrant, openEgress } from './egress.ts'
import { type AllowList, kindOfAddress, readAllowList } from './egress-rules.ts'
import { exchange } from './exchange.ts'

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/plain': (response) => response.end('{"ok":true}'),
  '/redirect': (response) => response.writeHead(302, { location: '/plain' }).end(),
  '/long': (response) => response.end(Buffer.alloc(ANSWER_BYTES_MAX + 1)),
  '/endless': (response) => {
    const chunk = Buffer.alloc(64 * 1024)
    const more = () => {
      while (response.write(chunk));
    }
    response.on('drain', more)
    more()
  },
  '/broken': (response) => response.writeHead(500).end('{"detail":"out of order"}'),
  '/half': (response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('{"ok":')
    setImmediate(() => response.destroy())
  },
  '/silent': () => {},
  '/bomb': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50 * 1024 * 1024))),
}

const asked: IncomingMessage[] = []
const server = createServer((request, response) => {
  asked.push(request)
  ANSWERS[request.url as string]?.(response)
})
const sockets = new WebSocketServer({ server })
let port: number
const opened: Egress[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  for (const egress of opened) await egress.close()
  sockets.close()
  server.closeAllConnections()
  server.close()
})

async function egressOf({ alone = true, allow = [] as string[] } = {}): Promise<Egress> {
  const egress = await openEgress({
    clock: systemClock,
    allow: readAllowList(allow) as AllowList,
    look: async () => ({ alone, grants: [] }),
  })
  opened.push(egress)
  return egress
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'reached',
    (error: Error) => (error.cause as Error)?.message ?? error.message,
  )

describe('where it leads', () => {
  test.each([
    ['169.254.169.254', 'never'],
    ['fe80::1', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['fd00:ec2::254', 'never'],
    ['0.0.0.0', 'never'],
    ['168.63.129.16', 'never'],
    ['192.0.0.192', 'never'],
    ['fd20:ce::254', 'never'],
    ['::169.254.169.254', 'never'],
    ['::ffff:0:169.254.169.254', 'never'],
    ['2002:a9fe:a9fe::1', 'never'],
    ['64:ff9b:1::a9fe:a9fe', 'never'],
    ['2001:0:a9fe:a9fe:8000:63bf:3fff:fdd2', 'never'],
    ['2001:0:4136:e378:8000:63bf:5601:5601', 'never'],
    ['2a00:1450::5efe:a9fe:a9fe', 'never'],
    ['0:0:0:0:0:ffff:a9fe:a9fe', 'never'],
    ['64:ff9b:1::808:808', 'private'],
    ['fec0::1', 'private'],
    ['2002:a00:1::1', 'private'],
    ['2002:808:808::1', 'public'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'public'],
    ['224.0.0.1', 'never'],
    ['127.0.0.1', 'private'],
    ['::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['172.32.0.1', 'public'],
    ['93.184.216.34', 'public'],
    ['2606:4700::1', 'public'],
  ])('%s is %s', (address, kind) => {
    expect(kindOfAddress(address)).toBe(kind)
  })

  test('metadata services never, whoever asks and whatever is allowed', async () => {
    const egress = await egressOf({ allow: ['169.254.0.0/16'] })
    const reason = await reasonOf(egress.fetch('http://169.254.169.254/latest/meta-data'))
    expect(reason).toMatch(/never reached/)
  })

  test('an organization keeps what it used while it was the only one: this host at this address, and nobody else does', async () => {
    let [nowMs, alone] = [0, true]
    const kept: EgressGrant[] = []
    const egress = await openEgress({
      clock: { monotonic: () => nowMs },
      allow: readAllowList([]) as AllowList,
      look: async () => ({ alone, grants: kept }),
      grant: async (grant) => void kept.push(grant),
    })
    opened.push(egress)
    const ask = async (organizationId: number, host: string) =>
      reasonOf(egress.of(organizationId).fetch(`http://${host}:${port}/plain`))
    expect(await ask(1, '127.0.0.1')).toBe('reached')
    alone = false
    nowMs += 60_000
    // The first request afterwards notices; the next ones are judged by it.
    expect(await ask(1, '127.0.0.1')).toBe('reached')
    expect(kept).toEqual([{ organizationId: 1, host: '127.0.0.1', address: '127.0.0.1' }])
    expect(await ask(1, '127.0.0.1')).toBe('reached')
    expect(await ask(2, '127.0.0.1')).toMatch(/EGRESS_ALLOW/)
    expect(await ask(1, 'localhost')).toMatch(/EGRESS_ALLOW/)
  })

  test('a private network while there is one organization; afterwards what EGRESS_ALLOW names, by address or by name', async () => {
    const ask = async (egress: Egress, host: string) => reasonOf(egress.fetch(`http://${host}:${port}/plain`))
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await ask(await egressOf(), host)).toBe('reached')
      expect(await ask(await egressOf({ alone: false }), host)).toMatch(/EGRESS_ALLOW/)
      expect(await ask(await egressOf({ alone: false, allow: ['127.0.0.0/8', '::1'] }), host)).toBe('reached')
    }
    expect(await ask(await egressOf({ alone: false, allow: ['localhost'] }), 'localhost')).toBe('reached')
    expect(await ask(await egressOf({ alone: false, allow: ['localhost'] }), '127.0.0.1')).toMatch(/EGRESS_ALLOW/)
  })

  test('connections of other programs are judged the same way, by address and by name', async () => {
    const [alone, many] = [await egressOf(), await egressOf({ alone: false })]
    const why = (egress: Egress) =>
      Promise.all(['169.254.169.254', '10.1.2.3', 'localhost', '203.0.113.5', 'no-such.invalid'].map(egress.whyRefused))
    const [never, inside] = [expect.stringContaining('never'), expect.stringContaining('private network')]
    expect(await why(alone)).toEqual([never, null, null, null, null])
    expect(await why(many)).toEqual([never, inside, inside, null, null])
  })

  test('websockets go the same way', async () => {
    const open = (egress: Egress, host: string) =>
      new Promise<string>((resolve) => {
        const url = `ws://${host}:${port}/`
        const socket = new WebSocket(url, egress.socketOptions(url) as object)
        socket.on('open', () => {
          socket.terminate()
          resolve('reached')
        })
        socket.on('error', (error) => resolve(error.message))
      })
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await open(await egressOf(), host)).toBe('reached')
      expect(await open(await egressOf({ alone: false }), host)).toMatch(/EGRESS_ALLOW/)
    }
  })
})

describe('what comes back', () => {
  const read = async (path: string) => {
    const egress = await egressOf()
    return reasonOf(egress.fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text()))
  }

  test('is not unpacked, not redirected, and asked for plain', async () => {
    const egress = await egressOf()
    const response = await egress.fetch(`http://127.0.0.1:${port}/redirect`)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/plain'])
    expect(asked.at(-1)?.headers['accept-encoding']).toBe('identity')
    expect(await read('/bomb')).toMatch(/compressed/)
  })

  test('is cut off beyond a megabyte, announced or not', async () => {
    expect(await read('/plain')).toBe('reached')
    expect(await read('/long')).toMatch(/too large/)
    expect(await read('/endless')).toMatch(/too large/)
  })
})

test.each([['10.0.0.0/33'], ['not a host'], ['10.0.0.0/x'], ['name/8']])('EGRESS_ALLOW refuses %s', (entry) => {
  expect(readAllowList([entry])).toEqual({ fault: entry })
})

describe('an exchange with an address that a tenant chose', () => {
  const ask = async (path: string, timeoutMs = 5000) => {
    const request = {
      url: `http://127.0.0.1:${port}${path}`,
      method: 'GET',
      headers: {},
      timeoutMs,
      answerBytesMax: 4096,
    }
    return exchange({ egress: await egressOf(), clock: systemClock }, request)
  }

  test('gives the whole answer', async () => {
    expect(await ask('/plain')).toMatchObject({
      ok: true,
      status: 200,
      reason: null,
      answer: Buffer.from('{"ok":true}'),
    })
  })

  test.each([
    ['/broken', 500, 'refused'],
    ['/redirect', 302, 'redirected'],
    ['/endless', 200, 'too_large'],
    ['/bomb', 200, 'unreadable'],
    ['/half', 200, 'not_reached'],
  ])('says what is wrong with the answer of %s', async (path, status, reason) => {
    expect(await ask(path)).toMatchObject({ ok: false, status, reason })
  })

  test('ends at its time limit', async () => {
    expect(await ask('/silent', 50)).toMatchObject({ ok: false, status: null, reason: 'time_out' })
  })

  test('does not reach the services of the machine itself, and says so', async () => {
    const request = { url: 'http://169.254.169.254/', method: 'GET', headers: {}, timeoutMs: 5000, answerBytesMax: 10 }
    const refused = await exchange({ egress: await egressOf(), clock: systemClock }, request)
    expect(refused).toMatchObject({ ok: false, status: null, reason: 'forbidden_address' })
  })

  test('is ended by its caller', async () => {
    const stop = new AbortController()
    const request = {
      url: `http://127.0.0.1:${port}/silent`,
      method: 'GET',
      headers: {},
      timeoutMs: 5000,
      answerBytesMax: 10,
    }
    const asked = exchange({ egress: await egressOf(), clock: systemClock }, request, stop.signal)
    stop.abort()
    await expect(asked).rejects.toThrow()
  })
})
