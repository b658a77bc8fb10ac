import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readMessages } from './event-stream.ts'
import { createClient, OutdialError } from './index.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

const servers: ReturnType<typeof createServer>[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(handle: Handler) {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    handle(request, response, body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const pauses: number[] = []
  const sleep = async (ms: number) => {
    pauses.push(ms)
  }
  return { seen, pauses, client: createClient({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: 'od_key', sleep }) }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'request-1' })
  response.end(JSON.stringify(body))
}

describe('a call', () => {
  test('sends the key and gives the data', async () => {
    const { client, seen } = await serve((_request, response) => answer(response, 200, { events: [], next_cursor: 4 }))
    const { data } = await client.GET('/api/v1/events', { params: { query: { after: 3 } } })
    expect(data).toEqual({ events: [], next_cursor: 4 })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/events?after=3', headers: { 'x-api-key': 'od_key' } })
  })

  test('throws what is not a success, with status, code and message', async () => {
    const { client } = await serve((_request, response) =>
      answer(response, 404, { detail: 'workflow_not_found', code: 'workflow_not_found', message: 'There is none.' }),
    )
    const call = client.GET('/api/v1/workflow/fetch/{workflow_id}', { params: { path: { workflow_id: 1 } } })
    const error = await call.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OutdialError)
    expect(error).toMatchObject({
      status: 404,
      code: 'workflow_not_found',
      message: 'There is none.',
      requestId: 'request-1',
      faults: [],
    })
  })

  test('throws every fault of a request that is not valid', async () => {
    const faults = [
      { loc: ['body', 'name'], msg: 'Field required', type: 'missing', input: {} },
      { loc: ['query', 'limit'], msg: 'Too large', type: 'less_than_equal', input: 7 },
    ]
    const { client } = await serve((_request, response) => answer(response, 422, { detail: faults }))
    await expect(client.POST('/api/v1/user/api-keys', { body: { name: '' } })).rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'name: Field required; limit: Too large',
      faults,
    })
  })

  test('throws also what a proxy in between answers', async () => {
    const { client } = await serve((_request, response) => response.writeHead(502).end('<html>Bad Gateway</html>'))
    await expect(client.GET('/api/v1/node-types')).rejects.toMatchObject({ status: 502, code: 'unexpected_answer' })
  })
})

describe('uploadContacts', () => {
  const list = { source_id: 'abc', total_rows: 1 }

  test.each([
    ['text', 'phone\n+12025550100\n'],
    ['bytes', new TextEncoder().encode('phone\n+12025550100\n')],
    ['a file', new Blob(['phone\n+12025550100\n'])],
    ['a stream', new Blob(['phone\n+12025550100\n']).stream()],
  ])('sends %s as CSV', async (_name, csv) => {
    const { client, seen } = await serve((_request, response) => answer(response, 200, list))
    const options = { filename: 'a b.csv', phoneColumn: 'phone', countryCode: 'US', allowExtensions: true }
    expect(await client.uploadContacts(csv as string, options)).toEqual(list)
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/v1/contact-lists?filename=a+b.csv&phone_column=phone&country_code=US&allow_extensions=true',
      headers: { 'content-type': 'text/csv', 'x-api-key': 'od_key' },
      body: 'phone\n+12025550100\n',
    })
  })

  test('throws a refusal', async () => {
    const { client } = await serve((_request, response) => answer(response, 400, { code: 'empty_file', message: 'x' }))
    await expect(client.uploadContacts('')).rejects.toMatchObject({ status: 400, code: 'empty_file' })
  })
})

