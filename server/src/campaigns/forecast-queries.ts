/** What a forecast needs to know of the queue and of the calls that were. */
import { sql } from 'kysely'
import { readZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { Outcome } from '../dialer/rules/outcomes.ts'
import type { Queries } from '../storage/database.ts'

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

/** The contacts of a campaign that are not done, by where they may be. Empty where no policy is set. */
export async function waitingByPlace(
  db: Queries,
  campaignId: number,
): Promise<Array<{ place: string; fresh: number; retries: WaitingRetry[] }>> {
  const { rows } = await sql<WaitingRetry & { name: string; fresh: boolean }>`
    select s.name, t.state = 'in_call' or t.next_attempt_at = '-infinity' as fresh, t.dials, count(*)::integer as count,
           case when isfinite(t.next_attempt_at)
                then extract(epoch from date_trunc('minute', t.next_attempt_at))::float8 * 1000 else 0 end as "atMs"
      from contacts t join zone_sets s on s.id = t.zones_id
     where t.campaign_id = ${campaignId} and t.state <> 'done' and t.zones_id > 0
     group by 1, 2, 3, 5`.execute(db)
  const places = new Map<string, { place: string; fresh: number; retries: WaitingRetry[] }>()
  for (const { name, fresh, dials, count, atMs } of rows) {
    const place = readZoneSet(name).group
    const known = places.get(place) ?? { place, fresh: 0, retries: [] }
    if (fresh) known.fresh += count
    else known.retries.push({ atMs, dials, count })
    places.set(place, known)
  }
  return [...places.values()]
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
