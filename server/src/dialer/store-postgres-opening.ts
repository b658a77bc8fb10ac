/** The statements that open a transaction of the dialer: locks and reads, sent together. */
import { startOfLocalDay } from '../costs/rules/spend-limits.ts'
import { personKeySql } from '../ledger/persons.ts'
import { numberArrayLiteral, type Row, type Statement } from '../storage/pipeline.ts'
import { isSuppressedSql } from '../suppressions/rules/suppressed-sql.ts'
import type { BreakerCount } from './rules/breaker.ts'
import type { CallerNumber } from './rules/choose-caller.ts'
import { backoffEnd } from './rules/pacing.ts'
import {
  type CampaignRow,
  type ClaimRequest,
  type ConfigurationRow,
  type ContactRow,
  type LiveCall,
  NODE_GONE_MS,
  type OpeningSnapshot,
  type OpeningSnapshotRequest,
  type OrganizationRow,
} from './store.ts'
import { DAY_SPENDING } from './store-postgres-costs.ts'
import { dueInLanes, type OfferedContact, type QueueLayout, queueLayoutName } from './store-postgres-lanes.ts'
import type { LedgerHeadRow, OfferedPerson } from './store-postgres-ledger.ts'
import {
  backoffEndSql,
  CAMPAIGN_COLUMNS,
  type CampaignRecord,
  type ContactRecord,
  fromMsSql,
  LIVE_CALL_COLUMNS,
  type LiveCallRecord,
  liveCallsWithNumberSql,
  ofOrganizations,
  readCampaign,
  readContact,
  readLiveCall,
  toMsSql,
} from './store-postgres-rows.ts'

/**
 * SQL for the carrier account of configuration `t`, over all its configurations in the organization. Writes keep them equal; a
 * configuration that was just added or moved to the account has not been written yet.
 */
export const CARRIER_ACCOUNT = `(select max((s.credentials->>'calls_per_second')::float8) as calls_per_second,
    max(s.account_paced_until) as paced_until, max(s.backoff_until) as backoff_until, max(s.backoffs) as backoffs
    from telephony_configurations s
   where s.organization_id = t.organization_id and s.provider = t.provider and s.account_id = t.account_id)`

/** SQL for the tables `t` and `a` (its account), as JSON so that it can be part of other rows. */
const CONFIGURATION_JSON = `json_build_object('id', t.id, 'provider', t.provider,
  'callsPerSecond', (t.credentials->>'calls_per_second')::float8,
  'ringTimeoutSeconds', (t.credentials->>'ring_timeout_seconds')::int,
  'maxCallSeconds', (t.credentials->>'max_call_seconds')::int,
  'pacedUntilMs', ${toMsSql('t.paced_until')},
  'account', json_build_object('key', concat_ws('/', t.organization_id, t.provider, t.account_id),
    'callsPerSecond', a.calls_per_second, 'pacedUntilMs', ${toMsSql('a.paced_until')}),
  'backoffUntilMs', ${toMsSql('a.backoff_until')}, 'backoffs', a.backoffs, 'failing', t.failing,
  'priceVersion', t.price_version, 'unpriced', t.price_version <= 0 and t.provider <> 'simulator')`

/**
 * SQL: the organizations whose lock this transaction got. Its first statement stores them in a setting, because the other
 * statements are sent together with it. The setting is local to the transaction, so that it also works with a connection pooler.
 */
const LOCKED = `string_to_array(current_setting('outdial.locked', true), ',')::bigint[]`

/** A suspended organization has no slots, neither for campaigns nor for single or inbound calls. */
const SLOTS_OF_ORGANIZATION = 'case when suspended_at is null then max_concurrency else 0 end'

function lockOrganizations(request: OpeningSnapshotRequest): Statement {
  const lock = request.wait ? 'for no key update' : 'for no key update skip locked'
  return {
    name: `dialer-organizations-${request.wait ? 'wait' : 'skip'}`,
    text: `with locked as materialized (
             select id, ${SLOTS_OF_ORGANIZATION} as "maxConcurrency", live_calls as "liveCalls",
                    policy_version as "policyVersion", time_zone as "timeZone", ${toMsSql('now()')} as "atMs", ${DAY_SPENDING} as spending
               from organizations o where id = any($1::bigint[]) order by id ${lock})
           select *, set_config('outdial.locked', (select string_agg(id::text, ',') from locked), true) as noted from locked`,
    values: [numberArrayLiteral(request.organizationIds)],
  }
}

