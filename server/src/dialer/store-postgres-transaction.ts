/**
 * One transaction of the dialer, usually in two round trips: the first begins, locks and reads; the second writes and commits.
 * Writes are buffered until then; a read in between sends them too.
 */
import type pg from 'pg'
import type { RecordDraft } from '../ledger/rules/chain.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { numberArrayLiteral, type Row, runPipeline, type Statement } from '../storage/pipeline.ts'
import { setConfigStatement } from '../storage/shared-connections.ts'
import type { SuppressionProposal } from '../suppressions/rules/proposal-sql.ts'
import type { BreakerCount } from './rules/breaker.ts'
import type { AcceptedNumber } from './rules/choose-caller.ts'
import { CLAIM_LIMIT_MAX } from './rules/claim-limit.ts'
import type { RouteStop } from './rules/route.ts'
import type {
  AttemptEnd,
  CallingContact,
  CampaignRow,
  ConfigurationRow,
  ContactChange,
  ContactMove,
  DialerTransaction,
  DueContactWithHistory,
  DueInZones,
  EndedCalls,
  EventEntry,
  HeldRelease,
  InboundConversation,
  LiveCall,
  LogEntry,
  NewAttempt,
  NewCall,
  NewSingleCall,
  NumberInCall,
  NumberPast,
  OpeningSnapshot,
  OpeningSnapshotRequest,
  OrganizationRow,
  ReachedContact,
  ReachedTimesRequest,
  ReturnedContact,
  ReturnedConversation,
  SettledContact,
  StoredPolicies,
  ZoneGroup,
} from './store.ts'
import { addCosts, type NewCost, type PricesRecord, pricesOf } from './store-postgres-costs.ts'
import * as evidence from './store-postgres-evidence.ts'
import { LanePositions, type QueueLayout } from './store-postgres-lanes.ts'
import { LedgerWriter } from './store-postgres-ledger.ts'
import { type CallRow, openingStatements, readCallRows, readCalls } from './store-postgres-opening.ts'
import * as policy from './store-postgres-policies.ts'
import {
  type CampaignRecord,
  dueMsSql,
  fromMsSql,
  IS_LIVE_SQL,
  JOIN_LIVE_CALL,
  ofOrganizations,
  readCampaign,
} from './store-postgres-rows.ts'
import * as write from './store-postgres-writes.ts'

const BEGIN: Statement = { name: 'dialer-begin', text: 'begin', values: [] }
const COMMIT: Statement = { name: 'dialer-commit', text: 'commit', values: [] }
/**
 * Around statements that find contacts by any of their numbers: only a bitmap scan reads that index, and without it PostgreSQL
 * reads all contacts. The other statements of these connections are planned without bitmap scans (dialer-pool.ts).
 */
const ALLOW_BITMAPS = bitmapScans('on')
const FORBID_BITMAPS = bitmapScans('off')

function bitmapScans(enable_bitmapscan: 'on' | 'off'): Statement {
  return { name: `dialer-bitmaps-${enable_bitmapscan}`, text: setConfigStatement({ enable_bitmapscan }), values: [] }
}

/** Reserves several call ids in advance, with the first round trip of a claim that may need them. */
function takeIds(count: number): Statement {
  return {
    name: 'dialer-call-ids',
    text: `select array_agg(nextval('calls_id_seq')) as ids from generate_series(1, $1::int)`,
    values: [count],
  }
}

/**
 * Number of call ids to reserve. The limit applies to each campaign; one transaction rarely claims more than the largest limit.
 */
function idsOfClaim(limit: number, organizations: number): number {
  return Math.min(limit * organizations, CLAIM_LIMIT_MAX)
}

/** Number of an organization's newest calls that are checked for live calls missing in the table `calls_live`. */
const RECOUNTED_CALLS = 20_000

export class PostgresTransaction implements DialerTransaction {
  readonly #client: pg.PoolClient
  #begun = false
  #failed = false
  /** The organizations whose locks this transaction holds; null: it was not opened. */
  #lockedIds: ReadonlySet<number> | null = null
  /** The same as an array literal. */
  #lockedLiteral = '{}'
  /** Statements to send; a function makes its statement from everything that was added to it until then. */
  #writes: Array<Statement | (() => Statement)> = []
  /** What is added to each of these functions in `#writes`. */
  readonly #joined = new Map<unknown, unknown[]>()
  #ids: number[] = []
  readonly #marks = new LanePositions()
  readonly #ledger: LedgerWriter
  readonly #queue: QueueLayout

