/**
 * The write statements of the dialer's transactions. Batches are passed as arrays: one statement for any number of rows. `locked`:
 * the organizations whose locks the transaction holds, as an array literal. No statement changes rows of others.
 */

import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { jsonLines, numberArrayLiteral, type Statement, textArrayLiteral } from '../storage/pipeline.ts'
import type { BreakerCount } from './rules/breaker.ts'
import { IN_ANOTHER_CALL } from './rules/may-dial.ts'
import { addressTypeOf } from './rules/numbers-of-contact.ts'
import {
  type CampaignRow,
  type ConfigurationRow,
  type ContactChange,
  type ContactMove,
  type EndedCalls,
  type EventEntry,
  HELD_CONTACTS_READ,
  type HeldRelease,
  type LiveCall,
  type LogEntry,
  NEVER_MS,
  type NewCall,
  type NewSingleCall,
  type OrganizationRow,
} from './store.ts'
import { contactColumns, fromMsSql, JOIN_LIVE_CALL, NO_CALLER_ID, ofOrganizations } from './store-postgres-rows.ts'

/** The calls of one claim: one organization, campaign, configuration, node and time. */
export interface CallsOfClaim {
  ids: readonly number[]
  calls: readonly NewCall[]
  first: NewCall
}

/**
 * Inserts the calls of some claims. What is equal within a claim is passed once for each claim `k`. The workflow version differs
 * between the arms of an experiment. The table `calls_live` rejects contacts that are already in a call.
 */
export function insertCalls(claims: readonly CallsOfClaim[]): Statement {
  const firsts = claims.map(({ first }) => first)
  const calls = claims.flatMap((claim) => claim.calls)
  return {
    name: 'dialer-insert-calls',
    text: `with x as materialized (
             select x.*, k.* from unnest($8::int[], $9::bigint[], $10::bigint[], $11::int[], $12::text[], $13::text[], $14::text[],
                                         $15::bigint[], $16::text[], $17::float8[], $18::text[], $19::text[], $20::bigint[], $21::text[])
                    as x(claim, id, contact_id, attempt, phone_number, address_type, caller_number, caller_number_id, key, deadline,
                         route, caller_reason, definition_id, arm)
               join unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::float8[])
                    with ordinality as k(organization_id, campaign_id, workflow_id, configuration_id, provider, node_id, claimed, place)
                 on k.place = x.claim),
           alive as (
             insert into calls_live (call_id, contact_id, organization_id, phone_number, node_id, caller_number_id)
             select id, contact_id, organization_id, key, node_id, caller_number_id from x)
           insert into calls (id, organization_id, campaign_id, contact_id, attempt, direction, workflow_id, definition_id,
                  telephony_configuration_id, provider, phone_number, address_type, caller_number, caller_number_id, state,
                  node_id, claimed_at, news_at, deadline_at, route, caller_reason, arm) overriding system value
           select id, organization_id, campaign_id, contact_id, attempt, 'outbound', workflow_id, definition_id, configuration_id,
                  provider, phone_number, address_type, caller_number, caller_number_id, 'claimed', node_id,
                  ${fromMsSql('claimed')}, ${fromMsSql('claimed')}, ${fromMsSql('deadline')}, route::jsonb, caller_reason, arm
             from x`,
    values: [
      numberArrayLiteral(firsts.map((call) => call.organizationId)),
      numberArrayLiteral(firsts.map((call) => call.campaignId)),
      numberArrayLiteral(firsts.map((call) => call.workflowId)),
      numberArrayLiteral(firsts.map((call) => call.configurationId)),
      textArrayLiteral(firsts.map((call) => call.provider)),
      textArrayLiteral(firsts.map((call) => call.nodeId)),
      numberArrayLiteral(firsts.map((call) => call.claimedAtMs)),
      numberArrayLiteral(claims.flatMap(({ ids }, index) => ids.map(() => index + 1))),
      numberArrayLiteral(claims.flatMap(({ ids }) => ids)),
      numberArrayLiteral(calls.map((call) => call.contactId)),
      numberArrayLiteral(calls.map((call) => call.attempt)),
      textArrayLiteral(calls.map((call) => call.phoneNumber)),
      textArrayLiteral(calls.map((call) => call.addressType)),
      textArrayLiteral(calls.map((call) => call.callerNumber)),
      numberArrayLiteral(calls.map((call) => call.callerNumberId)),
      textArrayLiteral(calls.map((call) => canonicalNumber(call.phoneNumber))),
      numberArrayLiteral(calls.map((call) => call.deadlineAtMs)),
      textArrayLiteral(calls.map((call) => (call.route ? JSON.stringify(call.route) : null))),
      textArrayLiteral(calls.map((call) => call.callerReason ?? null)),
      numberArrayLiteral(calls.map((call) => call.definitionId)),
      textArrayLiteral(calls.map((call) => call.arm ?? null)),
    ],
  }
}

