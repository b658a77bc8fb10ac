/** Input of a forecast: the queue, past calls, and limits. */
import { sql } from 'kysely'
import { readZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { matchesSimulatedFilter } from '../calls/simulated.ts'
import { numberCheckSql } from '../checks/check-sql.ts'
import { consentsSql } from '../consents/consents-sql.ts'
import { dayStartOfOrganization, IN_POOL } from '../dialer/number-limits-sql.ts'
import { drawnArmSql, type Experiment } from '../dialer/rules/experiment.ts'
import type { Outcome } from '../dialer/rules/outcomes.ts'
import { REACHED_CALLS_MAX, REACHED_DAYS_MAX } from '../dialer/rules/reached-hours.ts'
import {
  answeredCallsSql,
  type HistoryRecord,
  historySql,
  personOfContactSql,
  readHistory,
} from '../dialer/store-postgres-policies.ts'
import { NO_HISTORY } from '../policies/rules/verdict.ts'
import type { Queries } from '../storage/database.ts'
import { isSuppressedSql } from '../suppressions/rules/suppressed-sql.ts'
import type { SampledContact } from './rules/forecast-groups.ts'
import type { LimitFacts } from './rules/forecast-limits.ts'

/**
 * What a forecast looks up about earlier calls: everything that calling rules count; without a policy, conversations through real
 * carriers or the simulated one, for the best hour of a retry; or nothing.
 */
export type PastNeeded = 'rules' | 'conversations' | 'simulated_conversations' | 'nothing'

interface SampleRow extends HistoryRecord {
  conversations: number[] | null
  name: string | null
  dials: number
  dueMs: number | null
  notAfterMs: number | null
}

const ms = (column: string) => sql.raw(msSql(column))

function msSql(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`
}

/** Call history of the number and person in `t`, as columns; null where it is not needed. */
function pastColumns(needed: PastNeeded) {
  const nothing = 'null::json as history, null::json as consents, null::json as check'
  if (needed === 'nothing') return sql.raw(`${nothing}, null::json as conversations`)
  if (needed !== 'rules') return sql.raw(`${nothing}, ${conversationsSql(needed)} as conversations`)
  const person = personOfContactSql('t.organization_id', 't.number', 't.person_id')
  return sql.raw(`
    ${historySql('t.organization_id', 't.number', `array[${person}]`, `'-infinity'`)} as history,
    ${consentsSql('t.organization_id', 't.number')} as consents,
    ${numberCheckSql('t.organization_id', 't.number')} as check, null::json as conversations`)
}

/** The conversations that the dialer reads for the best hour of a retry without a policy. */
function conversationsSql(needed: 'conversations' | 'simulated_conversations'): string {
  const calls = answeredCallsSql({
    organizationId: 't.organization_id',
    phoneNumber: 't.phone_number',
    since: `now() - interval '${REACHED_DAYS_MAX} days'`,
    isSimulated: String(needed === 'simulated_conversations'),
  })
  return `(select json_agg(${msSql('m.at')}) from (select r.at from (${calls}) r order by 1 desc limit ${REACHED_CALLS_MAX}) m)`
}

/** SQL condition: contact `c` is not in a control group. */
function isCalled(experiment: Experiment | null, campaignId: number) {
  const controls = experiment?.arms.flatMap(({ not_called }, index) => (not_called ? [index] : [])) ?? []
  if (!experiment || experiment.stopped || controls.length === 0) return sql`true`
  return sql.raw(`not ${drawnArmSql(experiment, campaignId, 'c')} = any('{${controls.join(',')}}'::int[])`)
}

/** Unfinished contacts of a campaign, at most `size`, chosen pseudo-randomly. */
export async function sampleOfCampaign(
  db: Queries,
  campaignId: number,
  { size, past, experiment }: { size: number; past: PastNeeded; experiment: Experiment | null },
): Promise<SampledContact[]> {
  const { rows } = await sql<SampleRow>`
    select s.name, t.dials, t."dueMs", t."notAfterMs", ${pastColumns(past)}
      from (select t.organization_id, t.phone_number, callable_as(t.phone_number) as number, t.person_id, t.dials,
                   coalesce(nullif(t.zones_id, 0), l.zones_id) as zones_id,
                   case when t.state = 'pending' and isfinite(t.next_attempt_at) then ${ms('t.next_attempt_at')} end as "dueMs",
                   ${ms('t.not_after')} as "notAfterMs"
              from (select * from contacts c where campaign_id = ${campaignId} and state <> 'done' and ${isCalled(experiment, campaignId)}
                     order by hashint8(id) limit ${size}) t
              join list_contacts l on l.id = t.list_contact_id) t
      left join zone_sets s on s.id = t.zones_id`.execute(db)
  return rows.map((row) => sampled(row, past))
}

/** The same sample for a list that no campaign uses yet, without people on the do-not-call list. */
export async function sampleOfList(
  db: Queries,
  listId: number,
  { size, past, now }: { size: number; past: PastNeeded; now: Date },
): Promise<SampledContact[]> {
  const { rows } = await sql<SampleRow>`
    select s.name, 0 as dials, t."dueMs", t."notAfterMs", ${pastColumns(past)}
      from (select l.organization_id, l.phone_number, callable_as(l.phone_number) as number, l.zones_id,
                   nullif(left(trim(l.variables->>'person_id'), 255), '') as person_id,
                   ${ms('l.not_before')} as "dueMs", ${ms('l.not_after')} as "notAfterMs",
                   ${sql.raw(isSuppressedSql('l.organization_id', 'l.phone_number', 'm.now'))} as suppressed
              from (select * from list_contacts where list_id = ${listId} order by hashint8(id) limit ${size}) l
              cross join (select ${now}::timestamptz as now) m) t
      left join zone_sets s on s.id = t.zones_id
     where not t.suppressed`.execute(db)
  return rows.map((row) => sampled(row, past))
}

function sampled(row: SampleRow, needed: PastNeeded): SampledContact {
  const { name, dials, dueMs, notAfterMs, conversations, ...past } = row
  const place = name === null ? '@' : readZoneSet(name).group
  const reached = conversations ? { ...NO_HISTORY, conversationsMs: conversations } : NO_HISTORY
  return { place, dials, dueMs, notAfterMs, history: needed === 'rules' ? readHistory(past) : reached }
}

export interface RecentCall {
  outcome: Outcome
  slotSeconds: number
  attempt: number
  claimedMs: number
  campaignId: number | null
  /** Time zones of the person; null: unknown. */
  zones: string | null
}

/** If real and simulated calls are mixed, this many times as many calls are read. */
const LOOKED_AT_TIMES = 4

/**
 * The newest outbound calls of an organization, through real carriers or the simulated one. The campaign's own calls come
 * first.
 */
export async function recentCalls(
  db: Queries,
  organizationId: number,
  { campaignId, simulated, limit }: { campaignId: number | null; simulated: boolean; limit: number },
): Promise<RecentCall[]> {
  const { rows } = await sql<RecentCall>`
    select c.outcome, greatest(extract(epoch from c.ended_at - c.claimed_at), 0)::float8 as "slotSeconds", c.attempt,
           ${ms('c.claimed_at')} as "claimedMs", c.campaign_id as "campaignId", s.name as zones
      from (
        (select * from calls where campaign_id = ${campaignId} and outcome is not null and ended_at is not null
          order by id desc limit ${limit})
        union
        (select * from (
           select * from calls
            where organization_id = ${organizationId} and direction = 'outbound' and outcome is not null and ended_at is not null
            order by id desc limit ${LOOKED_AT_TIMES * limit}) newest
          where ${matchesSimulatedFilter(simulated ? 'only' : 'exclude', sql`provider`)} order by id desc limit ${limit})) c
      left join contacts t on t.id = c.contact_id
      left join list_contacts l on l.id = t.list_contact_id
      left join zone_sets s on s.id = coalesce(nullif(t.zones_id, 0), l.zones_id)
     where c.organization_id = ${organizationId} and c.direction = 'outbound'`.execute(db)
  return rows
}

/** Limits on the calls of an existing or planned campaign, besides its own settings. */
export async function loadLimitFacts(
  db: Queries,
  organizationId: number,
  { campaignId, configurationId }: { campaignId: number | null; configurationId: number | null },
): Promise<LimitFacts> {
  const dayStart = await dayStartOfOrganization(db, organizationId)
  const { rows } = await sql<LimitFacts>`
    select o.max_concurrency as "organizationSlots", o.time_zone as "timeZone", o.max_spend_per_day as "maxSpendPerDay",
           o.spent_on as "spentOn", o.spent_today as "spentToday", c.max_spend as "maxSpend", coalesce(c.spent, 0) as spent,
           coalesce(c.spent_calls, 0) as "spentCalls",
           (select json_build_object('campaigns', count(*), 'slots', coalesce(sum(k.max_concurrency), 0)) from campaigns k
             where k.organization_id = o.id and k.state = 'running' and k.id is distinct from c.id) as others,
           (select json_build_object('count', count(*),
                     'atOnce', case when count(*) = count(n.max_calls_at_once) then sum(n.max_calls_at_once) end,
                     'perDay', case when count(*) = count(n.max_calls_per_day) then sum(n.max_calls_per_day) end,
                     'usedToday', coalesce(sum(n.used_count) filter (where n.used_on >= ${dayStart}), 0))
              from phone_numbers n
             where n.telephony_configuration_id = ${configurationId} and n.organization_id = o.id and n.is_active
               and n.resting_since is null and ${IN_POOL}) as numbers,
           (select json_build_object('calls', coalesce(sum(d.calls), 0), 'amount', coalesce(sum(d.amount), 0)) from spend_days d
             where d.organization_id = o.id and d.currency = o.currency
               and d.day >= to_char(now() - interval '30 days', 'YYYY-MM-DD')) as month
      from organizations o left join campaigns c on c.id = ${campaignId} and c.organization_id = o.id
     where o.id = ${organizationId}`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error(`no organization ${organizationId}`)
  return facts
}