/**
 * Locks campaigns and reads with each its configuration and its breaker's counts; a campaign with a route has a row for each
 * configuration. The ids are in an array, and `+ 0` keeps PostgreSQL from another index: it would read all campaigns that the
 * organizations ever had.
 */
function lockCampaigns(request: OpeningSnapshotRequest): Statement {
  return {
    name: 'dialer-campaigns',
    text: `select ${CAMPAIGN_COLUMNS}, t.configuration, b.breaker
             from (select * from campaigns
                    where organization_id + 0 = any(${LOCKED})
                      and id = any(array(select id from campaigns where organization_id = any(${LOCKED}) and state = 'running'
                                            and next_due_at <= ${fromMsSql('$2::float8')}
                                         union select unnest($1::bigint[])))
                    order by id for no key update) c
             left join lateral (select ${CONFIGURATION_JSON} as configuration
                                  from telephony_configurations t cross join lateral ${CARRIER_ACCOUNT} a
                                 where t.id = any(c.telephony_configuration_id || c.route_ids) for no key update of t) t on true
             left join lateral (
               select json_build_object('finished', coalesce(sum(finished), 0), 'failed', coalesce(sum(failed), 0)) as breaker
                 from breaker_seconds b
                where (c.circuit_breaker->>'enabled')::boolean and c.id = any($1::bigint[])
                  and b.organization_id = c.organization_id and b.campaign_id = c.id
                  and b.second > ${fromMsSql('$3::float8')} - (c.circuit_breaker->>'window_seconds')::int * interval '1 second') b on true
            order by c.id`,
    values: [numberArrayLiteral(request.campaignIds), request.claim?.byMs ?? null, request.breakerByMs],
  }
}

function lockConfigurations(request: OpeningSnapshotRequest): Statement {
  return {
    name: 'dialer-configurations',
    text: `select ${CONFIGURATION_JSON} as configuration
             from telephony_configurations t cross join lateral ${CARRIER_ACCOUNT} a
            where t.id = any($1::bigint[]) and t.organization_id = any(${LOCKED}) order by t.id for no key update of t`,
    values: [numberArrayLiteral(request.configurationIds)],
  }
}

/**
 * Reads active numbers, each once: of the requested configurations, of the requested campaigns, and of those that the claim may
 * dial for.
 */
function readNumbers(request: OpeningSnapshotRequest): Statement {
  return {
    name: 'dialer-numbers',
    text: `select n.id, n.telephony_configuration_id as "configurationId", n.address_normalized as address,
                  n.is_default_caller_id as "isDefault", ${toMsSql('n.last_used_at')} as "lastUsedAtMs",
                  n.resting_since is not null as resting,
                  n.max_calls_at_once as "atOnce", n.max_calls_per_day as "perDay", n.organization_id as "organizationId",
                  ${toMsSql('n.used_on')} as "usedOnMs", n.used_count as "usedCount"
             from phone_numbers n
            where n.is_active and n.telephony_configuration_id in (
                    select t.id from telephony_configurations t
                     where t.id = any($1::bigint[]) and t.organization_id = any(${LOCKED})
                    union
                    select unnest(k.telephony_configuration_id || k.route_ids) from campaigns k
                     where k.organization_id = any(${LOCKED}) and k.state = 'running' and k.next_due_at <= ${fromMsSql('$2::float8')}
                    union
                    select unnest(k.telephony_configuration_id || k.route_ids) from campaigns k
                     where k.id = any($3::bigint[]) and k.organization_id = any(${LOCKED}))
            order by n.id`,
    values: [
      numberArrayLiteral(request.configurationIds),
      request.claim?.byMs ?? null,
      numberArrayLiteral(request.campaignIds),
    ],
  }
}

