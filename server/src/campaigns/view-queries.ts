/** SQL of the views of a campaign: its contacts, their calls, its progress. */
import { sql } from 'kysely'
import type { ZoneSetRow } from '../dialer/policy-facts.ts'
import type { PassReason } from '../dialer/rules/numbers-of-contact.ts'
import { toMsSql } from '../dialer/store-postgres-rows.ts'
import type { Queries } from '../storage/database.ts'
import { isSuppressedSql } from '../suppressions/rules/suppressed-sql.ts'
import type { StoredCampaign } from './queries.ts'
import type { ResultRange } from './result-queries.ts'

export interface ContactFilter {
  state?: string | undefined
  outcome?: string | undefined
  q?: string | undefined
  limit: number
  /** Number of entries to skip. */
  offset: number
  afterId: number
}

export interface ShownContact {
  id: number
  row_number: number
  phone_number: string
  /** All numbers of a contact that has several. */
  numbers: string[] | null
  passed_numbers: Record<string, PassReason> | null
  state: string
  outcome: string | null
  attempts: number
  next_attempt_at: Date | null
  call_back_at: Date | null
  finished_at: Date | null
  variables: Record<string, string>
  /** Zone set in the notation that `readZoneSet` parses; null: not computed yet. */
  zones: string | null
  held_by: string | null
}

const contactColumns = sql<ShownContact>`
  t.id, l.row_number, t.phone_number, t.numbers, t.passed_numbers, t.state, t.outcome, t.dials as attempts,
  case when t.state = 'pending' and isfinite(t.next_attempt_at) then t.next_attempt_at end as next_attempt_at,
  -- Answered and still waiting: the person asked for another time.
  case when t.state = 'pending' and t.outcome = 'answered' and isfinite(t.next_attempt_at) then t.next_attempt_at end
    as call_back_at,
  t.finished_at, l.variables, t.held_by, (select name from zone_sets where id = l.zones_id) as zones`

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
    conditions.push(
      sql`(t.phone_number like ${pattern} or t.numbers::text like ${pattern} or l.variables::text ilike ${pattern})`,
    )
  }
  const { rows } = await sql<ShownContact>`
    select ${contactColumns} from contacts t join list_contacts l on l.id = t.list_contact_id
     where ${sql.join(conditions, sql` and `)} order by t.id limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

/**
 * Number of contacts that were finished without a conversation, by the rule that excluded them; null: an operator cancelled them.
 */
export async function countExcluded(
  db: Queries,
  organizationId: number,
  campaignId: number,
): Promise<{ rule: string | null; contacts: number }[]> {
  const { rows } = await sql<{ rule: string | null; contacts: number }>`
    select held_by as rule, count(*)::int as contacts from contacts
     where organization_id = ${organizationId} and campaign_id = ${campaignId}
       and state = 'done' and outcome = 'canceled'
     group by held_by order by contacts desc, rule`.execute(db)
  return rows
}

/**
 * Pending contacts on the do-not-call list now, by number or range: the dialer skips them. `due`: those whose time has come and
 * whose zone sets are not closed.
 */
export async function countSuppressed(
  db: Queries,
  { id, organization_id }: Pick<StoredCampaign, 'id' | 'organization_id'>,
  now: Date,
  closedSets: readonly string[],
): Promise<{ pending: number; due: number }> {
  const { rows } = await sql<{ pending: number; due: number }>`
    with closed as (select id from zone_sets where name = any(${closedSets}::text[]))
    select count(*)::int as pending,
           count(*) filter (where t.next_attempt_at <= moment.now and t.zones_id not in (select id from closed))::int as due
      from contacts t cross join (select ${now}::timestamptz as now) moment
     where t.campaign_id = ${id} and t.organization_id = ${organization_id} and t.state = 'pending'
       and ${sql.raw(isSuppressedSql('t.organization_id', 't.phone_number', 'moment.now'))}`.execute(db)
  return rows[0] ?? { pending: 0, due: 0 }
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
  summary: string | null
  success: string | null
  sentiment: string | null
  /** The number that was dialed last. */
  dialed_number: string | null
  /** Name of the configuration of the last call. */
  telephony_configuration: string | null
  /** Time and policy version of each dial attempt. */
  attempts_at: Date[] | null
  policy_version: string | null
}

/**
 * Ids of the contacts in the report. They have a query of their own, with large pages: until the table is analyzed, PostgreSQL may
 * read all later contacts of the campaign for each page.
 */
export async function reportIds(
  db: Queries,
  organizationId: number,
  campaignId: number,
  { afterId, limit, from, to }: ResultRange & { afterId: number; limit: number },
): Promise<number[]> {
  const ranged = from !== undefined || to !== undefined
  const { rows } = await sql<{ id: number }>`
    select id from contacts
     where campaign_id = ${campaignId} and organization_id = ${organizationId} and id > ${afterId}
       and (not ${ranged}::boolean or exists (
         select from (select claimed_at from calls where contact_id = contacts.id order by id desc limit 1) k
          where (${from ?? null}::timestamptz is null or k.claimed_at >= ${from ?? null})
            and (${to ?? null}::timestamptz is null or k.claimed_at < ${to ?? null})))
     order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Rows of the report, by id. A contact that was deleted meanwhile has none. */
