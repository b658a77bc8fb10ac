/** The facts that decide whether a campaign may dial, for people who ask; the claim reads its own under its locks. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { suppressed } from '../suppressions/rules/suppressed-sql.ts'
import type { CampaignState, ContactFacts, DialingFacts } from './rules/may-dial.ts'
import { ms } from './store-postgres-rows.ts'

export async function dialingFacts(db: Queries, organizationId: number, campaignId: number): Promise<DialingFacts> {
  const facts = (await manyDialingFacts(db, organizationId, [campaignId])).get(campaignId)
  if (!facts) throw new Error(`no campaign ${campaignId}`)
  return facts
}

export async function manyDialingFacts(
  db: Queries,
  organizationId: number,
  campaignIds: readonly number[],
): Promise<Map<number, DialingFacts>> {
  const { rows } = await sql<{
    id: number
    state: CampaignState
    definitionId: number | null
    schedule: DialingFacts['campaign']['schedule']
    maxConcurrency: number
    liveCalls: number
    configuration: DialingFacts['configuration']
    organization: DialingFacts['organization']
  }>`
    select c.id, c.state, c.definition_id as "definitionId", c.schedule_config as schedule, c.max_concurrency as "maxConcurrency",
           c.live_calls as "liveCalls",
           case when t.id is not null then json_build_object(
             'callsPerSecond', (t.credentials->>'calls_per_second')::float8,
             'pacedUntilMs', ${sql.raw(ms('t.paced_until'))}, 'backoffUntilMs', ${sql.raw(ms('t.held_until'))}) end as configuration,
           json_build_object('maxConcurrency', o.max_concurrency, 'liveCalls', o.live_calls) as organization
      from campaigns c join organizations o on o.id = c.organization_id
           left join telephony_configurations t on t.id = c.telephony_configuration_id
     where c.id = any(${campaignIds}::bigint[]) and c.organization_id = ${organizationId}`.execute(db)
  return new Map(
    rows.map(({ id, configuration, organization, ...campaign }) => [id, { campaign, configuration, organization }]),
  )
}

export async function contactFacts(db: Queries, organizationId: number, contactId: number): Promise<ContactFacts> {
  const { rows } = await sql<ContactFacts>`
    select t.state, ${sql.raw(ms('t.next_attempt_at'))} as "nextAttemptAtMs",
           ${sql.raw(suppressed('t.organization_id', 't.phone_number', 'now()'))} as suppressed
      from contacts t where t.id = ${contactId} and t.organization_id = ${organizationId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no contact ${contactId}`)
  return row
}
