/** The facts that decide whether a campaign may dial, for API requests; the claim reads its own under its locks. */
import { sql } from 'kysely'
import { canonicalNumberSql } from '../addresses/rules/canonical-number.ts'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import { nextLocalDay } from '../costs/rules/spend-limits.ts'
import type { Queries } from '../storage/database.ts'
import { isSuppressedSql } from '../suppressions/rules/suppressed-sql.ts'
import { callsLeftSql, callsLeftTodaySql, dayStartOfOrganization, HAS_POOL, IN_POOL } from './number-limits-sql.ts'
import { historyOfNumber, rulesOfCampaign, zoneSetOf } from './policy-facts.ts'
import { ARM_HOURS, ARM_NUMBER, type Arm, type ArmNumberFault, armNow, type Experiment } from './rules/experiment.ts'
import { type CampaignState, type ContactFacts, type DialingFacts, IN_ANOTHER_CALL } from './rules/may-dial.ts'
import type { NumbersOfContact } from './rules/numbers-of-contact.ts'
import { DAY_SPENDING } from './store-postgres-costs.ts'
import { CARRIER_ACCOUNT } from './store-postgres-opening.ts'
import { backoffEndSql, toMsSql } from './store-postgres-rows.ts'

const NOW_MS = "date_part('epoch', now()) * 1000"

/** Whether answered calls of a configuration need an agent. */
export type NeedsAgent = (configurationId: number) => boolean

export async function dialingFacts(
  db: Queries,
  organizationId: number,
  campaignId: number,
  speaks: NeedsAgent,
): Promise<DialingFacts> {
  const facts = (await manyDialingFacts(db, organizationId, [campaignId], speaks)).get(campaignId)
  if (!facts) throw new Error(`no campaign ${campaignId}`)
  return facts
}

export async function manyDialingFacts(
  db: Queries,
  organizationId: number,
  campaignIds: readonly number[],
  speaks: NeedsAgent,
): Promise<Map<number, DialingFacts>> {
  const dayStart = await dayStartOfOrganization(db, organizationId)
  const { rows } = await sql<{
    id: number
    state: CampaignState
    definitionId: number | null
    schedule: DialingFacts['campaign']['schedule']
    maxConcurrency: number
    liveCalls: number
    spending: NonNullable<DialingFacts['campaign']['spending']>
    configuration: DialingFacts['configuration']
    organization: DialingFacts['organization']
    numbers: NonNullable<DialingFacts['numbers']> | null
    configurationId: number | null
    room: number | null
  }>`
    select c.id, c.state, c.definition_id as "definitionId", c.schedule_config as schedule, c.max_concurrency as "maxConcurrency",
           c.live_calls as "liveCalls",
           json_build_object('max', c.max_spend, 'spent', c.spent, 'calls', c.spent_calls) as spending,
           case when t.id is not null then json_build_object(
             'callsPerSecond', (t.credentials->>'calls_per_second')::float8,
             'ringTimeoutSeconds', (t.credentials->>'ring_timeout_seconds')::int,
             'pacedUntilMs', ${sql.raw(toMsSql('t.paced_until'))}, 'backoffUntilMs', ${sql.raw(toMsSql('a.backoff_until'))},
             'account', json_build_object('callsPerSecond', a.calls_per_second,
                                          'pacedUntilMs', ${sql.raw(toMsSql('a.paced_until'))}),
             'unpriced', t.price_version <= 0 and t.provider <> 'simulator') end as configuration,
           json_build_object('maxConcurrency', case when o.suspended_at is null then o.max_concurrency else 0 end, 'liveCalls', o.live_calls,
             'timeZone', o.time_zone, 'spending', ${sql.raw(DAY_SPENDING)}) as organization,
           n.numbers, t.id as "configurationId",
           -- Null as long as a node says nothing of its room.
           (select case when bool_and(room is not null) then sum(room)::int end from nodes where lease_until > now()) as room
      from campaigns c join organizations o on o.id = c.organization_id
           -- Of a route, the configuration that can be used first.
           left join telephony_configurations t on t.id = coalesce(
             (select s.id from unnest(c.route_ids) with ordinality r(id, place) join telephony_configurations s on s.id = r.id
               order by coalesce(c.route_stops ? s.id::text, false), ${sql.raw(backoffEndSql('s.backoff_until', NOW_MS))} > now(), r.place limit 1),
             c.telephony_configuration_id)
           left join lateral ${sql.raw(CARRIER_ACCOUNT)} a on true
           -- Null where there is no number, or one without a limit.
           left join lateral (
             select case when bool_and(n.free is not null) or (count(n.id) = 0 and ${HAS_POOL}) then
                      json_build_object('left', coalesce(sum(greatest(n.free, 0)), 0), 'spentToday', coalesce(bool_and(coalesce(n.today <= 0, false)), false),
                        'usable', count(*) filter (where not n.resting), 'pool', ${HAS_POOL}) end as numbers
               from (select n.id, n.resting_since is not null as resting, ${callsLeftSql(dayStart)} as free, ${callsLeftTodaySql(dayStart)} as today
                       from phone_numbers n where n.telephony_configuration_id = t.id and n.is_active and ${IN_POOL}) n) n on true
     where c.id = any(${campaignIds}::bigint[]) and c.organization_id = ${organizationId}`.execute(db)
  return new Map(
    rows.map(({ id, configuration, organization, numbers, configurationId, room, ...campaign }) => [
      id,
      {
        campaign,
        configuration,
        organization,
        ...(numbers === null ? {} : { numbers }),
        ...(room === null || configurationId === null || !speaks(configurationId) ? {} : { room }),
      },
    ]),
  )
}

