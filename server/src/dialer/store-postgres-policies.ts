/**
 * Statements for organizations that have a policy; without one, none of these is sent. `locked`: the organizations whose locks the
 * transaction holds, as an array literal.
 */
import { canonicalNumber, canonicalNumberSql } from '../addresses/rules/canonical-number.ts'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import { readZoneSet } from '../addresses/rules/zones-of-contact.ts'
import { type NumberCheckRecord, numberCheckSql, readNumberCheck } from '../checks/check-sql.ts'
import { consentsSql } from '../consents/consents-sql.ts'
import { type ConsentRecord, readConsents } from '../consents/read-consents.ts'
import { personKeySql } from '../ledger/persons.ts'
import { policyInput } from '../policies/rules/policy.ts'
import type { CountedCall, NumberHistory } from '../policies/rules/verdict.ts'
import { numberArrayLiteral, type Statement, textArrayLiteral } from '../storage/pipeline.ts'
import { isSuppressedSql } from '../suppressions/rules/suppressed-sql.ts'
import { REACHED_CALLS_MAX } from './rules/reached-hours.ts'
import type {
  AttemptEnd,
  DueContactWithHistory,
  DueInZones,
  InboundConversation,
  NewAttempt,
  NumberPast,
  ReachedContact,
  ReachedTimesRequest,
  StoredPolicies,
  ZoneGroup,
} from './store.ts'
import { dueInLanes, type OfferedContact, type QueueLayout, queueLayoutName } from './store-postgres-lanes.ts'
import type { OfferedPerson } from './store-postgres-ledger.ts'
import {
  ANY_NUMBER_INDEXED,
  type ContactRecord,
  dueMsSql,
  fromMsSql,
  liveCallsWithNumberSql,
  ofOrganizations,
  readContact,
  toMsSql,
} from './store-postgres-rows.ts'

export function policiesOf(organizationId: number): Statement {
  return {
    name: 'dialer-policies',
    text: `select distinct on (p.campaign_id) p.campaign_id, p.version, p.policy
             from policies p left join campaigns c on c.id = p.campaign_id
            where p.organization_id = $1 and (p.campaign_id is null or c.state <> 'completed')
            order by p.campaign_id, p.version desc`,
    values: [organizationId],
  }
}

export interface PolicyRecord {
  campaign_id: number | null
  version: number
  policy: unknown
}

export function readPolicies(rows: readonly PolicyRecord[]): StoredPolicies {
  const read = ({ version, policy }: PolicyRecord) => ({ version, policy: policyInput.parse(policy) })
  const own = rows.find((row) => row.campaign_id === null)
  return {
    organization: own ? read(own) : null,
    campaigns: new Map(rows.flatMap((row) => (row.campaign_id === null ? [] : [[row.campaign_id, read(row)]]))),
  }
}

/** Zone groups of a campaign. Empty while its contacts have wrong zones: no call may be placed by them. */
export function zonesOf(campaignId: number, locked: string): Statement {
  return {
    name: 'dialer-zones',
    text: `select z.zones_id as id, s.name, z.contacts
             from campaigns k join campaign_zones z on z.organization_id = k.organization_id and z.campaign_id = k.id
                  join zone_sets s on s.id = z.zones_id
            where k.id = $1 and ${ofOrganizations('k', '$2')}
              and not exists (select from queue_reviews q where q.campaign_id = $1 and ${ofOrganizations('q', '$2')} and q.stops_dialing)
            order by 1`,
    values: [campaignId, locked],
  }
}

export function readZoneGroup({ id, name, contacts }: { id: number; name: string; contacts: number }): ZoneGroup {
  return { id, set: readZoneSet(name), contacts }
}

/**
 * SQL for an attempt: the time in milliseconds, the result, whether the person declined further calls, whether the person was the
 * caller.
 */
export const ATTEMPT_JSON_SQL = `json_build_array(${toMsSql('a.at')}, a.what, a.refused, a.inbound)`

