import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openServer } from '../http/server.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openSecretBox } from '../kernel/secret-box.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { suppressionRoutes } from '../suppressions/routes.ts'
import { openImportLimiter } from './import-limiter.ts'
import { suppressionImportRoute } from './suppression-import-route.ts'

const NUMBER = '+447912345678'
const NOW_MS = Date.parse('2026-11-15T09:30:00.123Z')
const uploadDir = join(tmpdir(), `outdial-suppressions-${process.pid}`)
let db: Database
let app: FastifyInstance
let organizationId: number
const gate = openImportLimiter()

afterAll(() => app.close())
afterAll(() => rm(uploadDir, { recursive: true, force: true }))

beforeAll(async () => {
  const { pool } = await testDatabase()
  db = openDatabase(pool)
  const values = { name: 'ours', created_at: new Date() }
  const made = await db.insertInto('organizations').values(values).returning('id').executeTakeFirstOrThrow()
  organizationId = made.id
  const keys = openLedgerKeys(openSecretBox([Buffer.alloc(32, 7)]))
  const clock = { ...systemClock, now: () => NOW_MS }
  const listed = () => {}
  app = await openServer({
    log: silentLog,
    routes: [
      ...suppressionRoutes({ db, clock, keys, listed }),
      suppressionImportRoute({ db, imports: { pool, gate }, clock, keys, uploadDir, listed }),
    ],
    authenticate: async () => ({
      organizationId,
      apiKeyId: 1,
      userId: null,
      author: 'API key 1',
      scope: 'admin',
      sessionId: null,
    }),
    rateLimitPerMinute: 0,
  })
})

beforeEach(async () => {
  await db.deleteFrom('suppressions').execute()
})

async function ask(method: 'GET' | 'POST', path = '', payload?: object) {
  const headers = { 'x-api-key': 'ours' }
  const answer = await app.inject({
    method,
    url: `/api/v1/suppressions${path}`,
    headers,
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
}

async function recordsOf(kind: string) {
  const rows = await db.selectFrom('ledger_records').select('record').orderBy('sequence').execute()
  return rows.map((row) => JSON.parse(row.record)).filter((record) => record.kind === kind)
}

describe('a file of numbers', () => {
  const send = (csv: string, query = '') =>
    app.inject({
      method: 'POST',
      url: `/api/v1/suppressions/import${query}`,
      headers: { 'x-api-key': 'ours', 'content-type': 'text/csv' },
      payload: csv,
    })

  test('is put on the list with what each row says; bad rows are told apart', async () => {
    await ask('POST', '', { phone_number: NUMBER, reason: 'first' })
    const csv = [
      'Phone;Reason;Expires At',
      '07912 345678;again;',
      '+12133734253;asked by post;2027-01-31',
      '+12133734253;twice;',
      'nonsense number;;',
      '+4915112345678;;soon',
      '+4915112345679;;',
    ].join('\n')
    const answer = await send(csv, '?country_code=GB&source=TPS&reason=registry')
    expect(answer.json()).toMatchObject({
      total_rows: 3,
      added_rows: 2,
      known_rows: 1,
      rejected_rows: 2,
      duplicate_rows: 1,
      errors: [{ row: 5 }, { row: 6, code: 'expires_at_invalid' }],
    })
    const { suppressions } = (await ask('GET')).body as unknown as { suppressions: Record<string, unknown>[] }
    expect(suppressions.map((one) => [one.phone_number, one.reason, one.source, one.expires_at])).toEqual([
      [NUMBER, 'first', 'api', null],
      ['+12133734253', 'asked by post', 'TPS', '2027-01-31T00:00:00.000Z'],
      ['+4915112345679', 'registry', 'TPS', null],
    ])
    expect(await recordsOf('suppressions_imported')).toMatchObject([
      { actor: 'API key 1', body: { added_rows: 2, source: 'TPS', reason: 'registry' } },
    ])
  })

  const numbers = async () => {
    const { suppressions } = (await ask('GET')).body as unknown as { suppressions: Array<{ phone_number: string }> }
    return suppressions.map(({ phone_number }) => phone_number).sort()
  }

  test.each([
    ['FTC', '?layout=area_code_and_number', '202,5550100\r\n213,3734253\r\n', ['+12025550100', '+12133734253']],
    ['TPS', '?layout=number&country_code=GB', '02079460018\n07912345678', ['+442079460018', '+447912345678']],
    [
      'Bloctel',
      '?layout=number&country_code=FR',
      '"0612345678";1\r\n0712345678;0\r\n',
      ['+33612345678', '+33712345678'],
    ],
    ['Robinson', '?layout=number', '\ufeff+34612345678\n\n+34612345679\n', ['+34612345678', '+34612345679']],
  ])('of a registry is read as it is given out: %s', async (_, query, content, expected) => {
    expect((await send(content, query)).json()).toMatchObject({ total_rows: 2, rejected_rows: 0 })
    expect(await numbers()).toEqual(expected)
  })

  test('of a registry without a country is refused and nothing is on the list; a bad row is named by its line', async () => {
    expect((await send('02079460018\n07912345678\n', '?layout=number')).statusCode).toBe(400)
    expect(await numbers()).toEqual([])
    const answer = await send('202,5550100\n202,no\n', '?layout=area_code_and_number')
    expect(answer.json()).toMatchObject({ total_rows: 1, errors: [{ row: 2 }] })
  })

  test('comes out as it went in', async () => {
    await send('phone_number,reason\n+12133734253,"said ""no"", twice"\n')
    const get = { method: 'GET', url: '/api/v1/suppressions/export', headers: { 'x-api-key': 'ours' } } as const
    const csv = (await app.inject(get)).body
    expect(csv.split('\r\n')[1]).toMatch(
      /^\+12133734253,"said ""no"", twice",import,,2026-11-15T09:30:00.123Z,API key 1,$/,
    )
    await db.deleteFrom('suppressions').execute()
    expect((await send(csv)).json()).toMatchObject({ added_rows: 1, rejected_rows: 0 })
    expect((await app.inject(get)).body).toBe(csv)
  })

  test('without a usable row, or without a phone column, changes nothing', async () => {
    expect((await send('phone_number\nnonsense number\n')).json()).toMatchObject({ code: 'no_valid_rows' })
    expect((await send('name\nAnna\n')).json()).toMatchObject({ code: 'phone_column_missing' })
    expect((await ask('GET')).body).toMatchObject({ suppressions: [] })
  })

  test('does not wait behind contact lists', async () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const { contacts } = gate
    const busy = [1, 2, 3].flatMap((other) => [
      contacts.receive(organizationId, () => ended),
      contacts.run(organizationId + other, () => ended),
    ])
    expect((await send(`phone\n${NUMBER}\n`)).json()).toMatchObject({ added_rows: 1 })
    end()
    await Promise.all(busy)
  })

  test('that waits for its turn is not cut off as an idle connection', async () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const busy = [1, 2].map(() => gate.suppressions.receive(organizationId, () => ended))
    const socket = once(app.server, 'connection') as Promise<[Socket]>
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { 'x-api-key': 'ours', 'content-type': 'text/csv' }
    const body = `phone\n${NUMBER}\n`
    const answer = fetch(`${address}/api/v1/suppressions/import`, { method: 'POST', headers, body })
    const [connection] = await socket
    await expect.poll(() => connection.timeout, { interval: 10 }).toBe(0)
    end()
    await Promise.all(busy)
    expect((await answer).status).toBe(200)
  })
})
