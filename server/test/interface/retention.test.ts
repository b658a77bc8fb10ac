/** What one organization's retention cannot delete keeps nobody else's; and the ledger has an end. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCallRecord, saveRecordingKey } from '../../src/calls/queries.ts'
import { recordingKey } from '../../src/calls/recordings.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { FileStore } from '../../src/kernel/file-store.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { openSecretBox } from '../../src/kernel/secret-box.ts'
import { openLedgerKeys } from '../../src/ledger/signing.ts'
import { applyRetention } from '../../src/privacy/apply-retention.ts'
import { folderStore } from '../../src/storage/files/folder-store.ts'
import { type Json, type Member, type TestApp, testApp } from './app.ts'
import { completedCampaign, made } from './things.ts'

const DAY_MS = 24 * 3_600_000
const PATH = '/api/v1/organizations/retention'
let shiftMs = 0
const clock = { ...systemClock, now: () => systemClock.now() + shiftMs }
let world: TestApp
let recordings: string
/** What could not be deleted, of whom. */
const failures: Array<[string, number]> = []

beforeAll(async () => {
  world = await testApp({ clock })
  recordings = join(world.config.dataDir, 'recordings')
  await world.app.dialer.start()
})

beforeEach(() => {
  shiftMs = 0
})

function duty(store: FileStore = folderStore(recordings)) {
  const keys = openLedgerKeys(openSecretBox(world.config.secretKeys))
  const failed = (kind: string, organizationId: number) => void failures.push([kind, organizationId])
  return applyRetention({ db: world.app.db, clock, log: silentLog, keys, recordings: store, failed })
}

async function recordedCall(member: Member): Promise<{ callId: number; file: string }> {
  const { id } = await completedCampaign(member, ['60'])
  const { runs } = await made<{ runs: Array<{ id: number }> }>(member.request('GET', `/api/v1/campaign/${id}/runs`))
  const call = { organizationId: member.organizationId, callId: runs[0]?.id as number }
  await folderStore(recordings).write(recordingKey(call), Buffer.from('RIFF'))
  const record = {
    timeline: [],
    transcript: [{ who: 'person', text: 'hi' }],
    gathered: {},
    latencies: {},
    disposition: 'done',
  }
  await saveCallRecord(world.app.db, member.organizationId, call.callId, record, new Date())
  await saveRecordingKey(world.app.db, call, { key: recordingKey(call), bytes: 4 })
  return { callId: call.callId, file: join(recordings, recordingKey(call)) }
}

test('a store that refuses one organization stops neither its other kinds nor anybody else', async () => {
  const { a, b } = world
  const [refused, other] = [await recordedCall(a), await recordedCall(b)]
  const days = { recordings_days: 10, transcripts_days: 10 }
  for (const member of [a, b]) await made(member.request('PUT', PATH, days))
  const store = folderStore(recordings)
  const refusing: FileStore = {
    ...store,
    remove: (key) =>
      key.startsWith(`${a.organizationId}/`) ? Promise.reject(new Error('access denied')) : store.remove(key),
  }
  shiftMs = 11 * DAY_MS
  expect(await duty(refusing).runOnce()).toMatchObject({ failed: 1, transcripts: 2 })
  expect(failures).toEqual([['recordings', a.organizationId]])
  expect([existsSync(refused.file), existsSync(other.file)]).toEqual([true, false])
  expect(await made<Json>(a.request('GET', `/api/v1/calls/${refused.callId}`))).toMatchObject({ transcript: [] })
  expect(await duty().runOnce()).toMatchObject({ failed: 0, recordings: 1 })
  expect(existsSync(refused.file)).toBe(false)
})

test('calls are deleted as a whole after their days; counters, sums of costs and statistics stay', async () => {
  const { a } = world
  const [simulated, old] = [await recordedCall(a), await recordedCall(a)]
  await world.pool.query(`update calls set provider = 'twilio' where id = $1`, [old.callId])
  const path = `/api/v1/calls/${old.callId}`
  const { campaign_id } = await made<{ campaign_id: number }>(a.request('GET', path))
  const progress = () => made<Json>(a.request('GET', `/api/v1/campaign/${campaign_id}/progress`))
  const statistics = async () => {
    const { totals, simulated_calls } = await made<Json>(a.request('GET', '/api/v1/statistics/calls'))
    return { totals, simulated_calls }
  }
  const before = [await progress(), await statistics()]
  expect(await made(a.request('GET', PATH))).toMatchObject({ calls_days: null })
  expect((await a.request('PUT', PATH, { calls_days: 89 })).status).toBe(422)
  await made(a.request('PUT', PATH, { calls_days: 90 }))
  shiftMs = 89 * DAY_MS
  expect(await duty().runOnce()).toMatchObject({ calls: 0 })
  expect((await a.request('GET', path)).status).toBe(200)
  shiftMs = 91 * DAY_MS
  expect(await duty().runOnce()).toMatchObject({ failed: 0 })
  expect((await a.request('GET', path)).status).toBe(404)
  expect((await a.request('GET', `/api/v1/calls/${simulated.callId}`)).status).toBe(200)
  expect(existsSync(old.file)).toBe(false)
  const left =
    'select (select count(*) from call_records where call_id = $1)::int + (select count(*) from call_costs where call_id = $1)::int as left'
  expect((await world.pool.query(left, [old.callId])).rows).toEqual([{ left: 0 }])
  shiftMs = 0
  expect([await progress(), await statistics()]).toEqual(before)
})

test('the ledger is kept five years unless set, and then up to a signed checkpoint', async () => {
  const { b } = world
  expect(await made(b.request('GET', PATH))).toMatchObject({ ledger_days: 1826 })
  expect((await b.request('PUT', PATH, { ledger_days: 30 })).status).toBe(422)
  await b.request('GET', '/api/v1/ledger/export')
  shiftMs = 1000 * DAY_MS
  await duty().runOnce()
  const verify = () => made<{ ok: boolean; records: number }>(b.request('GET', '/api/v1/ledger/verify'))
  const persons = async () =>
    (await world.pool.query('select from ledger_persons where organization_id = $1', [b.organizationId])).rowCount
  expect(await persons()).toBe(1)
  expect(await verify()).toMatchObject({ ok: true, records: 2 })
  shiftMs = 1830 * DAY_MS
  await duty().runOnce()
  expect(await verify()).toMatchObject({ ok: true, records: 0 })
  // The numbers that its records named are gone with them.
  expect(await persons()).toBe(0)
})

test('the audit trail is kept 400 days unless set, and then until its days are over', async () => {
  const { a, b } = world
  expect(await made(a.request('GET', PATH))).toMatchObject({ audit_days: 400 })
  expect((await a.request('PUT', PATH, { audit_days: 29 })).status).toBe(422)
  await made(a.request('PUT', PATH, { audit_days: 30 }))
  await made(b.request('PATCH', '/api/v1/organization', { time_zone: 'Europe/Berlin' }))
  const count = async ({ organizationId }: Member) => {
    const text = 'select count(*)::int as count from audit_events where organization_id = $1'
    return (await world.pool.query<{ count: number }>(text, [organizationId])).rows[0]?.count
  }
  const ofB = await count(b)
  expect(await count(a)).toBeGreaterThan(0)
  shiftMs = 31 * DAY_MS
  await duty().runOnce()
  expect([await count(a), await count(b)]).toEqual([0, ofB])
  shiftMs = 401 * DAY_MS
  await duty().runOnce()
  expect(await count(b)).toBe(0)
})
