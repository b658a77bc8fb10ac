import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { capturedLog } from '../../test/interface/log.ts'
import { countByZoneSet, groupByZoneSet } from '../dialer/policy-facts.ts'
import type { Clock } from '../kernel/clock.ts'
import { openDatabase, type Queries } from '../storage/database.ts'
import { countWaiting, retryFigures, type WaitingCounts } from './view-queries.ts'
import { WaitingContactCounts } from './waiting-counts.ts'

const NOW = new Date('2026-11-15T12:00:00Z')

test('counted in portions the figures of a campaign are those of one statement', async () => {
  const { pool } = await testDatabase()
  const db = openDatabase(pool)
  await pool.query(`insert into zone_sets (id, name) overriding system value
    values (1, 'Europe/Berlin'), (2, 'America/New_York,America/Chicago') on conflict do nothing`)
  const { rows: zones } = await pool.query('select id from zone_sets order by id limit 2')
  await pool.query(
    `insert into contacts (organization_id, campaign_id, list_contact_id, phone_number, address_type, zones_id, state, outcome,
                           next_attempt_at, held_until, held_by)
     select 1, 1 + n % 2, n, '+1202' || n, 'pstn', case n % 3 when 0 then 0 when 1 then $2::int else $3::int end,
            case when n % 11 = 0 then 'done' else 'pending' end, case when n % 7 = 0 then 'answered' end,
            due.at, case when n % 4 = 0 and n % 5 > 0 then due.at end, case when n % 4 = 0 then 'cap' end
       from generate_series(1, 2000) n,
            lateral (select case n % 5 when 0 then '-infinity' when 1 then 'infinity'
                                       else $1::timestamptz + (n - 1000) * interval '1 minute' end as at) due`,
    [NOW, zones[0].id, zones[1].id],
  )
  for (const idsAtOnce of [1_000_000, 170]) {
    const { retries, zoneSets } = await countWaiting(db, 1, NOW, idsAtOnce)
    expect({ campaignId: 1, ...retries }).toEqual((await retryFigures(db, [1], NOW)).get(1))
    const sorted = (groups: ReturnType<typeof groupByZoneSet>) =>
      groups.map((group) => ({ ...group, held: [...group.held].sort((a, b) => (a.rule < b.rule ? -1 : 1)) }))
    const expected = await countByZoneSet(db, 1, NOW)
    expect(expected.length).toBe(2)
    expect(sorted(groupByZoneSet(zoneSets))).toEqual(sorted(expected))
  }
  expect((await countWaiting(db, 99, NOW)).retries).toEqual({
    waiting: 0,
    notDue: 0,
    callBacks: 0,
    next: null,
    nextNotDue: null,
  })
})

/** Each count takes two seconds, and counts how often it was asked. */
function slowCounts() {
  const asked: number[] = []
  let elapsedMs = 0
  let fails = false
  const clock = { monotonic: () => elapsedMs } as Clock
  const count = async (): Promise<WaitingCounts> => {
    asked.push(elapsedMs)
    await Promise.resolve()
    elapsedMs += 2000
    if (fails) throw new Error('the database is away')
    return { retries: { waiting: asked.length } as WaitingCounts['retries'], zoneSets: [] }
  }
  const log = capturedLog()
  const kept = new WaitingContactCounts({ clock, log }, count)
  return {
    asked,
    log,
    waiting: async () => (await kept.of(undefined as unknown as Queries, 7, NOW.getTime())).retries.waiting,
    pass: (ms: number) => {
      elapsedMs += ms
    },
    fail: (value: boolean) => {
      fails = value
    },
  }
}

test('a count is shown for twenty times as long as it took, and made again in the background', async () => {
  const world = slowCounts()
  // Two requests at the same time share one count.
  expect(await Promise.all([world.waiting(), world.waiting()])).toEqual([1, 1])
  world.pass(39_000)
  expect([await world.waiting(), world.asked.length]).toEqual([1, 1])
  world.pass(2000)
  expect(await world.waiting()).toBe(1)
  await new Promise(setImmediate)
  expect([await world.waiting(), world.asked.length]).toEqual([2, 2])
})

test('a count in the background that fails is logged, once for all requests in the meantime', async () => {
  const world = slowCounts()
  await world.waiting()
  world.fail(true)
  world.pass(41_000)
  expect(await Promise.all([world.waiting(), world.waiting()])).toEqual([1, 1])
  await new Promise(setImmediate)
  expect(world.log.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', campaign_id: 7, err: { message: 'the database is away' } },
  ])
})

test('if counting again fails the last count is shown for an hour, then the request fails', async () => {
  const world = slowCounts()
  await world.waiting()
  world.fail(true)
  world.pass(30 * 60_000)
  expect(await world.waiting()).toBe(1)
  await new Promise(setImmediate)
  world.pass(31 * 60_000)
  await expect(world.waiting()).rejects.toThrow('away')
  world.fail(false)
  expect(await world.waiting()).toBe(world.asked.length)
})
