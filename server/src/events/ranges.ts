/**
 * Ranges of ids in which events are stored, each a table of its own. Ranges are made ahead of the sequence; a range whose events
 * are all too old is dropped as a whole, which costs no more for a million events than for one.
 */
import { sql } from 'kysely'
import type { Database, Queries } from '../storage/database.ts'

export interface EventRange {
  name: string
  /** First id; null: from the beginning. */
  firstId: number | null
  /** First id after the range. */
  pastId: number
}

export interface EventTime {
  oldest: Date
  newest: Date
}

/** A change that does not get its locks in this time gives up: inserts wait behind it. */
const LOCK_WAIT_MS = 200
/** Advisory lock id: any constant that all nodes share, different from those of the migrations. */
const RANGES_LOCK = 4_027_003
const LOCK_NOT_AVAILABLE = '55P03'

/** Ranges by id, without events_default. */
export async function eventRanges(db: Queries): Promise<EventRange[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass`.execute(db)
  return rows
    .flatMap(({ name, bound }) => {
      const [, firstId, pastId] = /FROM \((?:MINVALUE|'(\d+)')\) TO \('(\d+)'\)/.exec(bound) ?? []
      return pastId ? [{ name, firstId: firstId ? Number(firstId) : null, pastId: Number(pastId) }] : []
    })
    .sort((a, b) => a.pastId - b.pastId)
}

/** The last assigned id, of which the row may not exist. */
export async function lastEventId(db: Queries): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else last_value - 1 end as last from events_id_seq`.execute(db)
  return rows[0]?.last as number
}

/**
 * Times of the first and last event of each organization in a range; null: it is empty. Index look-ups instead of a scan: within
 * an organization ids grow with time, except for the clocks of nodes and carriers.
 */
export async function timesIn(db: Queries, { firstId, pastId }: EventRange): Promise<EventTime | null> {
  const within = sql`e.organization_id = o.id and e.id >= ${firstId ?? 0} and e.id < ${pastId}`
  const { rows } = await sql<{ oldest: Date | null; newest: Date | null }>`
    select min(least(f.at, l.at)) as oldest, max(greatest(f.at, l.at)) as newest
      from organizations o
     cross join lateral (select e.at from events e where ${within} order by e.id limit 1) f
     cross join lateral (select e.at from events e where ${within} order by e.id desc limit 1) l`.execute(db)
  const { oldest, newest } = rows[0] as (typeof rows)[number]
  return oldest && newest ? { oldest, newest } : null
}

/** `busy`: another node is changing ranges. `locked`: others held their locks for too long. */
export type RangeChange = 'done' | 'busy' | 'locked'

/** Makes a range after the existing ones, which end at `rangesEnd`. */
export function makeRange(
  db: Database,
  rangesEnd: number,
  { firstId, pastId }: { firstId: number; pastId: number },
): Promise<RangeChange> {
  return changeRanges(db, async (tx) => {
    if (((await eventRanges(tx)).at(-1)?.pastId ?? 0) !== rangesEnd) return 'busy'
    await sql`select make_event_range(${firstId}, ${pastId})`.execute(tx)
    return 'done'
  })
}

/** Deletes a range with all its events, if the newest is older than this time. */
export function dropRange(db: Database, range: EventRange, before: Date): Promise<RangeChange> {
  return changeRanges(db, async (tx) => {
    if (!(await eventRanges(tx)).some(({ name }) => name === range.name)) return 'busy'
    // Looks again when nothing can be inserted into the range any more: a transaction may have held an id of it.
    await sql`lock table ${sql.table(range.name)} in share mode`.execute(tx)
    const times = await timesIn(tx, range)
    if (times && times.newest >= before) return 'busy'
    await sql`select drop_event_range(${range.name})`.execute(tx)
    return 'done'
  })
}

function changeRanges(db: Database, change: (tx: Queries) => Promise<RangeChange>): Promise<RangeChange> {
  return db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${RANGES_LOCK}) as got`.execute(tx)
      if (!rows[0]?.got) return 'busy'
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(tx)
      return change(tx)
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return 'locked'
      throw error
    })
}
