import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Principal } from '../http/route.ts'
import { openServer } from '../http/server.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { deleteSession, insertSession } from '../organizations/session-queries.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { type Notifications, openNotifications } from '../storage/notifications.ts'
import { appendEvent, type NewEvent } from './append.ts'
import { dropOldEvents } from './drop-old-events.ts'
import { type LiveCalls, openLiveCalls } from './live-calls.ts'
import { eventRoutes } from './routes.ts'
import { type EventStreams, openEventStreams, STREAMS_PER_ORGANIZATION } from './streams.ts'
import type { EventType } from './types.ts'

type Place = Principal

interface Message {
  id: string | null
  event: string | null
  data: string
}

let db: Database
let notifications: Notifications
let ours: Place
let theirs: Place
const servers: { app: FastifyInstance; streams: EventStreams; liveCalls: LiveCalls }[] = []

beforeAll(async () => {
  const { pool } = await testDatabase()
  db = openDatabase(pool)
  notifications = openNotifications({ pool, clock: systemClock, log: silentLog })
})

let names = 0

async function insertPlace(): Promise<Place> {
  const now = new Date()
  names += 1
  const organization = await db
    .insertInto('organizations')
    .values({ name: `organization ${names}`, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = await db
    .insertInto('api_keys')
    .values({
      organization_id: organization.id,
      name: 'key',
      key_prefix: 'od_',
      key_hash: Buffer.from(`key ${names}`),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    organizationId: organization.id,
    apiKeyId: key.id,
    userId: null,
    author: 'test',
    scope: 'admin',
    sessionId: null,
  }
}

beforeEach(async () => {
  ours = await insertPlace()
  theirs = await insertPlace()
})

afterAll(async () => {
  for (const { app, streams, liveCalls } of servers) {
    await streams.close()
    await liveCalls.close()
    await app.close()
  }
  await notifications.close()
})

/** Without `notified` nobody tells the streams anything: only their own look finds events. */
async function serve({ notified = true, database = db } = {}) {
  const deaf: Pick<Notifications, 'subscribe'> = { subscribe: async () => async () => {} }
  const liveCalls = openLiveCalls({ notifications, clock: systemClock, log: silentLog })
  await liveCalls.start()
  const streams = openEventStreams({
    db: database,
    liveCalls,
    clock: systemClock,
    log: silentLog,
    notifications: notified ? notifications : deaf,
  })
  const errors: unknown[] = []
  const app = await openServer({
    log: { ...silentLog, error: (...said) => void errors.push(said) },
    routes: eventRoutes({ db, streams }),
    authenticate: async (key) => (key === 'ours' ? ours : key === 'theirs' ? theirs : null),
    rateLimitPerMinute: 0,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  servers.push({ app, streams, liveCalls })
  const { port } = app.server.address() as AddressInfo
  return { app, streams, liveCalls, errors, url: `http://127.0.0.1:${port}/api/v1/events` }
}

function append(event: Partial<Omit<NewEvent, 'type'>> & { type: string }): Promise<void> {
  return db
    .transaction()
    .execute((tx) =>
      appendEvent(tx, { organizationId: ours.organizationId, at: new Date(), ...event, type: event.type as EventType }),
    )
}

async function watch(url: string, { query = '', headers = {} }: { query?: string; headers?: object } = {}) {
  const abort = new AbortController()
  const response = await fetch(`${url}/stream${query}`, {
    headers: { 'x-api-key': 'ours', ...headers },
    signal: abort.signal,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const messages = messagesOf(response)
  const ready = (await messages.next()).value as Message
  expect(ready.event).toBe('ready')
  return {
    ready,
    /** The types of the next messages. */
    async next(count: number): Promise<string[]> {
      const types: string[] = []
      while (types.length < count) types.push(JSON.parse(((await messages.next()).value as Message).data).type)
      return types
    },
    isOver: async () => (await messages.next()).done,
    messages,
    stop: () => abort.abort(),
  }
}

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data')
      if (data !== undefined) yield { id: field('id') ?? null, event: field('event') ?? null, data }
    }
  }
}

describe('the list', () => {
  test('shows events in order and goes on after the cursor', async () => {
    const { app } = await serve()
    const list = async (query: string) =>
      (await app.inject({ url: `/api/v1/events${query}`, headers: { 'x-api-key': 'ours' } })).json()
    expect(await list('')).toEqual({ events: [], next_cursor: 0 })
    const at = new Date('2026-11-15T09:30:00.123Z')
    await append({ type: 'one', at, campaignId: 7, contactId: 8, callId: 9, data: { figure: 1 } })
    for (const type of ['two', 'three']) await append({ type })
    const first = await list('?limit=2')
    expect(first.events).toEqual([
      {
        id: expect.any(Number),
        at: '2026-11-15T09:30:00.123Z',
        type: 'one',
        campaign_id: 7,
        contact_id: 8,
        call_id: 9,
        data: { figure: 1 },
      },
      expect.objectContaining({ type: 'two', campaign_id: null, contact_id: null, call_id: null, data: {} }),
    ])
    const second = await list(`?after=${first.next_cursor}`)
    expect(second.events.map((event: { type: string }) => event.type)).toEqual(['three'])
    expect(await list(`?after=${second.next_cursor}`)).toEqual({ events: [], next_cursor: second.next_cursor })
    expect((await list('?campaign_id=7')).events).toHaveLength(1)
  })

  test("another organization's events are not there, also when its campaign is asked for", async () => {
    const { app } = await serve()
    await append({ type: 'theirs', organizationId: theirs.organizationId, campaignId: 70 })
    for (const query of ['', '?campaign_id=70', '?campaign_id=999999']) {
      const answer = await app.inject({ url: `/api/v1/events${query}`, headers: { 'x-api-key': 'ours' } })
      expect([answer.statusCode, answer.json().events]).toEqual([200, []])
    }
  })

  test('refuses what is no cursor and pages that are too large', async () => {
    const { app } = await serve()
    const answer = await app.inject({
      url: '/api/v1/events?after=x&limit=1001&campaign_id=1.5',
      headers: { 'x-api-key': 'ours' },
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail.map((fault: { loc: string[] }) => fault.loc.join('.'))).toEqual([
      'query.after',
      'query.limit',
      'query.campaign_id',
    ])
  })

  test('needs a key, as the stream does', async () => {
    const { app } = await serve()
    expect((await app.inject({ url: '/api/v1/events' })).statusCode).toBe(401)
    expect((await app.inject({ url: '/api/v1/events/stream' })).statusCode).toBe(401)
  })
})

test('ids grow in the order of commits: nobody appends between the append and the commit of another', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let appended = () => {}
  const first = new Promise<void>((resolve) => {
    appended = resolve
  })
  const order: string[] = []
  const slow = db.transaction().execute(async (tx) => {
    await appendEvent(tx, { organizationId: ours.organizationId, at: new Date(), type: 'call_refused' })
    appended()
    await held
    order.push('slow')
  })
  await first
  const quick = append({ type: 'quick' }).then(() => order.push('quick'))
  // Another organization does not wait for this one.
  await append({ type: 'elsewhere', organizationId: theirs.organizationId })
  release()
  await Promise.all([slow, quick])
  expect(order).toEqual(['slow', 'quick'])
})

test('an event of a transaction that is undone never was', async () => {
  const { app } = await serve()
  const undone = db.transaction().execute(async (tx) => {
    await appendEvent(tx, { organizationId: ours.organizationId, at: new Date(), type: 'call_refused' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  const answer = await app.inject({ url: '/api/v1/events', headers: { 'x-api-key': 'ours' } })
  expect(answer.json().events).toEqual([])
})

describe('the stream', () => {
  test('begins now and shows each event as it happens', async () => {
    const { url } = await serve()
    await append({ type: 'before' })
    const stream = await watch(url)
    expect(stream.ready.id).toBe(String(JSON.parse(stream.ready.data).cursor))
    await append({ type: 'one' })
    expect(await stream.next(1)).toEqual(['one'])
    await append({ type: 'two' })
    await append({ type: 'three' })
    expect(await stream.next(2)).toEqual(['two', 'three'])
    stream.stop()
  })

  test('finds events without any notification', async () => {
    const { url } = await serve({ notified: false })
    const stream = await watch(url)
    await append({ type: 'untold' })
    expect(await stream.next(1)).toEqual(['untold'])
    stream.stop()
  })

  test('goes on after Last-Event-ID, which goes before ?after=', async () => {
    const { url } = await serve()
    const stream = await watch(url)
    await append({ type: 'one' })
    const seen = (await stream.messages.next()).value as Message
    expect(seen.id).toBe(String(JSON.parse(seen.data).id))
    stream.stop()
    for (const type of ['two', 'three']) await append({ type })
    const again = await watch(url, { query: '?after=0', headers: { 'last-event-id': seen.id } })
    expect(await again.next(2)).toEqual(['two', 'three'])
    again.stop()
    const whole = await watch(url, { query: '?after=0' })
    expect(await whole.next(3)).toEqual(['one', 'two', 'three'])
    whole.stop()
  })

  test('shows a long past page by page, without a gap and in order', async () => {
    const { url } = await serve()
    const count = 1_234
    await db
      .insertInto('events')
      .values(
        Array.from({ length: count }, (_, index) => ({
          organization_id: ours.organizationId,
          at: new Date(),
          type: `number ${index}`,
        })),
      )
      .execute()
    const stream = await watch(url, { query: '?after=0' })
    expect(await stream.next(count)).toEqual(Array.from({ length: count }, (_, index) => `number ${index}`))
    stream.stop()
  })

  test('shows one campaign only, and never another organization', async () => {
    const { url } = await serve()
    const stream = await watch(url, { query: '?campaign_id=7' })
    await append({ type: 'other', campaignId: 8 })
    await append({ type: 'foreign', campaignId: 7, organizationId: theirs.organizationId })
    await append({ type: 'mine', campaignId: 7 })
    expect(await stream.next(1)).toEqual(['mine'])
    stream.stop()
  })

  test('ten who look on are read for once', async () => {
    let reads = 0
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"events"')) reads += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const { url } = await serve({ database: db.withPlugin(counting) })
    const streams = await Promise.all(Array.from({ length: 10 }, () => watch(url)))
    await append({ type: 'one' })
    for (const stream of streams) expect(await stream.next(1)).toEqual(['one'])
    reads = 0
    await append({ type: 'two' })
    for (const stream of streams) expect(await stream.next(1)).toEqual(['two'])
    // Not ten. On a busy machine the regular look may fall in between and read once more.
    expect(reads).toBeLessThanOrEqual(2)
    for (const stream of streams) stream.stop()
  })

  test('says how much of the past it will tell, and each event once', async () => {
    const { url } = await serve()
    const first = await watch(url)
    expect(JSON.parse(first.ready.data).behind).toBe(0)
    for (const type of ['one', 'two']) await append({ type, campaignId: 7 })
    await append({ type: 'other', campaignId: 8 })
    const late = await watch(url, { query: '?after=0' })
    expect(JSON.parse(late.ready.data).behind).toBe(3)
    const one = await watch(url, { query: '?after=0&campaign_id=7' })
    expect(JSON.parse(one.ready.data).behind).toBe(2)
    await append({ type: 'last', campaignId: 7 })
    expect(await first.next(4)).toEqual(['one', 'two', 'other', 'last'])
    expect(await late.next(4)).toEqual(['one', 'two', 'other', 'last'])
    expect(await one.next(3)).toEqual(['one', 'two', 'last'])
    for (const stream of [first, late, one]) stream.stop()
  })

  test('ends when its key is archived', async () => {
    const { url } = await serve()
    const stream = await watch(url)
    await db.updateTable('api_keys').set({ archived_at: new Date() }).where('id', '=', ours.apiKeyId).execute()
    expect(await stream.isOver()).toBe(true)
  })

  test('ends when its console session is ended', async () => {
    const { url } = await serve()
    const now = new Date()
    const { id } = await insertSession(db, {
      ...ours,
      hash: Buffer.from('session'),
      address: '127.0.0.1',
      userAgent: null,
      now,
    })
    ours = { ...ours, sessionId: id }
    const stream = await watch(url)
    await deleteSession(db, ours.organizationId, id)
    expect(await stream.isOver()).toBe(true)
  })

  test('ends when the server shuts down, and no new one begins', async () => {
    const { url, streams } = await serve()
    const stream = await watch(url)
    await streams.close()
    expect(await stream.isOver()).toBe(true)
    expect((await fetch(`${url}/stream`, { headers: { 'x-api-key': 'ours' } })).status).toBe(503)
  })

  test('one organization may hold only so many, all at once or one by one; a closed one makes room', async () => {
    const { url } = await serve()
    const open = await Promise.all(Array.from({ length: STREAMS_PER_ORGANIZATION }, () => watch(url)))
    const refused = await fetch(`${url}/stream`, { headers: { 'x-api-key': 'ours' } })
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'too_many_streams'])
    expect((await fetch(`${url}/stream`, { headers: { 'x-api-key': 'theirs' } })).status).toBe(200)
    open[0]?.stop()
    await expect.poll(async () => (await fetch(`${url}/stream`, { headers: { 'x-api-key': 'ours' } })).status).toBe(200)
    for (const stream of open) stream.stop()
  })

  test('ends without an error when the client leaves', async () => {
    const { url, app, errors } = await serve()
    const left = new Promise((resolve) =>
      app.server.once('request', (_request, response) => response.once('close', resolve)),
    )
    const stream = await watch(url)
    await append({ type: 'one' })
    expect(await stream.next(1)).toEqual(['one'])
    stream.stop()
    await left
    // What is wrong with an answer is said once the handler has ended, within the turns after the close.
    await new Promise(setImmediate)
    expect(errors).toEqual([])
  })

  test('carries the headers of every answer', async () => {
    const { url } = await serve()
    const response = await fetch(`${url}/stream`, { headers: { 'x-api-key': 'ours' } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    await response.body?.cancel()
  })

  test('refuses what is no cursor', async () => {
    const { app } = await serve()
    const answer = await app.inject({
      url: '/api/v1/events/stream?after=x',
      headers: { 'x-api-key': 'ours', 'last-event-id': 'y' },
    })
    expect([answer.statusCode, ...answer.json().detail.map((fault: { loc: string[] }) => fault.loc.join('.'))]).toEqual(
      [422, 'query.after', 'header.last-event-id'],
    )
  })
})

test('old events are dropped, the others stay', async () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60_000)
  await append({ type: 'old', at: daysAgo(31) })
  await append({ type: 'young', at: daysAgo(29) })
  const duty = dropOldEvents({ db, clock: { ...systemClock, now: () => now }, retentionDays: 30 })
  expect((await duty.runOnce()).dropped).toBeGreaterThanOrEqual(1)
  const left = await db.selectFrom('events').select('type').where('organization_id', '=', ours.organizationId).execute()
  expect(left).toEqual([{ type: 'young' }])
})
