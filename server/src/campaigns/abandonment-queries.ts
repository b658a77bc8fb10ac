import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import {
  type AbandonmentCounts,
  type AbandonmentLimits,
  DEFAULT_LIMITS,
  FIRST_AUDIO_MS_MAX,
} from './rules/abandonment.ts'

/** A machine that answered is no person; a call is counted once, by the first reason that holds. */
export async function countAbandoned(db: Queries, campaignId: number, since: Date): Promise<AbandonmentCounts> {
  const { rows } = await sql<AbandonmentCounts>`
    select count(*)::int as answered,
           count(*) filter (where reason = 'no_agent')::int as no_agent,
           count(*) filter (where reason = 'agent_failed')::int as agent_failed,
           count(*) filter (where reason = 'late_audio')::int as late_audio
      from (select case when c.cause = 'no_agent' then 'no_agent'
                        when c.cause like 'agent_failed%' then 'agent_failed'
                        when (r.latencies ->> 'first_audio_ms')::float8 > ${FIRST_AUDIO_MS_MAX} then 'late_audio' end as reason
              from calls c left join call_records r on r.call_id = c.id
             where c.campaign_id = ${campaignId} and c.direction = 'outbound' and not c.live
               and c.answered_at > ${since} and c.outcome is distinct from 'voicemail'
               and c.machine is distinct from 'machine') answers`.execute(db)
  return rows[0] as AbandonmentCounts
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

/** Running ones, with the moment of their last warning. */
export async function campaignsToWatch(
  db: Queries,
): Promise<Array<{ id: number; organizationId: number; warnedAt: Date | null }>> {
  const { rows } = await sql<{ id: number; organizationId: number; warnedAt: Date | null }>`
    select c.id, c.organization_id as "organizationId",
           (select max(l.ts) from campaign_logs l where l.campaign_id = c.id and l.event = 'abandonment_high') as "warnedAt"
      from campaigns c where c.state = 'running' order by c.id`.execute(db)
  return rows
}
