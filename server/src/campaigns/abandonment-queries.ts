import { type RawBuilder, sql } from 'kysely'
import { matchesSimulatedFilter, type SimulatedFilter } from '../calls/simulated.ts'
import type { Queries } from '../storage/database.ts'
import {
  type AbandonmentCounts,
  type AbandonmentLimits,
  DEFAULT_LIMITS,
  FIRST_AUDIO_MS_MAX,
} from './rules/abandonment.ts'

/** Sums over the rows of `answersOf`. */
const COUNTS = sql`count(*)::int as answered,
           count(*) filter (where reason = 'no_agent')::int as no_agent,
           count(*) filter (where reason = 'agent_failed')::int as agent_failed,
           count(*) filter (where reason = 'late_audio')::int as late_audio`

/** Answered calls. Answering machines do not count as persons. A call is counted once, for the first reason that applies. */
const answersOf = (which: RawBuilder<unknown>, since: Date) => sql`
      (select c.campaign_id, c.answered_at,
              case when c.cause = 'no_agent' then 'no_agent'
                   when c.cause like 'agent_failed%' then 'agent_failed'
                   when (r.latencies ->> 'first_audio_ms')::float8 > ${FIRST_AUDIO_MS_MAX} then 'late_audio' end as reason
         from calls c left join call_records r on r.call_id = c.id
        where ${which} and c.direction = 'outbound' and not c.live
          and c.answered_at > ${since} and c.outcome is distinct from 'voicemail'
          and c.machine is distinct from 'machine')`

export async function countAbandoned(db: Queries, campaignId: number, since: Date): Promise<AbandonmentCounts> {
  const { rows } = await sql<AbandonmentCounts>`
    select ${COUNTS} from ${answersOf(sql`c.campaign_id = ${campaignId}`, since)} answers`.execute(db)
  return rows[0] as AbandonmentCounts
}

export interface CampaignAbandonment extends AbandonmentCounts {
  campaign_id: number
  name: string
}

export interface AbandonmentFilter {
  since: Date
  simulated: SimulatedFilter
}

/**
 * Limits the read by call id, which grows with time: calls older than the last one before `since` are not read. A call lasts two
 * hours at most.
 */
const callsSince = (organizationId: number, since: Date, simulated: SimulatedFilter) => sql`
  ${matchesSimulatedFilter(simulated, sql`c.provider`)} and c.organization_id = ${organizationId} and c.campaign_id is not null and c.id > coalesce((
    select e.id from calls e where e.organization_id = ${organizationId} and e.claimed_at < ${since}::timestamptz - interval '3 hours'
     order by e.id desc limit 1), 0)`

/** Abandonment per campaign in which a person answered, newest campaign first. */
export async function abandonedByCampaign(
  db: Queries,
  organizationId: number,
  { since, simulated }: AbandonmentFilter,
): Promise<CampaignAbandonment[]> {
  const { rows } = await sql<CampaignAbandonment>`
    select k.id as campaign_id, k.name, a.answered, a.no_agent, a.agent_failed, a.late_audio
      from (select campaign_id, ${COUNTS} from ${answersOf(callsSince(organizationId, since, simulated), since)} answers group by 1) a
      join campaigns k on k.id = a.campaign_id order by k.id desc`.execute(db)
  return rows
}

/** Abandonment per day in the organization's time zone. */
export async function abandonedByDay(
  db: Queries,
  organizationId: number,
  { since, simulated, timeZone }: AbandonmentFilter & { timeZone: string },
): Promise<Array<CampaignAbandonment & { day: string }>> {
  const { rows } = await sql<CampaignAbandonment & { day: string }>`
    select k.id as campaign_id, k.name, a.day, a.answered, a.no_agent, a.agent_failed, a.late_audio
      from (select campaign_id, to_char(answered_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${COUNTS}
              from ${answersOf(callsSince(organizationId, since, simulated), since)} answers group by 1, 2) a
      join campaigns k on k.id = a.campaign_id order by a.day, k.id`.execute(db)
  return rows
}

export async function findLimits(db: Queries, organizationId: number): Promise<AbandonmentLimits> {
  const { rows } = await sql<AbandonmentLimits>`
    select warn_percent, pause_percent from abandonment_limits where organization_id = ${organizationId}`.execute(db)
  return rows[0] ?? DEFAULT_LIMITS
}

export async function saveLimits(
  db: Queries,
  organizationId: number,
  { warn_percent, pause_percent }: AbandonmentLimits,
  { author, now }: { author: string; now: Date },
): Promise<void> {
  await sql`
    insert into abandonment_limits (organization_id, warn_percent, pause_percent, author, updated_at)
    values (${organizationId}, ${warn_percent}, ${pause_percent}, ${author}, ${now})
    on conflict (organization_id) do update set warn_percent = excluded.warn_percent,
      pause_percent = excluded.pause_percent, author = excluded.author, updated_at = excluded.updated_at`.execute(db)
}

/** Running campaigns, with the time of their last warning. */
export async function campaignsToWatch(
  db: Queries,
): Promise<Array<{ id: number; organizationId: number; warnedAt: Date | null }>> {
  const { rows } = await sql<{ id: number; organizationId: number; warnedAt: Date | null }>`
    select c.id, c.organization_id as "organizationId",
           (select max(l.ts) from campaign_logs l where l.campaign_id = c.id and l.event = 'abandonment_high') as "warnedAt"
      from campaigns c where c.state = 'running' order by c.id`.execute(db)
  return rows
}