/** Keeps the numbers of contacts that have several with their calls. Sent only if a claim takes such a contact. */
export function keepNumbers(ids: readonly number[], calls: readonly NewCall[], locked: string): Statement | null {
  const several = calls.flatMap(({ numbers }, index) => (numbers ? [{ id: ids[index] as number, numbers }] : []))
  if (several.length === 0) return null
  return {
    name: 'dialer-keep-numbers',
    text: `update calls c set numbers = x.numbers::jsonb from unnest($1::bigint[], $2::text[]) as x(id, numbers)
            where c.id = x.id and ${ofOrganizations('c', '$3')}`,
    values: [
      numberArrayLiteral(several.map(({ id }) => id)),
      textArrayLiteral(several.map(({ numbers }) => JSON.stringify(numbers))),
      locked,
    ],
  }
}

/** A contact that was erased in the meantime has no numbers any more, and stays so. The last move of a contact counts. */
export function moveNumbers(moves: readonly ContactMove[], locked: string): Statement {
  const last = [...new Map(moves.map((move) => [move.contactId, move])).values()]
  return {
    name: 'dialer-move-numbers',
    text: `update contacts t set phone_number = x.phone_number, address_type = x.address_type, passed_numbers = x.passed::jsonb
             from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as x(id, phone_number, address_type, passed)
            where t.id = x.id and x.phone_number = any(t.numbers) and ${ofOrganizations('t', '$5')}`,
    values: [
      numberArrayLiteral(last.map(({ contactId }) => contactId)),
      textArrayLiteral(last.map(({ phoneNumber }) => phoneNumber)),
      textArrayLiteral(last.map(({ phoneNumber }) => addressTypeOf(phoneNumber))),
      textArrayLiteral(last.map(({ passed }) => JSON.stringify(passed))),
      locked,
    ],
  }
}

/** Whether a call may exist beside another call to the number: only ordinary outbound calls are rejected; see migration 0028. */
function isExempt({ direction, transferOf }: NewSingleCall): boolean {
  return direction === 'inbound' || transferOf !== undefined
}

export function callsWithNumber(organizationId: number, phoneNumber: string, contactId: number | null): Statement {
  return {
    name: 'dialer-calls-with-number',
    text: `select c.id as "callId", c.direction, c.state, c.node_id as "nodeId",
                  c.telephony_configuration_id as "configurationId", c.provider_call_id as "providerCallId"
             from calls_live l ${JOIN_LIVE_CALL}
            where l.organization_id = $1 and (l.phone_number = $2 or l.contact_id = $3::bigint) order by c.id`,
    values: [organizationId, canonicalNumber(phoneNumber), contactId],
  }
}

export function awaitCallEnds(waits: ReadonlyArray<{ callId: number; contactId: number }>, locked: string): Statement {
  return {
    name: 'dialer-await-ends',
    text: `update calls_live l set awaited_by = coalesce(l.awaited_by, '{}') || x.contact_ids
             from (select call_id, array_agg(contact_id) as contact_ids
                     from unnest($1::bigint[], $2::bigint[]) as w(call_id, contact_id)
                    where not exists (select from calls_live o
                                       where o.organization_id = any($3::bigint[]) and o.call_id = w.call_id
                                         and w.contact_id = any(o.awaited_by))
                    group by 1) x
            where l.organization_id = any($3::bigint[]) and l.call_id = x.call_id`,
    values: [
      numberArrayLiteral(waits.map(({ callId }) => callId)),
      numberArrayLiteral(waits.map(({ contactId }) => contactId)),
      locked,
    ],
  }
}

