/** Converts rows between PostgreSQL and the dialer. Times are passed as epoch milliseconds; `-infinity` is null. */

import { canonicalNumberSql } from '../addresses/rules/canonical-number.ts'
import { NO_CONFIRMED_DUTIES } from '../policies/rules/consent.ts'
import type { AddressType } from '../telephony/provider.ts'
import type { CallerPool } from './rules/choose-caller.ts'
import type { Experiment } from './rules/experiment.ts'
import type { NumbersOfContact } from './rules/numbers-of-contact.ts'
import type { Outcome } from './rules/outcomes.ts'
import { BACKOFF_AHEAD_MS_MAX } from './rules/pacing.ts'
import { type RouteStop, readRoute, type StoredStep } from './rules/route.ts'
import {
  type CallState,
  type CampaignRow,
  type ContactChange,
  type ContactRow,
  type LiveCall,
  NEVER_MS,
  type ReturnedConversation,
} from './store.ts'

/**
 * A timestamp as milliseconds; null for null and for the infinities. `date_part` computes in floats; `extract` in decimals,
 * which cost more.
 */
export function toMsSql(column: string): string {
  return `case when isfinite(${column}) then date_part('epoch', ${column}) * 1000 end`
}

/** A due time as milliseconds; `NEVER_MS` for one that waits for an event, which is stored as `infinity`. */
export function dueMsSql(column: string): string {
  return `case when ${column} = 'infinity' then ${NEVER_MS} else ${toMsSql(column)} end`
}

/** Milliseconds in a parameter or array column as a timestamp; null stays null. */
export const fromMsSql = (expression: string) => `to_timestamp(${expression} / 1000.0)`

/** SQL for the end of a back-off as `backoffEnd` reads it; `-infinity`: there is none. `nowMs`: an expression in milliseconds. */
export function backoffEndSql(column: string, nowMs: string): string {
  return `case when ${column} <= ${fromMsSql(`(${nowMs} + ${BACKOFF_AHEAD_MS_MAX})`)} then ${column} else '-infinity' end`
}

export const LIVE_CALL_COLUMNS = `
  c.id, c.organization_id, c.campaign_id, c.contact_id, c.attempt, c.telephony_configuration_id, c.provider,
  c.provider_call_id, c.direction, c.phone_number, c.returns_contact_id, c.caller_number_id, c.state, c.outcome, c.cause, c.ended_by, c.machine, c.node_id,
  c.duration_seconds, c.talked_in, c.numbers, ${[
    'agent_at',
    'claimed_at',
    'placed_at',
    'answered_at',
    'ended_at',
    'news_at',
    'deadline_at',
  ]
    .map((column) => `${toMsSql(`c.${column}`)} as ${column}`)
    .join(', ')}`

/**
 * SQL condition: contacts are indexed by each of their numbers. The index is built in the background after an upgrade; until then
 * contacts are found by the number that is dialed next only, instead of reading all of them.
 */
export const ANY_NUMBER_INDEXED =
  "(select exists (select from pg_index where indexrelid = to_regclass('contacts_by_any_number') and indisvalid))"

/**
 * SQL condition: the row of `table` belongs to one of these organizations, a parameter with their ids. For rows that are found by
 * another key, which does not begin with the organization. `+ 0`: in a table without statistics, PostgreSQL would rather read all
 * rows of the organizations by an index that begins with it, and keeps such a plan while the table grows.
 */
export function ofOrganizations(table: string, organizationIds: string): string {
  return `${table}.organization_id + 0 = any(${organizationIds}::bigint[])`
}

/**
 * SQL that joins the live call `c` of each row `l` of `calls_live`. `offset 0` keeps the order: in a table without statistics,
 * PostgreSQL may otherwise read all calls that ever were and look for their rows in `calls_live`.
 */
export const JOIN_LIVE_CALL = `cross join lateral (select * from calls k where k.id = l.call_id and k.live offset 0) c`

/** SQL condition for the row `l` of the table `calls_live`: its call is still live. One look-up for each row, as above. */
export const IS_LIVE_SQL = '(select c.live from calls c where c.id = l.call_id) is true'