export async function reportRows(
  db: Queries,
  organizationId: number,
  campaignId: number,
  ids: readonly number[],
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${contactColumns}, k.id as last_call_id, k.claimed_at as last_attempt_at, k.phone_number as dialed_number,
           k.duration_seconds, k.cause,
           coalesce(r.disposition, case when k.cause in ('hung_up_early', 'no_agent') then k.cause when k.cause like 'agent_failed%' then 'agent_failed' end)
             as disposition, r.gathered, r.analysis ->> 'summary' as summary, r.analysis ->> 'success' as success,
           r.analysis ->> 'sentiment' as sentiment, a.attempts_at, a.policy_version,
           (select f.name from telephony_configurations f where f.id = k.telephony_configuration_id) as telephony_configuration
      from contacts t
      join list_contacts l on l.id = t.list_contact_id
      left join lateral (select * from calls where contact_id = t.id order by id desc limit 1) k on true
      left join call_records r on r.call_id = k.id
      left join lateral (select array_agg(c.claimed_at order by c.id) as attempts_at,
                                (array_agg(n.policy_version order by c.id desc))[1] as policy_version
                           from calls c
                                left join number_attempts n on n.organization_id = c.organization_id and n.call_id = c.id
                          where c.contact_id = t.id) a on true
     where t.id = any(${ids}::bigint[]) and t.campaign_id = ${campaignId} and t.organization_id + 0 = ${organizationId}
     order by t.id`.execute(db)
  return rows
}

export interface PaceFigures {
  thisMinute: number
  lastMinute: number
}

/** Number of calls that ended in this minute and in the one before, for campaigns that had any. */
export async function paceFigures(
  db: Queries,
  organizationId: number,
  campaignIds: readonly number[],
  minute: Date,
): Promise<Map<number, PaceFigures>> {
  if (campaignIds.length === 0) return new Map()
  const { rows } = await sql<PaceFigures & { campaignId: number }>`
    select campaign_id as "campaignId", coalesce(sum(calls) filter (where minute = ${minute}), 0) as "thisMinute",
           coalesce(sum(calls) filter (where minute < ${minute}), 0) as "lastMinute"
      from call_minutes
     where organization_id = ${organizationId} and campaign_id = any(${campaignIds}::bigint[])
       and minute between ${minute}::timestamptz - interval '1 minute' and ${minute}
     group by 1`.execute(db)
  return new Map(rows.map((row) => [row.campaignId, row]))
}

export interface RetryFigures {
  waiting: number
  notDue: number
  callBacks: number
  next: Date | null
  /** The earliest due time among contacts that are not due yet. */
  nextNotDue: Date | null
}

/** Contacts that were called and wait for a retry. Per campaign, this reads a range of the index that the claim uses. */
export async function retryFigures(
  db: Queries,
  campaignIds: readonly number[],
  now: Date,
): Promise<Map<number, RetryFigures>> {
  if (campaignIds.length === 0) return new Map()
  const { rows } = await sql<RetryFigures & { campaignId: number }>`
    select w.id as "campaignId", r.waiting, r.not_due as "notDue", r.call_backs as "callBacks", r.next, r.next_not_due as "nextNotDue"
      from unnest(${campaignIds}::bigint[]) as w(id)
     cross join lateral (
       select count(*) as waiting, count(*) filter (where t.next_attempt_at > ${now}) as not_due,
              count(*) filter (where t.outcome = 'answered') as call_backs,
              nullif(min(t.next_attempt_at), 'infinity') as next,
              nullif(min(t.next_attempt_at) filter (where t.next_attempt_at > ${now}), 'infinity') as next_not_due
         from contacts t
        where t.campaign_id = w.id and t.state = 'pending' and t.next_attempt_at > '-infinity') r`.execute(db)
  return new Map(rows.map((row) => [row.campaignId, row]))
}

/** Range of contact ids that one counting statement reads. Limits a statement to some tenths of a second. */
const COUNTED_IDS = 250_000

export interface WaitingCounts {
  retries: RetryFigures
  zoneSets: ZoneSetRow[]
}

interface CountedGroup extends Omit<RetryFigures, 'callBacks' | 'nextNotDue'> {
  zonesId: number
  name: string | null
  rule: string | null
  call_backs: number
  next_not_due: Date | null
  due: number
  held: number
  untilMs: number | null
}

/** Counts what `retryFigures` and `countByZoneSet` count, in portions: each statement is short, whatever the size of the campaign. */
export async function countWaiting(
  db: Queries,
  campaignId: number,
  now: Date,
  idsAtOnce = COUNTED_IDS,
): Promise<WaitingCounts> {
  const { first, last } = await idsOfContacts(db, campaignId)
  const portions: CountedGroup[][] = []
  for (let from = first ?? 0; last !== null && from <= last; from += idsAtOnce)
    portions.push(await countPortion(db, campaignId, now, from, from + idsAtOnce))
  const groups = portions.flat()
  const earliest = (times: readonly (Date | null)[]) =>
    times.reduce((one, other) => (one === null || (other !== null && other < one) ? other : one), null)
  const zoneSets = new Map<string, ZoneSetRow>()
  for (const { name, rule, due, held, untilMs } of groups) {
    if (name === null) continue
    const known = zoneSets.get(`${name} ${rule}`) ?? { name, rule, due: 0, held: 0, untilMs: null }
    const until = [known.untilMs, untilMs].filter((ms) => ms !== null)
    const sum = { name, rule, due: known.due + due, held: known.held + held }
    zoneSets.set(`${name} ${rule}`, { ...sum, untilMs: until.length > 0 ? Math.min(...until) : null })
  }
  const sum = (count: (group: CountedGroup) => number) => groups.reduce((all, group) => all + count(group), 0)
  return {
    retries: {
      waiting: sum(({ waiting }) => waiting),
      notDue: sum(({ notDue }) => notDue),
      callBacks: sum(({ call_backs }) => call_backs),
      next: earliest(groups.map(({ next }) => next)),
      nextNotDue: earliest(groups.map(({ next_not_due }) => next_not_due)),
    },
    zoneSets: [...zoneSets.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

/** The first and the last id of a campaign's contacts; null: it has none. */
export async function idsOfContacts(
  db: Queries,
  campaignId: number,
): Promise<{ first: number | null; last: number | null }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(id) as first, max(id) as last from contacts where campaign_id = ${campaignId}`.execute(db)
  return rows[0] as (typeof rows)[number]
}