export function releaseAwaitingContacts(contactIds: readonly number[], nowMs: number, locked: string): Statement {
  return {
    name: 'dialer-release-awaiting',
    text: `with released as (
             update contacts t set next_attempt_at = ${fromMsSql('$2::float8')}
              where t.id = any($1::bigint[]) and ${ofOrganizations('t', '$3')}
                and t.state = 'pending' and t.held_by = '${IN_ANOTHER_CALL}'
                and t.held_until = t.next_attempt_at and t.next_attempt_at > ${fromMsSql('$2::float8')}
              returning t.campaign_id)
           update campaigns c set next_due_at = ${fromMsSql('$2::float8')}
            where c.id in (select campaign_id from released) and ${ofOrganizations('c', '$3')}
              and c.next_due_at > ${fromMsSql('$2::float8')}`,
    values: [numberArrayLiteral(contactIds), nowMs, locked],
  }
}

/** Reads by the index of the contacts to retry, so that the time does not grow with the number of waiting contacts. */
export function releaseHeldContacts(release: HeldRelease, nowMs: number, locked: string): Statement {
  const { campaignId, rule, prefixes, limit } = release
  return {
    name: 'dialer-release-held',
    text: `update contacts t set next_attempt_at = ${fromMsSql('$5::float8')}
            where t.id = any(array(
                    select c.id from campaign_lanes l
                     cross join lateral (
                       select r.id, r.phone_number, r.next_attempt_at, r.held_by, r.held_until from contacts r
                        where r.campaign_id = l.campaign_id and r.zones_id = l.zones_id and ${ofOrganizations('r', '$6')}
                          and r.state = 'pending'
                          and r.next_attempt_at > '-infinity' and r.next_attempt_at > ${fromMsSql('$5::float8')}
                        order by r.next_attempt_at, r.id limit ${HELD_CONTACTS_READ}) c
                     where l.campaign_id = $1 and l.organization_id = any($6::bigint[])
                       and c.held_by = $2 and c.held_until = c.next_attempt_at
                       and ($3::text[] = '{}' or exists (select from unnest($3::text[]) as prefix
                                                          where starts_with(callable_as(c.phone_number), prefix)))
                     order by c.next_attempt_at, c.id limit $4::int))
              and ${ofOrganizations('t', '$6')}
            returning t.id`,
    values: [campaignId, rule, textArrayLiteral(prefixes), limit, nowMs, locked],
  }
}

/**
 * SQL: whether the unique index exists. It is built in the background after an upgrade; until then repeated webhooks are
 * recognized by the live calls.
 */
const INBOUND_IDS_INDEXED = `exists (select from pg_index where indexrelid = to_regclass('one_call_per_inbound_id') and indisvalid)`

/** Inserts a single call; returns its id and whether it was added. The organization must be locked. */
export function insertSingleCall(call: NewSingleCall): Statement {
  const answered = call.direction === 'inbound'
  return {
    name: 'dialer-insert-single-call',
    text: `with going as (
             select k.id from calls_live l join calls k on k.id = l.call_id
              where not ${INBOUND_IDS_INDEXED} and l.organization_id = $1
                and k.telephony_configuration_id = $5 and k.inbound_id = $7 limit 1),
           added as (
             insert into calls (organization_id, direction, workflow_id, definition_id, telephony_configuration_id,
                    provider, provider_call_id, inbound_id, phone_number, address_type, caller_number, caller_number_id,
                    state, node_id, claimed_at, news_at, placed_at, answered_at, deadline_at, variables, transfer_of,
                    returns_contact_id)
             select $1::bigint, $2, $3::bigint, $4::bigint, $5::bigint, $6, $7::text, $7::text, $8, $9, $10, $11::bigint, $12,
                    $13, ${fromMsSql('$14::float8')}, ${fromMsSql('$14::float8')}, ${fromMsSql('$15::float8')}, ${fromMsSql('$15::float8')},
                    ${fromMsSql('$16::float8')}, $17::jsonb, $18::bigint, $21::bigint
              where not exists (select from going)
             -- Without saying by which index: it may not be there yet.
             on conflict do nothing
             returning id, organization_id),
           alive as (
             insert into calls_live (call_id, organization_id, phone_number, node_id, caller_number_id, exempt_id)
             select id, organization_id, $19, $13, $11::bigint, case when $20::boolean then id else 0 end from added)
           select id, true as added from added
           union all
           select id, false from going
           union all
           select id, false from calls where telephony_configuration_id = $5 and inbound_id = $7 limit 1`,
    values: [
      call.organizationId,
      call.direction,
      call.workflowId,
      call.definitionId,
      call.configurationId,
      call.provider,
      call.inboundId,
      call.phoneNumber,
      call.addressType,
      call.callerNumber,
      call.callerNumberId,
      answered ? 'answered' : 'claimed',
      call.nodeId,
      call.claimedAtMs,
      answered ? call.claimedAtMs : null,
      call.deadlineAtMs,
      JSON.stringify(call.variables),
      call.transferOf ?? null,
      canonicalNumber(call.phoneNumber),
      String(isExempt(call)),
      call.returnsContactId ?? null,
    ],
  }
}

