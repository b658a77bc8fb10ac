import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openServer } from '../http/server.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { proposeSuppression } from './propose-suppression.ts'
import { isSuppressed } from './queries.ts'
import { suppressionRoutes } from './routes.ts'
import { suppressNumber } from './suppress-number.ts'

const NUMBER = '+447912345678'
let db: Database
let pool: Pool
let organizationId: number
const nowMs = Date.parse('2026-11-15T09:30:00.123Z')
const keys = openLedgerKeys(openSecretBox([Buffer.alloc(32, 7)]))
let app: FastifyInstance

beforeAll(async () => {
  pool = (await testDatabase()).pool
  db = openDatabase(pool)
  const ids = new Map<string, number>()
  for (const name of ['ours', 'theirs']) {
    const values = { name, created_at: new Date() }
    ids.set(name, (await db.insertInto('organizations').values(values).returning('id').executeTakeFirstOrThrow()).id)
  }
  organizationId = ids.get('ours') as number
  app = await openServer({
    log: silentLog,
    routes: suppressionRoutes({ db, clock: { ...systemClock, now: () => nowMs }, keys, listed: () => {} }),
    authenticate: async (key) => {
      const organizationId = ids.get(key)
      return organizationId === undefined
        ? null
        : { organizationId, apiKeyId: 1, userId: null, author: 'API key 1', scope: 'admin', sessionId: null }
    },
    rateLimitPerMinute: 0,
  })
})

beforeEach(async () => {
  await db.deleteFrom('suppressions').execute()
  await db.deleteFrom('suppressed_ranges').execute()
})

async function ask(method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object, key = 'ours') {
  const answer = await app.inject({
    method,
    url: `/api/v1/suppressions${path}`,
    headers: { 'x-api-key': key },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as { id: number; [field: string]: unknown } }
}

test('a number is suppressed in the form it is dialled in', async () => {
  const { status, body } = await ask('POST', '', {
    phone_number: '07912 345678',
    country_code: 'gb',
    reason: 'by post',
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(Number),
    phone_number: NUMBER,
    reason: 'by post',
    source: 'api',
    author: 'API key 1',
    call_id: null,
    expires_at: null,
    created_at: expect.stringMatching(/Z$/),
  })
  expect((await ask('GET')).body).toMatchObject({ suppressions: [body] })
})

test('suppressing a number again answers the first suppression, also at the same moment', async () => {
  const first = await ask('POST', '', { phone_number: NUMBER })
  expect(first.body.reason).toBe('requested')
  expect(await ask('POST', '', { phone_number: '+44 7912 345678', reason: 'another' })).toEqual(first)
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('POST', '', { phone_number: '1001' })))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
})

test('faults are named together, each in its place', async () => {
  const { status, body } = await ask('POST', '', { phone_number: '12345678', reason: '' })
  expect(status).toBe(422)
  expect((body.detail as Array<{ loc: string[] }>).map((fault) => fault.loc.join('.'))).toEqual([
    'body.reason',
    'body.phone_number',
  ])
})

test('255 emoji are no phone number: 422', async () => {
  expect((await ask('POST', '', { phone_number: '📞'.repeat(255) })).status).toBe(422)
})

test('a deleted suppression is answered once more and gone', async () => {
  const { body } = await ask('POST', '', { phone_number: NUMBER })
  expect(await ask('DELETE', `/${body.id}`)).toEqual({ status: 200, body })
  expect(await ask('DELETE', `/${body.id}`)).toMatchObject({ status: 404, body: { code: 'suppression_not_found' } })
  expect((await ask('GET')).body).toMatchObject({ suppressions: [] })
})

test('organizations do not see, share or delete each other’s', async () => {
  const { body } = await ask('POST', '', { phone_number: NUMBER })
  expect((await ask('GET', '', undefined, 'theirs')).body).toMatchObject({ suppressions: [] })
  expect((await ask('POST', '', { phone_number: NUMBER }, 'theirs')).body.id).not.toBe(body.id)
  const foreign = await ask('DELETE', `/${body.id}`, undefined, 'theirs')
  expect(foreign).toEqual(await ask('DELETE', '/987654321', undefined, 'theirs'))
  expect(foreign.status).toBe(404)
})

test('limit and offset are accepted; without a key it is 401', async () => {
  for (const phone_number of ['1001', '1002', '1003']) await ask('POST', '', { phone_number })
  expect((await ask('GET', '?limit=1&offset=2')).body).toMatchObject({ suppressions: [{ phone_number: '1003' }] })
  expect((await ask('GET', '', undefined, 'nobody')).status).toBe(401)
})