const number = canonicalNumberSql('t.phone_number')
/** SQL: the do-not-call entry that covers contact `t`. */
const LISTED_AS =
  sql.raw(`case when t.phone_number = '${ERASED_NUMBER}' then json_build_object('kind', 'erased') else coalesce(
    (select json_build_object('kind', 'number', 'value', '', 'reason', s.reason, 'source', s.source,
                              'since', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD'))
       from suppressions s where s.organization_id = t.organization_id and s.phone_number = ${number}
        and (s.expires_at is null or s.expires_at > now())),
    (select json_build_object('kind', 'range', 'value', r.value, 'reason', r.reason, 'source', r.source,
                              'since', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD'))
       from suppressed_ranges r, unnest(r.prefixes) as prefix
      where r.organization_id = t.organization_id and starts_with(${number}, prefix)
        and (r.expires_at is null or r.expires_at > now()) limit 1)) end`)

/** The arm of a contact; after the end of the experiment the arm for everyone. */
async function armFacts(
  db: Queries,
  organizationId: number,
  experiment: Experiment,
  contact: ContactInArm,
): Promise<Pick<ContactFacts, 'arm'>> {
  const person = { ...contact, numbers: contact.allNumbers && { all: contact.allNumbers } }
  const { name, not_called, hours, phone_number_id } = experiment.arms[
    armNow(experiment, contact.campaignId, person)
  ] as Arm
  const numberFault =
    phone_number_id === undefined
      ? null
      : await armNumberFault(db, { organizationId, campaignId: contact.campaignId, numberId: phone_number_id })
  const arm = { name, isNotCalled: not_called ?? false, ...(numberFault ? { numberFault } : {}) }
  if (!hours) return { arm }
  // As the claim does: without calling rules the zones are those of the number.
  const { zones } = zoneSetOf(contact.policyVersion === 0 ? null : contact.zones, contact.phoneNumber)
  return { arm: { ...arm, hours: { ...hours, zone: zones[0] ?? contact.fallbackZone } } }
}

/** Why the number of an arm cannot be shown now, and until when if the time ends it; null: it can. */
async function armNumberFault(
  db: Queries,
  { organizationId, campaignId, numberId }: { organizationId: number; campaignId: number; numberId: number },
): Promise<{ kind: ArmNumberFault; untilMs: number | null } | null> {
  const dayStart = await dayStartOfOrganization(db, organizationId)
  const { rows } = await sql<{
    resting: boolean
    free: number | null
    today: number | null
    zone: string
    nowMs: number
  }>`
    select n.resting_since is not null as resting, ${callsLeftSql(dayStart)} as free, ${callsLeftTodaySql(dayStart)} as today,
           o.time_zone as zone, ${sql.raw(toMsSql('now()'))} as "nowMs"
      from phone_numbers n join campaigns c on c.id = ${campaignId} join organizations o on o.id = n.organization_id
     where n.id = ${numberId} and n.organization_id = ${organizationId} and n.is_active
       and n.telephony_configuration_id = any(c.telephony_configuration_id || c.route_ids)`.execute(db)
  const [number] = rows
  if (!number) return { kind: 'missing', untilMs: null }
  const { resting, free, today, zone, nowMs } = number
  if (resting) return { kind: 'resting', untilMs: null }
  if (today !== null && today <= 0) return { kind: 'day', untilMs: nextLocalDay(zone, nowMs) }
  return free !== null && free <= 0 ? { kind: 'at_once', untilMs: null } : null
}