/** SQL for the same, and for explanations: whether the call was with another number of the person, and whether it had no campaign. */
const attemptWithOriginSql = (number: string): string =>
  `json_build_array(${toMsSql('a.at')}, a.what, a.refused, a.inbound, a.phone_number <> ${number},
                    exists (select from calls made where made.id = a.call_id and made.campaign_id is null))`

/** Number of contacts of a person whose numbers are read, and number of persons of one number: lists may repeat an id by mistake. */
const CONTACTS_OF_PERSON_MAX = 200
const PERSONS_OF_NUMBER_MAX = 100

/**
 * SQL condition: contacts are indexed by person. The index is built in the background after an upgrade; until then calls without a
 * person count for a person by the numbers of earlier calls only.
 */
const PERSONS_INDEXED =
  "(select exists (select from pg_index where indexrelid = to_regclass('contacts_of_person') and indisvalid))"

/**
 * SQL for the attempts that limits count: those of a number, those of other numbers of the same persons (an SQL array), and those
 * without a person to a number of theirs, such as single calls made before a list named the person. Each is a range of an index:
 * the persons are taken one by one, because in a table without statistics PostgreSQL may otherwise read all of the organization.
 * The tables here have long names, because the expressions passed in may use short ones such as `k` or `t`.
 */
export function historySql(
  organization: string,
  number: string,
  persons: string,
  since: string,
  { withOrigin = false }: { withOrigin?: boolean } = {},
): string {
  return `(select json_agg(${withOrigin ? attemptWithOriginSql(number) : ATTEMPT_JSON_SQL}) from (
            select * from number_attempts by_number
             where by_number.organization_id = ${organization} and by_number.phone_number = ${number}
               and by_number.at > ${since}
            union all
            select others.* from unnest(${persons}) as counted(person)
             cross join lateral (
               select * from number_attempts by_person
                where by_person.organization_id = ${organization} and by_person.person_id = counted.person
                  and by_person.phone_number <> ${number} and by_person.at > ${since} offset 0) others
            union all
            select unnamed.* from (${numbersOfPersonsSql(organization, persons)}) known
             cross join lateral (
               select * from number_attempts by_known
                where by_known.organization_id = ${organization} and by_known.phone_number = known.number and by_known.person_id is null
                  and by_known.at > ${since} offset 0) unnamed
             where known.number <> ${number}) a)`
}

/**
 * SQL that selects the numbers of these persons, as `number`: from their contacts and from earlier calls. The organization stands
 * twice in an array, because without statistics PostgreSQL expects one row from each index that begins with it, and may then read
 * all contacts of the organization. From two organizations it expects more rows, and the index of persons is the better one.
 */
function numbersOfPersonsSql(organization: string, persons: string): string {
  return `select unnest(coalesce(listed.numbers, array[${canonicalNumberSql('listed.phone_number')}])) as number
            from (select own.phone_number, own.numbers from unnest(${persons}) as counted(person)
                   cross join lateral (
                     select contact.phone_number, contact.numbers from contacts contact
                      where contact.organization_id = any(array[${organization}, ${organization}])
                        and contact.person_id = counted.person and ${PERSONS_INDEXED} offset 0) own
                   where own.phone_number <> '${ERASED_NUMBER}'
                   limit ${CONTACTS_OF_PERSON_MAX}) listed
          union
          select own.phone_number from unnest(${persons}) as counted(person)
           cross join lateral (
             select called.phone_number from number_attempts called
              where called.organization_id = ${organization} and called.person_id = counted.person offset 0) own`
}

/** SQL for the person of a contact as limits count it: that of its list, else that of the newest call to its number that had one. */
export function personOfContactSql(organization: string, number: string, person: string): string {
  return `coalesce(${person}, (
            select called.person_id from number_attempts called
             where called.organization_id = ${organization} and called.phone_number = ${number} and called.person_id is not null
             order by called.at desc limit 1))`
}