export function saveCalls(calls: readonly LiveCall[], locked: string): Statement {
  const ended = calls.filter(({ state }) => state === 'ended')
  return {
    name: 'dialer-save-calls',
    text: `with over as (
             delete from calls_live l using unnest($14::bigint[], $16::bigint[]) as e(id, organization_id)
              where l.organization_id = e.organization_id and l.call_id = e.id)
           update calls c set state = x.state, live = x.state <> 'ended', provider_call_id = x.provider_call_id,
                  outcome = x.outcome, cause = x.cause, ended_by = x.ended_by, machine = x.machine,
                  agent_at = ${fromMsSql('x.agent_at')}, placed_at = ${fromMsSql('x.placed_at')}, answered_at = ${fromMsSql('x.answered_at')},
                  ended_at = ${fromMsSql('x.ended_at')}, news_at = ${fromMsSql('x.news_at')}, duration_seconds = x.duration_seconds
             from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[],
                         $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::int[])
                  as x(id, state, provider_call_id, outcome, cause, ended_by, machine, agent_at, placed_at, answered_at,
                       ended_at, news_at, duration_seconds)
            where c.id = x.id and ${ofOrganizations('c', '$15')}`,
    values: [
      numberArrayLiteral(calls.map((call) => call.id)),
      textArrayLiteral(calls.map((call) => call.state)),
      textArrayLiteral(calls.map((call) => call.providerCallId)),
      textArrayLiteral(calls.map((call) => call.outcome)),
      textArrayLiteral(calls.map((call) => call.cause)),
      textArrayLiteral(calls.map((call) => call.endedBy)),
      textArrayLiteral(calls.map((call) => call.machine)),
      numberArrayLiteral(calls.map((call) => call.agentAtMs)),
      numberArrayLiteral(calls.map((call) => call.placedAtMs)),
      numberArrayLiteral(calls.map((call) => call.answeredAtMs)),
      numberArrayLiteral(calls.map((call) => call.endedAtMs)),
      numberArrayLiteral(calls.map((call) => call.lastEventAtMs)),
      numberArrayLiteral(calls.map((call) => call.durationSeconds)),
      numberArrayLiteral(ended.map(({ id }) => id)),
      locked,
      numberArrayLiteral(ended.map(({ organizationId }) => organizationId)),
    ],
  }
}

export function removeCalls(ids: readonly number[], locked: string): Statement {
  return {
    name: 'dialer-remove-calls',
    text: `with over as (
             delete from calls_live l where l.organization_id = any($2::bigint[]) and l.call_id = any($1::bigint[]))
           delete from calls c where c.id = any($1::bigint[]) and ${ofOrganizations('c', '$2')}`,
    values: [numberArrayLiteral(ids), locked],
  }
}

/** A contact may be settled and claimed again within one transaction (a retry without delay): the last change counts. */
export function saveContacts(changes: readonly ContactChange[], locked: string): Statement {
  const last = new Map<number, ReturnType<typeof contactColumns>>()
  for (const change of changes) {
    const before = last.get(change.id)
    const after = contactColumns(change)
    last.set(change.id, before ? { ...before, ...after } : after)
  }
  const rows = [...last.values()]
  return {
    name: 'dialer-save-contacts',
    text: `update contacts t set state = x.state, dials = coalesce(x.dials, t.dials), outcome = coalesce(x.outcome, t.outcome),
                  next_attempt_at = case when x.due >= ${NEVER_MS} then 'infinity' else coalesce(${fromMsSql('x.due')}, '-infinity') end,
                  caller_number_id = nullif(coalesce(x.caller_number_id, t.caller_number_id), ${NO_CALLER_ID}), finished_at = ${fromMsSql('x.finished_at')}
             from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::float8[], $6::bigint[], $7::float8[])
                  as x(id, state, dials, outcome, due, caller_number_id, finished_at)
            where t.id = x.id and ${ofOrganizations('t', '$8')}`,
    values: [
      numberArrayLiteral(rows.map((row) => row.id)),
      textArrayLiteral(rows.map((row) => row.state)),
      numberArrayLiteral(rows.map((row) => row.dials)),
      textArrayLiteral(rows.map((row) => row.outcome)),
      numberArrayLiteral(rows.map((row) => row.dueMs)),
      numberArrayLiteral(rows.map((row) => row.callerNumberId)),
      numberArrayLiteral(rows.map((row) => row.finishedAtMs)),
      locked,
    ],
  }
}

