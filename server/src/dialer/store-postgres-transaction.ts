/** One transaction of the dialer. Batches travel as arrays: one statement, one round trip, whatever the number of rows. */
import type pg from 'pg'
import type { BreakerCount } from './rules/breaker.ts'
import type { CallerNumber } from './rules/choose-caller.ts'
import type {
  CampaignRow,
  ConfigurationRow,
  ContactChange,
  ContactRow,
  DialerTransaction,
  EventEntry,
  LiveCall,
  LogEntry,
  NewCall,
  OrganizationRow,
} from './store.ts'
import {
  CAMPAIGN_COLUMNS,
  type CampaignRecord,
  type ContactRecord,
  LIVE_CALL_COLUMNS,
  type LiveCallRecord,
  ms,
  readCampaign,
  readLiveCall,
} from './store-postgres-rows.ts'

/** Milliseconds in a parameter or array column as a timestamp; null stays null. */
const at = (expression: string) => `to_timestamp(${expression} / 1000.0)`

export class PostgresTransaction implements DialerTransaction {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async #rows<T extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<T[]> {
    return (await this.#client.query<T>({ name: `dialer-${name}`, text, values })).rows
  }

  async #run(name: string, text: string, values: unknown[]): Promise<void> {
    await this.#client.query({ name: `dialer-${name}`, text, values })
  }

  lockOrganizations(ids: readonly number[]): Promise<OrganizationRow[]> {
    return this.#rows(
      'lock-organizations',
      `select id, max_concurrency as "maxConcurrency", live_calls as "liveCalls"
         from organizations where id = any($1::bigint[]) order by id for no key update`,
      [ids],
    )
  }

  async lockCampaigns(organizationIds: readonly number[], also: readonly number[]): Promise<CampaignRow[]> {
    const rows = await this.#rows<CampaignRecord>(
      'lock-campaigns',
      `select ${CAMPAIGN_COLUMNS} from campaigns
        where id in (select id from campaigns where organization_id = any($1::bigint[]) and state = 'running'
                     union select unnest($2::bigint[]))
        order by id for no key update`,
      [organizationIds, also],
    )
    return rows.map(readCampaign)
  }

  lockConfigurations(ids: readonly number[]): Promise<ConfigurationRow[]> {
    return this.#rows(
      'lock-configurations',
      `select id, provider, (credentials->>'calls_per_second')::float8 as "callsPerSecond",
              (credentials->>'ring_timeout_seconds')::int as "ringTimeoutSeconds",
              (credentials->>'max_call_seconds')::int as "maxCallSeconds",
              ${ms('paced_until')} as "pacedUntilMs", ${ms('held_until')} as "heldUntilMs", holds
         from telephony_configurations where id = any($1::bigint[]) order by id for no key update`,
      [ids],
    )
  }

  async lockCalls(ids: readonly number[]): Promise<LiveCall[]> {
    const rows = await this.#rows<LiveCallRecord>(
      'lock-calls',
      `select ${LIVE_CALL_COLUMNS} from calls c where c.id = any($1::bigint[]) and c.live order by c.id for no key update`,
      [ids],
    )
    return rows.map(readLiveCall)
  }

  /**
   * Two ranges of one index, contacts_due (campaign_id, next_attempt_at, id): retries that have come due, and contacts
   * not dialed yet, which stand at -infinity in list order. The cost stays flat from ten thousand to a million rows; the
   * same index without its last column made a claim a hundred times slower.
   */
  async takeDue(campaignId: number, nowMs: number, limit: number): Promise<ContactRow[]> {
    const columns = 'id, phone_number, address_type, dials, caller_number_id, organization_id'
    const rows = await this.#rows<ContactRecord>(
      'take-due',
      `with retries as materialized (
         select ${columns} from contacts
          where campaign_id = $1 and state = 'pending' and next_attempt_at > '-infinity' and next_attempt_at <= ${at('$2::float8')}
          order by next_attempt_at, id limit $3 for no key update skip locked),
       fresh as materialized (
         select ${columns} from contacts
          where campaign_id = $1 and state = 'pending' and next_attempt_at = '-infinity'
          order by next_attempt_at, id limit greatest(0, $3 - (select count(*) from retries)) for no key update skip locked)
       select d.id, d.phone_number, d.address_type, d.dials, d.caller_number_id,
              exists (select 1 from suppressions s
                       where s.organization_id = d.organization_id and s.phone_number = d.phone_number) as suppressed
         from (select * from retries union all select * from fresh) d`,
      [campaignId, nowMs, limit],
    )
    return rows.map((row) => ({
      id: row.id,
      phoneNumber: row.phone_number,
      addressType: row.address_type,
      dials: row.dials,
      callerNumberId: row.caller_number_id,
      suppressed: row.suppressed,
    }))
  }

  async nextRetryAt(campaignId: number): Promise<number | null> {
    const rows = await this.#rows<{ at: number | null }>(
      'next-retry',
      `select ${ms('next_attempt_at')} as at from contacts
        where campaign_id = $1 and state = 'pending' and next_attempt_at > '-infinity'
        order by next_attempt_at, id limit 1`,
      [campaignId],
    )
    return rows[0]?.at ?? null
  }

  callerNumbers(configurationId: number): Promise<CallerNumber[]> {
    return this.#rows(
      'caller-numbers',
      `select id, address_normalized as address, is_default_caller_id as "isDefault", ${ms('last_used_at')} as "lastUsedAtMs"
         from phone_numbers where telephony_configuration_id = $1 and is_active order by id`,
      [configurationId],
    )
  }

  async countBreaker(campaignId: number, sinceMs: number): Promise<BreakerCount> {
    const rows = await this.#rows<BreakerCount>(
      'count-breaker',
      `select coalesce(sum(finished), 0)::int as finished, coalesce(sum(failed), 0)::int as failed
         from breaker_seconds where campaign_id = $1 and second > ${at('$2::float8')}`,
      [campaignId, sinceMs],
    )
    return rows[0] ?? { finished: 0, failed: 0 }
  }

  async insertCalls(calls: readonly NewCall[]): Promise<number[]> {
    const [first] = calls
    if (!first) return []
    // One claim is one campaign, one configuration, one node, one moment: only what differs travels as arrays.
    const rows = await this.#rows<{ id: number }>(
      'insert-calls',
      `with added as (
         insert into calls (organization_id, campaign_id, contact_id, attempt, direction, workflow_id, definition_id,
                telephony_configuration_id, provider, phone_number, address_type, caller_number, caller_number_id, state,
                node_id, claimed_at, news_at, deadline_at)
         select $1, $2, x.contact_id, x.attempt, 'outbound', $3, $4, $5, $6, x.phone_number, x.address_type,
                x.caller_number, x.caller_number_id, 'claimed', $7, ${at('$8::float8')}, ${at('$8::float8')}, ${at('$9::float8')}
           from unnest($10::bigint[], $11::int[], $12::text[], $13::text[], $14::text[], $15::bigint[])
                as x(contact_id, attempt, phone_number, address_type, caller_number, caller_number_id)
         returning id, contact_id)
       select a.id from unnest($10::bigint[]) with ordinality as w(contact_id, place)
         join added a on a.contact_id = w.contact_id order by w.place`,
      [
        first.organizationId,
        first.campaignId,
        first.workflowId,
        first.definitionId,
        first.configurationId,
        first.provider,
        first.nodeId,
        first.claimedAtMs,
        first.deadlineAtMs,
        calls.map((call) => call.contactId),
        calls.map((call) => call.attempt),
        calls.map((call) => call.phoneNumber),
        calls.map((call) => call.addressType),
        calls.map((call) => call.callerNumber),
        calls.map((call) => call.callerNumberId),
      ],
    )
    return rows.map((row) => row.id)
  }

  async saveCalls(calls: readonly LiveCall[]): Promise<void> {
    await this.#run(
      'save-calls',
      `update calls c set state = x.state, live = x.state <> 'ended', provider_call_id = x.provider_call_id,
              outcome = x.outcome, cause = x.cause, ended_by = x.ended_by, machine = x.machine,
              agent_at = ${at('x.agent_at')}, placed_at = ${at('x.placed_at')}, answered_at = ${at('x.answered_at')},
              ended_at = ${at('x.ended_at')}, news_at = ${at('x.news_at')}, duration_seconds = x.duration_seconds
         from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[],
                     $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::int[])
              as x(id, state, provider_call_id, outcome, cause, ended_by, machine, agent_at, placed_at, answered_at,
                   ended_at, news_at, duration_seconds)
        where c.id = x.id`,
      [
        calls.map((call) => call.id),
        calls.map((call) => call.state),
        calls.map((call) => call.providerCallId),
        calls.map((call) => call.outcome),
        calls.map((call) => call.cause),
        calls.map((call) => call.endedBy),
        calls.map((call) => call.machine),
        calls.map((call) => call.agentAtMs),
        calls.map((call) => call.placedAtMs),
        calls.map((call) => call.answeredAtMs),
        calls.map((call) => call.endedAtMs),
        calls.map((call) => call.newsAtMs),
        calls.map((call) => call.durationSeconds),
      ],
    )
  }

  async removeCalls(ids: readonly number[]): Promise<void> {
    await this.#run('remove-calls', 'delete from calls where id = any($1::bigint[])', [ids])
  }

  /** A contact may be settled and claimed again within one transaction (a retry without delay): the last change counts. */
  async saveContacts(changes: readonly ContactChange[]): Promise<void> {
    const last = new Map<number, ReturnType<typeof contactColumns>>()
    for (const change of changes) {
      const before = last.get(change.id)
      const after = contactColumns(change)
      const due = after.due === 'keep' ? (before?.due ?? 'keep') : after.due
      last.set(change.id, { ...before, ...after, due })
    }
    const rows = [...last.values()]
    await this.#run(
      'save-contacts',
      `update contacts t set state = x.state, dials = coalesce(x.dials, t.dials), outcome = coalesce(x.outcome, t.outcome),
              next_attempt_at = case x.due when 'keep' then t.next_attempt_at when 'fresh' then '-infinity'
                                else ${at('x.due::float8')} end,
              caller_number_id = coalesce(x.caller_number_id, t.caller_number_id), finished_at = ${at('x.finished_at')}
         from unnest($1::bigint[], $2::text[], $3::int[], $4::text[], $5::text[], $6::bigint[], $7::float8[])
              as x(id, state, dials, outcome, due, caller_number_id, finished_at)
        where t.id = x.id`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.state),
        rows.map((row) => row.dials ?? null),
        rows.map((row) => row.outcome ?? null),
        rows.map((row) => row.due),
        rows.map((row) => row.callerNumberId ?? null),
        rows.map((row) => row.finishedAtMs ?? null),
      ],
    )
  }

  async saveCampaigns(campaigns: readonly CampaignRow[], nowMs: number): Promise<void> {
    await this.#run(
      'save-campaigns',
      `update campaigns c set state = x.state, processed_rows = x.processed_rows, failed_rows = x.failed_rows,
              executed_count = x.executed_count, total_queued_count = x.total_queued_count, live_calls = x.live_calls,
              window_said = x.window_said, last_claimed_at = coalesce(${at('x.last_claimed_at')}, '-infinity'),
              completed_at = ${at('x.completed_at')},
              updated_at = case when c.state = x.state then c.updated_at else ${at('$11::float8')} end
         from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[],
                     $9::float8[], $10::float8[])
              as x(id, state, processed_rows, failed_rows, executed_count, total_queued_count, live_calls, window_said,
                   last_claimed_at, completed_at)
        where c.id = x.id`,
      [
        campaigns.map((row) => row.id),
        campaigns.map((row) => row.state),
        campaigns.map((row) => row.processedRows),
        campaigns.map((row) => row.failedRows),
        campaigns.map((row) => row.executedCount),
        campaigns.map((row) => row.totalQueuedCount),
        campaigns.map((row) => row.liveCalls),
        campaigns.map((row) => row.windowSaid),
        campaigns.map((row) => row.lastClaimedAtMs),
        campaigns.map((row) => row.completedAtMs),
        nowMs,
      ],
    )
  }

  async saveOrganizations(organizations: readonly OrganizationRow[]): Promise<void> {
    await this.#run(
      'save-organizations',
      `update organizations o set live_calls = x.live_calls
         from unnest($1::bigint[], $2::int[]) as x(id, live_calls) where o.id = x.id`,
      [organizations.map((row) => row.id), organizations.map((row) => row.liveCalls)],
    )
  }

  async saveConfigurations(configurations: readonly ConfigurationRow[]): Promise<void> {
    await this.#run(
      'save-configurations',
      `update telephony_configurations t set paced_until = coalesce(${at('x.paced_until')}, '-infinity'),
              held_until = coalesce(${at('x.held_until')}, '-infinity'), holds = x.holds
         from unnest($1::bigint[], $2::float8[], $3::float8[], $4::int[]) as x(id, paced_until, held_until, holds)
        where t.id = x.id`,
      [
        configurations.map((row) => row.id),
        configurations.map((row) => row.pacedUntilMs),
        configurations.map((row) => row.heldUntilMs),
        configurations.map((row) => row.holds),
      ],
    )
  }

  async markNumbersUsed(numberIds: readonly number[], nowMs: number): Promise<void> {
    await this.#run(
      'numbers-used',
      `update phone_numbers set last_used_at = ${at('$2::float8')} where id = any($1::bigint[])`,
      [numberIds, nowMs],
    )
  }

  async addToBreaker(campaignId: number, nowMs: number, count: BreakerCount): Promise<void> {
    await this.#run(
      'add-to-breaker',
      `insert into breaker_seconds (campaign_id, second, finished, failed)
       values ($1, date_trunc('second', ${at('$2::float8')}) + interval '1 second', $3, $4)
       on conflict (campaign_id, second) do update
         set finished = breaker_seconds.finished + excluded.finished, failed = breaker_seconds.failed + excluded.failed`,
      [campaignId, nowMs, count.finished, count.failed],
    )
  }

  async appendLogs(entries: readonly LogEntry[]): Promise<void> {
    await this.#run(
      'append-logs',
      `insert into campaign_logs (organization_id, campaign_id, ts, level, event, message, details)
       select organization_id, campaign_id, ${at('at')}, level, event, message, details
         from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
              as x(organization_id, campaign_id, at, level, event, message, details)`,
      [
        entries.map((entry) => entry.organizationId),
        entries.map((entry) => entry.campaignId),
        entries.map((entry) => entry.atMs),
        entries.map((entry) => entry.level),
        entries.map((entry) => entry.event),
        entries.map((entry) => entry.message),
        entries.map((entry) => JSON.stringify(entry.details)),
      ],
    )
  }

  async appendEvents(entries: readonly EventEntry[]): Promise<void> {
    await this.#run(
      'append-events',
      `insert into events (organization_id, at, type, campaign_id, contact_id, call_id, data)
       select organization_id, ${at('at')}, type, campaign_id, contact_id, call_id, data
         from unnest($1::bigint[], $2::float8[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::jsonb[])
              as x(organization_id, at, type, campaign_id, contact_id, call_id, data)`,
      [
        entries.map((entry) => entry.organizationId),
        entries.map((entry) => entry.atMs),
        entries.map((entry) => entry.type),
        entries.map((entry) => entry.campaignId),
        entries.map((entry) => entry.contactId),
        entries.map((entry) => entry.callId),
        entries.map((entry) => JSON.stringify(entry.data)),
      ],
    )
  }
}

interface ContactColumns {
  id: number
  state: 'pending' | 'in_call' | 'done'
  /** `keep`, `fresh`, or milliseconds. */
  due: string
  dials?: number
  outcome?: string
  callerNumberId?: number | null
  finishedAtMs?: number | null
}

function contactColumns(change: ContactChange): ContactColumns {
  const { id } = change
  switch (change.kind) {
    case 'in_call':
      return { id, state: 'in_call', due: 'keep', callerNumberId: change.callerNumberId }
    case 'returned':
      return { id, state: 'pending', due: change.dials === 0 ? 'fresh' : String(change.nowMs), dials: change.dials }
    case 'retry':
      return { id, state: 'pending', due: String(change.atMs), dials: change.dials, outcome: change.outcome }
    case 'done':
      return {
        id,
        state: 'done',
        due: 'keep',
        dials: change.dials,
        outcome: change.outcome,
        finishedAtMs: change.nowMs,
      }
  }
}