async function countPortion(db: Queries, campaignId: number, now: Date, from: number, past: number) {
  const { rows } = await sql<CountedGroup>`
    select s.name, p.* from (
      select zones_id as "zonesId", case when held_until = next_attempt_at then held_by end as rule,
             count(*) filter (where next_attempt_at > '-infinity') as waiting,
             count(*) filter (where next_attempt_at > ${now}) as "notDue",
             count(*) filter (where next_attempt_at > '-infinity' and outcome = 'answered') as call_backs,
             nullif(min(next_attempt_at) filter (where next_attempt_at > '-infinity'), 'infinity') as next,
             nullif(min(next_attempt_at) filter (where next_attempt_at > ${now}), 'infinity') as next_not_due,
             count(*) filter (where next_attempt_at <= ${now}) as due,
             count(*) filter (where next_attempt_at > ${now} and held_until = next_attempt_at) as held,
             min(${sql.raw(toMsSql('next_attempt_at'))}) filter (where next_attempt_at > ${now} and isfinite(next_attempt_at)) as "untilMs"
        from contacts
       where campaign_id = ${campaignId} and id >= ${from} and id < ${past} and state = 'pending'
       group by 1, 2) p
      left join zone_sets s on s.id = p."zonesId" and p."zonesId" > 0`.execute(db)
  return rows
}