/** Counts live calls by caller ID. If no number has a limit of concurrent calls, the condition is false and nothing is read. */
function countByNumber(): Statement {
  return {
    name: 'dialer-calls-by-number',
    text: `select l.caller_number_id as id, count(*)::int as calls from calls_live l
            where l.organization_id = any(${LOCKED}) and l.caller_number_id is not null
              and (select true from telephony_configurations t join phone_numbers n on n.telephony_configuration_id = t.id
                    where t.organization_id = any(${LOCKED}) and n.is_active and n.max_calls_at_once is not null limit 1)
            group by 1`,
    values: [],
  }
}

/** SQL: the contacts that wait for the end of call `c`, or null. */
const AWAITED_BY =
  '(select l.awaited_by from calls_live l where l.organization_id = c.organization_id and l.call_id = c.id)'

export function readCalls(callIds: readonly number[]): Statement {
  return {
    name: 'dialer-calls',
    text: `select ${LIVE_CALL_COLUMNS}, ${AWAITED_BY} as awaited_by from calls c
            where c.id = any($1::bigint[]) and c.live and ${ofOrganizations('c', LOCKED)} order by c.id`,
    values: [numberArrayLiteral(callIds)],
  }
}

/** Finds the calls whose row is as `insertCalls` wrote it: every column that changes while a call is live has its first value. */
function findUnchanged(calls: readonly LiveCall[], nodeId: string): Statement {
  return {
    name: 'dialer-unchanged-calls',
    text: `select c.id, ${toMsSql('c.claimed_at')} as claimed_at, ${AWAITED_BY} as awaited_by from calls c
            where c.id = any($1::bigint[]) and c.live and ${ofOrganizations('c', LOCKED)}
              and c.node_id = $2 and c.state = 'claimed' and c.news_at = c.claimed_at
              and c.provider_call_id is null and c.cause is null and c.machine is null
              and c.placed_at is null and c.answered_at is null and c.agent_at is null and c.talked_in is null`,
    values: [numberArrayLiteral(calls.map(({ id }) => id)), nodeId],
  }
}

interface UnchangedRecord extends AwaitedCall {
  claimed_at: number
}

/** The given calls that are stored unchanged. A later claim may have the id of one that was lost with its server. */
function unchangedOf(given: readonly LiveCall[], rows: readonly UnchangedRecord[]): LiveCall[] {
  const claimedAt = new Map(rows.map(({ id, claimed_at }) => [id, claimed_at]))
  return given.filter(({ id, claimedAtMs }) => Math.abs((claimedAt.get(id) ?? 0) - claimedAtMs) < 1)
}

/** Reads due contacts. With a policy set, they are read from the open zones later instead. */
function findDue({ byMs, limit }: ClaimRequest, form: QueueLayout): Statement {
  return {
    name: `dialer-due-${Math.trunc(limit)}${queueLayoutName(form)}`,
    text: `select k.id as campaign_id, d.*,
                  ${isSuppressedSql('k.organization_id', 'd.phone_number', fromMsSql('$1::float8'))} as suppressed,
                  ${liveCallsWithNumberSql('k.organization_id', 'd.phone_number')} as in_calls,
                  ${personKeySql('k.organization_id', 'd.phone_number')} as person_key, k.organization_id
             from campaigns k join telephony_configurations t on t.id = k.telephony_configuration_id
             join organizations o on o.id = k.organization_id and o.policy_version = 0
             cross join lateral (${dueInLanes({ byMs: '$1::float8', limit, form })}) d
            where k.organization_id = any(${LOCKED}) and k.state = 'running' and k.next_due_at <= ${fromMsSql('$1::float8')}
              and (${backoffEndSql('t.backoff_until', '$1::float8')} <= ${fromMsSql('$1::float8')} or k.route_ids is not null)`,
    values: [byMs],
  }
}

function findNextDue({ byMs }: ClaimRequest): Statement {
  return {
    name: 'dialer-next-due',
    text: `select organization_id as id, ${toMsSql('min(next_due_at)')} as at from campaigns
            where organization_id = any(${LOCKED}) and state = 'running' and next_due_at > ${fromMsSql('$1::float8')} group by 1`,
    values: [byMs],
  }
}

