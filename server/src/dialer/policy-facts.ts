/** The calling rules about one contact or one campaign, for API requests; the claim reads its own under its locks. */
import { sql } from 'kysely'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { readZoneSet, type ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { numberCheckSql } from '../checks/check-sql.ts'
import { consentsSql } from '../consents/consents-sql.ts'
import { loadPolicy } from '../policies/load-policy.ts'
import { NO_CONFIRMED_DUTIES } from '../policies/rules/consent.ts'
import { DialingRules } from '../policies/rules/dialing-rules.ts'
import type { NumberHistory } from '../policies/rules/verdict.ts'
import type { Queries } from '../storage/database.ts'
import { isSimulatedProvider } from './policy-cache.ts'
import { zoneSetOfNumber } from './rules/single-call-policy.ts'
import {
  type HistoryRecord,
  historySql,
  personOfContactSql,
  personsOfNumberSql,
  readHistory,
} from './store-postgres-policies.ts'
import { toMsSql } from './store-postgres-rows.ts'

/** Assumed ring timeout if that of the configuration is unknown. */
const RING_SECONDS = 30

/** The calling rules of a campaign; null: no policy is set. */
export async function rulesOfCampaign(
  db: Queries,
  organizationId: number,
  campaignId: number | null,
): Promise<DialingRules | null> {
  const policy = await loadPolicy(db, organizationId, campaignId)
  if (!policy) return null
  // A draft is judged as if its duties were confirmed or accepted, because it cannot start before that.
  const { rows } = await sql<{
    seconds: number | null
    provider: string | null
    vouched: string[] | null
    draft: boolean
  }>`
    select (t.credentials->>'ring_timeout_seconds')::int as seconds, t.provider, c.vouched_duties as vouched,
           c.started_at is null as draft
      from campaigns c left join telephony_configurations t on t.id = c.telephony_configuration_id
     where c.id = ${campaignId} and c.organization_id = ${organizationId}`.execute(db)
  const ringMs = (rows[0]?.seconds ?? RING_SECONDS) * 1000
  return new DialingRules(policy.compiled, ringMs, {
    reachesNobody: isSimulatedProvider(rows[0]?.provider ?? null),
    vouchedDuties: rows[0]?.vouched ?? (rows[0]?.draft ? 'every' : NO_CONFIRMED_DUTIES),
  })
}

/**
 * Past calls as the limits count them, in all campaigns of the organization: to a number and to all other numbers of its persons, or
 * of the person of this contact.
 */
export async function historyOfNumber(
  db: Queries,
  organizationId: number,
  phoneNumber: string,
  contact: { personId: string | null } | null = null,
): Promise<NumberHistory> {
  const [organization, number] = ['q.organization_id', 'q.phone_number']
  const persons = contact
    ? `array[${personOfContactSql(organization, number, 'q.person_id')}]`
    : personsOfNumberSql(organization, number)
  const { rows } = await sql<HistoryRecord>`
    with named as (select ${organizationId}::bigint as organization_id, ${canonicalNumber(phoneNumber)}::text as phone_number,
                          ${contact?.personId ?? null}::text as person_id),
         asked as materialized (select q.*, ${sql.raw(persons)} as persons from named q)
    select ${sql.raw(consentsSql(organization, number))} as consents, ${sql.raw(numberCheckSql(organization, number))} as check,
           ${sql.raw(historySql(organization, number, 'q.persons', `'-infinity'`, { withOrigin: true }))} as history
      from asked q`.execute(db)
  return readHistory(rows[0] as HistoryRecord)
}

/** The zones as the claim sees them, or those of the list if no policy is set. */
export function zoneSetOf(name: string | null, phoneNumber: string): ZoneSet {
  return name === null ? zoneSetOfNumber(phoneNumber) : readZoneSet(name)
}

export interface ZoneSetCounts {
  set: ZoneSet
  /** Number of contacts that are due by their own next attempt time. */
  due: number
  /** Number of contacts that these rules postponed, and the earliest time at which one of the holds ends. */
  held: Array<{ rule: string; contacts: number; untilMs: number | null }>
}

/** Pending contacts of one zone set that the same rule postponed, or that no rule postponed. */
export interface ZoneSetRow {
  /** Name of the zone set. */
  name: string
  due: number
  rule: string | null
  held: number
  untilMs: number | null
}

/** The pending contacts of a campaign by zones. Empty if no policy is set. */
export async function countByZoneSet(db: Queries, campaignId: number, now: Date): Promise<ZoneSetCounts[]> {
  const { rows } = await sql<ZoneSetRow>`
    select s.name, p.due, p.rule, p.held, p.until as "untilMs"
      from (select zones_id, case when held_until = next_attempt_at then held_by end as rule,
                   count(*) filter (where next_attempt_at <= ${now}) as due,
                   count(*) filter (where next_attempt_at > ${now} and held_until = next_attempt_at) as held,
                   min(${sql.raw(toMsSql('next_attempt_at'))}) filter (where next_attempt_at > ${now} and isfinite(next_attempt_at)) as until
              from contacts where campaign_id = ${campaignId} and state = 'pending' and zones_id > 0
             group by 1, 2) p
      join zone_sets s on s.id = p.zones_id order by s.name`.execute(db)
  return groupByZoneSet(rows)
}

export function groupByZoneSet(rows: readonly ZoneSetRow[]): ZoneSetCounts[] {
  const groups = new Map<string, ZoneSetCounts>()
  for (const { name, due, rule, held, untilMs } of rows) {
    const group = groups.get(name) ?? { set: readZoneSet(name), due: 0, held: [] }
    group.due += due
    if (rule !== null && held > 0) group.held.push({ rule, contacts: held, untilMs })
    groups.set(name, group)
  }
  return [...groups.values()]
}

/** Waiting contacts of one campaign with the same zones. */
export interface WaitingGroup {
  campaignId: number
  provider: string | null
  ringSeconds: number
  hasSchedule: boolean
  set: ZoneSet
  contacts: number
}

/** Columns of a group that are the same for all contacts of a campaign `c` with the configuration `f`. */
const GROUP_OF_CAMPAIGN = sql`c.id as "campaignId", f.provider,
           coalesce((f.credentials->>'ring_timeout_seconds')::int, ${sql.lit(RING_SECONDS)}) as "ringSeconds",
           coalesce((c.schedule_config->>'enabled')::boolean and jsonb_array_length(c.schedule_config->'slots') > 0, false) as "hasSchedule"`

/** The groups of one campaign whose contacts were counted before, by the names of their zone sets. */
export async function countedGroups(
  db: Queries,
  organizationId: number,
  campaignId: number,
  counted: ReadonlyArray<{ name: string; contacts: number }>,
): Promise<WaitingGroup[]> {
  const { rows } = await sql<Omit<WaitingGroup, 'set' | 'contacts'>>`
    select ${GROUP_OF_CAMPAIGN}
      from campaigns c left join telephony_configurations f on f.id = c.telephony_configuration_id
     where c.organization_id = ${organizationId} and c.id = ${campaignId} and c.state <> 'completed'`.execute(db)
  return rows.flatMap((row) => counted.map(({ name, contacts }) => ({ ...row, set: readZoneSet(name), contacts })))
}

/** All waiting contacts of these campaigns, or of all unfinished ones, by zones, with or without a policy. */
export async function waitingGroups(
  db: Queries,
  organizationId: number,
  campaignId: number | null,
): Promise<WaitingGroup[]> {
  const { rows } = await sql<Omit<WaitingGroup, 'set'> & { name: string }>`
    select ${GROUP_OF_CAMPAIGN}, s.name, count(*)::int as contacts
      from campaigns c
      join contacts t on t.campaign_id = c.id and t.state = 'pending'
      join list_contacts l on l.id = t.list_contact_id
      join zone_sets s on s.id = l.zones_id
      left join telephony_configurations f on f.id = c.telephony_configuration_id
     where c.organization_id = ${organizationId} and c.state <> 'completed'
       and (${campaignId}::bigint is null or c.id = ${campaignId}::bigint)
     group by 1, 2, 3, 4, 5 order by 1, 5`.execute(db)
  return rows.map(({ name, ...row }) => ({ ...row, set: readZoneSet(name) }))
}
