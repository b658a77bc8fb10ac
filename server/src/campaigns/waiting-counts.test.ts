import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { capturedLog } from '../../test/interface/log.ts'
import { countByZoneSet, groupByZoneSet } from '../dialer/policy-facts.ts'
import { sleep } from '../kernel/clock.ts'
import { VirtualClock } from '../kernel/virtual-clock.ts'
import { openDatabase, type Queries } from '../storage/database.ts'
import { countWaiting, retryFigures } from './view-queries.ts'
import { WAITING_COUNTS_LIMITS, WaitingContactCounts } from './waiting-counts.ts'

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

const LARGE = { organization_id: 1, total_rows: 2_000_000, processed_rows: 0 }

/** A count takes as long as the test lets it, and reports how often it was asked. */
function slowCounts() {
  const asked: number[] = []
  const clock = new VirtualClock()
  let countMs = 1000
  let fails = false
  const count = async (_db: Queries, { id }: { id: number }): Promise<{ waiting: number }> => {
    asked.push(id)
    const waiting = asked.length
    await sleep(clock, countMs)
    if (fails) throw new Error('the database is away')
    return { waiting }
  }
  const log = capturedLog()
  const kept = new WaitingContactCounts({ clock, log }, count)
  const look = (id = 7, about?: string) =>
    kept.of(undefined as unknown as Queries, { ...LARGE, id }, NOW.getTime(), about)
  return {
    asked,
    log,
    look,
    pass: (ms: number) => clock.pass(ms),
    /** The answer, while time passes until the counts in progress are done. */
    async counted(id?: number, about?: string) {
      const answer = look(id, about)
      await clock.pass(countMs)
      return answer
    },
    takes: (ms: number) => {
      countMs = ms
    },
    fail: (value: boolean) => {
      fails = value
    },
  }
}

const counted = (waiting: number) => ({ kind: 'counted', counts: { waiting, atMs: NOW.getTime() } })

test('a campaign with few pending contacts is not counted here', async () => {
  const kept = new WaitingContactCounts({ clock: new VirtualClock(), log: capturedLog() }, async () => ({}))
  const small = { ...LARGE, id: 7, processed_rows: 1_900_000 }
  expect(await kept.of(undefined as unknown as Queries, small, NOW.getTime())).toEqual({ kind: 'small' })
})

test('a count is shown for twenty times as long as it took, and made again in the background', async () => {
  const world = slowCounts()
  // Two requests at the same time share one count.
  expect(await Promise.all([world.counted(), world.look()])).toEqual([counted(1), counted(1)])
  await world.pass(19_000)
  expect([await world.look(), world.asked.length]).toEqual([counted(1), 1])
  await world.pass(2000)
  expect(await world.look()).toEqual(counted(1))
  await world.pass(1000)
  expect([await world.look(), world.asked.length]).toEqual([counted(2), 2])
})

test('an answer does not wait long for the first count', async () => {
  const world = slowCounts()
  world.takes(60_000)
  const answer = world.look()
  await world.pass(WAITING_COUNTS_LIMITS.firstMsMax)
  expect(await answer).toEqual({ kind: 'counting' })
  // The next answers do not wait any more.
  expect(await world.look()).toEqual({ kind: 'counting' })
  await world.pass(60_000)
  expect([await world.look(), world.asked.length]).toEqual([counted(1), 1])
})

test('the campaigns of an organization are counted one after the other', async () => {
  const world = slowCounts()
  world.takes(500)
  const answers = [world.look(7), world.look(8)]
  await world.pass(0)
  expect(world.asked).toEqual([7])
  await world.pass(500)
  expect(world.asked).toEqual([7, 8])
  await world.pass(500)
  expect(await Promise.all(answers)).toEqual([counted(1), counted(2)])
})

test('counts made with other settings are not shown', async () => {
  const world = slowCounts()
  expect(await world.counted(7, 'one route')).toEqual(counted(1))
  expect(await world.counted(7, 'another')).toEqual(counted(2))
})

test('a count that fails is logged once for all requests; the last count is shown for an hour, then none', async () => {
  const world = slowCounts()
  await world.counted()
  world.fail(true)
  await world.pass(30 * 60_000)
  expect(await Promise.all([world.look(), world.look()])).toEqual([counted(1), counted(1)])
  await world.pass(1000)
  expect(world.log.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', campaign_id: 7, err: { message: 'the database is away' } },
  ])
  await world.pass(31 * 60_000)
  expect(await world.counted()).toEqual({ kind: 'counting' })
  world.fail(false)
  expect(await world.counted()).toEqual(counted(world.asked.length))
})