/** Contacts of a campaign that wait for the hours or for the number of their arm, by rule, and when the first of them is due. */
export async function waitingForArms(
  db: Queries,
  campaignId: number,
): Promise<Array<{ rule: typeof ARM_HOURS | typeof ARM_NUMBER; contacts: number; firstMs: number | null }>> {
  const { rows } = await sql<{ rule: typeof ARM_HOURS | typeof ARM_NUMBER; contacts: number; firstMs: number | null }>`
    select t.held_by as rule, count(*)::int as contacts, ${sql.raw(toMsSql('min(t.next_attempt_at)'))} as "firstMs"
      from contacts t
     where t.campaign_id = ${campaignId} and t.held_until is not null and t.state = 'pending'
       and t.held_by in (${ARM_HOURS}, ${ARM_NUMBER}) and t.held_until = t.next_attempt_at
     group by 1 order by 1`.execute(db)
  return rows
}

/** The conversation for whose hour the retry waits, in the zone in which the dialer counted the hours. */
function reachedFacts(
  atMs: number,
  { zones: name, phoneNumber, fallbackZone }: { zones: string | null; phoneNumber: string; fallbackZone: string },
): NonNullable<ContactFacts['reached']> {
  return { atMs, zone: zoneSetOf(name, phoneNumber).zones[0] ?? fallbackZone }
}

interface ContactInArm {
  campaignId: number
  phoneNumber: string
  personId: string | null
  allNumbers: string[] | null
  zones: string | null
  policyVersion: number
  /** Time zone of the campaign's hours, else of the organization. */
  fallbackZone: string
}

export interface StoredContactFacts extends ContactFacts {
  /** The number that the facts are about. */
  phoneNumber: string
  /** Null: the contact has one number. */
  numbers: NumbersOfContact | null
}