describe('events', () => {
  const event = (id: number) => `id: ${id}\ndata: ${JSON.stringify({ id, type: `event ${id}` })}\n\n`

  function stream(response: ServerResponse, ...texts: string[]): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of texts) response.write(text)
  }

  test('go on after the last one when the stream is lost, without a gap', async () => {
    const { client, seen } = await serve((request, response) => {
      const last = Number(request.headers['last-event-id'] ?? 4)
      if (seen.length === 2) return answer(response, 503, { code: 'unavailable' })
      stream(response, `id: ${last}\nevent: ready\ndata: {}\n\n`, ': still here\n\n', event(last + 1), event(last + 2))
      if (seen.length === 1) response.end()
      else if (seen.length === 3) setImmediate(() => response.destroy())
    })
    const ids: number[] = []
    for await (const { id } of client.events({ campaignId: 7 })) {
      ids.push(id)
      if (ids.length === 6) break
    }
    expect(ids).toEqual([5, 6, 7, 8, 9, 10])
    expect(seen.map(({ url, headers }) => [url, headers['last-event-id']])).toEqual([
      ['/api/v1/events/stream?campaign_id=7', undefined],
      ['/api/v1/events/stream?campaign_id=7', '6'],
      ['/api/v1/events/stream?campaign_id=7', '6'],
      ['/api/v1/events/stream?campaign_id=7', '8'],
    ])
  })

  test('let go of the connection when nobody listens any more', async () => {
    let closed = () => {}
    const gone = new Promise<void>((resolve) => {
      closed = resolve
    })
    const { client } = await serve((_request, response) => {
      response.on('close', closed)
      stream(response, event(1))
    })
    for await (const { id } of client.events({ after: 0 })) {
      expect(id).toBe(1)
      break
    }
    await gone
  })

  test('end when the signal says so, also while nothing happens', async () => {
    const abort = new AbortController()
    const { client } = await serve((_request, response) => stream(response, event(1)))
    const ids: number[] = []
    for await (const { id } of client.events({ signal: abort.signal })) {
      ids.push(id)
      setImmediate(() => abort.abort())
    }
    expect(ids).toEqual([1])
  })

  test('throw what another try would not mend', async () => {
    const { client, seen } = await serve((_request, response) => answer(response, 401, { code: 'unauthorized' }))
    await expect(client.events().next()).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    expect(seen).toHaveLength(1)
  })
})

test('messages are read whatever the line ends and however the bytes are cut', async () => {
  const message = { id: '7', event: 'news', data: 'first\nsecond ü' }
  for (const end of ['\n', '\r\n']) {
    const text = [': comment', '', 'id: 7', 'event:news', 'data: first', 'data: second ü', 'retry: 5', '', ''].join(end)
    const bytes = new TextEncoder().encode(text)
    for (let size = 1; size <= bytes.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, (index + 1) * size),
      )
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece)
          controller.close()
        },
      })
      const found = []
      for await (const one of readMessages(body)) found.push(one)
      expect([end, size, found]).toEqual([end, size, [message]])
    }
  }
})

describe('by resource', () => {
  test('one method, one request, its answer', async () => {
    const { client, seen } = await serve((_request, response) => answer(response, 200, { id: 7, state: 'running' }))
    expect(await client.campaigns.start(7)).toEqual({ id: 7, state: 'running' })
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/campaign/7/start' })
    await client.telephony.numbers.update(3, 4, { label: 'x' })
    expect(seen[1]).toMatchObject({
      method: 'PUT',
      url: '/api/v1/organizations/telephony-configs/3/phone-numbers/4',
      body: '{"label":"x"}',
    })
  })

  test('pages are followed to the end', async () => {
    const { client } = await serve((request, response) => {
      const cursor = new URL(request.url as string, 'http://x').searchParams.get('cursor')
      answer(response, 200, { contacts: [{ id: cursor ? 2 : 1 }], next_cursor: cursor ? null : 'more' })
    })
    const ids: number[] = []
    for await (const contact of client.allContacts(7)) ids.push(contact.id)
    expect(ids).toEqual([1, 2])
  })

  test('a download gives the file, and sends the key nowhere else', async () => {
    const other = await serve((_request, response) => response.end('theirs'))
    const { client, seen } = await serve((_request, response) => response.end('name\nAnn\n'))
    expect(await (await client.download('/api/v1/campaign/7/report')).text()).toBe('name\nAnn\n')
    expect(seen[0]?.headers['x-api-key']).toBe('od_key')
    await other.client.GET('/api/v1/health').catch(() => {})
    const port = other.seen[0]?.headers.host as string
    await client.download(`http://${port}/x`)
    expect(other.seen[1]?.headers['x-api-key']).toBeUndefined()
  })
})

