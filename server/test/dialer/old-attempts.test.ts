/** Retention finds the attempts that are old enough by the ids of their calls, however many newer ones there are. */
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { dropOldAttempts } from '../../src/dialer/erasure-queries.ts'
import type { HistoryNeeded } from '../../src/policies/rules/history-needed.ts'
import { type Database, openDatabase, type Queries } from '../../src/storage/database.ts'
import { testDatabase } from '../database.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-15T12:00:00.000Z')
const BEFORE = new Date(NOW.getTime() - 30 * DAY_MS)
const NOTHING_COUNTED: HistoryNeeded = {
  attemptsMs: 0,
  afterMs: { conversation: 0, refusal: 0, abandoned: 0, machine_detected: 0 },
}

let pool: pg.Pool
let db: Database
let organizationId: number
let otherId: number

beforeEach(async () => {
  pool = (await testDatabase()).pool
  db = openDatabase(pool)
  const { rows } = await pool.query<{ id: number }>(
    `insert into organizations (name, created_at) values ('first', now()), ('second', now()) returning id`,
  )
  ;[organizationId, otherId] = rows.map(({ id }) => id) as [number, number]
})

/** Attempts of both organizations by turns: so many days before now, the oldest first. */
async function attempts(count: number, { oldestDays, newestDays }: { oldestDays: number; newestDays: number }) {
  await pool.query(
    `insert into number_attempts (call_id, organization_id, phone_number, at)
     select (select coalesce(max(call_id), 0) from number_attempts) + g, case when g % 2 = 0 then $1::bigint else $2::bigint end,
            '+1202' || (5000000 + g), $3::timestamptz - ($4::float8 - ($4::float8 - $5::float8) * g / $6::float8) * interval '1 day'
       from generate_series(1, $6::int) g`,
    [organizationId, otherId, NOW, oldestDays, newestDays, count],
  )
}

const portion = (queries: Queries, after = 0, needed = NOTHING_COUNTED) =>
  dropOldAttempts(queries, organizationId, { before: BEFORE, now: NOW, needed, after, batch: 1000 })

const left = async () =>
  (
    await pool.query<{ id: number }>(
      'select call_id as id from number_attempts where organization_id = $1 order by 1',
      [organizationId],
    )
  ).rows.map(({ id }) => id)

/** Pages of the table and its indexes that the statements read. */
function pagesRead(work: (tx: Queries) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const soFar = async () => {
      const { rows } = await sql<{ pages: number }>`
        select sum(pg_stat_get_xact_blocks_fetched(r.oid))::int as pages
          from pg_class r left join pg_index i on i.indexrelid = r.oid
         where coalesce(i.indrelid, r.oid) = 'number_attempts'::regclass`.execute(tx)
      return rows[0]?.pages ?? 0
    }
    const before = await soFar()
    await work(tx)
    return (await soFar()) - before
  })
}

describe('old attempts', () => {
  test('are dropped without reading the newer ones', async () => {
    await attempts(40, { oldestDays: 40, newestDays: 31 })
    await attempts(60_000, { oldestDays: 29, newestDays: 0 })
    await pool.query('vacuum analyze number_attempts')
    const { rows } = await pool.query(`select relpages as pages from pg_class where relname = 'number_attempts'`)
    expect(rows[0].pages).toBeGreaterThan(400)
    // Each of the 20 rows is read and deleted; the page of newer ones after them ends the run.
    expect(await pagesRead((tx) => portion(tx))).toBeLessThan(200)
    expect(await pagesRead((tx) => portion(tx, 40))).toBeLessThan(100)
    expect(await left()).toHaveLength(30_000)
  })

  test('are passed over while a rule counts them, and visited again', async () => {
    await attempts(4, { oldestDays: 40, newestDays: 39 })
    await attempts(2, { oldestDays: 2, newestDays: 1 })
    await attempts(2, { oldestDays: 38, newestDays: 37 })
    await pool.query('update number_attempts set refused = true where call_id = 4')
    const refusalsCount = { ...NOTHING_COUNTED, afterMs: { ...NOTHING_COUNTED.afterMs, refusal: 100 * DAY_MS } }
    // A newer one among them, by a clock that was wrong, does not end the run.
    expect(await portion(db, 0, refusalsCount)).toEqual({ last: 8, deleted: 2 })
    expect(await portion(db, 8, refusalsCount)).toEqual({ last: null, deleted: 0 })
    expect(await left()).toEqual([4, 6])
    expect(await portion(db)).toEqual({ last: 6, deleted: 1 })
    expect(await portion(db)).toEqual({ last: null, deleted: 0 })
    const { rows } = await pool.query('select from number_attempts where organization_id = $1', [otherId])
    expect(rows).toHaveLength(4)
  })
})
