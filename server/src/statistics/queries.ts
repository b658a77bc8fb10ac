/** All SQL of this room. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { Bucket } from './rules/buckets.ts'

export interface Counted {
  organizationId: number
  /** Null: all calls of the organization. */
  campaignId: number | null
  direction: 'outbound' | 'inbound'
  from: Date
  to: Date
  timeZone: string
}

/** The summed quarters, and the last hours by the minute. A call is in one of the two. */
function endedCalls({ organizationId, campaignId, direction, from, to }: Counted) {
  const quarters =
    campaignId === null
      ? sql`select quarter as at, outcome, calls, seconds from organization_quarters
             where organization_id = ${organizationId} and direction = ${direction}
               and quarter >= ${from} and quarter < ${to}`
      : sql`select q.quarter as at, q.outcome, q.calls, q.seconds from campaign_quarters q
             where q.campaign_id = ${campaignId} and q.quarter >= ${from} and q.quarter < ${to}`
  const ofCampaign = campaignId === null ? sql`true` : sql`campaign_id = ${campaignId}`
  return sql`${quarters} union all
    select minute, outcome, calls, seconds from call_minutes
     where organization_id = ${organizationId} and ${ofCampaign} and direction = ${direction}
       and minute >= ${from} and minute < ${to}`
}

/** PostgreSQL reads a bare offset in POSIX notation, west positive; ISO is east positive. */
function zoneName(timeZone: string): string {
  return timeZone.replace(/^[+-]/, (sign) => (sign === '+' ? '-' : '+'))
}

export interface BucketRow {
  at: Date
  outcome: string
  calls: number
  seconds: number
}

export async function callsByBucket(db: Queries, wanted: Counted, bucket: Bucket): Promise<BucketRow[]> {
  const quarter = sql`date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z')`
  const start = bucket === 'quarter' ? quarter : sql`date_trunc(${bucket}, at, ${zoneName(wanted.timeZone)})`
  const { rows } = await sql<BucketRow>`
    select ${start} as at, outcome, sum(calls) as calls, sum(seconds) as seconds
      from (${endedCalls(wanted)}) e group by 1, 2`.execute(db)
  return rows
}

export interface HourRow {
  day_of_week: number
  hour: number
  calls: number
  answered: number
}

/** By weekday and hour of the zone's wall clock; only calls that reached a phone. */
export async function answersByHour(db: Queries, wanted: Counted, reached: readonly string[]): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select (extract(isodow from at at time zone ${zoneName(wanted.timeZone)}) - 1)::int as day_of_week,
           extract(hour from at at time zone ${zoneName(wanted.timeZone)})::int as hour,
           sum(calls) as calls, coalesce(sum(calls) filter (where outcome = 'answered'), 0) as answered
      from (${endedCalls(wanted)}) e where outcome = any(${reached as string[]}) group by 1, 2 order by 1, 2`.execute(
    db,
  )
  return rows
}

/** Adds minutes before this time to their quarters; deleted campaigns get none. */
export async function sumUpMinutes(db: Queries, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with moved as (delete from call_minutes where minute < ${before} returning *),
    binned as (
      select organization_id, campaign_id, direction, outcome, calls, seconds,
             date_bin('15 minutes', minute, timestamptz '2000-01-01 00:00:00Z') as quarter from moved),
    of_campaigns as (
      insert into campaign_quarters (campaign_id, quarter, outcome, calls, seconds)
      select campaign_id, quarter, outcome, sum(calls), sum(seconds) from binned b
       where exists (select 1 from campaigns c where c.id = b.campaign_id) group by 1, 2, 3
      on conflict (campaign_id, quarter, outcome) do update
        set calls = campaign_quarters.calls + excluded.calls, seconds = campaign_quarters.seconds + excluded.seconds),
    of_organizations as (
      insert into organization_quarters (organization_id, direction, quarter, outcome, calls, seconds)
      select organization_id, direction, quarter, outcome, sum(calls), sum(seconds) from binned group by 1, 2, 3, 4
      on conflict (organization_id, direction, quarter, outcome) do update
        set calls = organization_quarters.calls + excluded.calls,
            seconds = organization_quarters.seconds + excluded.seconds)
    select count(*) as count from moved`.execute(db)
  return rows[0]?.count ?? 0
}

export async function dropQuarters(db: Queries, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with a as (delete from campaign_quarters where quarter < ${before} returning 1),
         b as (delete from organization_quarters where quarter < ${before} returning 1)
    select (select count(*) from a) + (select count(*) from b) as count`.execute(db)
  return rows[0]?.count ?? 0
}
