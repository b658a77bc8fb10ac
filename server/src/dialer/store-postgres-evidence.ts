/**
 * Statements for two cases: a whole configuration stops, or the carrier refuses a caller ID. `locked`: the organizations whose
 * locks the transaction holds, as an array literal.
 */
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { numberArrayLiteral, type Statement, textArrayLiteral } from '../storage/pipeline.ts'
import { INSERT_PROPOSAL_SQL, proposedNumber, type SuppressionProposal } from '../suppressions/rules/proposal-sql.ts'
import { RETURNED_CALL_SECONDS_MIN } from './returned-calls.ts'
import type { AcceptedNumber } from './rules/choose-caller.ts'
import { moveToCaller, type NumbersOfContact } from './rules/numbers-of-contact.ts'
import type { RouteStop } from './rules/route.ts'
import type { CallingContact, ReturnedConversation } from './store.ts'
import { ANY_NUMBER_INDEXED, CAMPAIGN_COLUMNS, fromMsSql, ofOrganizations } from './store-postgres-rows.ts'

/** Locks the running campaigns on a configuration. The organization is already locked, so this cannot deadlock. */
export function lockCampaignsOn(configurationId: number, callIds: readonly number[], locked: string): Statement {
  return {
    name: 'dialer-campaigns-on',
    text: `select ${CAMPAIGN_COLUMNS} from campaigns
            where (((telephony_configuration_id = $1 or $1 = any(route_ids)) and state = 'running')
                   or id in (select k.campaign_id from calls k where k.id = any($2::bigint[]) and ${ofOrganizations('k', '$3')}))
              and organization_id = (select t.organization_id from telephony_configurations t
                                      where t.id = $1 and ${ofOrganizations('t', '$3')})
              and (state <> 'completed' or redialed_campaign_id is null)
            order by id for no key update`,
    values: [configurationId, numberArrayLiteral(callIds), locked],
  }
}

export interface NumberOnRecord {
  configurationId: number
  /** Null: the configuration has no active number. */
  id: number | null
  resting: boolean
}

export function numbersOn(configurationIds: readonly number[], locked: string): Statement {
  return {
    name: 'dialer-numbers-on',
    text: `select t.id as "configurationId", n.id, n.resting_since is not null as resting
             from telephony_configurations t
             left join phone_numbers n on n.telephony_configuration_id = t.id and n.is_active
            where t.id = any($1::bigint[]) and ${ofOrganizations('t', '$2')} order by t.id, n.id`,
    values: [numberArrayLiteral(configurationIds), locked],
  }
}

export function readNumbersOn(rows: readonly NumberOnRecord[]): Map<number, AcceptedNumber[]> {
  const found = new Map(rows.map(({ configurationId }) => [configurationId, [] as AcceptedNumber[]]))
  for (const { configurationId, id, resting } of rows)
    if (id !== null) found.get(configurationId)?.push({ id, resting })
  return found
}

export function saveRouteStops(
  campaignId: number,
  stops: Readonly<Record<string, RouteStop>>,
  locked: string,
): Statement {
  return {
    name: 'dialer-route-stops',
    text: `update campaigns c set route_stops = $2::jsonb where c.id = $1 and ${ofOrganizations('c', '$3')}`,
    values: [campaignId, JSON.stringify(stops), locked],
  }
}

export function contactsOf(callIds: readonly number[], locked: string): Statement {
  return {
    name: 'dialer-contacts-of-calls',
    text: `select t.id, k.id as "callId", t.campaign_id as "campaignId", k.attempt, t.state, t.dials, t.outcome,
                  k.outcome as "callOutcome", k.answered_at is not null as "wasAnswered",
                  exists (select from unnest(array_prepend(callable_as(t.phone_number), t.numbers)) as own(number)
                           cross join lateral (
                             select from calls r
                              where r.contact_id is null and r.organization_id = t.organization_id and r.phone_number = own.number
                                and r.returns_contact_id = t.id
                                and r.id + 0 > k.id and r.outcome = 'answered' and r.duration_seconds >= $2
                              limit 1) r) as "calledBack",
                  k.phone_number as "phoneNumber", k.numbers
             from calls k join contacts t on t.id = k.contact_id and ${ofOrganizations('t', '$3')}
            where k.id = any($1::bigint[]) and ${ofOrganizations('k', '$3')} order by k.id`,
    values: [numberArrayLiteral(callIds), RETURNED_CALL_SECONDS_MIN, locked],
  }
}

/**
 * Among the contacts with this number: the one called last, else one that waits in an unfinished campaign. Reads three ranges of
 * indexes by number, so that the time does not grow with the number of contacts. `+ 0`: PostgreSQL would otherwise read all contacts
 * of the organization by the index of another column.
 */