/**
 * SQL for the array of all persons who have this number, by their contacts or by earlier calls. `+ 0` and `offset 0`: otherwise
 * PostgreSQL reads all contacts by the index of another column, see `contactCallingUs`.
 */
export function personsOfNumberSql(organization: string, number: string): string {
  return `array(
            select called.person_id from number_attempts called
             where called.organization_id = ${organization} and called.phone_number = ${number} and called.person_id is not null
            union
            select among.person_id from (
              select contact.person_id from contacts contact
               where contact.organization_id = ${organization} and contact.phone_number = ${number} offset 0) among
             where among.person_id is not null
            union
            select among.person_id from (
              select contact.person_id from contacts contact
               where contact.organization_id = ${organization} and contact.phone_number like 'sip%'
                 and callable_as(contact.phone_number) = ${number} offset 0) among
             where among.person_id is not null
            union
            select among.person_id from (
              select contact.person_id from contacts contact
               where contact.organization_id + 0 = ${organization} and contact.numbers @> array[${number}]
                 and ${ANY_NUMBER_INDEXED} offset 0) among
             where among.person_id is not null
            limit ${PERSONS_OF_NUMBER_MAX})`
}

/** SQL for the person of a call without a contact. Null if several persons have the number: the call then counts for each of them. */
export function personOfNumberSql(organization: string, number: string): string {
  return `(select case when cardinality(holders.persons) = 1 then holders.persons[1] end
             from (select ${personsOfNumberSql(organization, number)} as persons offset 0) holders)`
}

/**
 * Due contacts like in the claim without a policy, but only from open lanes, and each with its number's history. All requests have
 * the same limit; `place` is the position of a row's request, from 1 on. The condition on it is always true: PostgreSQL then expects
 * fewer than ten requests, and the cost stays below that from which a stock server compiles plans.
 */
export function dueInZones(requests: readonly DueInZones[], form: QueueLayout): Statement {
  const limit = requests[0]?.limit ?? 0
  const number = canonicalNumberSql('d.phone_number')
  return {
    name: `dialer-due-in-zones-${Math.trunc(limit)}${queueLayoutName(form)}`,
    text: `select q.place, k.id as campaign_id, d.*,
                  ${isSuppressedSql('k.organization_id', 'd.phone_number', fromMsSql('q.by_ms'))} as suppressed,
                  ${liveCallsWithNumberSql('k.organization_id', 'd.phone_number')} as in_calls,
                  ${personKeySql('k.organization_id', 'd.phone_number')} as person_key, k.organization_id, w.counted_person,
                  ${historySql('k.organization_id', number, 'array[w.counted_person]', fromMsSql('q.since_ms'))} as history,
                  case when q.with_consents then ${consentsSql('k.organization_id', canonicalNumberSql('d.phone_number'))} end as consents,
                  case when q.with_check then ${numberCheckSql('k.organization_id', canonicalNumberSql('d.phone_number'))} end as check
             from unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::boolean[], $6::boolean[])
                  with ordinality as q(campaign_id, zones, by_ms, since_ms, with_consents, with_check, place)
            cross join lateral (select id, organization_id from campaigns where id = q.campaign_id offset 0) k
            cross join lateral (${dueInLanes({ byMs: 'q.by_ms', limit, lanes: 'l.zones_id = any(q.zones::int[])', form })}) d
            cross join lateral (
              select ${personOfContactSql('k.organization_id', number, 'd.person_id')} as counted_person offset 0) w
            where q.place > 0`,
    values: [
      numberArrayLiteral(requests.map(({ campaignId }) => campaignId)),
      textArrayLiteral(requests.map(({ zoneIds }) => numberArrayLiteral(zoneIds))),
      numberArrayLiteral(requests.map(({ byMs }) => byMs)),
      numberArrayLiteral(requests.map(historySinceMs)),
      textArrayLiteral(requests.map(({ withConsents }) => String(withConsents))),
      textArrayLiteral(requests.map(({ withCheck }) => String(withCheck))),
    ],
  }
}

