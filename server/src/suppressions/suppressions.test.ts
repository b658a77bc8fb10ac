import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openServer } from '../http/server.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { suppressionRoutes } from './routes.ts'

const NUMBER = '+447912345678'
let db: Database
let app: FastifyInstance

beforeAll(async () => {
  db = openDatabase((await testDatabase()).pool)
  const ids = new Map<string, number>()
  for (const name of ['ours', 'theirs']) {
    const values = { name, created_at: new Date() }
    ids.set(name, (await db.insertInto('organizations').values(values).returning('id').executeTakeFirstOrThrow()).id)
  }
  app = await openServer({
    log: silentLog,
    routes: suppressionRoutes({ db, clock: systemClock }),
    authenticate: async (key) => {
      const organizationId = ids.get(key)
      return organizationId === undefined ? null : { organizationId, apiKeyId: 1, scope: 'admin', sessionId: null }
    },
    rateLimitPerMinute: 0,
  })
})

beforeEach(async () => {
  await db.deleteFrom('suppressions').execute()
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
    call_id: null,
    created_at: expect.stringMatching(/Z$/),
  })
  expect((await ask('GET')).body).toEqual({ suppressions: [body] })
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

test('a deleted suppression is answered once more and gone', async () => {
  const { body } = await ask('POST', '', { phone_number: NUMBER })
  expect(await ask('DELETE', `/${body.id}`)).toEqual({ status: 200, body })
  expect(await ask('DELETE', `/${body.id}`)).toMatchObject({ status: 404, body: { code: 'suppression_not_found' } })
  expect((await ask('GET')).body).toEqual({ suppressions: [] })
})

test('organizations do not see, share or delete each other’s', async () => {
  const { body } = await ask('POST', '', { phone_number: NUMBER })
  expect((await ask('GET', '', undefined, 'theirs')).body).toEqual({ suppressions: [] })
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
