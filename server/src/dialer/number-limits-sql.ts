/** What the limits of caller IDs leave, for API requests; the claim counts the calls of all numbers once instead. */
import { type RawBuilder, sql } from 'kysely'
import { startOfLocalDay } from '../costs/rules/spend-limits.ts'
import type { Queries } from '../storage/database.ts'

/** When the current day began in the time zone of the organization: dials per day are counted from then on. */
export async function dayStartOfOrganization(db: Queries, organizationId: number): Promise<Date> {
  const { rows } = await sql<{ timeZone: string; at: Date }>`
    select time_zone as "timeZone", now() as at from organizations where id = ${organizationId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no organization ${organizationId}`)
  return new Date(startOfLocalDay(row.timeZone, row.at.getTime()))
}

/** SQL: the remaining dials of the daily limit of number `n`; null: it has none. */
export function callsLeftTodaySql(dayStart: Date): RawBuilder<number | null> {
  return sql`case when n.max_calls_per_day is not null then n.max_calls_per_day -
    case when n.used_on >= ${dayStart} then n.used_count else 0 end end`
}

/** SQL: the remaining dials of both limits of number `n`; null: it has none. */
export function callsLeftSql(dayStart: Date): RawBuilder<number | null> {
  return sql`case when n.resting_since is not null then 0 else least(
    case when n.max_calls_at_once is not null then n.max_calls_at_once -
      (select count(*) from calls_live l where l.organization_id = n.organization_id and l.caller_number_id = n.id) end,
    ${callsLeftTodaySql(dayStart)}) end`
}

/** SQL: whether campaign `c` may show number `n`. */
export const IN_POOL = sql`coalesce(c.caller_pool->'phone_number_ids' @> to_jsonb(n.id), true)`

/** SQL: whether campaign `c` shows only chosen numbers; then it does not dial without one of them. */
export const HAS_POOL = sql`coalesce(c.caller_pool ? 'phone_number_ids', false)`
