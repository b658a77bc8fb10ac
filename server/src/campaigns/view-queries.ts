/** SQL behind the views of a campaign: its contacts, their calls, its progress. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

export interface ContactFilter {
  state?: string | undefined
  outcome?: string | undefined
  q?: string | undefined
  limit: number
  afterId: number
}

export interface ShownContact {
  id: number
  row_number: number
  phone_number: string
  state: string
  outcome: string | null
  attempts: number
  next_attempt_at: Date | null
  finished_at: Date | null
  variables: Record<string, string>
}

const contactColumns = sql<ShownContact>`
  t.id, l.row_number, t.phone_number, t.state, t.outcome, t.dials as attempts,
  case when t.state = 'pending' and isfinite(t.next_attempt_at) then t.next_attempt_at end as next_attempt_at,
  t.finished_at, l.variables`

export async function listContacts(
  db: Queries,
  organizationId: number,
  campaignId: number,
  filter: ContactFilter,
): Promise<ShownContact[]> {
  const conditions = [
    sql`t.organization_id = ${organizationId}`,
    sql`t.campaign_id = ${campaignId}`,
    sql`t.id > ${filter.afterId}`,
  ]
  if (filter.state) conditions.push(sql`t.state = ${filter.state}`)
  if (filter.outcome) conditions.push(sql`t.outcome = ${filter.outcome}`)
  if (filter.q) {
    const pattern = `%${filter.q.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`(t.phone_number like ${pattern} or l.variables::text ilike ${pattern})`)
  }
  const { rows } = await sql<ShownContact>`
    select ${contactColumns} from contacts t join list_contacts l on l.id = t.list_contact_id
     where ${sql.join(conditions, sql` and `)} order by t.id limit ${filter.limit}`.execute(db)
  return rows
}

export async function findContact(
  db: Queries,
  organizationId: number,
  campaignId: number,
  id: number,
): Promise<ShownContact | null> {
  const { rows } = await sql<ShownContact>`
    select ${contactColumns} from contacts t join list_contacts l on l.id = t.list_contact_id
     where t.organization_id = ${organizationId} and t.campaign_id = ${campaignId} and t.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface ReportRow extends ShownContact {
  last_call_id: number | null
  last_attempt_at: Date | null
  duration_seconds: number | null
  cause: string | null
  disposition: string | null
  gathered: Record<string, string> | null
}

/** One page of the report; the report as a whole is as many pages as it takes. */
export async function reportPage(
  db: Queries,
  organizationId: number,
  campaignId: number,
  afterId: number,
  limit: number,
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${contactColumns}, k.id as last_call_id, k.claimed_at as last_attempt_at, k.duration_seconds, k.cause,
           coalesce(r.disposition, case when k.cause in ('hung_up_early', 'no_agent', 'agent_failed') then k.cause end)
             as disposition, r.gathered
      from (select * from contacts where campaign_id = ${campaignId} and organization_id = ${organizationId} and id > ${afterId}
             order by id limit ${limit}) t
      join list_contacts l on l.id = t.list_contact_id
      left join lateral (select * from calls where contact_id = t.id order by id desc limit 1) k on true
      left join call_records r on r.call_id = k.id
     order by t.id`.execute(db)
  return rows
}

export interface ProgressFigures {
  outcomes: Record<string, number>
  endedLastMinute: number
  waitingForRetry: number
  nextRetryAt: Date | null
}

export async function progressFigures(
  db: Queries,
  organizationId: number,
  campaignId: number,
  since: Date,
): Promise<ProgressFigures> {
  const outcomes = await sql<{ outcome: string; count: number }>`
    select outcome, count(*) as count from contacts
     where campaign_id = ${campaignId} and organization_id = ${organizationId} and state = 'done' group by outcome`.execute(
    db,
  )
  const waiting = await sql<{ count: number; next: Date | null }>`
    select count(*) as count, min(next_attempt_at) as next from contacts
     where campaign_id = ${campaignId} and state = 'pending' and next_attempt_at > '-infinity'`.execute(db)
  const ended = await sql<{ count: number }>`
    select count(*) as count from (select ended_at from calls where campaign_id = ${campaignId} order by id desc limit 20000) c
     where c.ended_at > ${since}`.execute(db)
  return {
    outcomes: Object.fromEntries(outcomes.rows.map((row) => [row.outcome, row.count])),
    endedLastMinute: ended.rows[0]?.count ?? 0,
    waitingForRetry: waiting.rows[0]?.count ?? 0,
    nextRetryAt: waiting.rows[0]?.next ?? null,
  }
}