export function saveCampaigns(campaigns: readonly CampaignRow[], nowMs: number, locked: string): Statement {
  return {
    name: 'dialer-save-campaigns',
    text: `update campaigns c set state = x.state, processed_rows = x.processed_rows, failed_rows = x.failed_rows,
                  outcomes = x.outcomes, attempts = x.attempts, executed_count = x.executed_count,
                  total_queued_count = x.total_queued_count, live_calls = x.live_calls,
                  window_said = x.window_said, last_claimed_at = coalesce(${fromMsSql('x.last_claimed_at')}, '-infinity'),
                  completed_at = ${fromMsSql('x.completed_at')},
                  next_due_at = case when x.next_due_at >= ${NEVER_MS} then 'infinity'
                                else coalesce(${fromMsSql('x.next_due_at')}, '-infinity') end,
                  updated_at = case when c.state = x.state then c.updated_at else ${fromMsSql('$14::float8')} end
             from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[],
                         $9::float8[], $10::float8[], $11::float8[], $12::jsonb[], $13::jsonb[])
                  as x(id, state, processed_rows, failed_rows, executed_count, total_queued_count, live_calls, window_said,
                       last_claimed_at, completed_at, next_due_at, outcomes, attempts)
            where c.id = x.id and ${ofOrganizations('c', '$15')}`,
    values: [
      numberArrayLiteral(campaigns.map((row) => row.id)),
      textArrayLiteral(campaigns.map((row) => row.state)),
      numberArrayLiteral(campaigns.map((row) => row.processedRows)),
      numberArrayLiteral(campaigns.map((row) => row.failedRows)),
      numberArrayLiteral(campaigns.map((row) => row.executedCount)),
      numberArrayLiteral(campaigns.map((row) => row.totalQueuedCount)),
      numberArrayLiteral(campaigns.map((row) => row.liveCalls)),
      textArrayLiteral(campaigns.map((row) => row.windowSaid)),
      numberArrayLiteral(campaigns.map((row) => row.lastClaimedAtMs)),
      numberArrayLiteral(campaigns.map((row) => row.completedAtMs)),
      numberArrayLiteral(campaigns.map((row) => row.nextDueAtMs)),
      textArrayLiteral(campaigns.map((row) => JSON.stringify(row.outcomes))),
      textArrayLiteral(campaigns.map((row) => JSON.stringify(row.attempts))),
      nowMs,
      locked,
    ],
  }
}

export function saveOrganizations(organizations: readonly OrganizationRow[]): Statement {
  return {
    name: 'dialer-save-organizations',
    text: `update organizations o set live_calls = x.live_calls
             from unnest($1::bigint[], $2::int[]) as x(id, live_calls) where o.id = x.id`,
    values: [
      numberArrayLiteral(organizations.map((row) => row.id)),
      numberArrayLiteral(organizations.map((row) => row.liveCalls)),
    ],
  }
}

/**
 * Saves the given configurations, and the back-off of their accounts in the other configurations where it changed; the pace of an
 * account is read over all of them. The others are found in the organization (`offset 0`): otherwise PostgreSQL may compare the
 * given ones with the configurations of all organizations.
 */
