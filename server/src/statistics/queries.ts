/** All SQL of this room. */
import { sql } from 'kysely'
import { isSimulated, type SimulatedFilter } from '../calls/simulated.ts'
import type { Queries } from '../storage/database.ts'
import type { Bucket } from './rules/buckets.ts'

export interface CallCountFilter {
  organizationId: number
  /** The campaign; null: all calls of the organization. */
  campaignId: number | null
  direction: 'outbound' | 'inbound'
  from: Date
  to: Date
  timeZone: string
  simulated: SimulatedFilter
}

type Span = Pick<CallCountFilter, 'from' | 'to'> & { organizationId?: number; campaignId?: number | null }

/** Longest time from claim to end: a call whose node and database were down ends when they are back. */
const LONGEST_CALL = sql`interval '7 days'`

/**
 * Simulated calls, at the time under which the figures count them: their minute or, once minutes are summed up, their quarter of
 * an hour. The figures do not distinguish them, but calls do, and calls are kept as long as their campaign. A partial index
 * contains only these calls, by claim time.
 */
export function simulatedCalls({ organizationId, campaignId = null, from, to }: Span) {
  const mine = organizationId === undefined ? sql`true` : sql`c.organization_id = ${organizationId}`
  const ofCampaign = campaignId === null ? sql`true` : sql`c.campaign_id = ${campaignId}`
  return sql`
    select organization_id, direction, outcome, at, calls, seconds, is_summed_up
      from (select g.organization_id, g.direction, g.outcome, g.calls, g.seconds, m.minute is null as is_summed_up,
                   coalesce(m.minute, date_bin('15 minutes', g.minute, timestamptz '2000-01-01 00:00:00Z')) as at
              from (select c.organization_id, coalesce(c.campaign_id, 0) as campaign_id, c.direction, c.outcome,
                           date_trunc('minute', c.ended_at) as minute, count(*)::int as calls,
                           coalesce(sum(c.duration_seconds), 0)::int as seconds
                      from calls c
                     where ${isSimulated(sql`c.provider`)} and ${mine} and ${ofCampaign} and c.outcome is not null
                       and c.ended_at >= ${from} and c.ended_at < ${to}::timestamptz + interval '15 minutes'
                       and c.claimed_at >= ${from}::timestamptz - ${LONGEST_CALL} and c.claimed_at < ${to}::timestamptz + interval '15 minutes'
                     group by 1, 2, 3, 4, 5) g
              left join call_minutes m using (organization_id, campaign_id, minute, direction, outcome)) s
     where at >= ${from} and at < ${to}`
}

/** Ended calls as `at, outcome, calls, seconds`. Unwanted calls are subtracted, so several rows may make up one figure. */
function endedCalls(wanted: CallCountFilter) {
  const simulated = (sign: 1 | -1) => sql`
    select at, outcome, calls * ${sql.lit(sign)}, seconds * ${sql.lit(sign)} from (${simulatedCalls(wanted)}) t
     where t.direction = ${wanted.direction}`
  if (wanted.simulated === 'only') return sql`select * from (${simulated(1)}) o(at, outcome, calls, seconds)`
  return wanted.simulated === 'include' ? countedCalls(wanted) : sql`${countedCalls(wanted)} union all ${simulated(-1)}`
}

/** The summed quarters of an hour, and the last hours by minute. A call is in one of the two. */
function countedCalls({ organizationId, campaignId, direction, from, to }: CallCountFilter) {
  const quarters =
    campaignId === null
      ? sql`select quarter as at, outcome, calls, seconds from organization_quarters
             where organization_id = ${organizationId} and direction = ${direction}
               and quarter >= ${from} and quarter < ${to}`
      : sql`select q.quarter as at, q.outcome, q.calls, q.seconds from campaign_quarters q
             where q.organization_id = ${organizationId} and q.campaign_id = ${campaignId} and q.quarter >= ${from} and q.quarter < ${to}`
  const ofCampaign = campaignId === null ? sql`true` : sql`campaign_id = ${campaignId}`
  return sql`${quarters} union all
    select minute, outcome, calls, seconds from call_minutes
     where organization_id = ${organizationId} and ${ofCampaign} and direction = ${direction}
       and minute >= ${from} and minute < ${to}`
}

/** Converts an offset: PostgreSQL reads it in POSIX notation, where west is positive; in ISO notation east is positive. */
function zoneName(timeZone: string): string {
  return timeZone.replace(/^[+-]/, (sign) => (sign === '+' ? '-' : '+'))
}

export interface BucketRow {
  at: Date
  outcome: string
  calls: number
  seconds: number
}