/** SQL: the live calls with this number, or null. One look-up in a small index for each due contact. */
export function liveCallsWithNumberSql(organizationId: string, phoneNumber: string): string {
  return `(select array_agg(l.call_id) from calls_live l
            where l.organization_id = ${organizationId} and l.phone_number = ${canonicalNumberSql(phoneNumber)})`
}

export interface LiveCallRecord {
  id: number
  organization_id: number
  campaign_id: number | null
  contact_id: number | null
  attempt: number
  telephony_configuration_id: number
  provider: string
  provider_call_id: string | null
  direction: 'outbound' | 'inbound'
  phone_number: string
  returns_contact_id: number | null
  caller_number_id: number | null
  state: CallState
  outcome: Outcome | null
  cause: string | null
  ended_by: string | null
  machine: 'human' | 'machine' | null
  node_id: string
  duration_seconds: number | null
  agent_at: number | null
  claimed_at: number
  placed_at: number | null
  answered_at: number | null
  ended_at: number | null
  news_at: number
  deadline_at: number
  talked_in: ReturnedConversation | null
  numbers: NumbersOfContact | null
}

export function readLiveCall(row: LiveCallRecord): LiveCall {
  return {
    id: row.id,
    organizationId: row.organization_id,
    campaignId: row.campaign_id,
    contactId: row.contact_id,
    attempt: row.attempt,
    configurationId: row.telephony_configuration_id,
    provider: row.provider,
    providerCallId: row.provider_call_id,
    direction: row.direction,
    phoneNumber: row.phone_number,
    returnsContactId: row.returns_contact_id,
    callerNumberId: row.caller_number_id,
    state: row.state,
    outcome: row.outcome,
    cause: row.cause,
    endedBy: row.ended_by,
    machine: row.machine,
    agentAtMs: row.agent_at,
    nodeId: row.node_id,
    claimedAtMs: row.claimed_at,
    placedAtMs: row.placed_at,
    answeredAtMs: row.answered_at,
    endedAtMs: row.ended_at,
    lastEventAtMs: row.news_at,
    deadlineAtMs: row.deadline_at,
    durationSeconds: row.duration_seconds,
    talkedIn: row.talked_in,
    ...(row.numbers === null ? {} : { numbers: row.numbers }),
  }
}

export interface CampaignRecord {
  id: number
  organization_id: number
  name: string
  state: CampaignRow['state']
  workflow_id: number
  definition_id: number | null
  telephony_configuration_id: number | null
  max_concurrency: number
  retry_config: CampaignRow['retry']
  schedule_config: CampaignRow['schedule']
  circuit_breaker: CampaignRow['breaker']
  keep_open: boolean
  finish_on_inbound: boolean
  vouched_duties: string[] | null
  total_rows: number
  processed_rows: number
  failed_rows: number
  outcomes: CampaignRow['outcomes']
  attempts: CampaignRow['attempts']
  executed_count: number
  total_queued_count: number
  live_calls: number
  window_said: CampaignRow['windowSaid']
  last_claimed_at: number | null
  completed_at: number | null
  next_due_at: number | null
  max_spend: number | null
  spent: number
  spent_calls: number
  route: StoredStep[] | null
  route_stops: Record<string, RouteStop> | null
  caller_pool: CallerPool | null
  experiment: Experiment | null
}

export const CAMPAIGN_COLUMNS = `
  id, organization_id, name, state, workflow_id, definition_id, telephony_configuration_id, max_concurrency, retry_config,
  schedule_config, circuit_breaker, keep_open, finish_on_inbound, vouched_duties, total_rows, processed_rows, failed_rows, outcomes, attempts, executed_count,
  total_queued_count, live_calls, window_said, max_spend, spent, spent_calls, route, route_stops, caller_pool, experiment,
  ${dueMsSql('next_due_at')} as next_due_at,
  ${['last_claimed_at', 'completed_at'].map((column) => `${toMsSql(column)} as ${column}`).join(', ')}`