/** The facts about a contact and its current number, or another of its numbers. */
export async function contactFacts(
  db: Queries,
  organizationId: number,
  contactId: number,
  otherNumber: string | null = null,
): Promise<StoredContactFacts> {
  const { rows } = await sql<
    ContactFacts & {
      heldBy: string | null
      isPutOff: boolean | null
      outcome: string | null
      campaignId: number
      phoneNumber: string
      zones: string | null
      policyVersion: number
      personId: string | null
      allNumbers: string[] | null
      passed: NumbersOfContact['passed'] | null
      experiment: Experiment | null
      fallbackZone: string
      reachedAtMs: number | null
    }
  >`
    select t.state, ${sql.raw(toMsSql("nullif(t.next_attempt_at, 'infinity')"))} as "nextAttemptAtMs", t.person_id as "personId",
           t.campaign_id as "campaignId", k.experiment, t.numbers as "allNumbers", t.passed_numbers as passed, coalesce(k.schedule_config->>'timezone', o.time_zone) as "fallbackZone",
           ${sql.raw(toMsSql('t.not_before'))} as "notBeforeMs", ${sql.raw(toMsSql('t.not_after'))} as "notAfterMs",
           case when (k.retry_config->>'prefer_reached_hours')::boolean then ${sql.raw(toMsSql('t.reached_at'))} end as "reachedAtMs",
           t.phone_number as "phoneNumber", t.held_by as "heldBy", t.outcome, o.policy_version as "policyVersion",
           (select s.name from zone_sets s where s.id = coalesce(nullif(t.zones_id, 0), l.zones_id)) as zones,
           ${sql.raw(isSuppressedSql('t.organization_id', 't.phone_number', 'now()'))} as suppressed,
           ${LISTED_AS} as listed, t.held_until = t.next_attempt_at as "isPutOff",
           exists (select from calls_live v where v.organization_id = t.organization_id
                      and v.phone_number = ${sql.raw(canonicalNumberSql('t.phone_number'))}
                      and v.contact_id is distinct from t.id) as "inAnotherCall"
      from contacts c
           cross join lateral jsonb_populate_record(c, jsonb_build_object('phone_number', coalesce(${otherNumber}, c.phone_number))) t
           join organizations o on o.id = t.organization_id
           left join list_contacts l on l.id = t.list_contact_id left join campaigns k on k.id = t.campaign_id
     where c.id = ${contactId} and c.organization_id = ${organizationId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no contact ${contactId}`)
  const { state, nextAttemptAtMs, suppressed: isSuppressed, campaignId, phoneNumber, inAnotherCall } = row
  const endedBy = state === 'done' && row.outcome === 'canceled' ? row.heldBy : null
  // A contact that waits although its call was answered has asked to be called at another time.
  const callBack = state === 'pending' && row.outcome === 'answered'
  const facts = {
    phoneNumber,
    numbers: row.allNumbers && { all: row.allNumbers, passed: row.passed ?? {} },
    state,
    nextAttemptAtMs,
    callBack,
    suppressed: isSuppressed,
    listed: row.listed ?? null,
    putOffBy: row.isPutOff ? row.heldBy : null,
    inAnotherCall: inAnotherCall ?? false,
    endedBy,
    notBeforeMs: row.notBeforeMs ?? null,
    notAfterMs: row.notAfterMs ?? null,
    ...(row.reachedAtMs === null ? {} : { reached: reachedFacts(row.reachedAtMs, row) }),
    // The arm of an erased person does not follow from the contact any more.
    ...(row.experiment && (row.personId !== null || phoneNumber !== ERASED_NUMBER)
      ? await armFacts(db, organizationId, row.experiment, row)
      : {}),
  }
  const rules = row.policyVersion === 0 ? null : await rulesOfCampaign(db, organizationId, campaignId)
  if (!rules) return { ...facts, policy: null }
  const { group, source } = zoneSetOf(row.zones, phoneNumber)
  const past = await historyOfNumber(db, organizationId, phoneNumber, row)
  const history = { ...past, callBackAtMs: callBack ? nextAttemptAtMs : null }
  return { ...facts, policy: { rules, group, source, history } }
}

/** Whether a live call of the organization has this number, given in the form of `callableAs`. */
export async function isInCall(db: Queries, organizationId: number, phoneNumber: string): Promise<boolean> {
  const { rows } = await sql`
    select from calls_live where organization_id = ${organizationId} and phone_number = ${phoneNumber} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Contacts of a campaign that wait for the end of another call with their number, and when they are checked without that end. */
export async function waitingForCalls(
  db: Queries,
  campaign: { id: number; organization_id: number },
  now: Date,
): Promise<{ contacts: number; firstMs: number | null }> {
  const { rows } = await sql<{ contacts: number; firstMs: number | null }>`
    select count(*)::int as contacts, ${sql.raw(toMsSql('min(t.next_attempt_at)'))} as "firstMs"
      from contacts t
     where t.campaign_id = ${campaign.id} and t.state = 'pending' and t.next_attempt_at > ${now}
       and t.held_by = ${IN_ANOTHER_CALL} and t.held_until = t.next_attempt_at
       and t.id in (select unnest(l.awaited_by) from calls_live l where l.organization_id = ${campaign.organization_id})`.execute(
    db,
  )
  return rows[0] ?? { contacts: 0, firstMs: null }
}

/** Whether a live node does not know this migration. */
export async function hasOlderNodes(db: Queries, migration: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from nodes where lease_until > now() and schema_version < ${migration}) as found`.execute(db)
  return rows[0]?.found === true
}

/** Workflow versions used by running campaigns, the newest first. */
export async function runningDefinitions(db: Queries, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct used.id from campaigns c cross join lateral (
             select c.definition_id as id
             union select (arm->>'definition_id')::bigint from jsonb_array_elements(c.experiment->'arms') arm) used
     where c.state = 'running' and used.id is not null order by used.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Configurations of running campaigns that may have a contact due by this time. */
export async function configurationsDueBy(db: Queries, by: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct unnest(telephony_configuration_id || route_ids) as id from campaigns
     where state = 'running' and next_due_at <= ${by} and telephony_configuration_id is not null`.execute(db)
  return rows.map((row) => row.id)
}