/** By the primary key: there is no index of leases, and a scan of the table is forbidden here. */
function findOtherNodes(nodeId: string): Statement {
  return {
    name: 'dialer-other-nodes',
    text: `select not exists (select from nodes where id > '' and id <> $1
                                 and lease_until > clock_timestamp() - interval '${NODE_GONE_MS} milliseconds') as alone`,
    values: [nodeId],
  }
}

interface CampaignLine extends CampaignRecord {
  configuration: ConfigurationRow | null
  breaker: BreakerCount
}

interface NumberRecord extends Omit<CallerNumber, 'leftAtOnce' | 'leftToday'> {
  configurationId: number
  organizationId: number
  atOnce: number | null
  perDay: number | null
  /** Beginning of the day that `usedCount` counts the dials of. */
  usedOnMs: number | null
  usedCount: number
}

function numbersByConfiguration(
  configurationIds: Iterable<number>,
  rows: readonly NumberRecord[],
  counts: ReadonlyArray<{ id: number; calls: number }>,
  organizations: readonly OrganizationRow[],
): Map<number, CallerNumber[]> {
  const dayStarts = new Map(organizations.map(({ id, dayStartMs }) => [id, dayStartMs ?? 0]))
  const live = new Map(counts.map(({ id, calls }) => [id, calls]))
  const found = new Map<number, CallerNumber[]>([...configurationIds].map((id) => [id, []]))
  for (const { configurationId, organizationId, atOnce, perDay, usedOnMs, usedCount, ...number } of rows) {
    const usedToday = usedOnMs !== null && usedOnMs >= (dayStarts.get(organizationId) ?? 0) ? usedCount : 0
    const leftToday = perDay === null ? null : perDay - usedToday
    const leftAtOnce = atOnce === null ? null : atOnce - (live.get(number.id) ?? 0)
    found.get(configurationId)?.push({ ...number, leftAtOnce, leftToday })
  }
  return found
}

type DueRecord = ContactRecord & OfferedContact & OfferedPerson

/** Reads the ledger heads with every opening, because most transactions end or claim calls, and both are recorded. */
const READ_HEADS: Statement = {
  name: 'dialer-ledger-heads',
  text: `select organization_id, sequence, hash, seal from ledger_heads where organization_id = any(${LOCKED})`,
  values: [],
}