export function readCampaign(row: CampaignRecord): CampaignRow {
  const route = readRoute(row.route, row.route_stops)
  return {
    ...(route ? { route } : {}),
    ...(row.caller_pool ? { callerPool: row.caller_pool } : {}),
    ...(row.experiment ? { experiment: row.experiment } : {}),
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    state: row.state,
    workflowId: row.workflow_id,
    definitionId: row.definition_id,
    configurationId: row.telephony_configuration_id,
    maxConcurrency: row.max_concurrency,
    retry: row.retry_config,
    schedule: row.schedule_config,
    breaker: row.circuit_breaker,
    keepOpen: row.keep_open,
    finishOnInbound: row.finish_on_inbound,
    vouchedDuties: row.vouched_duties ?? NO_CONFIRMED_DUTIES,
    totalRows: row.total_rows,
    processedRows: row.processed_rows,
    failedRows: row.failed_rows,
    outcomes: row.outcomes,
    attempts: row.attempts,
    executedCount: row.executed_count,
    totalQueuedCount: row.total_queued_count,
    liveCalls: row.live_calls,
    windowSaid: row.window_said,
    lastClaimedAtMs: row.last_claimed_at,
    completedAtMs: row.completed_at,
    nextDueAtMs: row.next_due_at,
    spending: { max: row.max_spend, spent: row.spent, calls: row.spent_calls },
  }
}

export interface ContactRecord {
  id: number
  phone_number: string
  address_type: AddressType
  dials: number
  caller_number_id: number | null
  person_id: string | null
  suppressed: boolean
  in_calls: string[] | null
  not_before: number | null
  not_after: number | null
  numbers: string[] | null
  passed_numbers: NumbersOfContact['passed'] | null
}

const NO_CALLS: readonly number[] = []

export function readContact(row: ContactRecord): ContactRow {
  return {
    id: row.id,
    phoneNumber: row.phone_number,
    addressType: row.address_type,
    dials: row.dials,
    callerNumberId: row.caller_number_id,
    suppressed: row.suppressed,
    inCalls: row.in_calls === null ? NO_CALLS : row.in_calls.map(Number),
    ...(row.person_id === null ? {} : { personId: row.person_id }),
    ...(row.not_before === null ? {} : { notBeforeMs: row.not_before }),
    ...(row.not_after === null ? {} : { notAfterMs: row.not_after }),
    ...(row.numbers === null ? {} : { numbers: { all: row.numbers, passed: row.passed_numbers ?? {} } }),
  }
}

interface ContactColumns {
  id: number
  state: 'pending' | 'in_call' | 'done'
  /** Due time; null: the contact does not wait for a time. */
  dueMs: number | null
  dials?: number
  outcome?: string
  callerNumberId?: number | null
  finishedAtMs?: number | null
}

/** Stored instead of a number's id: the contact keeps no caller ID. */
export const NO_CALLER_ID = -1

function forgotten({ forgetsCaller }: { forgetsCaller?: boolean }): Pick<ContactColumns, 'callerNumberId'> {
  return forgetsCaller ? { callerNumberId: NO_CALLER_ID } : {}
}

export function contactColumns(change: ContactChange): ContactColumns {
  const { id } = change
  switch (change.kind) {
    case 'in_call':
      return { id, state: 'in_call', dueMs: null, callerNumberId: change.callerNumberId }
    case 'returned':
      return { id, state: 'pending', dueMs: change.nowMs, dials: change.dials }
    case 'aside':
      return { id, state: 'pending', dueMs: change.atMs, dials: change.dials, ...forgotten(change) }
    case 'retry': {
      const { atMs, dials, outcome } = change
      return { id, state: 'pending', dueMs: atMs, dials, outcome, ...forgotten(change) }
    }
    case 'reopened':
      return { id, state: 'pending', dueMs: change.atMs, dials: change.dials, finishedAtMs: null }
    case 'done':
      return {
        id,
        state: 'done',
        dueMs: null,
        dials: change.dials,
        outcome: change.outcome,
        finishedAtMs: change.nowMs,
      }
  }
}