/** A time in the future matches no call, so no history is read. */
function historySinceMs({ historySinceMs: sinceMs, byMs }: DueInZones): number {
  return Number.isFinite(sinceMs) ? sinceMs : byMs + 86_400_000
}

type AttemptRecord = [
  atMs: number,
  what: AttemptEnd | null,
  refused: boolean,
  inbound: boolean,
  isOtherNumber?: boolean,
  hasNoCampaign?: boolean,
]

export interface DueContactRecord extends ContactRecord, OfferedContact, OfferedPerson {
  place: number
  history: AttemptRecord[] | null
  consents: ConsentRecord[] | null
  check: NumberCheckRecord | null
  person_id: string | null
  counted_person: string | null
  call_back_at: number | null
}

export function readDueContact(row: DueContactRecord): DueContactWithHistory {
  const past = readHistory(row)
  const history = row.call_back_at === null ? past : { ...past, callBackAtMs: row.call_back_at }
  const { zones_id: zonesId, person_id: personId, counted_person: countedPersonId } = row
  return { ...readContact(row), zonesId, personId, countedPersonId, history }
}

const NOTHING: NumberHistory = { attemptsMs: [], conversationsMs: [], lastMs: {}, consents: [], check: null }

export type HistoryRecord = Pick<DueContactRecord, 'history' | 'consents' | 'check'>

export function readHistory({ history: attempts, consents: recorded, check }: HistoryRecord): NumberHistory {
  if (!attempts && !recorded && !check) return NOTHING
  const conversationsMs: number[] = []
  const lastMs: Record<string, number> = {}
  const attemptsMs: number[] = []
  for (const [atMs, what, refused, inbound] of attempts ?? []) {
    if (!inbound) attemptsMs.push(atMs)
    if (what === 'conversation') conversationsMs.push(atMs)
    for (const cause of [what, refused ? 'refusal' : null]) {
      if (cause !== null) lastMs[cause] = Math.max(atMs, lastMs[cause] ?? atMs)
    }
  }
  const past = { attemptsMs, conversationsMs, lastMs, consents: readConsents(recorded), check: readNumberCheck(check) }
  return attempts?.[0]?.[4] === undefined ? past : { ...past, calls: attempts.map(readCountedCall) }
}

function readCountedCall([atMs, what, , inbound, isOtherNumber, hasNoCampaign]: AttemptRecord): CountedCall {
  return {
    atMs,
    isConversation: what === 'conversation',
    isOtherNumber: isOtherNumber ?? false,
    origin: inbound ? 'person' : hasNoCampaign ? 'single' : 'campaign',
  }
}

/**
 * Conversations with the people of these contacts. With a policy they are in the attempts of the number and the person; without
 * one, in the calls to contacts with the same number.
 */
export function reachedTimes({
  organizationId,
  contactIds,
  sinceMs,
  isSimulated,
  hasPolicy,
}: ReachedTimesRequest): Statement {
  const since = fromMsSql('$3::float8')
  const number = canonicalNumberSql('t.phone_number')
  const attempts = `
    select n.at from number_attempts n
     where n.organization_id = $1 and n.phone_number = ${number} and n.at > ${since} and n.what = 'conversation'
       and coalesce(n.is_simulated, false) = $4::boolean
    union
    select p.at from number_attempts p
     where p.organization_id = $1 and p.person_id = t.person_id and p.at > ${since} and p.what = 'conversation'
       and coalesce(p.is_simulated, false) = $4::boolean`
  const calls = answeredCallsSql({
    organizationId: '$1',
    phoneNumber: 't.phone_number',
    since,
    isSimulated: '$4::boolean',
  })
  return {
    name: `dialer-reached-times${hasPolicy ? '' : '-by-calls'}`,
    text: `select t.id, t.phone_number, s.name as zones, ${toMsSql('t.not_after')} as not_after,
                  (select json_agg(${toMsSql('m.at')}) from (
                     select r.at from (${hasPolicy ? attempts : calls}) r order by 1 desc limit ${REACHED_CALLS_MAX}) m) as reached
             from contacts t left join list_contacts l on l.id = t.list_contact_id
                  left join zone_sets s on s.id = coalesce(nullif(t.zones_id, 0), l.zones_id)
            where t.id = any($2::bigint[]) and ${ofOrganizations('t', 'array[$1]')}`,
    values: [organizationId, numberArrayLiteral(contactIds), sinceMs, String(isSimulated)],
  }
}