test('a SIP URI that carries a phone number is that number', async () => {
  const uri = `sip:${NUMBER}@pbx.example`
  expect((await ask('POST', '', { phone_number: uri })).body.phone_number).toBe(NUMBER)
  for (const address of [NUMBER, uri, `sips:${NUMBER}@other.example;user=phone`]) {
    expect([address, await isOn(address)]).toEqual([address, true])
  }
  expect(await isOn('sip:anna@pbx.example')).toBe(false)
  await db.deleteFrom('suppressions').execute()
  expect(await isOn(uri)).toBe(false)
})

/** The ledger names people by a keyed hash. */
const PERSON = expect.stringMatching(/^[\w-]{8,}$/)

const isOn = (number: string, at = nowMs) => isSuppressed(db, organizationId, number, new Date(at))

async function recordsOf(kind: string) {
  const { rows } = await pool.query<{ record: string }>(
    'select record from ledger_records where organization_id = $1 order by sequence',
    [organizationId],
  )
  return rows.map((row) => JSON.parse(row.record)).filter((record) => record.kind === kind)
}

describe('a suppression that ends', () => {
  const DAY_MS = 86_400_000
  const inDays = (days: number) => new Date(nowMs + days * DAY_MS).toISOString()

  test('holds until its end and no longer', async () => {
    await ask('POST', '', { phone_number: NUMBER, expires_at: inDays(30) })
    expect(await isOn(NUMBER, nowMs + 30 * DAY_MS - 1)).toBe(true)
    expect(await isOn(NUMBER, nowMs + 30 * DAY_MS)).toBe(false)
  })

  test('is never made shorter by asking again, and for ever by the person', async () => {
    await ask('POST', '', { phone_number: NUMBER, expires_at: inDays(30) })
    expect((await ask('POST', '', { phone_number: NUMBER, expires_at: inDays(5) })).body.expires_at).toBe(inDays(30))
    expect((await ask('POST', '', { phone_number: NUMBER, expires_at: inDays(60) })).body.expires_at).toBe(inDays(60))
    expect((await recordsOf('suppression_renewed')).slice(-2)).toMatchObject([
      { actor: 'API key 1', body: { person: PERSON, expires_at: inDays(5), in_force_until: inDays(30) } },
      { actor: 'API key 1', body: { person: PERSON, expires_at: inDays(60), in_force_until: inDays(60) } },
    ])
    await suppressNumber({ db, keys }, { organizationId, phoneNumber: NUMBER, callId: 77 }, new Date(nowMs))
    expect(await isOn(NUMBER, nowMs + 9_000 * DAY_MS)).toBe(true)
    expect(await recordsOf('opt_out')).toMatchObject([
      { actor: 'call 77', body: { person: PERSON, call_id: 77, expires_at: null } },
    ])
  })
})