  constructor(client: pg.PoolClient, keys: Pick<LedgerKeys, 'seal' | 'isSealed'>, queue: QueueLayout) {
    this.#client = client
    this.#ledger = new LedgerWriter(keys)
    this.#queue = queue
  }

  /** Rolls back; true: the connection can be used again. */
  async rollBack(): Promise<boolean> {
    if (this.#failed) return false
    if (this.#begun) await this.#client.query('rollback')
    return true
  }

  async open(input: OpeningSnapshotRequest): Promise<OpeningSnapshot> {
    const { statements, read } = openingStatements(input, this.#queue)
    if (input.claim) statements.push(takeIds(idsOfClaim(input.claim.limit, input.organizationIds.length)))
    const results = await this.#send(statements)
    if (input.claim) this.#ids = idsOf(results.at(-1))
    const { opening, offered, heads, changedIds } = read(results)
    this.#lockedIds = new Set(opening.organizations.map(({ id }) => id))
    this.#lockedLiteral = numberArrayLiteral([...this.#lockedIds])
    this.#marks.offered(offered)
    this.#ledger.knowHeads(input.organizationIds, heads)
    this.#ledger.knowPersons(offered)
    if (changedIds.length === 0) return opening
    const { calls, awaiting } = readCallRows(await this.#rows<CallRow>(readCalls(changedIds)))
    return {
      ...opening,
      calls: [...opening.calls, ...calls],
      awaiting: new Map([...opening.awaiting, ...awaiting]),
    }
  }

  /** The parameter of statements that must not touch rows of other organizations. */
  get #locked(): string {
    if (this.#lockedIds === null) throw new Error('the transaction was not opened')
    return this.#lockedLiteral
  }

  /** A statement would silently leave out rows of an organization that is not locked. */
  #mustHoldLocksOf(rows: ReadonlyArray<{ organizationId: number }>): void {
    for (const { organizationId } of rows) {
      if (!this.#lockedIds?.has(organizationId)) throw new Error('the lock of the organization is not held')
    }
  }

  async commit(): Promise<void> {
    // May send the buffered writes first, if the ledger has to read.
    const records = await this.#ledger.statements((statement) => this.#rows(statement))
    this.#writes.push(...records)
    if (this.#begun || this.#writes.length > 0) await this.#send([COMMIT])
  }

  /** Returns the rows of the given statements; buffered writes are sent first. */
  async #send(statements: readonly Statement[]): Promise<Row[][]> {
    const writes = this.#writes.map((write) => (typeof write === 'function' ? write() : write))
    const before = this.#begun ? writes : [BEGIN, ...writes]
    this.#begun = true
    this.#writes = []
    this.#joined.clear()
    try {
      return (await runPipeline(this.#client, [...before, ...statements])).slice(before.length)
    } catch (error) {
      this.#failed = true
      throw error
    }
  }

  /**
   * Adds to the statement of this kind that waits to be sent, or begins one. A transaction that serves many organizations sends
   * it once, and not once for each of them.
   */
  #join<T>(statementOf: (items: readonly T[], locked: string) => Statement, item: T): void {
    const locked = this.#locked
    const joined = this.#joined.get(statementOf)
    if (joined) {
      joined.push(item)
      return
    }
    const items = [item]
    this.#joined.set(statementOf, items)
    this.#writes.push(() => statementOf(items, locked))
  }

  async #rows<T>(statement: Statement): Promise<T[]> {
    return (await this.#send([statement]))[0] as unknown as T[]
  }

  /** For statements that find contacts by any of their numbers. */
  async #rowsByBitmap<T>(statement: Statement): Promise<T[]> {
    return (await this.#send([ALLOW_BITMAPS, statement, FORBID_BITMAPS]))[1] as unknown as T[]
  }

  async nextRetryAfter(campaignId: number, afterMs: number): Promise<number | null> {
    const rows = await this.#rows<{ at: number | null }>({
      name: 'dialer-next-retry',
      text: `select ${dueMsSql('min(c.next_attempt_at)')} as at from campaign_lanes l
              cross join lateral (
                select r.next_attempt_at from contacts r
                 where r.campaign_id = l.campaign_id and r.zones_id = l.zones_id and ${ofOrganizations('r', '$3')}
                   and r.state = 'pending'
                   and r.next_attempt_at > '-infinity' and r.next_attempt_at > ${fromMsSql('$2::float8')}
                 order by r.next_attempt_at, r.id limit 1) c
              where l.campaign_id = $1 and l.organization_id = any($3::bigint[])`,
      values: [campaignId, afterMs, this.#locked],
    })
    return rows[0]?.at ?? null
  }

  async policiesOf(organizationId: number): Promise<StoredPolicies> {
    return policy.readPolicies(await this.#rows(policy.policiesOf(organizationId)))
  }

  async zonesOf(campaignId: number): Promise<ZoneGroup[]> {
    const rows = await this.#rows<{ id: number; name: string; contacts: number }>(
      policy.zonesOf(campaignId, this.#locked),
    )
    return rows.map(policy.readZoneGroup)
  }

  async dueInZones(requests: readonly DueInZones[]): Promise<DueContactWithHistory[][]> {
    const asked = requests.map((request) => ({ request, due: [] as DueContactWithHistory[] }))
    const limits = [...new Set(requests.map(({ limit }) => limit))]
    const batches = limits.map((limit) => asked.filter(({ request }) => request.limit === limit))
    const results = await this.#send(
      batches.map((batch) =>
        policy.dueInZones(
          batch.map(({ request }) => request),
          this.#queue,
        ),
      ),
    )
    for (const [index, rows] of results.entries()) {
      const offered = rows as unknown as policy.DueContactRecord[]
      this.#marks.offered(offered)
      this.#ledger.knowPersons(offered)
      for (const row of offered) {
        const place = batches[index]?.[row.place - 1]
        if (!place) throw new Error(`the database answered for request ${row.place}, which was not sent`)
        place.due.push(policy.readDueContact(row))
      }
    }
    return asked.map(({ due }) => due)
  }

  async nextRetryInZones(campaignId: number, zoneIds: readonly number[], afterMs: number): Promise<number | null> {
    const [row] = await this.#rows<{ at: number | null }>(
      policy.nextRetryInZones(campaignId, zoneIds, afterMs, this.#locked),
    )
    return row?.at ?? null
  }

  async reachedTimes(request: ReachedTimesRequest): Promise<ReachedContact[]> {
    return (await this.#rows<policy.ReachedRecord>(policy.reachedTimes(request))).map(policy.readReached)
  }

  async historyOf(organizationId: number, phoneNumber: string): Promise<NumberPast> {
    const [row] = await this.#rowsByBitmap<policy.NumberPastRecord>(policy.historyOf(organizationId, phoneNumber))
    return policy.readNumberPast(row as policy.NumberPastRecord)
  }

  async insertAttempts(attempts: readonly NewAttempt[]): Promise<void> {
    this.#writes.push(policy.insertAttempts(attempts))
  }

  async insertInboundConversations(calls: readonly InboundConversation[]): Promise<void> {
    this.#writes.push(ALLOW_BITMAPS, policy.insertInboundConversations(calls), FORBID_BITMAPS)
  }

  async endAttempts(ends: ReadonlyArray<{ callId: number; what: AttemptEnd }>): Promise<void> {
    this.#writes.push(policy.endAttempts(ends, this.#locked))
  }

  async removeAttempts(callIds: readonly number[]): Promise<void> {
    this.#writes.push(policy.removeAttempts(callIds, this.#locked))
  }

  /** Adds ledger records, which are chained and written with the commit, all of an organization together. */
  async appendLedger(organizationId: number, drafts: readonly RecordDraft[]): Promise<void> {
    this.#ledger.append(organizationId, drafts)
  }

  async recountFinished(campaignId: number): Promise<void> {
    const tally = (column: string) => `coalesce((select jsonb_object_agg(key, count) from (
      select ${column}::text as key, count(*) as count from contacts r
       where r.campaign_id = $1 and ${ofOrganizations('r', '$2')} and r.state = 'done' group by 1) t), '{}')`
    this.#writes.push({
      name: 'dialer-recount-finished',
      text: `update campaigns c set outcomes = ${tally('outcome')}, attempts = ${tally('dials')}
              where c.id = $1 and ${ofOrganizations('c', '$2')}`,
      values: [campaignId, this.#locked],
    })
  }

  async lookAgain(campaignIds: readonly number[]): Promise<void> {
    this.#writes.push({
      name: 'dialer-look-again',
      text: `update campaigns c set next_due_at = '-infinity' where c.id = any($1::bigint[]) and ${ofOrganizations('c', '$2')}`,
      values: [numberArrayLiteral(campaignIds), this.#locked],
    })
  }

  async lookAgainAtAll(organizationId: number): Promise<void> {
    this.#writes.push({
      name: 'dialer-look-again-at-all',
      text: `update campaigns set next_due_at = '-infinity'
              where organization_id = $1 and organization_id = any($2::bigint[]) and state = 'running' and next_due_at > '-infinity'`,
      values: [organizationId, this.#locked],
    })
  }

  /**
   * A row in `calls_live` without a live call would block its contact forever, so these rows are deleted first. A live call missing in
   * `calls_live` would let its contact be called twice; it may belong to the same contact.
   */
  async recountLiveCalls(organizationId: number): Promise<boolean> {
    const strays = await this.#rows({
      name: 'dialer-strays',
      text: `delete from calls_live l where l.organization_id = $1 and not ${IS_LIVE_SQL} returning 1 as stray`,
      values: [organizationId],
    })
    const missed = await this.#rows({
      name: 'dialer-missed',
      text: `insert into calls_live (call_id, contact_id, organization_id)
             select c.id, c.contact_id, c.organization_id
               from (select * from calls where organization_id = $1 order by id desc limit ${RECOUNTED_CALLS}) c
              where c.live and not exists (select from calls_live l
                                            where l.organization_id = c.organization_id and l.call_id = c.id)
             on conflict do nothing returning 1 as missed`,
      values: [organizationId],
    })
    const rows = await this.#rows({
      name: 'dialer-recount',
      text: `with alive as (select c.campaign_id, count(*)::int as count from calls_live l ${JOIN_LIVE_CALL}
                             where l.organization_id = $1 group by 1),
             organization as (
               update organizations o set live_calls = (select coalesce(sum(count), 0) from alive)
                where o.id = $1 and o.live_calls <> (select coalesce(sum(count), 0) from alive) returning id),
             campaigns as (
               update campaigns k set live_calls = coalesce((select count from alive where campaign_id = k.id), 0)
                where k.organization_id = $1
                  and k.live_calls <> coalesce((select count from alive where campaign_id = k.id), 0) returning id)
             select id from organization union all select id from campaigns`,
      values: [organizationId],
    })
    return missed.length + strays.length + rows.length > 0
  }

  async lockCampaignsOn(configurationId: number, callIds: readonly number[]): Promise<CampaignRow[]> {
    const rows = await this.#rows<CampaignRecord>(evidence.lockCampaignsOn(configurationId, callIds, this.#locked))
    return rows.map(readCampaign)
  }

  async numbersOn(configurationIds: readonly number[]): Promise<Map<number, AcceptedNumber[]>> {
    return evidence.readNumbersOn(await this.#rows(evidence.numbersOn(configurationIds, this.#locked)))
  }

  async contactsOf(callIds: readonly number[]): Promise<SettledContact[]> {
    return this.#rows<SettledContact>(evidence.contactsOf(callIds, this.#locked))
  }

  async contactCalling(organizationId: number, phoneNumber: string, sinceMs: number): Promise<CallingContact | null> {
    const [row] = await this.#rowsByBitmap<evidence.CallingRecord>(
      evidence.contactCallingUs(organizationId, phoneNumber, sinceMs),
    )
    return row ? evidence.readCalling(row, phoneNumber) : null
  }

  async lockCampaignsOf(contactIds: readonly number[]): Promise<CampaignRow[]> {
    return (await this.#rows<CampaignRecord>(evidence.lockCampaignsOf(contactIds, this.#locked))).map(readCampaign)
  }

  async contactsById(contactIds: readonly number[]): Promise<ReturnedContact[]> {
    return this.#rows<ReturnedContact>(evidence.contactsById(contactIds, this.#locked))
  }

  async noteTalk(contactId: number, talk: ReturnedConversation): Promise<void> {
    await this.#rows(evidence.saveReturnedConversation(contactId, talk, this.#locked))
  }

  async restNumbers(resting: ReadonlyArray<{ id: number; reason: string }>, nowMs: number): Promise<void> {
    this.#writes.push(evidence.suspendCallerNumbers(resting, nowMs, this.#locked))
  }

  async pricesOf(configurationIds: readonly number[]): Promise<PricesRecord[]> {
    return this.#rows<PricesRecord>(pricesOf(configurationIds))
  }

  async addCosts(costs: readonly NewCost[], nowMs: number): Promise<void> {
    this.#writes.push(addCosts(costs, nowMs))
  }

  async offerSuppressions(offers: readonly SuppressionProposal[], nowMs: number): Promise<void> {
    this.#writes.push(evidence.proposeSuppressions(offers, nowMs))
  }

  async insertCalls(calls: readonly NewCall[]): Promise<number[]> {
    const [first] = calls
    if (!first) return []
    this.#mustHoldLocksOf(calls)
    if (this.#ids.length < calls.length) this.#ids = idsOf(await this.#rows(takeIds(calls.length)))
    const ids = this.#ids.splice(0, calls.length)
    this.#join(write.insertCalls, { ids, calls, first })
    const numbers = write.keepNumbers(ids, calls, this.#locked)
    if (numbers) this.#writes.push(numbers)
    return ids
  }

  async callsWithNumber(organizationId: number, phoneNumber: string, contactId?: number): Promise<NumberInCall[]> {
    return this.#rows<NumberInCall>(write.callsWithNumber(organizationId, phoneNumber, contactId ?? null))
  }

  async awaitEnds(waits: ReadonlyArray<{ callId: number; contactId: number }>): Promise<void> {
    this.#writes.push(write.awaitCallEnds(waits, this.#locked))
  }

  async releaseAwaiting(contactIds: readonly number[], nowMs: number): Promise<void> {
    this.#writes.push(write.releaseAwaitingContacts(contactIds, nowMs, this.#locked))
  }

  async releaseHeld(release: HeldRelease, nowMs: number): Promise<number> {
    return (await this.#rows(write.releaseHeldContacts(release, nowMs, this.#locked))).length
  }

  async insertSingleCall(call: NewSingleCall): Promise<{ id: number; added: boolean }> {
    this.#mustHoldLocksOf([call])
    const [row] = await this.#rows<{ id: number; added: boolean }>(write.insertSingleCall(call))
    if (!row) throw new Error('a call was neither added nor found')
    return row
  }

  async saveCalls(calls: readonly LiveCall[]): Promise<void> {
    this.#mustHoldLocksOf(calls)
    this.#writes.push(write.saveCalls(calls, this.#locked))
  }

  async removeCalls(ids: readonly number[]): Promise<void> {
    this.#writes.push(write.removeCalls(ids, this.#locked))
  }

  async saveContacts(changes: readonly ContactChange[]): Promise<void> {
    this.#writes.push(write.saveContacts(changes, this.#locked))
    const marks = this.#marks.taken(
      changes.map((change) => change.id),
      this.#locked,
    )
    if (marks) this.#writes.push(marks)
    const held = changes.flatMap((change) =>
      'heldBy' in change && change.heldBy !== undefined ? [{ id: change.id, heldBy: change.heldBy }] : [],
    )
    if (held.length > 0) this.#writes.push(policy.saveHeldBy(held, this.#locked))
    const waits = changes.flatMap((change) =>
      change.kind === 'retry' && change.reachedAtMs !== undefined
        ? [{ id: change.id, reachedAtMs: change.reachedAtMs }]
        : [],
    )
    if (waits.length > 0) this.#writes.push(policy.saveReachedAt(waits, this.#locked))
  }

  async moveNumbers(moves: readonly ContactMove[]): Promise<void> {
    this.#writes.push(write.moveNumbers(moves, this.#locked))
  }

  async saveCampaigns(campaigns: readonly CampaignRow[], nowMs: number): Promise<void> {
    this.#mustHoldLocksOf(campaigns)
    this.#writes.push(write.saveCampaigns(campaigns, nowMs, this.#locked))
  }

  async saveRouteStops(campaignId: number, stops: Readonly<Record<string, RouteStop>>): Promise<void> {
    this.#writes.push(evidence.saveRouteStops(campaignId, stops, this.#locked))
  }

  async saveOrganizations(organizations: readonly OrganizationRow[]): Promise<void> {
    this.#writes.push(write.saveOrganizations(organizations))
  }

  async saveConfigurations(configurations: readonly ConfigurationRow[]): Promise<void> {
    this.#writes.push(write.saveConfigurations(configurations))
  }

  async markNumbersUsed(numberIds: readonly number[], nowMs: number, dayStartMs: number): Promise<void> {
    this.#join(write.markNumbersUsed, { numberIds, nowMs, dayStartMs })
  }

  async returnNumberUse(callIds: readonly number[]): Promise<void> {
    this.#writes.push(write.returnNumberUse(callIds, this.#locked))
  }

  async addToBreaker(campaignId: number, nowMs: number, windowSeconds: number, count: BreakerCount): Promise<void> {
    this.#join(write.addToBreaker, { campaignId, nowMs, windowSeconds, ...count })
  }

  async addToMinute(nowMs: number, ended: readonly EndedCalls[]): Promise<void> {
    this.#writes.push(write.addToMinute(nowMs, ended))
  }

  async appendLogs(entries: readonly LogEntry[]): Promise<void> {
    this.#writes.push(write.appendLogs(entries))
  }

  async appendEvents(entries: readonly EventEntry[]): Promise<void> {
    this.#writes.push(write.appendEvents(entries))
  }
}

function idsOf(rows: readonly unknown[] | undefined): number[] {
  const [row] = (rows ?? []) as Array<{ ids: number[] | null }>
  return (row?.ids ?? []).map(Number)
}