/** SQL that selects the times of conversations with contacts of this number, as `at`; each part is an SQL expression. */
export function answeredCallsSql(of: {
  organizationId: string
  phoneNumber: string
  since: string
  isSimulated: string
}): string {
  return `
    select k.claimed_at as at from contacts o join calls k on k.contact_id = o.id
     where o.organization_id = ${of.organizationId} and o.phone_number = ${of.phoneNumber} and k.claimed_at > ${of.since}
       and k.organization_id + 0 = ${of.organizationId} and k.outcome = 'answered' and (k.provider = 'simulator') = ${of.isSimulated}`
}

export interface ReachedRecord {
  id: number
  phone_number: string
  zones: string | null
  not_after: number | null
  reached: number[] | null
}

export function readReached({ id, phone_number, zones, not_after, reached }: ReachedRecord): ReachedContact {
  const set = zones === null ? null : readZoneSet(zones)
  return { contactId: id, phoneNumber: phone_number, zones: set, notAfterMs: not_after, reachedMs: reached ?? [] }
}

/** Stores for which earlier conversation's hour the contacts wait; after the contact itself is saved. */
export function saveReachedAt(
  waits: ReadonlyArray<{ id: number; reachedAtMs: number | null }>,
  locked: string,
): Statement {
  return {
    name: 'dialer-reached-at',
    text: `update contacts c set reached_at = ${fromMsSql('x.at')} from unnest($1::bigint[], $2::float8[]) as x(id, at)
            where c.id = x.id and ${ofOrganizations('c', '$3')} and c.reached_at is distinct from ${fromMsSql('x.at')}`,
    values: [
      numberArrayLiteral(waits.map(({ id }) => id)),
      numberArrayLiteral(waits.map(({ reachedAtMs }) => reachedAtMs)),
      locked,
    ],
  }
}

export function historyOf(organizationId: number, phoneNumber: string): Statement {
  return {
    name: 'dialer-history',
    text: `select ${historySql('$1', '$2', 'n.persons', `'-infinity'`, { withOrigin: true })} as history,
                  case when cardinality(n.persons) = 1 then n.persons[1] end as person_id,
                  ${consentsSql('$1', '$2')} as consents, ${numberCheckSql('$1', '$2')} as check
             from (select ${personsOfNumberSql('$1', '$2')} as persons offset 0) n`,
    values: [organizationId, canonicalNumber(phoneNumber)],
  }
}

export interface NumberPastRecord extends HistoryRecord {
  person_id: string | null
}

export function readNumberPast(row: NumberPastRecord): NumberPast {
  return { history: readHistory(row), personId: row.person_id }
}

export function nextRetryInZones(
  campaignId: number,
  zoneIds: readonly number[],
  afterMs: number,
  locked: string,
): Statement {
  return {
    name: 'dialer-next-retry-in-zones',
    text: `select ${dueMsSql('min(n.next_attempt_at)')} as at from unnest($2::int[]) as z(id)
            cross join lateral (
              select r.next_attempt_at from contacts r
               where r.campaign_id = $1 and r.zones_id = z.id and ${ofOrganizations('r', '$4')} and r.state = 'pending'
                 and r.next_attempt_at > '-infinity' and r.next_attempt_at > ${fromMsSql('$3::float8')}
               order by r.next_attempt_at, r.id limit 1) n`,
    values: [campaignId, numberArrayLiteral(zoneIds), afterMs, locked],
  }
}