describe('ranges', () => {
  const range = (payload: object) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/suppressed-ranges',
      headers: { 'x-api-key': 'ours' },
      payload,
    })

  test('a prefix and a country are never called', async () => {
    expect(await isOn('+19005551234')).toBe(false)
    expect((await range({ prefix: '+1900', reason: 'premium' })).json()).toMatchObject({ prefixes: ['+1900'] })
    const france = (await range({ country_code: 'fr', reason: 'not licensed' })).json()
    expect(france).toMatchObject({ kind: 'country', value: 'FR', prefixes: ['+33'], author: 'API key 1' })
    expect(await isOn('+19005551234')).toBe(true)
    expect(await isOn('sip:+19005551234@pbx.example')).toBe(true)
    expect(await isOn('+33612345678')).toBe(true)
    expect(await isOn('+19015551234')).toBe(false)
    const url = `/api/v1/suppressed-ranges/${france.id}`
    await app.inject({ method: 'DELETE', url, headers: { 'x-api-key': 'ours' } })
    expect(await isOn('+33612345678')).toBe(false)
    expect((await recordsOf('range_suppressed')).map((record) => record.body.reason)).toEqual([
      'premium',
      'not licensed',
    ])
  })

  test('the United States are their area codes, without Canada', async () => {
    await range({ country_code: 'US', reason: 'not licensed' })
    expect([await isOn('+12125551234'), await isOn('+17875551234'), await isOn('+14165551234')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('both or neither is 422', async () => {
    expect((await range({ reason: 'x' })).statusCode).toBe(422)
    expect((await range({ prefix: '+33', country_code: 'FR', reason: 'x' })).statusCode).toBe(422)
  })
})

test('every addition and removal is in the ledger with its author, and the ledger is whole', async () => {
  const { body } = await ask('POST', '', { phone_number: NUMBER, reason: 'by post' })
  await ask('DELETE', `/${body.id}?reason=${encodeURIComponent('wrong number')}`)
  expect((await recordsOf('suppression_removed')).at(-1)).toMatchObject({
    actor: 'API key 1',
    body: { person: PERSON, was: 'by post', reason: 'wrong number' },
  })
  expect(await verifyLedger({ db, keys }, organizationId)).toMatchObject({ ok: true })
})

test('every change of the list is an event without the number', async () => {
  await db.deleteFrom('events').execute()
  const { body } = await ask('POST', '', { phone_number: NUMBER, source: 'post' })
  await ask('POST', '', { phone_number: NUMBER })
  await ask('DELETE', `/${body.id}`)
  const headers = { 'x-api-key': 'ours' }
  const url = '/api/v1/suppressed-ranges'
  const range = await app.inject({ method: 'POST', url, headers, payload: { prefix: '+1900', reason: 'premium' } })
  await app.inject({ method: 'DELETE', url: `${url}/${range.json().id}`, headers })
  const events = await db.selectFrom('events').select(['type', 'data']).orderBy('id').execute()
  const of = (change: string, entries: number, source: string) => {
    return { type: 'suppression_changed', data: { change, entries, source, by: 'API key 1' } }
  }
  expect(events).toEqual([
    of('added', 1, 'post'),
    of('renewed', 0, 'api'),
    of('removed', 1, 'post'),
    of('range_added', 1, 'api'),
    of('range_removed', 1, 'api'),
  ])
})

describe('candidates', () => {
  const offer = (phoneNumber: string, source: 'carrier' | 'conversation' = 'carrier') => {
    const offered = { organizationId, phoneNumber, source, reason: 'SIP 607', callId: 17 }
    return proposeSuppression(db, offered, new Date(nowMs))
  }
  const listed = async (query = '') =>
    (await ask('GET', `/candidates${query}`)).body.candidates as Array<{ id: number; [field: string]: unknown }>

  beforeEach(() => db.deleteFrom('suppression_candidates').execute())

  test('a number is offered once, under the number that a SIP URI carries, and is not suppressed yet', async () => {
    expect(await offer(NUMBER)).toBe(true)
    await offer(`sip:${NUMBER}@example.com;user=phone`, 'conversation')
    const [only, ...others] = await listed()
    expect(others).toEqual([])
    expect(only).toMatchObject({
      phone_number: NUMBER,
      source: 'carrier',
      reason: 'SIP 607',
      call_id: 17,
      state: 'open',
    })
    expect(await isSuppressed(db, organizationId, NUMBER, new Date(nowMs))).toBe(false)
    expect((await ask('GET', '/candidates', undefined, 'theirs')).body.candidates).toEqual([])
  })

  test('accepted it is on the list with its call, and decided only once', async () => {
    await offer(NUMBER)
    const id = (await listed())[0]?.id
    expect((await ask('POST', `/candidates/${id}/accept`, undefined, 'theirs')).status).toBe(404)
    const { status, body } = await ask('POST', `/candidates/${id}/accept`)
    expect([status, body.state, body.author]).toEqual([200, 'accepted', 'API key 1'])
    expect(await isSuppressed(db, organizationId, NUMBER, new Date(nowMs))).toBe(true)
    expect((await ask('GET')).body.suppressions).toMatchObject([
      { phone_number: NUMBER, call_id: 17, source: 'carrier' },
    ])
    expect((await ask('POST', `/candidates/${id}/dismiss`)).body.code).toBe('suppression_candidate_decided')
    expect((await verifyLedger({ db, keys }, organizationId)).ok).toBe(true)
    // On the list already.
    expect(await offer(NUMBER)).toBe(false)
    expect(await listed()).toEqual([])
  })

  test('dismissed it is not suppressed, and is offered again when it happens again', async () => {
    await offer(NUMBER)
    const id = (await listed())[0]?.id
    expect((await ask('POST', `/candidates/${id}/dismiss`)).body.state).toBe('dismissed')
    expect(await isSuppressed(db, organizationId, NUMBER, new Date(nowMs))).toBe(false)
    await offer(NUMBER)
    expect(await listed()).toHaveLength(1)
    expect(await listed('?state=dismissed')).toMatchObject([{ id }])
  })
})
