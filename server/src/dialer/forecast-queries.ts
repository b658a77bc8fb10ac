/** What a forecast needs to know of the queue and of the calls that were. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { Outcome } from './rules/outcomes.ts'

export interface WaitingRetry {
  atMs: number
  dials: number
  count: number
}

/** Contacts between two attempts, by the minute in which they are due. */
export async function waitingRetries(db: Queries, campaignId: number): Promise<WaitingRetry[]> {
  const { rows } = await sql<WaitingRetry>`
    select extract(epoch from date_trunc('minute', next_attempt_at))::float8 * 1000 as "atMs", dials, count(*)::integer as count
      from contacts
     where campaign_id = ${campaignId} and state = 'pending' and next_attempt_at > '-infinity'
     group by 1, 2`.execute(db)
  return rows
}

/** The newest outbound calls of an organization: how they ended, and how long each took its slot. */
export async function recentCalls(
  db: Queries,
  organizationId: number,
  limit: number,
): Promise<Array<{ outcome: Outcome; slotSeconds: number }>> {
  const { rows } = await sql<{ outcome: Outcome; slotSeconds: number }>`
    select outcome, greatest(extract(epoch from ended_at - claimed_at), 0)::float8 as "slotSeconds"
      from calls
     where organization_id = ${organizationId} and direction = 'outbound' and outcome is not null and ended_at is not null
     order by id desc limit ${limit}`.execute(db)
  return rows
}