export function insertAttempts(attempts: readonly NewAttempt[]): Statement {
  return {
    name: 'dialer-attempts',
    text: `insert into number_attempts (call_id, organization_id, phone_number, at, policy_version, person_id, is_simulated)
           select call_id, organization_id, phone_number, ${fromMsSql('at')}, policy_version, person_id, is_simulated::boolean
             from unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[], $5::text[], $6::text[], $7::text[])
                  as x(call_id, organization_id, phone_number, at, policy_version, person_id, is_simulated)`,
    values: [
      numberArrayLiteral(attempts.map((attempt) => attempt.callId)),
      numberArrayLiteral(attempts.map((attempt) => attempt.organizationId)),
      textArrayLiteral(attempts.map((attempt) => canonicalNumber(attempt.phoneNumber))),
      numberArrayLiteral(attempts.map((attempt) => attempt.atMs)),
      textArrayLiteral(attempts.map((attempt) => attempt.policyVersion)),
      textArrayLiteral(attempts.map((attempt) => attempt.personId ?? null)),
      textArrayLiteral(attempts.map((attempt) => String(attempt.isSimulated ?? false))),
    ],
  }
}

/** Inserts conversations of inbound calls; they do not count as attempts. A refusal in the call may be stored already. */
export function insertInboundConversations(calls: readonly InboundConversation[]): Statement {
  return {
    name: 'dialer-inbound-conversations',
    text: `with x as materialized (
             select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::float8[])
                      as x(call_id, organization_id, phone_number, at)),
           known as (
             update number_attempts a set what = 'conversation', inbound = true from x
              where a.organization_id = x.organization_id and a.call_id = x.call_id returning a.call_id)
           insert into number_attempts (call_id, organization_id, phone_number, at, what, inbound, person_id)
           select x.call_id, x.organization_id, x.phone_number, ${fromMsSql('x.at')}, 'conversation', true,
                  ${personOfNumberSql('x.organization_id', 'x.phone_number')}
             from x where x.call_id <> all(array(select call_id from known))`,
    values: [
      numberArrayLiteral(calls.map(({ callId }) => callId)),
      numberArrayLiteral(calls.map(({ organizationId }) => organizationId)),
      textArrayLiteral(calls.map(({ phoneNumber }) => canonicalNumber(phoneNumber))),
      numberArrayLiteral(calls.map(({ atMs }) => atMs)),
    ],
  }
}

export function endAttempts(ends: ReadonlyArray<{ callId: number; what: AttemptEnd }>, locked: string): Statement {
  return {
    name: 'dialer-attempts-ended',
    text: `update number_attempts a set what = x.what from unnest($1::bigint[], $2::text[]) as x(call_id, what)
            where a.organization_id = any($3::bigint[]) and a.call_id = x.call_id`,
    values: [
      numberArrayLiteral(ends.map(({ callId }) => callId)),
      textArrayLiteral(ends.map(({ what }) => what)),
      locked,
    ],
  }
}

export function removeAttempts(callIds: readonly number[], locked: string): Statement {
  return {
    name: 'dialer-attempts-removed',
    text: `delete from number_attempts a where a.organization_id = any($2::bigint[]) and a.call_id = any($1::bigint[])`,
    values: [numberArrayLiteral(callIds), locked],
  }
}

/** Stores the rule that postponed or finished the contact; after the contact itself is saved. */
export function saveHeldBy(held: ReadonlyArray<{ id: number; heldBy: string }>, locked: string): Statement {
  return {
    name: 'dialer-held-by',
    text: `update contacts c set held_by = x.held_by, held_until = c.next_attempt_at from unnest($1::bigint[], $2::text[]) as x(id, held_by)
            where c.id = x.id and ${ofOrganizations('c', '$3')}`,
    values: [numberArrayLiteral(held.map(({ id }) => id)), textArrayLiteral(held.map(({ heldBy }) => heldBy)), locked],
  }
}