describe('what did not arrive, or came too early', () => {
  test('is sent again as the server asks, with the same Idempotency-Key and the same body', async () => {
    let times = 0
    const { client, seen, pauses } = await serve((_request, response) => {
      times++
      if (times === 1) return void response.writeHead(429, { 'retry-after': '2' }).end('{}')
      if (times === 2) return void response.destroy()
      answer(response, 200, { id: 1 })
    })
    await client.suppressions.add({ phone_number: '+12025550144' })
    expect(pauses[0]).toBe(2000)
    expect(pauses[1]).toBeGreaterThanOrEqual(250)
    expect(pauses[1]).toBeLessThanOrEqual(500)
    expect(new Set(seen.map((request) => request.headers['idempotency-key'])).size).toBe(1)
    expect(new Set(seen.map((request) => request.body))).toEqual(new Set(['{"phone_number":"+12025550144"}']))
    expect(seen).toHaveLength(3)
  })

  test('has a key of its own also where a browser has no randomUUID: on plain HTTP', async () => {
    const { client, seen } = await serve((_request, response) => answer(response, 200, { id: 1 }))
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    try {
      await client.suppressions.add({ phone_number: '+12025550144' })
      await client.suppressions.add({ phone_number: '+12025550145' })
    } finally {
      vi.unstubAllGlobals()
    }
    const keys = seen.map((request) => String(request.headers['idempotency-key']))
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('is not sent again where the server would not recognize it: signing in and accepting an invitation', async () => {
    const { client, seen } = await serve((_request, response) => void response.destroy())
    const body = { invitation: 'odi_x', name: 'Ada' }
    await expect(client.operations.acceptInvitation({ body })).rejects.toThrow()
    await expect(client.operations.signIn({ body: { api_key: 'od_x' } })).rejects.toThrow()
    expect(seen.map(({ url, headers }) => [url, headers['idempotency-key']])).toEqual([
      ['/api/v1/sign-in/invitation', undefined],
      ['/api/v1/session', undefined],
    ])
  })

  test('is given up after a few times; what is wrong is not sent again', async () => {
    const { client, seen } = await serve((_request, response) => answer(response, 503, { code: 'unavailable' }))
    await expect(client.campaigns.list()).rejects.toMatchObject({ status: 503 })
    expect(seen).toHaveLength(4)
    const wrong = await serve((_request, response) => answer(response, 409, { code: 'campaign_not_startable' }))
    await expect(wrong.client.campaigns.start(7)).rejects.toMatchObject({ code: 'campaign_not_startable' })
    expect(wrong.seen).toHaveLength(1)
  })
})

describe('work that takes longer than a connection lasts', () => {
  const inProgress = { code: 'request_in_progress', message: 'In progress.' }

  test('is asked for again with its key until the server has the answer', async () => {
    let times = 0
    const { client, seen } = await serve((_request, response) => {
      times++
      if (times === 1) return void response.destroy()
      if (times < 9) return answer(response, 409, inProgress)
      answer(response, 200, { id: 7, state: 'completed' })
    })
    expect(await client.campaigns.finish(7)).toMatchObject({ state: 'completed' })
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('is given up at last, and the refusal says that it is unknown', async () => {
    let times = 0
    const { client, pauses } = await serve((_request, response) => {
      if (times++ === 0) return void response.destroy()
      answer(response, 409, inProgress)
    })
    await expect(client.campaigns.finish(7)).rejects.toMatchObject({ code: 'request_in_progress' })
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(300_000)
  })

  test('a key that was taken before the first request is refused immediately', async () => {
    const { client, seen } = await serve((_request, response) => answer(response, 409, inProgress))
    const call = client.operations.finishCampaign({ path: { campaign_id: 7 } }, { idempotencyKey: 'mine' })
    await expect(call).rejects.toMatchObject({ code: 'request_in_progress' })
    expect(seen).toHaveLength(1)
  })
})

describe('waitUntilCompleted', () => {
  test('is told by an event, and gives the progress', async () => {
    let state = 'running'
    let tell: () => void = () => {}
    const { client } = await serve((request, response) => {
      if (request.url?.startsWith('/api/v1/events/stream')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('id: 1\nevent: ready\ndata: {"cursor":1}\n\n')
        tell = () => {
          state = 'completed'
          response.write('id: 2\ndata: {"id":2,"type":"campaign_completed"}\n\n')
        }
        return
      }
      answer(response, 200, { campaign_id: 7, state })
      tell()
    })
    expect(await client.waitUntilCompleted(7)).toMatchObject({ state: 'completed' })
  })

  test('does not wait for what does not continue without a change', async () => {
    const { client } = await serve((request, response) => {
      if (request.url?.startsWith('/api/v1/events/stream')) return void response.writeHead(200).write(': \n\n')
      answer(response, 200, { campaign_id: 7, state: 'paused' })
    })
    await expect(client.waitUntilCompleted(7)).rejects.toThrow('paused')
  })
})

describe('operations by name', () => {
  test('a file is given as the response, unread', async () => {
    const { client } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).end('day,answered\n2026-11-16,4\n')
    })
    const file = await client.operations.exportAbandonment({ query: { days: 7 } })
    expect(await file.text()).toBe('day,answered\n2026-11-16,4\n')
  })

  const busyOnce = () => {
    let asked = 0
    return serve((_request, response) => answer(response, asked++ === 0 ? 503 : 200, {}))
  }

  test('take path, query and body, and options for the one request', async () => {
    const { client, seen } = await busyOnce()
    await client.operations.getCall({ path: { call_id: 7 } }, { headers: { 'x-trace': 'abc' } })
    expect(seen.map(({ url, headers }) => [url, headers['x-trace']])).toEqual([
      ['/api/v1/calls/7', 'abc'],
      ['/api/v1/calls/7', 'abc'],
    ])
    const body = { name: 'A', workflow_id: 1, source_type: 'csv' as const, source_id: 'x' }
    await client.operations.createCampaign({ body }, { idempotencyKey: 'mine' })
    expect(seen.at(-1)).toMatchObject({ method: 'POST', headers: { 'idempotency-key': 'mine' } })
    expect(JSON.parse(seen.at(-1)?.body ?? '')).toEqual(body)
  })

  test('one that shall not be repeated is sent once', async () => {
    const { client, seen } = await busyOnce()
    await expect(client.operations.getCall({ path: { call_id: 7 } }, { retries: 0 })).rejects.toMatchObject({
      status: 503,
    })
    expect(seen.length).toBe(1)
  })

  test.each([
    [
      'by cursor',
      'listCalls',
      '?cursor=c2',
      { runs: [{ id: 1 }], next_cursor: 'c2' },
      { runs: [{ id: 2 }], next_cursor: null },
    ],
    ['with the cursor in a header', 'listApiKeys', '?cursor=c2', [{ id: 1 }], []],
    ['as a log', 'listEvents', '?cursor=7', { events: [{ id: 7 }], next_cursor: 7 }, { events: [], next_cursor: 7 }],
  ] as const)('a list that is paged %s is read to its end', async (_how, name, second, one, two) => {
    const { client, seen } = await serve((request, response) => {
      const isFirst = !request.url?.includes('?')
      if (isFirst && Array.isArray(one)) response.setHeader('next-cursor', 'c2')
      answer(response, 200, isFirst ? one : two)
    })
    const found: unknown[] = []
    for await (const item of client.all(name)) found.push(item)
    expect(found.length).toBe(
      Object.values(two)
        .flat()
        .filter((item) => typeof item === 'object' && item !== null).length + 1,
    )
    expect(seen[1]?.url).toContain(second)
  })
})
