/** Events are stored in ranges of ids: made ahead, dropped whole, never missing for an insert. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { readBackup, writeBackup } from '../storage/backup.ts'
import { type Database, openDatabase, openPool } from '../storage/database.ts'
import { dropOldEvents } from './drop-old-events.ts'
import { makeEventRanges } from './make-event-ranges.ts'
import { insertEvent, newestEventId, readEvents } from './queries.ts'
import { eventRanges } from './ranges.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const RETENTION_DAYS = 30

let pool: pg.Pool
let db: Database
let connectionString: string

beforeEach(async () => {
  ;({ pool, connectionString } = await testDatabase())
  db = openDatabase(pool)
  await pool.query(`insert into organizations (name, created_at) values ('one', now()), ('two', now())`)
})

const clock = { ...systemClock, now: () => NOW }
const make = (log = silentLog) => makeEventRanges({ db, clock, log }).runOnce()
const drop = () => dropOldEvents({ db, clock, retentionDays: RETENTION_DAYS }).runOnce()

async function insertAt(id: number, daysAgo: number, type = `event ${id}`, organizationId = 1): Promise<void> {
  await pool.query(`select setval('events_id_seq', $1, false)`, [id])
  await insertEvent(db, {
    organization_id: organizationId,
    at: new Date(NOW - daysAgo * DAY_MS),
    type,
    campaign_id: 7,
    data: '{}',
  })
}

async function tableOf(id: number): Promise<string | undefined> {
  const { rows } = await pool.query('select tableoid::regclass::text as name from events where id = $1', [id])
  return rows[0]?.name
}

const typesAfter = async (after: number, campaignId: number | null = null) =>
  (await readEvents(db, { organizationId: 1, after, campaignId, limit: 100 })).map(({ type }) => type)

test('a reader continues after its cursor through ranges and through ids that no range covers', async () => {
  const far = 9_000_000
  for (const id of [1, 999_999, 1_000_001, 2_000_001, far]) await insertAt(id, 1)
  expect(await Promise.all([1, 1_000_001, far].map(tableOf))).toEqual(['events_1', 'events_1000001', 'events_default'])
  expect(await typesAfter(0)).toEqual(['event 1', 'event 999999', 'event 1000001', 'event 2000001', `event ${far}`])
  expect(await typesAfter(999_999, 7)).toEqual(['event 1000001', 'event 2000001', `event ${far}`])
  expect(await newestEventId(db, 1)).toBe(far)
  expect(await newestEventId(db, 2)).toBe(0)
})

test('ranges are made ahead of the sequence, by several nodes at the same time as by one', async () => {
  await insertAt(1_500_000, 0)
  const made = await Promise.all([make(), make(), make()])
  expect(made.map(({ failed }) => failed)).toEqual([0, 0, 0])
  await make()
  const ranges = await eventRanges(db)
  expect(ranges.at(-1)?.pastId).toBeGreaterThanOrEqual(4_500_000)
  for (const [at, range] of ranges.entries()) if (at > 0) expect(range.firstId).toBe(ranges[at - 1]?.pastId)
  expect((await make()).made).toBe(0)
})

test('a range holds about a day of a large installation', async () => {
  await insertAt(1_000_001, 0.5)
  await insertAt(1_800_000, 0)
  await make()
  expect((await eventRanges(db)).slice(-2).map(({ firstId, pastId }) => pastId - Number(firstId))).toEqual([
    1_599_998, 1_599_998,
  ])
})

test('ids beyond the last range are stored, reported, and deleted when they are old', async () => {
  await insertAt(7_000_000, 31)
  await insertAt(7_000_001, 1)
  const said: unknown[] = []
  expect(await make({ ...silentLog, error: (...line) => void said.push(line) })).toMatchObject({ failed: 1 })
  expect(said).toHaveLength(1)
  expect((await make()).failed).toBe(0)
  // The next ids are in ranges again.
  const next = (await eventRanges(db)).find(({ firstId }) => Number(firstId) > 7_000_001)?.firstId as number
  await insertAt(next, 0)
  expect([await tableOf(7_000_001), await tableOf(next)]).toEqual(['events_default', `events_${next}`])
  expect((await drop()).dropped).toBe(1)
  expect(await typesAfter(0)).toEqual(['event 7000001', `event ${next}`])
})

test('a range is dropped whole when all its events are too old; one with a younger event stays', async () => {
  for (const id of [1, 500_000]) await insertAt(id, 32)
  await insertAt(1_000_001, 31)
  await insertAt(1_500_000, 29.9, 'young', 2)
  await insertAt(2_000_001, 1)
  expect(await drop()).toMatchObject({ rangesDropped: 1, dropped: 0, failed: 0 })
  expect((await eventRanges(db)).map(({ name }) => name)).not.toContain('events_1')
  // Its events span a day: the older one goes with the whole range.
  expect(await typesAfter(0)).toEqual(['event 1000001', 'event 2000001'])
  expect((await readEvents(db, { organizationId: 2, after: 0, campaignId: null, limit: 9 })).length).toBe(1)
})

test('in a range that spans many days old events are deleted one by one, also beside one of the future', async () => {
  await insertAt(1, -400, 'future')
  for (const id of [2, 3]) await insertAt(id, 40)
  await insertAt(4, 2)
  await insertAt(1_000_001, 1)
  expect(await drop()).toMatchObject({ rangesDropped: 0, dropped: 2 })
  expect(await typesAfter(0)).toEqual(['future', 'event 4', 'event 1000001'])
})

test('a range is not dropped while others read it, and no insert waits for that', async () => {
  await insertAt(1, 40)
  await insertAt(1_000_001, 1)
  const reader = await pool.connect()
  await reader.query('begin; select from events')
  expect(await drop()).toMatchObject({ rangesDropped: 0, failed: 1 })
  await insertAt(1_000_002, 1)
  await reader.query('commit')
  reader.release()
  expect(await drop()).toMatchObject({ rangesDropped: 1, failed: 0 })
})

test('an event of a transaction that began before the sequence passed its range is not dropped with it', async () => {
  await pool.query(`select setval('events_id_seq', 1000000, false)`)
  const late = await pool.connect()
  await late.query(
    `begin; insert into events (organization_id, at, type) values (1, to_timestamp(${NOW / 1000}), 'late')`,
  )
  await insertAt(1_000_001, 0)
  expect(await drop()).toMatchObject({ rangesDropped: 0, failed: 1 })
  await late.query('commit')
  late.release()
  expect(await drop()).toMatchObject({ rangesDropped: 0, failed: 0 })
  expect(await typesAfter(0)).toEqual(['late', 'event 1000001'])
})

test('a role that cannot change the schema makes and drops ranges; another role cannot', async () => {
  const [role, stranger] = [`ranges_${process.pid}`, `stranger_${process.pid}`]
  await pool.query(`create role ${role} login; create role ${stranger} login;
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role}`)
  const as = (name: string) => connectionString.replace(/\/\/[^@]+@/, `//${name}@`)
  const [node, other] = [
    openPool({ connectionString: as(role), max: 1 }),
    openPool({ connectionString: as(stranger), max: 1 }),
  ]
  try {
    await insertAt(1, 40)
    await insertAt(1_500_000, 1)
    const theirs = openDatabase(node)
    expect((await makeEventRanges({ db: theirs, clock, log: silentLog }).runOnce()).made).toBe(1)
    expect(await dropOldEvents({ db: theirs, clock, retentionDays: 30 }).runOnce()).toMatchObject({ rangesDropped: 1 })
    const last = (await eventRanges(db)).at(-1)
    await pool.query(`select setval('events_id_seq', $1)`, [last?.firstId])
    await insertEvent(theirs, { organization_id: 1, at: new Date(NOW), type: 'by a node', data: '{}' })
    await theirs.deleteFrom('events').execute()
    await expect(other.query('select drop_event_range($1)', [last?.name])).rejects.toThrow('permission denied')
    await expect(other.query('select make_event_range(90000000, 91000000)')).rejects.toThrow('permission denied')
    await expect(node.query(`select drop_event_range('organizations')`)).rejects.toThrow('not a range')
  } finally {
    await Promise.all([node.end(), other.end()])
    await pool.query(`drop owned by ${role}; drop role ${role}; drop owned by ${stranger}; drop role ${stranger}`)
  }
})

test('a backup has the events of all ranges, and a restored database has the same ranges', async () => {
  const home = await mkdtemp(join(tmpdir(), 'outdial-ranges-'))
  try {
    await pool.query(`select make_event_range(30000000, 31000000)`)
    for (const id of [1, 1_000_001, 20_000_000, 30_000_001]) await insertAt(id, 1)
    await pool.query(`select drop_event_range('events_2000001')`)
    const file = join(home, 'a.backup')
    const { tables } = await writeBackup(pool, file)
    expect(tables.filter((name) => name.startsWith('events'))).toEqual(['events'])
    const { pool: restored } = await testDatabase()
    await readBackup(restored, file, async () => null)
    const rows = (of: pg.Pool) =>
      of.query('select id, type, tableoid::regclass::text as range from events order by id').then((found) => found.rows)
    expect(await rows(restored)).toEqual(await rows(pool))
    expect(await eventRanges(openDatabase(restored))).toEqual(await eventRanges(db))
    // Ids after the moment of the backup are skipped.
    const { rows: inserted } = await restored.query(
      `insert into events (organization_id, at, type) values (1, now(), 'after') returning id`,
    )
    expect(inserted[0].id).toBe(31_000_002)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