export function saveConfigurations(configurations: readonly ConfigurationRow[]): Statement {
  return {
    name: 'dialer-save-configurations',
    text: `with saved as (
             update telephony_configurations t
                set paced_until = coalesce(${fromMsSql('x.paced_until')}, '-infinity'), failing = x.failing,
                    account_paced_until = coalesce(${fromMsSql('x.account_paced_until')}, '-infinity'),
                    backoff_until = coalesce(${fromMsSql('x.backoff_until')}, '-infinity'), backoffs = x.backoffs
               from unnest($1::bigint[], $2::float8[], $3::float8[], $4::float8[], $5::int[], $6::jsonb[])
                    as x(id, paced_until, account_paced_until, backoff_until, backoffs, failing)
              where t.id = x.id
             returning t.organization_id, t.provider, t.account_id, t.account_paced_until, t.backoff_until, t.backoffs)
           update telephony_configurations t
              set account_paced_until = y.account_paced_until, backoff_until = y.backoff_until, backoffs = y.backoffs
             from (select o.id, a.account_paced_until, a.backoff_until, a.backoffs from saved a
                    cross join lateral (
                      select s.id from telephony_configurations s
                       where s.organization_id = a.organization_id and s.provider = a.provider and s.account_id = a.account_id
                         and s.id <> all($1::bigint[])
                         and (s.backoffs <> a.backoffs or s.backoff_until <> a.backoff_until) offset 0) o) y
            where t.id = y.id`,
    values: [
      numberArrayLiteral(configurations.map((row) => row.id)),
      numberArrayLiteral(configurations.map((row) => row.pacedUntilMs)),
      numberArrayLiteral(configurations.map((row) => row.account.pacedUntilMs)),
      numberArrayLiteral(configurations.map((row) => row.backoffUntilMs)),
      numberArrayLiteral(configurations.map((row) => row.backoffs)),
      textArrayLiteral(configurations.map((row) => row.failing && JSON.stringify(row.failing))),
    ],
  }
}

/** The use of caller IDs of one organization; a number occurs as often as it was used. */
export interface NumbersUsed {
  numberIds: readonly number[]
  nowMs: number
  dayStartMs: number
}

export function markNumbersUsed(used: readonly NumbersUsed[], locked: string): Statement {
  return {
    name: 'dialer-numbers-used',
    text: `update phone_numbers n
              set last_used_at = ${fromMsSql('x.now')}, used_on = ${fromMsSql('x.day_start')},
                  used_count = x.times + case when n.used_on >= ${fromMsSql('x.day_start')} then n.used_count else 0 end
             from (select id, max(now) as now, max(day_start) as day_start, count(*) as times
                     from unnest($1::bigint[], $2::float8[], $3::float8[]) as u(id, now, day_start) group by id) x
            where n.id = x.id and ${ofOrganizations('n', '$4')}`,
    values: [
      numberArrayLiteral(used.flatMap(({ numberIds }) => numberIds)),
      numberArrayLiteral(used.flatMap(({ numberIds, nowMs }) => numberIds.map(() => nowMs))),
      numberArrayLiteral(used.flatMap(({ numberIds, dayStartMs }) => numberIds.map(() => dayStartMs))),
      locked,
    ],
  }
}

/** Undoes the use of caller IDs, only on the same day: yesterday's use does not count today. */
export function returnNumberUse(callIds: readonly number[], locked: string): Statement {
  return {
    name: 'dialer-numbers-returned',
    text: `update phone_numbers n set used_count = greatest(0, n.used_count - x.times)
             from (select c.caller_number_id as id, count(*)::int as times
                     from calls c join phone_numbers m on m.id = c.caller_number_id and ${ofOrganizations('m', '$2')}
                    where c.id = any($1::bigint[]) and ${ofOrganizations('c', '$2')}
                      and c.direction = 'outbound' and c.claimed_at >= m.used_on group by 1) x
            where n.id = x.id and ${ofOrganizations('n', '$2')}`,
    values: [numberArrayLiteral(callIds), locked],
  }
}

export interface BreakerAddition extends BreakerCount {
  campaignId: number
  nowMs: number
  windowSeconds: number
}

/**
 * Adds to buckets of a sixtieth of the breaker's window, at least one second, so that the sum over a window reads about sixty
 * rows. An update before an insert, because the key of the table differs until the last node of an earlier version is gone
 * (migration 0123). No other transaction inserts the same row: it would need the organization's lock.
 */