/** The opening statements, and how to parse their results with the positions of the contacts in their lanes. */
export function openingStatements(
  request: OpeningSnapshotRequest,
  form: QueueLayout,
): {
  statements: Statement[]
  read(results: Row[][]): {
    opening: OpeningSnapshot
    offered: DueRecord[]
    heads: LedgerHeadRow[]
    /** Claimed calls of locked organizations that are not stored as given. */
    changedIds: number[]
  }
} {
  const statements: Statement[] = []
  const ask = (statement: Statement | null): number => (statement ? statements.push(statement) - 1 : -1)
  const organizations = ask(lockOrganizations(request))
  const campaigns = ask(request.claim || request.campaignIds.length > 0 ? lockCampaigns(request) : null)
  const configurations = ask(request.configurationIds.length > 0 ? lockConfigurations(request) : null)
  const wantsNumbers = request.claim !== null || request.configurationIds.length + request.campaignIds.length > 0
  const numbers = ask(wantsNumbers ? readNumbers(request) : null)
  const counts = ask(wantsNumbers ? countByNumber() : null)
  const calls = ask(request.callIds.length > 0 ? readCalls(request.callIds) : null)
  const { claimedCalls = [] } = request
  const unchanged = ask(claimedCalls[0] ? findUnchanged(claimedCalls, claimedCalls[0].nodeId) : null)
  const due = ask(request.claim ? findDue(request.claim, form) : null)
  const nextDue = ask(request.claim?.others ? findNextDue(request.claim) : null)
  const heads = ask(READ_HEADS)
  const nodes = ask(request.claim?.asNode === undefined ? null : findOtherNodes(request.claim.asNode))

  function read(results: Row[][]): ReturnType<ReturnType<typeof openingStatements>['read']> {
    const rows = <T>(index: number) => (results[index] ?? []) as unknown as T[]
    const lines = rows<CampaignLine>(campaigns)
    const found = new Map<number, ConfigurationRow>()
    for (const { configuration } of [...lines, ...rows<CampaignLine>(configurations)]) {
      if (configuration) found.set(configuration.id, configuration)
    }
    const campaignRows = [...new Map(lines.map((line) => [line.id, line])).values()].map(readCampaign)
    const offered = rows<DueRecord>(due)
    const organizationRows = rows<OrganizationRow & { timeZone: string; atMs: number }>(organizations).map(
      ({ id, maxConcurrency, liveCalls, policyVersion, timeZone, atMs, spending }) => ({
        id,
        maxConcurrency,
        liveCalls,
        policyVersion,
        timeZone,
        dayStartMs: startOfLocalDay(timeZone, atMs),
        ...(spending ? { spending } : {}),
      }),
    )
    const beganAtMs = rows<{ atMs: number }>(organizations)[0]?.atMs
    const given = unchangedOf(claimedCalls, rows<UnchangedRecord>(unchanged))
    const opening = {
      organizations: organizationRows,
      campaigns: campaignRows,
      configurations: [...found.values()],
      numbers: numbersByConfiguration(found.keys(), rows<NumberRecord>(numbers), rows(counts), organizationRows),
      calls: [...rows<LiveCallRecord>(calls).map(readLiveCall), ...given],
      awaiting: awaitingOf([...rows<AwaitedCall>(calls), ...rows<AwaitedCall>(unchanged)]),
      due: dueByCampaign(request, campaignRows, found, offered),
      breakers: new Map(lines.map((line) => [line.id, line.breaker])),
      nextDue: new Map(
        rows<{ id: number; at: number | null }>(nextDue).flatMap(({ id, at }) => (at === null ? [] : [[id, at]])),
      ),
      ...(nodes < 0 ? {} : { isOnlyNode: rows<{ alone: boolean }>(nodes)[0]?.alone === true }),
      ...(beganAtMs === undefined ? {} : { beganAtMs }),
    }
    const locked = new Set(organizationRows.map(({ id }) => id))
    const same = new Set(given)
    const changed = claimedCalls.filter((call) => locked.has(call.organizationId) && !same.has(call))
    return { opening, offered, heads: rows<LedgerHeadRow>(heads), changedIds: changed.map(({ id }) => id) }
  }
  return { statements, read }
}

export function readCallRows(rows: readonly CallRow[]): Pick<OpeningSnapshot, 'calls' | 'awaiting'> {
  return { calls: rows.map(readLiveCall), awaiting: awaitingOf(rows) }
}

export type CallRow = LiveCallRecord & AwaitedCall

interface AwaitedCall {
  id: number
  awaited_by: string[] | null
}

function awaitingOf(calls: readonly AwaitedCall[]): Map<number, readonly number[]> {
  return new Map(calls.flatMap(({ id, awaited_by: ids }) => (ids === null ? [] : [[id, ids.map(Number)]])))
}

/** Due contacts by campaign; every campaign that was read gets a list, even an empty one. */
function dueByCampaign(
  { claim }: OpeningSnapshotRequest,
  campaigns: readonly CampaignRow[],
  configurations: ReadonlyMap<number, ConfigurationRow>,
  rows: readonly DueRecord[],
): Map<number, ContactRow[]> {
  const due = new Map<number, ContactRow[]>()
  if (!claim) return due
  for (const campaign of campaigns) {
    const configuration = configurations.get(campaign.configurationId ?? -1)
    const backoffUntilMs = backoffEnd(configuration?.backoffUntilMs ?? null, claim.byMs) ?? 0
    const looked = campaign.state === 'running' && (campaign.nextDueAtMs ?? 0) <= claim.byMs
    if (looked && (campaign.route || backoffUntilMs <= claim.byMs)) due.set(campaign.id, [])
  }
  for (const row of rows) due.get(row.campaign_id)?.push(readContact(row))
  return due
}
