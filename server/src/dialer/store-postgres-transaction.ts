/**
 * One transaction of the dialer. Batches travel as arrays: one statement, whatever the number of rows. What is written is
 * kept back and goes out together, as one statement, before the next read or the commit: a cycle of settling and claiming
 * takes eight round trips instead of fifteen, and half the CPU.
 */
import type pg from 'pg'
import type { BreakerCount } from './rules/breaker.ts'
import type { CallerNumber } from './rules/choose-caller.ts'
import type {
  CampaignRow,
  ConfigurationRow,
  ContactChange,
  ContactRow,
  DialerTransaction,
  EndedCalls,
  EventEntry,
  LiveCall,
  LogEntry,
  NewCall,
  NewSingleCall,
  OrganizationRow,
} from './store.ts'
import {
  CAMPAIGN_COLUMNS,
  type CampaignRecord,
  type ContactRecord,
  contactColumns,
  LIVE_CALL_COLUMNS,
  type LiveCallRecord,
  ms,
  readCampaign,
  readLiveCall,
} from './store-postgres-rows.ts'

/** Milliseconds in a parameter or array column as a timestamp; null stays null. */
const at = (expression: string) => `to_timestamp(${expression} / 1000.0)`

/** Of the table `t`. As JSON, so that it can come along with other rows. */
const CONFIGURATION_JSON = `json_build_object('id', t.id, 'provider', t.provider,
  'callsPerSecond', (t.credentials->>'calls_per_second')::float8,
  'ringTimeoutSeconds', (t.credentials->>'ring_timeout_seconds')::int,
  'maxCallSeconds', (t.credentials->>'max_call_seconds')::int,
  'pacedUntilMs', ${ms('t.paced_until')}, 'backoffUntilMs', ${ms('t.held_until')}, 'backoffs', t.holds)`

const NUMBERS_JSON = `coalesce((
  select json_agg(json_build_object('id', n.id, 'address', n.address_normalized, 'isDefault', n.is_default_caller_id,
                                    'lastUsedAtMs', ${ms('n.last_used_at')}) order by n.id)
    from phone_numbers n where n.telephony_configuration_id = t.id and n.is_active), '[]')`

interface Write {
  /** Short: joined, they must stay below the 63 characters that PostgreSQL allows a statement's name. */
  name: string
  /** With parameters numbered from $1. */
  text: string
  values: unknown[]
}