export function addToBreaker(additions: readonly BreakerAddition[], locked: string): Statement {
  return {
    name: 'dialer-breaker',
    text: `with x as materialized (
             select c.organization_id, c.id as campaign_id, ${fromMsSql('x.second')} as second, x.finished, x.failed
               from (select campaign_id, second, sum(finished)::int as finished, sum(failed)::int as failed
                       from unnest($1::bigint[], $2::float8[], $3::int[], $4::int[]) as u(campaign_id, second, finished, failed)
                      group by 1, 2) x
               join campaigns c on c.id = x.campaign_id and ${ofOrganizations('c', '$5')}),
           known as (
             update breaker_seconds b set finished = b.finished + x.finished, failed = b.failed + x.failed from x
              where b.organization_id = x.organization_id and b.campaign_id = x.campaign_id and b.second = x.second
             returning b.campaign_id, b.second)
           insert into breaker_seconds (organization_id, campaign_id, second, finished, failed)
           select organization_id, campaign_id, second, finished, failed from x
            where not exists (select from known k where k.campaign_id = x.campaign_id and k.second = x.second)`,
    values: [
      numberArrayLiteral(additions.map(({ campaignId }) => campaignId)),
      numberArrayLiteral(additions.map(endOfBucketMs)),
      numberArrayLiteral(additions.map(({ finished }) => finished)),
      numberArrayLiteral(additions.map(({ failed }) => failed)),
      locked,
    ],
  }
}

function endOfBucketMs({ nowMs, windowSeconds }: BreakerAddition): number {
  const bucketMs = Math.ceil(windowSeconds / 60) * 1000
  return Math.floor(nowMs / bucketMs) * bucketMs + bucketMs
}

export function addToMinute(nowMs: number, ended: readonly EndedCalls[]): Statement {
  return {
    name: 'dialer-minutes',
    text: `insert into call_minutes (organization_id, campaign_id, direction, outcome, minute, calls, seconds)
           select organization_id, campaign_id, direction, outcome, date_trunc('minute', ${fromMsSql('$7::float8')}), calls, seconds
             from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::int[])
                  as x(organization_id, campaign_id, direction, outcome, calls, seconds)
           on conflict (organization_id, campaign_id, minute, direction, outcome) do update
             set calls = call_minutes.calls + excluded.calls, seconds = call_minutes.seconds + excluded.seconds`,
    values: [
      numberArrayLiteral(ended.map((row) => row.organizationId)),
      numberArrayLiteral(ended.map((row) => row.campaignId ?? 0)),
      textArrayLiteral(ended.map((row) => row.direction)),
      textArrayLiteral(ended.map((row) => row.outcome)),
      numberArrayLiteral(ended.map((row) => row.calls)),
      numberArrayLiteral(ended.map((row) => row.seconds)),
      nowMs,
    ],
  }
}

export function appendLogs(entries: readonly LogEntry[]): Statement {
  return {
    name: 'dialer-logs',
    text: `insert into campaign_logs (organization_id, campaign_id, ts, level, event, message, details)
           select organization_id, campaign_id, ${fromMsSql('at')}, level, event, message, details
             from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
                  as x(organization_id, campaign_id, at, level, event, message, details)`,
    values: [
      numberArrayLiteral(entries.map((entry) => entry.organizationId)),
      numberArrayLiteral(entries.map((entry) => entry.campaignId)),
      numberArrayLiteral(entries.map((entry) => entry.atMs)),
      textArrayLiteral(entries.map((entry) => entry.level)),
      textArrayLiteral(entries.map((entry) => entry.event)),
      textArrayLiteral(entries.map((entry) => entry.message)),
      textArrayLiteral(entries.map((entry) => JSON.stringify(entry.details))),
    ],
  }
}

export function appendEvents(entries: readonly EventEntry[]): Statement {
  return {
    name: 'dialer-events',
    text: `insert into events (organization_id, at, type, campaign_id, contact_id, call_id, data)
           select organization_id, ${fromMsSql('at')}, type, campaign_id, contact_id, call_id, data::jsonb
             from unnest($1::bigint[], $2::float8[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[],
                         string_to_array($7, E'\\n')) as x(organization_id, at, type, campaign_id, contact_id, call_id, data)`,
    values: [
      numberArrayLiteral(entries.map((entry) => entry.organizationId)),
      numberArrayLiteral(entries.map((entry) => entry.atMs)),
      textArrayLiteral(entries.map((entry) => entry.type)),
      numberArrayLiteral(entries.map((entry) => entry.campaignId)),
      numberArrayLiteral(entries.map((entry) => entry.contactId)),
      numberArrayLiteral(entries.map((entry) => entry.callId)),
      jsonLines(entries.map((entry) => entry.data)),
    ],
  }
}
