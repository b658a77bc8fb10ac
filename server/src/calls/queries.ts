/** All SQL of this room. */
import { type RawBuilder, sql } from 'kysely'
import type { CallerReason } from '../dialer/rules/choose-caller.ts'
import type { RouteTaken } from '../dialer/rules/route.ts'
import type { CallModelUsage } from '../models/rules/usage-cost.ts'
import type { Queries } from '../storage/database.ts'
import type { AttestationLevel } from '../telephony/provider.ts'
import type { MissedAnswer } from './rules/unexpected-phrases.ts'
import { isSimulated } from './simulated.ts'

export interface StoredCall {
  id: number
  organization_id: number
  campaign_id: number | null
  contact_id: number | null
  returns_contact_id: number | null
  attempt: number
  direction: 'outbound' | 'inbound'
  workflow_id: number
  workflow_name: string | null
  definition_id: number
  version_number: number | null
  telephony_configuration_id: number
  route: RouteTaken | null
  provider: string
  provider_call_id: string | null
  phone_number: string
  caller_number: string | null
  caller_reason: CallerReason | null
  attestation: StoredAttestation | null
  arm: string | null
  state: string
  live: boolean
  outcome: string | null
  cause: string | null
  ended_by: string | null
  machine: string | null
  claimed_at: Date
  placed_at: Date | null
  answered_at: Date | null
  ended_at: Date | null
  duration_seconds: number | null
  variables: Record<string, string> | null
  timeline: unknown[] | null
  transcript: unknown[] | null
  gathered: Record<string, string> | null
  latencies: Record<string, number> | null
  disposition: string | null
  recording: string | null
  /** The time at which the conversation with the agent began. */
  agent_at: Date | null
  analysis: StoredAnalysis | null
  model_usage: CallModelUsage | null
}

export interface StoredAttestation {
  level: AttestationLevel | null
  is_verified: boolean | null
  reported: string
}

/** A model's analysis of the conversation. */
export interface StoredAnalysis {
  summary: string | null
  success: boolean | null
  success_reason: string | null
  sentiment: string | null
}

export interface CallFilter {
  campaignId?: number | undefined
  contactId?: number | undefined
  workflowId?: number | undefined
  /** The calls began at or after `from` and before `to`. */
  from?: string | undefined
  to?: string | undefined
  outcome?: string | undefined
  disposition?: string | undefined
  direction?: string | undefined
  live?: boolean | undefined
  /** Prefixes of a number in its stored form. */
  numbers?: readonly string[] | undefined
  /** Only calls older than this one. */
  beforeId?: number | undefined
  limit: number
  offset: number
}

/** Contacts and single calls looked up for a number prefix; a longer prefix finds the others. */
const FOUND_BY_NUMBER_MAX = 1000

const dispositionOf = (recorded: RawBuilder<unknown>) =>
  sql`coalesce(${recorded}, case
    when c.cause in ('hung_up_early', 'no_agent') then c.cause when c.cause like 'agent_failed%' then 'agent_failed' end)`

const callColumns = sql`
  c.*, w.name as workflow_name, d.version_number, coalesce(c.variables, l.variables) as variables,
  r.timeline, r.transcript, r.gathered, r.latencies, r.recording, r.analysis, r.model_usage,
  -- A call without a conversation has no record: what became of it stands in its cause.
  ${dispositionOf(sql`r.disposition`)} as disposition`

const callTables = sql`
  calls c left join workflows w on w.id = c.workflow_id left join workflow_definitions d on d.id = c.definition_id
          left join contacts t on t.id = c.contact_id left join list_contacts l on l.id = t.list_contact_id
          left join call_records r on r.call_id = c.id`

type Conditions = Omit<CallFilter, 'limit' | 'offset'>