export class PostgresTransaction implements DialerTransaction {
  readonly #client: pg.PoolClient
  #writes: Write[] = []
  /** Read along with the campaigns, in the same statement. */
  readonly #configurations = new Map<number, ConfigurationRow>()
  readonly #numbers = new Map<number, CallerNumber[]>()

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** Sends what was kept back. Each write concerns a table of its own, so their order within the statement is no matter. */
  async flush(): Promise<void> {
    const writes = this.#writes
    if (writes.length === 0) return
    this.#writes = []
    const [first] = writes as [Write]
    if (writes.length === 1) return this.#send(first)
    const values: unknown[] = []
    const parts = writes.map((write, index) => {
      const offset = values.length
      values.push(...write.values)
      return `w${index} as (${write.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`)})`
    })
    await this.#send({
      name: writes.map((write) => write.name.slice(0, 4)).join('+'),
      text: `with ${parts.join(',\n')}\nselect 1`,
      values,
    })
  }

  async #send({ name, text, values }: Write): Promise<void> {
    await this.#client.query({ name: `dialer-${name}`, text, values })
  }

  async #rows<T extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<T[]> {
    await this.flush()
    return (await this.#client.query<T>({ name: `dialer-${name}`, text, values })).rows
  }

  /** Two writes to one table must not share a statement: the second would not see the first. */
  async #write(name: string, text: string, values: unknown[]): Promise<void> {
    if (this.#writes.some((write) => write.name === name)) await this.flush()
    this.#writes.push({ name, text, values })
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
    const rows = await this.#rows<CampaignRecord & { configuration: ConfigurationRow | null; numbers: CallerNumber[] }>(
      'lock-campaigns',
      `select ${CAMPAIGN_COLUMNS}, t.configuration, t.numbers
         from (select * from campaigns
                where id in (select id from campaigns where organization_id = any($1::bigint[]) and state = 'running'
                             union select unnest($2::bigint[]))
                order by id for no key update) c
         left join lateral (select ${CONFIGURATION_JSON} as configuration, ${NUMBERS_JSON} as numbers
                              from telephony_configurations t where t.id = c.telephony_configuration_id
                               for no key update) t on true
        order by c.id`,
      [organizationIds, also],
    )
    for (const { configuration, numbers } of rows) {
      if (!configuration) continue
      this.#configurations.set(configuration.id, configuration)
      this.#numbers.set(configuration.id, numbers)
    }
    return rows.map(readCampaign)
  }

  async lockConfigurations(ids: readonly number[]): Promise<ConfigurationRow[]> {
    const known = ids.flatMap((id) => this.#configurations.get(id) ?? [])
    if (known.length === ids.length) return known
    const rows = await this.#rows<{ configuration: ConfigurationRow }>(
      'lock-configurations',
      `select ${CONFIGURATION_JSON} as configuration
         from telephony_configurations t where t.id = any($1::bigint[]) order by t.id for no key update`,
      [ids],
    )
    return rows.map((row) => row.configuration)
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
   * same index without its last column made a claim a hundred times slower. The limit is written out, one statement per
   * size: as a parameter it is unknown to the plan that PostgreSQL keeps. And `<=` stands where `=` would do: with `=` the
   * planner takes the primary key for the order and walks over every contact of earlier campaigns (measured: 23 ms).
   */
  async takeDue(campaignId: number, nowMs: number, limit: number): Promise<ContactRow[]> {
    const most = Math.max(1, Math.trunc(limit))
    const columns = 'id, phone_number, address_type, dials, caller_number_id, organization_id'
    const rows = await this.#rows<ContactRecord>(
      `take-due-${most}`,
      `with retries as materialized (
         select ${columns} from contacts
          where campaign_id = $1 and state = 'pending' and next_attempt_at > '-infinity' and next_attempt_at <= ${at('$2::float8')}
          order by next_attempt_at, id limit ${most} for no key update skip locked),
       fresh as materialized (
         select ${columns} from contacts
          where campaign_id = $1 and state = 'pending' and next_attempt_at <= '-infinity'
          order by next_attempt_at, id limit ${most} for no key update skip locked)
       select d.id, d.phone_number, d.address_type, d.dials, d.caller_number_id,
              exists (select 1 from suppressions s
                       where s.organization_id = d.organization_id and s.phone_number = d.phone_number) as suppressed
         from (select * from retries union all select * from fresh) d limit ${most}`,
      [campaignId, nowMs],
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

  async callerNumbers(configurationId: number): Promise<CallerNumber[]> {
    const known = this.#numbers.get(configurationId)
    if (known) return known
    const rows = await this.#rows<{ numbers: CallerNumber[] }>(
      'caller-numbers',
      `select ${NUMBERS_JSON} as numbers from telephony_configurations t where t.id = $1`,
      [configurationId],
    )
    return rows[0]?.numbers ?? []
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

  async insertSingleCall(call: NewSingleCall): Promise<{ id: number; added: boolean }> {
    const answered = call.direction === 'inbound'
    const [row] = await this.#rows<{ id: number; added: boolean }>(
      'insert-single-call',
      `with added as (
         insert into calls (organization_id, direction, workflow_id, definition_id, telephony_configuration_id, provider,
                provider_call_id, inbound_id, phone_number, address_type, caller_number, caller_number_id, state, node_id,
                claimed_at, news_at, placed_at, answered_at, deadline_at, variables)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, ${at('$14::float8')}, ${at('$14::float8')},
                ${at('$15::float8')}, ${at('$15::float8')}, ${at('$16::float8')}, $17)
         on conflict (telephony_configuration_id, inbound_id) where inbound_id is not null do nothing
         returning id)
       select id, true as added from added
       union all
       select id, false from calls where telephony_configuration_id = $5 and inbound_id = $7 limit 1`,
      [
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
      ],
    )
    if (!row) throw new Error('a call was neither added nor found')
    return row
  }

  async recountFinished(campaignId: number): Promise<void> {
    const tally = (column: string) => `coalesce((select jsonb_object_agg(key, count) from (
      select ${column}::text as key, count(*) as count from contacts
       where campaign_id = $1 and state = 'done' group by 1) t), '{}')`
    await this.#rows(
      'recount-finished',
      `update campaigns set outcomes = ${tally('outcome')}, attempts = ${tally('dials')} where id = $1`,
      [campaignId],
    )
  }

  async recountLiveCalls(organizationId: number): Promise<boolean> {
    const rows = await this.#rows(
      'recount',
      `with live as (select campaign_id, count(*)::int as count from calls where live and organization_id = $1 group by 1),
       organization as (
         update organizations o set live_calls = (select coalesce(sum(count), 0) from live)
          where o.id = $1 and o.live_calls <> (select coalesce(sum(count), 0) from live) returning id),
       campaigns as (
         update campaigns k set live_calls = coalesce((select count from live where campaign_id = k.id), 0)
          where k.organization_id = $1 and k.live_calls <> coalesce((select count from live where campaign_id = k.id), 0)
         returning id)
       select id from organization union all select id from campaigns`,
      [organizationId],
    )
    return rows.length > 0
  }

  async saveCalls(calls: readonly LiveCall[]): Promise<void> {
    await this.#write(
      'calls',
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
    await this.flush()
    await this.#send({ name: 'remove-calls', text: 'delete from calls where id = any($1::bigint[])', values: [ids] })
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
    await this.#write(
      'contacts',
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
    await this.#write(
      'campaigns',
      `update campaigns c set state = x.state, processed_rows = x.processed_rows, failed_rows = x.failed_rows,
              outcomes = x.outcomes, attempts = x.attempts, executed_count = x.executed_count, total_queued_count = x.total_queued_count, live_calls = x.live_calls,
              window_said = x.window_said, last_claimed_at = coalesce(${at('x.last_claimed_at')}, '-infinity'),
              completed_at = ${at('x.completed_at')},
              updated_at = case when c.state = x.state then c.updated_at else ${at('$13::float8')} end
         from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[],
                     $9::float8[], $10::float8[], $11::jsonb[], $12::jsonb[])
              as x(id, state, processed_rows, failed_rows, executed_count, total_queued_count, live_calls, window_said,
                   last_claimed_at, completed_at, outcomes, attempts)
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
        campaigns.map((row) => JSON.stringify(row.outcomes)),
        campaigns.map((row) => JSON.stringify(row.attempts)),
        nowMs,
      ],
    )
  }

  async saveOrganizations(organizations: readonly OrganizationRow[]): Promise<void> {
    await this.#write(
      'orgs',
      `update organizations o set live_calls = x.live_calls
         from unnest($1::bigint[], $2::int[]) as x(id, live_calls) where o.id = x.id`,
      [organizations.map((row) => row.id), organizations.map((row) => row.liveCalls)],
    )
  }

  async saveConfigurations(configurations: readonly ConfigurationRow[]): Promise<void> {
    await this.#write(
      'configs',
      `update telephony_configurations t set paced_until = coalesce(${at('x.paced_until')}, '-infinity'),
              held_until = coalesce(${at('x.held_until')}, '-infinity'), holds = x.holds
         from unnest($1::bigint[], $2::float8[], $3::float8[], $4::int[]) as x(id, paced_until, held_until, holds)
        where t.id = x.id`,
      [
        configurations.map((row) => row.id),
        configurations.map((row) => row.pacedUntilMs),
        configurations.map((row) => row.backoffUntilMs),
        configurations.map((row) => row.backoffs),
      ],
    )
  }

  async markNumbersUsed(numberIds: readonly number[], nowMs: number): Promise<void> {
    await this.#write(
      'numbers',
      `update phone_numbers set last_used_at = ${at('$2::float8')} where id = any($1::bigint[])`,
      [numberIds, nowMs],
    )
  }

  async addToBreaker(campaignId: number, nowMs: number, count: BreakerCount): Promise<void> {
    await this.#write(
      'breaker',
      `insert into breaker_seconds (campaign_id, second, finished, failed)
       values ($1, date_trunc('second', ${at('$2::float8')}) + interval '1 second', $3, $4)
       on conflict (campaign_id, second) do update
         set finished = breaker_seconds.finished + excluded.finished, failed = breaker_seconds.failed + excluded.failed`,
      [campaignId, nowMs, count.finished, count.failed],
    )
  }

  async addToMinute(nowMs: number, ended: readonly EndedCalls[]): Promise<void> {
    await this.#write(
      'minute',
      `insert into call_minutes (organization_id, campaign_id, direction, outcome, minute, calls, seconds)
       select organization_id, campaign_id, direction, outcome, date_trunc('minute', ${at('$7::float8')}), calls, seconds
         from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::int[])
              as x(organization_id, campaign_id, direction, outcome, calls, seconds)
       on conflict (organization_id, campaign_id, minute, direction, outcome) do update
         set calls = call_minutes.calls + excluded.calls, seconds = call_minutes.seconds + excluded.seconds`,
      [
        ended.map((row) => row.organizationId),
        ended.map((row) => row.campaignId ?? 0),
        ended.map((row) => row.direction),
        ended.map((row) => row.outcome),
        ended.map((row) => row.calls),
        ended.map((row) => row.seconds),
        nowMs,
      ],
    )
  }

  async appendLogs(entries: readonly LogEntry[]): Promise<void> {
    await this.#write(
      'logs',
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
    await this.#write(
      'events',
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
