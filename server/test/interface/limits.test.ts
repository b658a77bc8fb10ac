/** One organization's appetite is its own affair: reads, quotas, figures for anybody; and no change without a note of it. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clearRecordingFields, saveCallRecord, saveRecordingKey } from '../../src/calls/queries.ts'
import { recordingKey } from '../../src/calls/recordings.ts'
import { setQuota } from '../../src/organizations/queries.ts'
import { type Json, memberWith, requester, type TestApp, testApp } from './app.ts'
import { DEFINITION, made, newCampaign, newList, newWorkflow, uploadCsv } from './things.ts'

let world: TestApp
let holder: pg.PoolClient

beforeAll(async () => {
  world = await testApp()
  holder = await world.pool.connect()
  await holder.query('set idle_in_transaction_session_timeout = 0')
})
afterAll(() => holder.release())

/** Locks a table, so that every statement that reads it waits until the work is done. */
async function whileContactsAreHeld<T>(work: () => Promise<T>, table = 'contacts'): Promise<T> {
  await holder.query('begin')
  await holder.query(`lock table ${table} in access exclusive mode`)
  try {
    return await work()
  } finally {
    await holder.query('rollback')
  }
}

describe('reads', () => {
  test('of one organization that take for ever hold up neither another, nor changes, nor who comes in', async () => {
    const { a, b } = world
    const { id } = await newCampaign(a)
    await whileContactsAreHeld(async () => {
      const waiting = Array.from({ length: 40 }, () => a.request('GET', `/api/v1/campaign/${id}/contacts`))
      const answers = await Promise.all([
        b.request('GET', '/api/v1/campaign/'),
        b.request('POST', '/api/v1/user/api-keys', { name: 'meanwhile' }),
        a.request('PATCH', `/api/v1/campaign/${id}`, { name: 'meanwhile' }),
        world.request('GET', '/api/v1/organization', undefined, { headers: { 'x-api-key': b.key } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      await holder.query('rollback')
      const statuses = (await Promise.all(waiting)).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([200]))
    })
  })

  test('that take too long end, and say so', async () => {
    const { id } = await newCampaign(world.a)
    const app = await world.again({ readMsMax: 50 })
    const member = memberWith(world.a, requester(app))
    await whileContactsAreHeld(async () => {
      const { status, body } = await member.request('GET', `/api/v1/campaign/${id}/contacts`)
      expect([status, body.code]).toEqual([503, 'too_slow'])
    })
  })
})

describe('a campaign with more waiting contacts than can be counted within an answer', () => {
  const views = ['progress', 'explain', 'start-check']
  let id: number

  beforeAll(async () => {
    ;({ id } = await newCampaign(world.a))
    await world.pool.query(
      `update campaigns set state = 'paused', started_at = now(), total_rows = 300000, total_queued_count = 300000, executed_count = 1
        where id = $1`,
      [id],
    )
  })

  /** A node that has counted nothing yet. */
  const onNewNode = async () => memberWith(world.a, requester(await world.again({})))

  test.each(views)('%s is answered, says that they are not counted, and later when they were', async (view) => {
    const member = await onNewNode()
    const lookAt = () => member.request('GET', `/api/v1/campaign/${id}/${view}`)
    await whileContactsAreHeld(async () => {
      const { status, body } = await lookAt()
      expect([status, body]).toMatchObject([200, { waiting_counted: false, waiting_counted_at: null }])
      expect(body.pending_rows).toBe(300_000)
    })
    let { body } = await lookAt()
    while (!body.waiting_counted) body = (await lookAt()).body
    expect(Date.parse(String(body.waiting_counted_at))).toBeGreaterThan(0)
  })

  test('the answer to a resume does not wait for the count', async () => {
    const member = await onNewNode()
    await whileContactsAreHeld(async () => {
      const { status, body } = await member.request('POST', `/api/v1/campaign/${id}/resume`)
      expect([status, body.warnings]).toEqual([200, [expect.stringContaining('still being counted')]])
    }, 'list_contacts')
  })
})

test('figures are worked out once however often they are asked for', async () => {
  const asked: string[] = []
  const { query } = world.pool
  Object.assign(world.pool, {
    query(this: pg.Pool, ...args: unknown[]) {
      asked.push(String(args[0]))
      return Reflect.apply(query, this, args)
    },
  })
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.request('GET', '/metrics')))
  Object.assign(world.pool, { query })
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(asked.filter((text) => text.includes('live_calls')).length).toBeLessThanOrEqual(4)
})

describe('quotas', () => {
  const quota = (name: string, limit: number | null) => setQuota(world.app.db, 'B', name, limit)

  test.each([
    ['contact_lists', () => newList(world.b)],
    ['contact_rows', () => newList(world.b, ['00', '01', '02'])],
    ['contact_bytes', () => newList(world.b)],
    ['campaigns', () => newCampaign(world.b, { source_id: shared })],
    ['registries', () => importRegistry()],
  ])('%s', async (name, make) => {
    shared = await newList(world.b)
    await quota(name, 0)
    await expect(make()).rejects.toThrow(/409.*quota_exceeded/)
    const { quotas } = await made<{ quotas: Json }>(world.b.request('GET', '/api/v1/organization'))
    expect(quotas[name]).toBe(0)
    await quota(name, null)
    await make()
  })
  let shared: string

  const importRegistry = () => {
    const file = { raw: '+12025550100\n', headers: { 'content-type': 'text/csv' } }
    return made(world.b.request('POST', '/api/v1/registries/import?registry=robinson', undefined, file))
  }

  test('a registry that was imported before is replaced, whatever the quota is', async () => {
    await quota('registries', 0)
    await importRegistry()
    await quota('registries', null)
  })

  test('contact_bytes counts the files of the lists there are', async () => {
    const { rows } = await world.pool.query(
      'select coalesce(sum(bytes), 0)::int as bytes from contact_lists where organization_id = $1',
      [world.b.organizationId],
    )
    const list = 'phone_number\n+12025550100\n'
    await quota('contact_bytes', rows[0].bytes + list.length)
    const source = await uploadCsv(world.b, list)
    await expect(uploadCsv(world.b, list)).rejects.toThrow(/quota_exceeded/)
    await made(world.b.request('DELETE', `/api/v1/contact-lists/${source}`))
    await uploadCsv(world.b, list)
    await quota('contact_bytes', null)
  })

  test('recording_bytes: beyond it nothing that would be recorded is begun; what was deleted makes room', async () => {
    const recorded = { ...DEFINITION, settings: { recording: true } }
    const [quiet, loud] = [
      await newCampaign(world.b),
      await newCampaign(world.b, { workflow_id: await newWorkflow(world.b, recorded) }),
    ]
    const start = (id: number) => world.b.request('POST', `/api/v1/campaign/${id}/start`)
    const call = { organizationId: world.b.organizationId, callId: 987_654 }
    const record = { timeline: [], transcript: [], gathered: {}, latencies: {}, disposition: null }
    await saveCallRecord(world.app.db, call.organizationId, call.callId, record, new Date())
    await saveRecordingKey(world.app.db, call, { key: recordingKey(call), bytes: 1000 })
    await quota('recording_bytes', 1000)
    expect(await start(loud.id)).toMatchObject({
      status: 409,
      body: { code: 'quota_exceeded', details: { quota: 'recording_bytes', limit: 1000 } },
    })
    expect((await start(quiet.id)).status).toBe(200)
    await clearRecordingFields(world.app.db, [call.callId])
    expect((await start(loud.id)).status).toBe(200)
    await quota('recording_bytes', null)
  })

  test('an import beyond it leaves nothing behind', async () => {
    const lists = async () =>
      (await made<{ contact_lists: Json[] }>(world.b.request('GET', '/api/v1/contact-lists'))).contact_lists.length
    const before = await lists()
    await quota('contact_rows', 1)
    await expect(newList(world.b, ['00', '01'])).rejects.toThrow(/quota_exceeded/)
    await quota('contact_rows', null)
    expect(await lists()).toBe(before)
  })
})

describe('the audit trail', () => {
  const entries = async (query = '') =>
    (await made<{ audit_events: Json[] }>(world.b.request('GET', `/api/v1/audit-events?limit=1000${query}`)))
      .audit_events

  test('a change that cannot be noted is not made', async () => {
    await world.pool.query('alter table audit_events rename to audit_elsewhere')
    const before = await world.pool.query('select count(*) as count from api_keys')
    const { status } = await world.b.request('POST', '/api/v1/user/api-keys', { name: 'unnoted' })
    const after = await world.pool.query('select count(*) as count from api_keys')
    await world.pool.query('alter table audit_elsewhere rename to audit_events')
    expect([status, after.rows]).toEqual([500, before.rows])
  })

  test('a change that was refused is not noted; one whose end nobody saw is', async () => {
    const before = (await entries()).length
    expect((await world.b.request('DELETE', '/api/v1/user/api-keys/987654321')).status).toBe(404)
    expect(await entries()).toHaveLength(before)
    await made(world.b.request('POST', '/api/v1/user/api-keys', { name: 'noted' }))
    const [last] = (await entries()).slice(-1)
    expect(last).toMatchObject({ operation: 'createApiKey', finished: true, after: { name: 'noted' } })
    await world.pool.query('update audit_events set finished = false where id = $1', [last?.id])
    expect((await entries()).at(-1)).toMatchObject({ finished: false })
  })
})