function conditionsOf(organizationId: number, filter: Conditions) {
  const conditions = [sql`c.organization_id = ${organizationId}`]
  if (filter.campaignId !== undefined) conditions.push(sql`c.campaign_id = ${filter.campaignId}`)
  if (filter.contactId !== undefined) conditions.push(sql`c.contact_id = ${filter.contactId}`)
  if (filter.workflowId !== undefined) conditions.push(sql`c.workflow_id = ${filter.workflowId}`)
  if (filter.from !== undefined) conditions.push(sql`c.claimed_at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`c.claimed_at < ${filter.to}`)
  if (filter.outcome !== undefined) conditions.push(sql`c.outcome = ${filter.outcome}`)
  if (filter.disposition !== undefined) {
    const recorded = sql`(select disposition from call_records where call_id = c.id)`
    conditions.push(sql`${dispositionOf(recorded)} = ${filter.disposition}`)
  }
  if (filter.direction !== undefined) conditions.push(sql`c.direction = ${filter.direction}`)
  if (filter.live === true) {
    conditions.push(sql`c.live and c.id in (select call_id from calls_live where organization_id = ${organizationId})`)
  } else if (filter.live === false) conditions.push(sql`not c.live`)
  if (filter.beforeId !== undefined) conditions.push(sql`c.id < ${filter.beforeId}`)
  if (filter.numbers !== undefined) conditions.push(hasNumber(organizationId, filter.numbers, filter.live))
  return sql.join(conditions, sql` and `)
}

/** Filters calls by number prefix. Live calls are few and are scanned; other calls are found through their contacts. */
function hasNumber(organizationId: number, beginnings: readonly string[], live: boolean | undefined) {
  if (live) return hasAnyPrefixSql(sql`c.phone_number`, beginnings)
  const begins = hasAnyPrefixSql(sql`phone_number`, beginnings)
  return sql`c.id in (
    select k.id from (select id, numbers from contacts
                       where organization_id = ${organizationId} and (${begins} or numbers && ${beginnings as string[]}::text[])
                       order by id desc limit ${FOUND_BY_NUMBER_MAX}) t
      join calls k on k.contact_id = t.id and (t.numbers is null or ${hasAnyPrefixSql(sql`k.phone_number`, beginnings)})
    union all
    (select id from calls where organization_id = ${organizationId} and contact_id is null and ${begins}
      order by id desc limit ${FOUND_BY_NUMBER_MAX}))`
}

/** One comparison per prefix, because only such comparisons use the index. */
export function hasAnyPrefixSql(column: RawBuilder<unknown>, beginnings: readonly string[]) {
  const patterns = beginnings.map((beginning) => `${beginning.replace(/[\\%_]/g, '\\$&')}%`)
  return sql`(${sql.join(
    patterns.map((pattern) => sql`${column} like ${pattern}`),
    sql` or `,
  )})`
}

/** Newest first. */
export async function listCalls(db: Queries, organizationId: number, filter: CallFilter): Promise<StoredCall[]> {
  const { rows } = await sql<StoredCall>`
    select ${callColumns} from ${callTables} where ${conditionsOf(organizationId, filter)}
     order by c.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

/** Counted only up to this number: a page must not wait for counting a million calls. */
export const COUNTED_CALLS_MAX = 10_000

export async function countCalls(db: Queries, organizationId: number, filter: Conditions): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from calls c where ${conditionsOf(organizationId, filter)} limit ${COUNTED_CALLS_MAX}) c`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findCall(db: Queries, organizationId: number, id: number): Promise<StoredCall | null> {
  const { rows } = await sql<StoredCall>`
    select ${callColumns} from ${callTables} where c.organization_id = ${organizationId} and c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function wasCallAnswered(db: Queries, callId: number): Promise<boolean> {
  const found = await db.selectFrom('calls').select('answered_at').where('id', '=', callId).executeTakeFirst()
  return found?.answered_at != null
}

/** What a callback needs to know about the call in its URL. */
export async function findCallForCallback(
  db: Queries,
  callId: number,
): Promise<
  | {
      organization_id: number
      telephony_configuration_id: number
      provider_call_id: string | null
      live: boolean
      direction: string
      agent_at: Date | null
      claimed_at: Date
      marked_since: Date | null
    }
  | undefined
> {
  return db
    .selectFrom('calls')
    .select(['organization_id', 'telephony_configuration_id', 'provider_call_id', 'live', 'direction', 'agent_at'])
    .select('claimed_at')
    .select((of) =>
      of.selectFrom('migrations').select('run_at').where('name', '=', '0028-one-call-per-number').as('marked_since'),
    )
    .where('id', '=', callId)
    .executeTakeFirst()
}

/** The time of the claim, which is part of the callback addresses of an inbound call. */
export async function claimedAtMsOf(db: Queries, callId: number): Promise<number> {
  const row = await db.selectFrom('calls').select('claimed_at').where('id', '=', callId).executeTakeFirstOrThrow()
  return row.claimed_at.getTime()
}

/** Finds the call of an event that names only the carrier's id. */
export async function liveCallByProviderId(
  db: Queries,
  configurationId: number,
  providerCallId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('calls_live as l')
    .innerJoin('calls as c', 'c.id', 'l.call_id')
    .select('c.id')
    .where('c.live', '=', true)
    .where('c.telephony_configuration_id', '=', configurationId)
    .where('c.provider_call_id', '=', providerCallId)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface InboundNumber {
  configuration_id: number
  id: number
  organization_id: number
  is_active: boolean
  address_normalized: string
  country_code: string | null
  workflow_id: number | null
  definition_id: number | null
}

/** The number of these configurations that was called. The address must be normalized. */
export async function findInboundNumber(
  db: Queries,
  configurationIds: readonly number[],
  addresses: readonly string[],
): Promise<InboundNumber | undefined> {
  return db
    .selectFrom('phone_numbers as n')
    .leftJoin('workflows as w', (join) =>
      join.onRef('w.id', '=', 'n.inbound_workflow_id').on('w.status', '=', 'active'),
    )
    .select([
      'n.id',
      'n.organization_id',
      'n.telephony_configuration_id as configuration_id',
      'n.is_active',
      'n.address_normalized',
      'n.country_code',
      'w.id as workflow_id',
      'w.current_definition_id as definition_id',
    ])
    .where('n.telephony_configuration_id', 'in', [...configurationIds])
    .where('n.address_normalized', 'in', [...addresses])
    .executeTakeFirst()
}

/** Marks the token as used. True only for the first use on any node. */
export async function useMediaToken(db: Queries, tokenId: string, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('media_tokens_used')
    .values({ token_id: tokenId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The stored data of a conversation. */
export interface CallRecord {
  timeline: unknown
  transcript: unknown
  gathered: unknown
  latencies: unknown
  disposition: string | null
  turns?: readonly unknown[]
  usage?: CallModelUsage
}

export async function saveCallRecord(
  db: Queries,
  organizationId: number,
  callId: number,
  record: CallRecord,
  at: Date,
): Promise<void> {
  const columns = {
    timeline: JSON.stringify(record.timeline),
    transcript: JSON.stringify(record.transcript),
    gathered: JSON.stringify(record.gathered),
    latencies: JSON.stringify(record.latencies),
    disposition: record.disposition,
    turns: record.turns && record.turns.length > 0 ? JSON.stringify(record.turns) : null,
    model_usage: record.usage ? JSON.stringify(record.usage) : null,
    updated_at: at,
  }
  await db
    .insertInto('call_records')
    .values({ call_id: callId, organization_id: organizationId, ...columns })
    .onConflict((conflict) =>
      conflict.column('call_id').doUpdateSet(columns).where('call_records.organization_id', '=', organizationId),
    )
    .execute()
}

/** Data that became known after the conversation, in addition to its own record. */
export interface CallRecordAddition {
  timeline: readonly unknown[]
  gathered?: Readonly<Record<string, string>>
  analysis?: StoredAnalysis | null
  /** Total model usage of the call; replaces the stored value. */
  usage?: CallModelUsage | null
  at: Date
}

/** Keeps the data gathered in the conversation. Creates a record for a call without a conversation. */
export async function addToCallRecord(
  db: Queries,
  organizationId: number,
  callId: number,
  { timeline, gathered = {}, analysis = null, usage = null, at }: CallRecordAddition,
): Promise<void> {
  await sql`
    insert into call_records as r (call_id, organization_id, timeline, gathered, analysis, model_usage, updated_at)
    values (${callId}, ${organizationId}, ${JSON.stringify(timeline)}::jsonb, ${JSON.stringify(gathered)}::jsonb,
            ${analysis === null ? null : JSON.stringify(analysis)}::jsonb,
            ${usage === null ? null : JSON.stringify(usage)}::jsonb, ${at})
    on conflict (call_id) do update
       set timeline = r.timeline || excluded.timeline, gathered = excluded.gathered || r.gathered,
           analysis = coalesce(excluded.analysis, r.analysis),
           model_usage = coalesce(excluded.model_usage, r.model_usage), updated_at = excluded.updated_at
     where r.organization_id = excluded.organization_id`.execute(db)
}

export async function hasCallRecord(
  db: Queries,
  { organizationId, callId }: { organizationId: number; callId: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('call_records')
    .select('call_id')
    .where('call_id', '=', callId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns whether such a record exists. */
export async function saveRecordingKey(
  db: Queries,
  { organizationId, callId }: { organizationId: number; callId: number },
  { key, bytes }: { key: string; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('call_records')
    .set({ recording: key, recording_bytes: bytes })
    .where('call_id', '=', callId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Total size of an organization's recordings, read from an index alone. */
export async function recordedBytes(db: Queries, organizationId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(recording_bytes), 0)::bigint as bytes from call_records
     where organization_id = ${organizationId} and recording_bytes is not null`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

export async function removeCallRecords(db: Queries, callIds: readonly number[]): Promise<void> {
  await db.deleteFrom('call_records').where('call_id', 'in', callIds).execute()
}

/** Those of the calls that a carrier dialed or received. */
export async function realCallIds(db: Queries, callIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from calls where id = any(${callIds}::bigint[]) and not ${isSimulated(sql.ref('provider'))}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the calls among these that have a recording. */
export async function recordedCalls(db: Queries, callIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ call_id: number }>`
    select call_id from call_records where call_id = any(${callIds}::bigint[]) and recording is not null`.execute(db)
  return rows.map((row) => row.call_id)
}

export async function clearRecordingFields(db: Queries, callIds: readonly number[]): Promise<void> {
  await sql`update call_records set recording = null, recording_bytes = null where call_id = any(${callIds}::bigint[])`.execute(
    db,
  )
}

/** Deletes what was said and which values were gathered; keeps what happened and when. */
export async function deleteTranscripts(db: Queries, callIds: readonly number[]): Promise<void> {
  await sql`
    update call_records
       set transcript = '[]', gathered = '{}', turns = null, analysis = analysis - 'summary' - 'success_reason',
           timeline = (select coalesce(jsonb_agg(jsonb_build_object('at', e -> 'at', 'event', e -> 'event')), '[]')
                         from jsonb_array_elements(timeline) e)
     where call_id = any(${callIds}::bigint[])`.execute(db)
}

export async function deleteExpiredMediaTokens(db: Queries, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('media_tokens_used').where('expires_at', '<', now).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Maximum number of calls that are searched, so that the search for a rarely used workflow ends. */
export const CALLS_SEARCHED_MAX = { ofOrganization: 20_000, ofWorkflow: 2_000 }

/** Utterances that were not understood in the newest calls of a workflow, word for word as the conversation stored them. */
export async function listMisunderstood(
  db: Queries,
  organizationId: number,
  workflowId: number,
): Promise<MissedAnswer[]> {
  const { rows } = await sql<MissedAnswer>`
    with newest as (
      select id, phone_number from (
        select id, phone_number, workflow_id, answered_at from calls
         where organization_id = ${organizationId} order by id desc limit ${CALLS_SEARCHED_MAX.ofOrganization}) c
       where workflow_id = ${workflowId} and answered_at is not null order by id desc limit ${CALLS_SEARCHED_MAX.ofWorkflow})
    select miss.entry ->> 'node' as node, miss.entry ->> 'said' as text, n.phone_number
      from newest n join call_records r on r.call_id = n.id
     cross join lateral jsonb_array_elements(r.timeline) as miss(entry)
     where r.timeline @> '[{"event": "not_understood", "because": "no_match"}]'
       and miss.entry ->> 'event' = 'not_understood' and miss.entry ->> 'because' = 'no_match'
       and miss.entry ->> 'said' is not null and miss.entry ->> 'node' is not null`.execute(db)
  return rows
}

/** The turns of the script in a call, and their results. */
export interface CallWithTurns {
  call_id: number
  definition_id: number
  turns: unknown
  timeline: { event?: unknown; [detail: string]: unknown }[]
  disposition: string | null
}

/**
 * Ids of the newest conversations of a workflow whose turns are stored, newest first; at most `looked` answered calls are
 * searched.
 */
export async function newestCallsWithTurns(
  db: Queries,
  organizationId: number,
  workflowId: number,
  limit: number,
): Promise<{ looked: number; ids: number[] }> {
  const { rows } = await sql<{ id: number; kept: boolean }>`
    select n.id, r.turns is not null as kept from (
      select id, workflow_id, answered_at, live from calls
       where organization_id = ${organizationId} order by id desc limit ${CALLS_SEARCHED_MAX.ofOrganization}) n
      left join call_records r on r.call_id = n.id
     where n.workflow_id = ${workflowId} and n.answered_at is not null and not n.live
     order by n.id desc limit ${limit}`.execute(db)
  return { looked: rows.length, ids: rows.filter(({ kept }) => kept).map(({ id }) => id) }
}

export async function readCallsWithTurns(
  db: Queries,
  organizationId: number,
  workflowId: number,
  callIds: readonly number[],
): Promise<CallWithTurns[]> {
  const { rows } = await sql<CallWithTurns>`
    select r.call_id, c.definition_id, r.turns, r.timeline, r.disposition
      from call_records r join calls c on c.id = r.call_id
     where r.call_id = any(${callIds}::bigint[]) and r.organization_id = ${organizationId}
       and c.workflow_id = ${workflowId} and not c.live and r.turns is not null
     order by r.call_id desc`.execute(db)
  return rows
}

/**
 * The highest call id that this database ever assigned, even if the call is deleted. Uses a function, because reading the
 * sequence as a table needs a privilege that the role of a node may lack.
 */
export async function lastCallId(db: Queries): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select pg_sequence_last_value('calls_id_seq'::regclass) as last`.execute(db)
  return Number(rows[0]?.last ?? 0)
}