export async function callsByBucket(db: Queries, wanted: CallCountFilter, bucket: Bucket): Promise<BucketRow[]> {
  const quarter = sql`date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z')`
  const start = bucket === 'quarter' ? quarter : sql`date_trunc(${bucket}, at, ${zoneName(wanted.timeZone)})`
  const { rows } = await sql<BucketRow>`
    select ${start} as at, outcome, sum(calls) as calls, sum(seconds) as seconds
      from (${endedCalls(wanted)}) e group by 1, 2 having sum(calls) > 0`.execute(db)
  return rows
}

/** The number of simulated calls in the span, regardless of the filter. */
export async function countSimulated(db: Queries, { direction, ...span }: CallCountFilter): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(calls), 0)::int as calls from (${simulatedCalls(span)}) s
     where direction = ${direction}`.execute(db)
  return rows[0]?.calls ?? 0
}

export interface HourRow {
  day_of_week: number
  hour: number
  calls: number
  answered: number
}

/** Calls by weekday and hour of the zone's wall clock; only calls that reached a phone. */
export async function answersByHour(
  db: Queries,
  wanted: CallCountFilter,
  reached: readonly string[],
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select (extract(isodow from at at time zone ${zoneName(wanted.timeZone)}) - 1)::int as day_of_week,
           extract(hour from at at time zone ${zoneName(wanted.timeZone)})::int as hour,
           sum(calls) as calls, coalesce(sum(calls) filter (where outcome = 'answered'), 0) as answered
      from (${endedCalls(wanted)}) e where outcome = any(${reached as string[]}) group by 1, 2 having sum(calls) > 0
     order by 1, 2`.execute(db)
  return rows
}

/** Adds the figures of minutes before this time to their quarters of an hour; figures of deleted campaigns are dropped. */
export async function sumMinutesIntoQuarterHours(db: Queries, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with moved as (delete from call_minutes where minute < ${before} returning *),
    binned as (
      select organization_id, campaign_id, direction, outcome, calls, seconds,
             date_bin('15 minutes', minute, timestamptz '2000-01-01 00:00:00Z') as quarter from moved),
    of_campaigns as (
      select organization_id, campaign_id, quarter, outcome, sum(calls) as calls, sum(seconds) as seconds from binned b
       where exists (select 1 from campaigns c where c.id = b.campaign_id) group by 1, 2, 3, 4),
    -- All minutes of a quarter are moved by one node, so no other inserts the same row.
    added_to as (
      update campaign_quarters q set calls = q.calls + s.calls, seconds = q.seconds + s.seconds from of_campaigns s
       where (q.organization_id, q.campaign_id, q.quarter, q.outcome) = (s.organization_id, s.campaign_id, s.quarter, s.outcome)
      returning q.campaign_id, q.quarter, q.outcome),
    added as (
      insert into campaign_quarters (organization_id, campaign_id, quarter, outcome, calls, seconds)
      select organization_id, campaign_id, quarter, outcome, calls, seconds from of_campaigns s
       where (campaign_id, quarter, outcome) not in (select campaign_id, quarter, outcome from added_to)),
    of_organizations as (
      insert into organization_quarters (organization_id, direction, quarter, outcome, calls, seconds)
      select organization_id, direction, quarter, outcome, sum(calls), sum(seconds) from binned group by 1, 2, 3, 4
      on conflict (organization_id, direction, quarter, outcome) do update
        set calls = organization_quarters.calls + excluded.calls,
            seconds = organization_quarters.seconds + excluded.seconds)
    select count(*) as count from moved`.execute(db)
  return rows[0]?.count ?? 0
}

const ALWAYS = { from: new Date(0), to: new Date('9999-01-01T00:00:00Z') }

/**
 * Called before a campaign is deleted: removes its simulated calls from the organization's figures, because later they could not
 * be distinguished from real ones.
 */
export async function forgetSimulatedCampaign(db: Queries, campaignId: number): Promise<void> {
  await sql`
    with gone as materialized (${simulatedCalls({ campaignId, ...ALWAYS })}),
    minutes as (
      delete from call_minutes where organization_id in (select organization_id from gone) and campaign_id = ${campaignId}),
    quarters as (
      select organization_id, direction, at, outcome, sum(calls) as calls, sum(seconds) as seconds from gone
       where is_summed_up group by 1, 2, 3, 4)
    update organization_quarters q
       set calls = greatest(0, q.calls - g.calls), seconds = greatest(0, q.seconds - g.seconds)
      from quarters g
     where q.organization_id = g.organization_id and q.direction = g.direction and q.quarter = g.at
       and q.outcome = g.outcome`.execute(db)
}

export async function deleteQuarterHours(db: Queries, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with a as (delete from campaign_quarters where quarter < ${before} returning 1),
         b as (delete from organization_quarters where quarter < ${before} returning 1)
    select (select count(*) from a) + (select count(*) from b) as count`.execute(db)
  return rows[0]?.count ?? 0
}