export function contactCallingUs(organizationId: number, phoneNumber: string, sinceMs: number): Statement {
  return {
    name: 'dialer-contact-calling',
    text: `select t.id, g.name as "campaignName", l.variables, t.state, t.phone_number, t.numbers, t.passed_numbers
             from (select id, campaign_id, list_contact_id, state, phone_number, numbers, passed_numbers from contacts
                    where organization_id = $1 and phone_number = $2
                   union all
                   select id, campaign_id, list_contact_id, state, phone_number, numbers, passed_numbers from contacts
                    where organization_id = $1 and phone_number like 'sip%' and callable_as(phone_number) = $2
                   union all
                   select id, campaign_id, list_contact_id, state, phone_number, numbers, passed_numbers from contacts
                    where organization_id + 0 = $1 and numbers @> array[$2] and phone_number <> $2 and ${ANY_NUMBER_INDEXED}) t
             join campaigns g on g.id = t.campaign_id
             join list_contacts l on l.id = t.list_contact_id
             left join lateral (select k.claimed_at from calls k where k.contact_id = t.id order by k.id desc limit 1) k on true
            where k.claimed_at > ${fromMsSql('$3::float8')}
               or (t.state = 'pending' and g.state in ('running', 'paused'))
            order by k.claimed_at desc nulls last, g.state = 'running' desc, t.id desc limit 1`,
    values: [organizationId, canonicalNumber(phoneNumber), sinceMs],
  }
}

export interface CallingRecord extends Omit<CallingContact, 'moves'> {
  state: string
  phone_number: string
  numbers: string[] | null
  passed_numbers: NumbersOfContact['passed'] | null
}

export function readCalling(row: CallingRecord, from: string): CallingContact {
  const { id, campaignName, variables, state, phone_number, numbers, passed_numbers } = row
  const contact = { id, campaignName, variables }
  if (numbers === null || state !== 'pending') return contact
  const moves = moveToCaller({ all: numbers, passed: passed_numbers ?? {} }, phone_number, canonicalNumber(from))
  return moves ? { ...contact, moves } : contact
}

export function lockCampaignsOf(contactIds: readonly number[], locked: string): Statement {
  return {
    name: 'dialer-campaigns-of-contacts',
    text: `select ${CAMPAIGN_COLUMNS} from campaigns c
            where c.id in (select t.campaign_id from contacts t where t.id = any($1::bigint[]) and ${ofOrganizations('t', '$2')})
              and ${ofOrganizations('c', '$2')} order by c.id for no key update`,
    values: [numberArrayLiteral(contactIds), locked],
  }
}

export function contactsById(contactIds: readonly number[], locked: string): Statement {
  return {
    name: 'dialer-contacts-by-id',
    text: `select t.id, t.campaign_id as "campaignId", t.state, t.dials from contacts t
            where t.id = any($1::bigint[]) and ${ofOrganizations('t', '$2')} order by t.id`,
    values: [numberArrayLiteral(contactIds), locked],
  }
}

export function saveReturnedConversation(contactId: number, talk: ReturnedConversation, locked: string): Statement {
  return {
    name: 'dialer-note-talk',
    text: `update calls c set talked_in = $2::jsonb where c.contact_id = $1 and c.live and ${ofOrganizations('c', '$3')}`,
    values: [contactId, JSON.stringify(talk), locked],
  }
}

export function suspendCallerNumbers(
  resting: ReadonlyArray<{ id: number; reason: string }>,
  nowMs: number,
  locked: string,
): Statement {
  return {
    name: 'dialer-rest-numbers',
    text: `update phone_numbers n set resting_since = ${fromMsSql('$3::float8')}, resting_reason = x.reason
             from unnest($1::bigint[], $2::text[]) as x(id, reason)
            where n.id = x.id and ${ofOrganizations('n', '$4')} and n.resting_since is null`,
    values: [
      numberArrayLiteral(resting.map(({ id }) => id)),
      textArrayLiteral(resting.map(({ reason }) => reason)),
      nowMs,
      locked,
    ],
  }
}

export function proposeSuppressions(offers: readonly SuppressionProposal[], nowMs: number): Statement {
  const at = new Date(nowMs).toISOString()
  return {
    name: 'dialer-offer-suppressions',
    text: INSERT_PROPOSAL_SQL,
    values: [
      numberArrayLiteral(offers.map(({ organizationId }) => organizationId)),
      textArrayLiteral(offers.map(proposedNumber)),
      textArrayLiteral(offers.map(({ source }) => source)),
      textArrayLiteral(offers.map(({ reason }) => reason)),
      numberArrayLiteral(offers.map(({ callId }) => callId)),
      textArrayLiteral(offers.map(() => at)),
    ],
  }
}
