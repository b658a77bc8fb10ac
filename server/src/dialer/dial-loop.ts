/**
 * Core of the dialer: short transactions apply reports to calls and claim contacts for the freed slots; then the claimed calls
 * are placed. Every report about a call comes through `report`, and is durable when `report` resolves.
 *
 * Several transactions run in parallel, each for some organizations; an organization is in one transaction at a time. An
 * organization whose transaction fails, or whose lock is held elsewhere, backs off without delaying the others.
 */
import { type Clock, sleep, type Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { WindowStateCache } from './calling-window-cache.ts'
import type { AgentCapacity } from './capacity-tracker.ts'
import { applySpendLimits, chargeCalls } from './charge-calls.ts'
import { type ClaimOptions, claimContacts } from './claim-contacts.ts'
import type { ClaimedCall } from './claimed-call.ts'
import { Decks, type TurnDecks } from './decks.ts'
import { FailureHistory } from './failure-history.ts'
import { EmptyLooks } from './hold-contacts.ts'
import type { DialerMetrics } from './metrics.ts'
import type { PolicyCache } from './policy-cache.ts'
import { preferReachedHours } from './prefer-reached-hours.ts'
import { PriceCache } from './price-cache.ts'
import { EndRate, OrganizationQueue, type QueuedReport, SETTLE_BATCH, toQueuedReport } from './report-queue.ts'
import { finishReturnedContacts } from './returned-calls.ts'
import { type CallReport, type ReportedCall, sanitizeReport } from './rules/call-report.ts'
import { CLAIM_LIMIT_MAX, claimLimit } from './rules/claim-limit.ts'
import type { ClaimsAheadPlan, ClaimsAheadSettings } from './rules/claims-ahead.ts'
import { completeCampaigns, type FreedSlot, judgeBreakers, settleCalls } from './settle-calls.ts'
import { stopConfigurations } from './stop-configurations.ts'
import {
  type CallOwner,
  type ClaimRequest,
  DatabaseUnavailable,
  type DialerStore,
  type DialerTransaction,
  type LiveCall,
  NEVER_MS,
} from './store.ts'
import { ClockSetBack, UnitOfWork } from './unit-of-work.ts'
import { WakeUpTimers } from './wake-up-timers.ts'
import { Warnings } from './warnings.ts'

/** Number of parallel transactions. */
const CONCURRENT_TRANSACTIONS = 3
/**
 * Sum of the weights of the organizations in one transaction; the others follow in the next one. So 32 organizations share
 * one that only settles ends and claims for them, and 8 share one that looks for all due contacts.
 */
const TURN_WEIGHT_MAX = 32
/** Retry interval while another transaction (a start, a pause, another node) holds the organization's lock. */
const LOCKED_AGAIN_MS = 5
/** First back-off after a failure; doubled each time, up to one second. */
const FIRST_REST_MS = 50
const REST_MS_MAX = 1000
/** How long a report that frees no slot waits for a batch, so that most share the transaction of a report that frees one. */
const GATHER_MS = 10
/** The same delay while many calls are live: then most calls end before any of their states except the claim is written. */
const GATHER_UNDER_LOAD_MS = 100
const LOAD_CALLS = 30
/**
 * At a high rate of ended calls, the first end waits this long for others: calls that were placed together end within a
 * few milliseconds of each other and then share one transaction. At a low rate an end never waits.
 */
const BATCH_WINDOW_MS = 3
/** With this many waiting ends, the transaction starts without waiting for more. */
const BATCH_ENDS = 25
/**
 * Batch window if many organizations together have a high rate but each alone a low one: most of a transaction's cost does not
 * depend on the number of organizations in it.
 */
const SHARED_BATCH_WINDOW_MS = 5
/** Size of the cache of owners; missing entries are looked up. */
const REMEMBERED_OWNERS = 50_000
/** Owners looked up in one statement. */
const OWNERS_AT_ONCE = 500
/** Time limit for writing at a stop; reports that are not written by then are left to the other nodes. */
const STOP_MS_MAX = 20_000

export interface DialLoopOptions {
  store: DialerStore
  clock: Clock
  log: Log
  nodeId: string
  metrics: DialerMetrics
  /** Current time by the database clock. */
  now(): number
  /** False: nothing can be settled, because the database time is uncertain. `timeKnown` is called once it is certain. */
  knowsTime(): boolean
  /** Called when a transaction has shown an earlier time than this node's. From then on the time is uncertain. */
  doubtTime(): void
  /** False: this node must not claim, because it is draining or its lease is uncertain. */
  mayClaim(): boolean
  /** Left out or null: contacts are claimed only for free slots. */
  claimsAhead?: ClaimsAheadSettings | null
  /** False: this node must not pass slots on, because another node may settle its calls, or its lease is uncertain. */
  mayClaimAhead?(): boolean
  agentExpected(call: LiveCall): boolean
  room: AgentCapacity & { ended(configurationId: number): void }
  policies: PolicyCache
  place(claimed: ClaimedCall): void
  /** Called when slots are free that this node did not use, so that other nodes can use them. */
  slotsLeft(organizationId: number): void
  /** Called when events of this organization were committed. */
  appended(organizationId: number): void
}

/** One transaction: the queues that it serves, and the reports and claims that it took from them. */
interface Turn {
  queues: OrganizationQueue[]
  reports: QueuedReport[]
  /** The requested claim; null: none. */
  claim: ClaimRequest | null
  startedMs: number
  decks: TurnDecks
  /** Filled while the transaction runs, so that the claims are known even if the commit is in doubt. */
  claimed: ClaimedCall[]
  claimedAtMs: number
}

/** A call of which this node knows the owner. */
interface KnownCall extends CallOwner {
  /** The call as this node claimed it, until a report about it is written. */
  claimed?: LiveCall | undefined
}

/** The effects of a committed transaction. */
interface Done {
  /** Organizations whose lock the transaction got. */
  got: ReadonlySet<number>
  freed: FreedSlot[]
  wakeAt: ReadonlyMap<number, number>
  withMore: ReadonlySet<number>
  dueCampaigns: ReadonlyMap<number, number>
  /** Organizations that have new events. */
  appended: ReadonlySet<number>
  /** Organizations whose deck was confirmed. */
  plans: ReadonlyMap<number, ClaimsAheadPlan>
  /** Whether another node may have settled calls of this node. */
  isShared: boolean
}

export class DialLoop {
  readonly #options: DialLoopOptions
  /** Contacts that this node has claimed before a slot is free for them, by organization. */
  readonly decks: Decks
  readonly #queues = new Map<number, OrganizationQueue>()
  readonly #alarms: WakeUpTimers
  /**
   * Organizations that this node has looked at. From the first look on it has an alarm for the next campaign that comes due; polls
   * leave organizations without a free slot out.
   */
  readonly #known = new Set<number>()
  readonly #warnings: Warnings
  readonly #faults = new FailureHistory()
  readonly #windows: WindowStateCache = new Map()
  readonly #emptyLooks = new EmptyLooks()
  readonly #prices = new PriceCache()
  /** Owner of each call, cached so that settling this node's calls needs no look-up. */
  readonly #owners = new Map<number, KnownCall>()
  #unowned: Array<{ reported: ReportedCall; arrivedAtMs: number; done(): void }> = []
  #lookingUp = false
  #lanes = 0
  #pumpSoon = false
  #gathering: Timer | null = null
  /** Rate of ended calls of all organizations of this node. */
  readonly #endRate = new EndRate()
  /** Set while ended calls of several organizations wait for each other. */
  #sharedBatch: { timer: Timer; ends: number } | null = null
  #stopped = false
  #successes = 0
  #whenIdle: (() => void) | null = null

  constructor(options: DialLoopOptions) {
    this.#options = options
    this.#alarms = new WakeUpTimers(options.clock, options.now, (id) => this.wake(id))
    this.#warnings = new Warnings(options.clock)
    this.decks = new Decks({
      clock: options.clock,
      metrics: options.metrics,
      nodeId: options.nodeId,
      settings: options.claimsAhead ?? null,
      isAllowed: () => options.mayClaimAhead?.() === true,
      place: (claimed) => options.place(claimed),
      report: (callId, report) => this.report(callId, report),
      wantContacts: (organizationId) => {
        this.#queueOf(organizationId).wanted = true
      },
    })
  }

  /** Looks for due contacts, for example after a freed slot, a resume or an edit. */
  wake(organizationId: number): void {
    this.#queueOf(organizationId).wanted = true
    this.#pump()
  }

  /** Something of the organization changed: returns its claims on deck, and looks for due contacts by the new state. */
  reconsider(organizationId: number): void {
    void this.decks.revoke(organizationId)
    this.wake(organizationId)
  }

  /**
   * Retries of another node may come due of which this one has no alarm: that node is gone, or worked while this one had no lease.
   * So the next look at each organization is like the first one.
   */
  lookAtAllAnew(): void {
    this.#known.clear()
    for (const queue of this.#queues.values()) queue.wanted = true
    this.#pump()
  }

  /** Looks for due contacts at this time at the latest. */
  wakeAt(organizationId: number, atMs: number): void {
    if (atMs < NEVER_MS && !this.#stopped) this.#alarms.atLatest(organizationId, atMs)
  }

  /** Resumes the queues that waited for a certain database time. */
  timeKnown(): void {
    this.#pump()
  }

  report(callId: number, report: CallReport, providerCallId: string | null = null): Promise<void> {
    const reported = sanitizeReport({ callId, report, providerCallId })
    const arrivedAtMs = this.#options.clock.monotonic()
    const owner = this.#owners.get(callId)
    return new Promise((done) => {
      if (owner) this.#take(toQueuedReport(reported, owner, arrivedAtMs, done))
      else {
        this.#unowned.push({ reported, arrivedAtMs, done })
        void this.#lookUpOwners()
      }
    })
  }

  /** Writes the waiting reports, then stops. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#alarms.stop()
    this.#pump()
    if (this.#isIdle()) return
    const idle = new Promise<void>((resolve) => {
      this.#whenIdle = resolve
    })
    const giveUp = this.#options.clock.after(STOP_MS_MAX, () => this.#whenIdle?.())
    await idle
    giveUp.cancel()
    this.#gathering?.cancel()
  }

  #isIdle(): boolean {
    const waiting = [...this.#queues.values()].some((queue) => !queue.isEmpty)
    return this.#lanes === 0 && !waiting && this.#unowned.length === 0 && !this.#lookingUp
  }

  #queueOf(organizationId: number): OrganizationQueue {
    let queue = this.#queues.get(organizationId)
    if (!queue) {
      queue = new OrganizationQueue(organizationId)
      queue.wanted = !this.#known.has(organizationId)
      this.#queues.set(organizationId, queue)
    }
    return queue
  }

  #take(report: QueuedReport): void {
    const queue = this.#queueOf(report.owner.organizationId)
    queue.add(report)
    if (this.#stopped) this.#pump()
    else if (!report.urgent) this.#gather(this.#gatherMs())
    else if (this.decks.passSlotOn(report)) this.#restCovered(queue)
    else this.#takeEnd(queue)
  }

  /** No slot waits for the next transaction, so it waits for further ends, unless few claims are left on deck. */
  #restCovered(queue: OrganizationQueue): void {
    const nowMs = this.#options.clock.monotonic()
    this.#endRate.add(nowMs)
    const restMs = this.decks.coveredMs(queue.organizationId, nowMs)
    if (restMs <= 0) this.#endRest(queue)
    else if (!queue.busy && !queue.wanted && queue.restUntilMs <= nowMs) {
      this.#rest(queue, restMs)
      queue.isCovered = true
    }
    this.#pump()
  }

  #endRest(queue: OrganizationQueue): void {
    if (!queue.isCovered) return
    queue.isCovered = false
    queue.restUntilMs = Number.NEGATIVE_INFINITY
  }

  #takeEnd(queue: OrganizationQueue): void {
    const nowMs = this.#options.clock.monotonic()
    this.#endRate.add(nowMs)
    this.#endRest(queue)
    if (!queue.isHighRate && this.#endRate.isHigh) this.#shareBatch()
    else if (queue.urgent === 1 && queue.isHighRate && !queue.busy && !queue.wanted && queue.restUntilMs <= nowMs) {
      this.#rest(queue, BATCH_WINDOW_MS)
      queue.isBatching = true
    } else if (queue.isBatching && queue.urgent >= BATCH_ENDS) {
      queue.isBatching = false
      queue.restUntilMs = Number.NEGATIVE_INFINITY
    }
    this.#pump()
  }

  #shareBatch(): void {
    this.#sharedBatch ??= {
      timer: this.#options.clock.after(SHARED_BATCH_WINDOW_MS, () => this.#endSharedBatch()),
      ends: 0,
    }
    this.#sharedBatch.ends++
    if (this.#sharedBatch.ends >= BATCH_ENDS) this.#endSharedBatch()
  }

  #endSharedBatch(): void {
    this.#sharedBatch?.timer.cancel()
    this.#sharedBatch = null
    this.#pump()
  }

  #gather(inMs: number): void {
    this.#gathering ??= this.#options.clock.after(inMs, () => {
      this.#gathering = null
      this.#pump()
    })
  }

  #gatherMs(): number {
    if (this.#stopped) return 0
    return this.#owners.size > LOAD_CALLS ? GATHER_UNDER_LOAD_MS : GATHER_MS
  }

  /** Starts after the other events of the same turn of Node's event loop, so that they share one transaction. */
  #pump(): void {
    if (this.#pumpSoon) return
    this.#pumpSoon = true
    queueMicrotask(() => {
      this.#pumpSoon = false
      while (this.#lanes < CONCURRENT_TRANSACTIONS && this.#options.knowsTime()) {
        const turn = this.#nextTurn()
        if (!turn) break
        this.#lanes++
        void this.#serve(turn).finally(() => {
          this.#lanes--
          for (const queue of turn.queues) queue.busy = false
          this.#pump()
        })
      }
      if (this.#whenIdle && this.#isIdle()) this.#whenIdle()
    })
  }

  #nextTurn(): Turn | null {
    const { clock, now, mayClaim } = this.#options
    const startedMs = clock.monotonic()
    const ripeMs = startedMs - this.#gatherMs()
    const claims = !this.#stopped && mayClaim()
    const takesEnds = this.#sharedBatch === null || this.#stopped
    const queues: OrganizationQueue[] = []
    let left = SETTLE_BATCH
    let room = TURN_WEIGHT_MAX
    const reports: QueuedReport[] = []
    let oldestMs = Number.POSITIVE_INFINITY
    for (const queue of this.#queues.values()) {
      if (queue.busy) continue
      const ready = (queue.urgent > 0 && takesEnds) || queue.oldestMs <= ripeMs || (queue.wanted && claims)
      if (!ready) {
        oldestMs = Math.min(oldestMs, queue.oldestMs)
        if (queue.isIdle(startedMs)) this.#dropQueue(queue.organizationId)
        continue
      }
      if (queue.restUntilMs > startedMs) continue
      // A queue that failed gets its own transaction until it succeeds.
      if (queue.isolatedReports > 0 && queues.length > 0) continue
      if (queue.weight > room && queues.length > 0) break
      room -= queue.weight
      const taken = queue.take(ripeMs, left)
      left -= taken.length
      reports.push(...taken)
      queues.push(queue)
      if (queue.isolatedReports > 0 || room <= 0 || left <= 0) break
    }
    if (oldestMs < Number.POSITIVE_INFINITY) this.#gather(Math.max(1, oldestMs + this.#gatherMs() - startedMs))
    if (queues.length === 0) return null
    return this.#turnOf(queues, reports, claims, startedMs, now())
  }

  #dropQueue(organizationId: number): void {
    this.#queues.delete(organizationId)
    this.decks.forgetRate(organizationId)
  }

  #turnOf(
    queues: OrganizationQueue[],
    reports: QueuedReport[],
    claims: boolean,
    startedMs: number,
    byMs: number,
  ): Turn {
    const isIsolating = queues.some((queue) => queue.isolatedReports > 0)
    const freeing = mostFreedByOne(reports)
    const wanted = queues.some((queue) => queue.wanted)
    // A queue that isolates faulty reports claims in a separate transaction.
    const claiming = claims && (freeing > 0 || wanted) && !(isIsolating && reports.length > 0)
    const campaigns = Math.max(...queues.map((queue) => queue.dueCampaigns))
    const organizationIds = queues.map((queue) => queue.organizationId)
    const decks = this.decks.inTurn(claiming ? organizationIds : [], startedMs)
    const need = wanted ? CLAIM_LIMIT_MAX : Math.max(freeing, this.decks.contactsToRead(decks, reports))
    const limit = limitOfEach(need, campaigns)
    this.decks.noteTaken(reports)
    for (const queue of queues) {
      // Moves the queue to the end of the order, so that other organizations come first next time.
      this.#queues.delete(queue.organizationId)
      this.#queues.set(queue.organizationId, queue)
      queue.busy = true
      if (claiming) queue.wanted = false
      else if (freeing > 0) queue.wanted = true
      if (queue.isolatedReports > 0) queue.isolatedReports--
    }
    return {
      queues,
      reports,
      claim: claiming
        ? { byMs, limit, others: wanted, ...(decks.size > 0 ? { asNode: this.#options.nodeId } : {}) }
        : null,
      startedMs,
      decks,
      claimed: [],
      claimedAtMs: 0,
    }
  }

  async #serve(turn: Turn): Promise<void> {
    const { store, metrics, clock } = this.#options
    try {
      const done = await store.transaction((tx) => this.#settleAndClaim(tx, turn))
      this.#successes++
      metrics.cycle(clock.monotonic() - turn.startedMs, turn.reports.length, turn.claimed.length)
      this.#afterCommit(turn, done)
      if (turn.claimed.length > 0) await yieldToInProcessCarrier()
    } catch (error) {
      this.#afterFailure(turn, error)
    }
  }

  /** Ids of the calls that must be read, and the calls that this node claimed and no other node can have changed since. */
  #callsOf(reports: readonly QueuedReport[]): { callIds: number[]; claimedCalls: LiveCall[] } {
    const claimedCalls = new Set<LiveCall>()
    const callIds: number[] = []
    for (const { callId } of reports) {
      const claimed = this.#owners.get(callId)?.claimed
      if (claimed) claimedCalls.add(claimed)
      else callIds.push(callId)
    }
    return { callIds, claimedCalls: [...claimedCalls] }
  }

  async #settleAndClaim(tx: DialerTransaction, turn: Turn): Promise<Done> {
    const { reports, claim } = turn
    const { claimedCalls, callIds } = this.#callsOf(reports)
    const work = await UnitOfWork.open(tx, this.#options.now, {
      organizationIds: turn.queues.map((queue) => queue.organizationId),
      campaignIds: [
        ...reports.flatMap((report) => report.owner.campaignId ?? []),
        ...this.decks.campaignsOf(turn.decks),
      ],
      callIds,
      claimedCalls,
      claim,
      breakerByMs: this.#options.now(),
    })
    turn.claimedAtMs = work.nowMs
    const freed = settleCalls(work, reports, {
      agentExpected: this.#options.agentExpected,
      mayWarn: (campaignId, event) => this.#warnings.mayWarn(campaignId, event),
      faults: this.#faults,
    })
    // Done before anything is written, because a write adds these ends to the counts in the database.
    judgeBreakers(work)
    await preferReachedHours(work, this.#options.policies)
    await finishReturnedContacts(work)
    await chargeCalls(work, this.#prices)
    applySpendLimits(work)
    await stopConfigurations(work)
    const wakeAt = new Map(work.nextDue)
    const wake = (organizationId: number, atMs: number) =>
      wakeAt.set(organizationId, Math.min(atMs, wakeAt.get(organizationId) ?? Number.POSITIVE_INFINITY))
    const withMore = new Set<number>()
    const plans = new Map<number, ClaimsAheadPlan>()
    if (claim) {
      await work.writeCalls()
      const optionsOf = (organizationId: number): ClaimOptions => {
        const ahead = this.decks.requestOf(turn.decks, organizationId, work.isOnlyNode)
        return {
          nodeId: this.#options.nodeId,
          decidedAtMs: turn.startedMs,
          dueByMs: claim.byMs,
          limit: claim.limit,
          isLargest: claim.others,
          emptyLooks: this.#emptyLooks,
          windows: this.#windows,
          room: this.#options.room,
          policies: this.#options.policies,
          ...(ahead ? { ahead } : {}),
        }
      }
      const claims = await claimContacts(work, new Map([...work.organizations.keys()].map((id) => [id, optionsOf(id)])))
      for (const [organizationId, result] of claims) {
        turn.claimed.push(...result.claimed)
        if (result.ahead) plans.set(organizationId, result.ahead)
        if (result.wakeAtMs !== null) wake(organizationId, result.wakeAtMs)
        if (result.campaignsWithMore > 0) withMore.add(organizationId)
        if (claim.others) this.#known.add(organizationId)
      }
    }
    completeCampaigns(work)
    await work.write()
    for (const [campaignId, atMs] of work.comesDue) {
      const organizationId = work.campaigns.get(campaignId)?.organizationId
      if (organizationId !== undefined) wake(organizationId, atMs)
    }
    for (const organizationId of work.released) wake(organizationId, work.nowMs)
    const got = new Set(work.organizations.keys())
    return {
      got,
      freed,
      wakeAt,
      withMore,
      dueCampaigns: dueByOrganization(work),
      appended: work.appended,
      plans,
      isShared: !work.isOnlyNode,
    }
  }

  #afterCommit(turn: Turn, done: Done): void {
    const { metrics } = this.#options
    const arrivals = new Map(turn.reports.map((report) => [report.callId, report.arrivedAtMs]))
    for (const { callId, provider, configurationId, outcome } of done.freed) {
      if (this.#owners.delete(callId)) this.#options.room.ended(configurationId)
      if (outcome !== null) metrics.ended(provider, outcome)
      if (!this.decks.forgetPassed(callId)) metrics.slotFreed(arrivals.get(callId) as number)
    }
    if (this.#owners.size > REMEMBERED_OWNERS) this.#owners.clear()
    for (const { callId, organizationId, campaignId, stored: claimed } of turn.claimed) {
      this.#owners.set(callId, { callId, organizationId, campaignId, claimed })
    }
    const left = slotsLeftBy(turn, done)
    for (const queue of turn.queues) {
      const { organizationId } = queue
      if (!done.got.has(organizationId)) {
        queue.putBack(turn.reports.filter((report) => report.owner.organizationId === organizationId))
        queue.wanted ||= turn.claim !== null
        this.#rest(queue, LOCKED_AGAIN_MS)
        continue
      }
      queue.failures = 0
      if (turn.claim) queue.dueCampaigns = Math.max(1, done.dueCampaigns.get(organizationId) ?? 1)
      if (done.withMore.has(organizationId)) queue.wanted = true
      const atMs = done.wakeAt.get(organizationId)
      if (atMs !== undefined) this.wakeAt(organizationId, atMs)
      if ((left.get(organizationId) ?? 0) > 0) this.#options.slotsLeft(organizationId)
    }
    const { decks, claimed, startedMs, claim } = turn
    const { got, plans, isShared } = done
    const claimLimit = claim?.limit ?? 0
    // Named one by one: copying all fields of both took 20 microseconds of every transaction.
    const toPlace = this.decks.afterCommit({ decks, claimed, startedMs, claimLimit, got, plans, isShared })
    for (const claimed of toPlace) this.#options.place(claimed)
    for (const id of done.appended) this.#options.appended(id)
    for (const report of turn.reports) {
      if (!done.got.has(report.owner.organizationId)) continue
      this.decks.forgetPassed(report.callId)
      const known = this.#owners.get(report.callId)
      if (known) known.claimed = undefined
      report.done()
    }
  }

  /**
   * If the answer to a commit was lost, it is unknown whether the commit took effect. Its reports are settled again, which is
   * idempotent. Its claims were never sent to a carrier and are returned; the lock ensures that this happens only after the
   * commit took effect or failed.
   */
  #afterFailure(turn: Turn, error: unknown): void {
    this.#options.log.warn({ err: error }, 'failed to write the changes of the dialer; it is retried')
    const nothing = () => {}
    const claim = { nodeId: this.#options.nodeId, atMs: turn.claimedAtMs }
    const inDoubt = turn.claimed.map(({ callId, organizationId, campaignId }) => {
      const reported = { callId, report: { kind: 'returned', claim } as const, providerCallId: null }
      return toQueuedReport(reported, { callId, organizationId, campaignId }, turn.startedMs, nothing)
    })
    // While the database is unreachable or its time uncertain, no single report can be the cause of the failure.
    if (error instanceof ClockSetBack) this.#options.doubtTime()
    const away = error instanceof DatabaseUnavailable || error instanceof ClockSetBack
    const alone = turn.queues.length === 1 && turn.reports.length + (turn.claim ? 1 : 0) === 1
    for (const queue of turn.queues) {
      const own = (report: QueuedReport) => report.owner.organizationId === queue.organizationId
      this.decks.afterFailure(queue.organizationId)
      queue.putBack(inDoubt.filter(own))
      const reports = turn.reports.filter(own)
      if (away) queue.putBack(reports)
      else if (alone) for (const report of reports) this.#afterLoneFailure(queue, report, error)
      else queue.putBack(reports)
      queue.wanted ||= turn.claim !== null
      queue.failures++
      if (!away) queue.beCareful()
      this.#rest(queue, Math.min(REST_MS_MAX, FIRST_REST_MS * 2 ** Math.min(queue.failures - 1, 8)))
    }
  }

  #afterLoneFailure(queue: OrganizationQueue, report: QueuedReport, error: unknown): void {
    const hopeless = queue.putLast(report, this.#successes)
    if (!hopeless) return
    this.#options.log.error({ err: error, call_id: report.callId }, 'giving up a report about a call')
    hopeless.done()
  }

  #rest(queue: OrganizationQueue, forMs: number): void {
    const { clock } = this.#options
    const untilMs = clock.monotonic() + forMs
    queue.restUntilMs = untilMs
    queue.isBatching = false
    queue.isCovered = false
    clock.after(forMs, () => {
      // A timer may fire slightly early. The timer decides instead of the clock, because otherwise the loop would not run again.
      if (queue.restUntilMs === untilMs) queue.restUntilMs = Number.NEGATIVE_INFINITY
      this.#pump()
    })
  }

  async #lookUpOwners(): Promise<void> {
    if (this.#lookingUp) return
    this.#lookingUp = true
    await Promise.resolve()
    while (this.#unowned.length > 0) {
      const batch = this.#unowned.splice(0, OWNERS_AT_ONCE)
      try {
        const ids = [...new Set(batch.map(({ reported }) => reported.callId))]
        const owners = new Map((await this.#options.store.ownersOf(ids)).map((owner) => [owner.callId, owner]))
        for (const { reported, arrivedAtMs, done } of batch) {
          const owner = owners.get(reported.callId)
          if (owner) this.#take(toQueuedReport(reported, owner, arrivedAtMs, done))
          else done()
        }
      } catch (error) {
        this.#options.log.warn({ err: error }, 'failed to look up a call; it is retried')
        this.#unowned.unshift(...batch)
        await sleep(this.#options.clock, FIRST_REST_MS * 4)
      }
    }
    this.#lookingUp = false
    this.#pump()
  }
}

/**
 * A carrier in the same process answers within the same turn of Node's event loop. Waiting this many promise steps, more than
 * placing a call takes, lets those calls share the next transaction.
 */
async function yieldToInProcessCarrier(): Promise<void> {
  for (let step = 0; step < 40; step++) await null
}

function limitOfEach(need: number, campaigns: number): number {
  return claimLimit(campaigns <= 1 ? need : Math.ceil((need * 2) / campaigns) + 2)
}

/**
 * The highest number of slots that the reports free in one organization: a claim reads that many contacts of each organization.
 */
function mostFreedByOne(reports: readonly QueuedReport[]): number {
  const freed = new Map<number, number>()
  for (const { urgent, owner } of reports) {
    if (urgent) freed.set(owner.organizationId, (freed.get(owner.organizationId) ?? 0) + 1)
  }
  return Math.max(0, ...freed.values())
}

/** Slots that this transaction freed and did not use, by organization. */
function slotsLeftBy({ reports, claimed }: Turn, { freed }: Done): Map<number, number> {
  const ended = new Set(freed.map(({ callId }) => callId))
  const left = new Map<number, number>()
  const count = (organizationId: number, by: number) => left.set(organizationId, (left.get(organizationId) ?? 0) + by)
  for (const { callId, owner } of reports) if (ended.delete(callId)) count(owner.organizationId, 1)
  for (const { organizationId } of claimed) count(organizationId, -1)
  return left
}

function dueByOrganization(work: UnitOfWork): Map<number, number> {
  const counts = new Map<number, number>()
  for (const campaignId of work.due.keys()) {
    const organizationId = work.campaigns.get(campaignId)?.organizationId
    if (organizationId !== undefined) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1)
  }
  return counts
}
