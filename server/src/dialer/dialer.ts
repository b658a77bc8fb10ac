/** The assembled dialer: the loop that settles and claims, the placing of calls, and the recurring jobs around them. */
import { type Clock, sleep } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { type RecurringJob, type RunningJob, startRecurringJob } from '../kernel/recurring-job.ts'
import type { CallRef } from '../telephony/provider.ts'
import { CapacityTracker } from './capacity-tracker.ts'
import {
  claimInboundCall,
  claimSingleCall,
  type InboundCallRequest,
  type SingleCallOrder,
  type SingleCallResult,
} from './claim-single-call.ts'
import type { ClaimedCall } from './claimed-call.ts'
import { DialLoop } from './dial-loop.ts'
import { findWork } from './jobs/find-work.ts'
import { HEARTBEAT_MS, keepLease, Lease } from './jobs/keep-lease.ts'
import { lookAgainAfterStepBack } from './jobs/look-again.ts'
import { recountSlots } from './jobs/recount-slots.ts'
import { resolveStaleCalls } from './jobs/resolve-stale-calls.ts'
import type { DialerMetrics } from './metrics.ts'
import { type Accounts, PLACE_TIMEOUT_MS, type PlaceOptions, placeCall } from './place-call.ts'
import { PlaceTimeouts } from './place-timeouts.ts'
import { PolicyCache } from './policy-cache.ts'
import type { CallReport } from './rules/call-report.ts'
import type { ClaimsAheadSettings } from './rules/claims-ahead.ts'
import type { DialerStore, LiveCall, NumberInCall, Signals, WithdrawnCall } from './store.ts'
import { ClockSetBack, UnitOfWork } from './unit-of-work.ts'

export interface DialerOptions {
  store: DialerStore
  signals: Signals
  clock: Clock
  log: Log
  metrics: DialerMetrics
  /** Id that differs from every other node's, and from this node's at its last start. */
  nodeId: string
  accounts: Accounts
  remembersEndedCalls(provider: string): boolean
  agentExpected(call: LiveCall): boolean
  isTalking(callId: number): boolean
  refer(callId: number, providerCallId: string | null, claimedAtMs?: number): CallRef
  /** How many conversations this node can hold; left out: unlimited. */
  capacity?(): number
  /** Expected number of conversations once agents are loaded. */
  capacityOnceLoaded?(): number
  /** Whether answered calls of a configuration need a conversation. */
  speaks?(configurationId: number): boolean
  /** Longest duration of a call with this workflow at the carrier; left out: the configuration's limit. */
  longestSeconds?(definitionId: number, configured: number): Promise<number>
  /** Left out or null: contacts are claimed only for free slots. */
  claimsAhead?: ClaimsAheadSettings | null
  /** Called when a contact is due whose call needs a conversation. */
  conversationWanted?(configurationId: number): void
  /** Called when this organization has new events, for waiting subscribers. */
  eventsAppended?(organizationId: number): void
}

/** Polling interval of a pause that waits until the last claims have been placed or returned. */
const UNPLACED_LOOK_MS = 10
/** After this time every request has been answered or timed out, and every silent node has lost its lease. */
const UNPLACED_MS_MAX = PLACE_TIMEOUT_MS + 5000
/** Longer than the age of any lease, so that claims of every node that has not left are included. */
const EVER_MS = 365 * 24 * 3_600_000
/** Time limit for a heartbeat and its answer. */
const HEARD_AGAIN_MS_MAX = 3 * HEARTBEAT_MS

/**
 * A claim that was not sent within this time is returned. Claim and request together stay below the age at which other nodes
 * trust a carrier that does not know the call.
 */
const UNSENT_MS_MAX = 5000

/** Longest wait of a request for a single call until this node's lease is certain. */
const LEASE_WAIT_MS_MAX = 2000
/**
 * Longest wait of an inbound call until the database time is known. The caller hears ringing, and carriers wait longer for an
 * answer.
 */
const TIME_WAIT_MS_MAX = 5000
const LOOK_AGAIN_MS = 10

type Refused = Extract<SingleCallResult, { kind: 'refused' }>

export class Dialer {
  readonly #options: DialerOptions
  readonly #loop: DialLoop
  readonly #lease: Lease
  readonly #room: CapacityTracker
  readonly #policies = new PolicyCache()
  #jobs: RunningJob[] = []
  #unsubscribe: (() => Promise<void>) | null = null
  #draining = false
  /** Calls that are claimed and not yet requested from the carrier; a pause returns these. */
  readonly #unsent = new Map<number, ClaimedCall>()
  readonly #revoked = new Set<number>()
  /** Calls that were requested from the carrier, which has not answered yet. */
  readonly #sending = new Set<number>()
  /** Calls of `#sending` to hang up as soon as the carrier answers, because the person is calling the organization. */
  readonly #withdrawn = new Set<number>()
  /** When an organization's do-not-call list last grew, on the monotonic clock. */
  readonly #listedAtMs = new Map<number, number>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #placing: PlaceOptions

  constructor(options: DialerOptions) {
    this.#options = options
    this.#lease = new Lease(options.clock)
    this.#room = new CapacityTracker({
      capacity: options.capacity ?? (() => Number.POSITIVE_INFINITY),
      ...(options.capacityOnceLoaded ? { capacityOnceLoaded: options.capacityOnceLoaded } : {}),
      speaks: options.speaks ?? (() => false),
      wanted: (configurationId) => options.conversationWanted?.(configurationId),
    })
    this.#placing = {
      clock: options.clock,
      log: options.log,
      metrics: options.metrics,
      accounts: options.accounts,
      refer: options.refer,
      timeouts: new PlaceTimeouts(options.clock, PLACE_TIMEOUT_MS),
      ...(options.longestSeconds ? { longestSeconds: options.longestSeconds } : {}),
      mayPlace: (claimed) => this.#leavesNow(claimed),
      report: (callId, report) => this.report(callId, report),
    }
    this.#loop = new DialLoop({
      store: options.store,
      clock: options.clock,
      log: options.log,
      metrics: options.metrics,
      nodeId: options.nodeId,
      now: () => this.#lease.now(),
      knowsTime: () => this.#lease.knowsTime(),
      doubtTime: () => this.#lease.doubtTime(),
      mayClaim: () => !this.#draining && this.#lease.isSure(),
      claimsAhead: options.claimsAhead ?? null,
      // A second node would settle ends of this node's calls. After a step of the database clock a live node may look gone.
      mayClaimAhead: () =>
        !this.#draining && this.#lease.isSure() && this.#lease.liveNodes === 1 && this.#lease.isSettled(),
      agentExpected: options.agentExpected,
      room: this.#room,
      policies: this.#policies,
      place: (claimed) => this.#place(claimed),
      slotsLeft: (organizationId) => this.#tellOthers(organizationId),
      appended: (organizationId) => options.eventsAppended?.(organizationId),
    })
  }

  async start(): Promise<void> {
    const { store, clock, log, nodeId, signals } = this.#options
    this.#unsubscribe = await signals.subscribe((signal) => {
      if (signal.kind === 'wake') this.#loop.reconsider(signal.organizationId)
      else if (signal.kind === 'listed') this.#noteListed(signal.organizationId)
      else if (signal.kind === 'withdraw') for (const call of signal.calls) this.#withdrawOne(call)
      else this.#revoke(signal.campaignId)
    })
    const wakeAll = () => void this.#wakeAll()
    const jobs = [
      keepLease({
        store,
        clock,
        log,
        nodeId,
        lease: this.#lease,
        regained: () => {
          this.#loop.decks.forgetOwnCalls()
          this.#loop.lookAtAllAnew()
          wakeAll()
        },
        nodeGone: () => this.#loop.lookAtAllAnew(),
        timeKnown: () => {
          if (this.#lease.liveNodes > 1) this.#loop.decks.forgetOwnCalls()
          this.#loop.timeKnown()
        },
        counting: () => this.#room.counting(),
        counted: (ownCalls) => this.#room.counted(ownCalls),
        room: () => (Number.isFinite(this.#room.spare) ? this.#room.spare : null),
      }),
      resolveStaleCalls({
        ...this.#options,
        now: () => (this.#lease.knowsTime() && this.#lease.isSettled() ? this.#lease.now() : null),
        judgesByAge: () => this.#lease.judgesByAge(),
        onTodaysClock: (atMs) => this.#lease.onTodaysClock(atMs),
        report: (callId, report) => this.report(callId, report),
      }),
      this.#findingWork(),
      this.#recounting(),
      lookAgainAfterStepBack({
        store,
        log,
        stepsBack: () => this.#lease.stepsBack,
        wake: (id) => this.#loop.wake(id),
      }),
    ]
    this.#jobs = jobs.map((job) => startRecurringJob(job, { clock, log, watch: this.#options.metrics.jobs }))
  }

  /** Current database time as far as this node knows it. */
  now(): number {
    return this.#lease.now()
  }

  /** Whether answered calls of a configuration need an agent. */
  readonly speaks = (configurationId: number): boolean => this.#options.speaks?.(configurationId) ?? false

  /** Looks for due contacts of this organization after a change, on this node and on the others. */
  wake(organizationId: number): void {
    this.#loop.reconsider(organizationId)
    this.#tellOthers(organizationId)
  }

  /** Claims that are on deck on this node: counted among the live calls in the database, but not requested from the carrier. */
  onDeck(organizationId?: number, campaignId?: number): number {
    return this.#loop.decks.waiting(organizationId, campaignId)
  }

  /**
   * Applies a report about a call. It is durable when the promise resolves; repeated, late and out-of-order reports do no harm.
   */
  report(callId: number, report: CallReport, providerCallId: string | null = null): Promise<void> {
    return this.#loop.report(callId, report, providerCallId)
  }

  /** Stores one call outside a campaign and places it. Null: this node may not dial at the moment. */
  callOne(order: SingleCallOrder): Promise<{ callId: number } | Refused | null> {
    return this.#byTimeOfDatabase(() => this.#callOne(order))
  }

  async #callOne(order: SingleCallOrder): Promise<{ callId: number } | Refused | null> {
    const { store, nodeId, clock } = this.#options
    if (!(await this.#within(LEASE_WAIT_MS_MAX, () => this.#lease.isSure() || this.#draining))) return null
    if (this.#draining) return null
    const decidedAtMs = clock.monotonic()
    const written = { callId: null as number | null, atMs: 0 }
    const result = await store
      .transaction((tx) =>
        claimSingleCall(tx, order, {
          nodeId,
          now: () => this.#lease.now(),
          decidedAtMs,
          written,
          policies: this.#policies,
        }),
      )
      .catch((error: unknown) => {
        // Whether or not it was committed, the call was never requested from the carrier.
        const { callId, atMs } = written
        if (callId !== null) void this.report(callId, { kind: 'returned', claim: { nodeId, atMs } })
        throw error
      })
    if (result.kind === 'refused') return result
    const { claimed, inMs } = result
    this.#place(claimed, inMs)
    return { callId: claimed.callId }
  }

  /**
   * Stores an inbound call; the same call twice is one call. Null: its configuration is gone. It uses database time, for which a
   * node that has just started waits: with a wrong clock, the call might count as already over.
   */
  receiveOne(order: InboundCallRequest): Promise<number | null> {
    return this.#byTimeOfDatabase(() => this.#receiveOne(order))
  }

  /** Begins again, with the time of the next heartbeat, if the transaction showed that the database clock was set back. */
  async #byTimeOfDatabase<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ClockSetBack)) throw error
      this.#lease.doubtTime()
      return work()
    }
  }

  async #receiveOne(order: InboundCallRequest): Promise<number | null> {
    const { store, nodeId } = this.#options
    if (!(await this.#within(TIME_WAIT_MS_MAX, () => this.#lease.knowsTime()))) throw new ApiError('unavailable')
    const taken = await store.transaction((tx) => claimInboundCall(tx, order, { nodeId, now: () => this.#lease.now() }))
    if (taken !== null && taken.dials.length > 0) this.#withdraw(order.organizationId, taken.dials)
    return taken?.callId ?? null
  }

  /**
   * The person of these outbound calls is calling the organization. A dial that was not sent returns to the queue. One that was
   * sent and is not answered is hung up; its contact is returned and waits for the end of the conversation.
   */
  #withdraw(organizationId: number, dials: readonly NumberInCall[]): void {
    const calls = dials.map(({ callId, nodeId, configurationId, state }) => {
      return { organizationId, callId, configurationId, nodeId, isPlaced: state !== 'claimed' }
    })
    for (const call of calls) this.#withdrawOne(call)
    if (this.#lease.liveNodes < 2) return
    this.#options.signals
      .publish({ kind: 'withdraw', calls: calls.filter(({ isPlaced }) => !isPlaced) })
      .catch((error: unknown) => this.#options.log.debug({ err: error }, 'failed to signal other nodes'))
  }

  /**
   * Withdraws one call: the node that received the inbound call hangs up a placed call; the node that claimed a call handles a
   * claimed one.
   */
  #withdrawOne(call: WithdrawnCall & { isPlaced?: boolean }): void {
    const { callId, nodeId, isPlaced = false } = call
    if (isPlaced) void this.#hangUpWithdrawn(call)
    else if (nodeId !== this.#options.nodeId) return
    else if (this.#loop.decks.withdraw(callId)) return
    else if (this.#unsent.has(callId)) this.#revoked.add(callId)
    else if (this.#sending.has(callId)) this.#withdrawn.add(callId)
    else void this.#hangUpWithdrawn(call)
  }

  async #hangUpWithdrawn({ organizationId, callId, configurationId }: Omit<WithdrawnCall, 'nodeId'>): Promise<void> {
    const { store, accounts, refer, log } = this.#options
    try {
      await this.report(callId, { kind: 'withdrawn' })
      const { calls } = await store.transaction((tx) =>
        UnitOfWork.open(tx, () => 0, { organizationIds: [organizationId], callIds: [callId], wait: true }),
      )
      const call = calls.get(callId)
      // The call was answered in the meantime, by another person at the same number.
      if (!call || call.state === 'answered') return
      const ref = refer(callId, call.providerCallId)
      await (await accounts.get(configurationId, ref)).account.hangUp(ref)
    } catch (error) {
      log.warn({ err: error, call_id: callId }, 'failed to hang up a dial whose person is calling us')
    }
  }

  /** Compares the counters of live calls with the existing calls. */
  async recount(): Promise<void> {
    await this.#recounting().runOnce()
  }

  #recounting(): RecurringJob {
    const { store, log } = this.#options
    const now = () => (this.#lease.knowsTime() ? this.#lease.now() : null)
    return recountSlots({ store, log, now, wake: (id) => this.wake(id) })
  }

  /** Waits until the condition holds, because the first heartbeat may still be in progress. */
  async #within(ms: number, holds: () => boolean): Promise<boolean> {
    const { clock } = this.#options
    const giveUpMs = clock.monotonic() + ms
    while (!holds() && clock.monotonic() < giveUpMs) await sleep(clock, LOOK_AGAIN_MS)
    return holds()
  }

  /**
   * Called after a pause was committed: resolves when no node can place a call of the campaign any more. Claims made before the
   * pause have then been returned or requested from the carrier.
   */
  async awaitNoUnplaced(organizationId: number, campaignId: number): Promise<void> {
    const { store, signals, clock } = this.#options
    this.#revoke(campaignId)
    await signals.publish({ kind: 'revoke', campaignId })
    const giveUpMs = clock.monotonic() + UNPLACED_MS_MAX
    const unplaced = (fenceMs: number) => store.unplacedCalls(organizationId, campaignId, fenceMs)
    const ofTheLiving = () => unplaced(PLACE_TIMEOUT_MS)
    while ((await unplaced(EVER_MS)) > 0 && clock.monotonic() < giveUpMs) {
      const othersAreGone = (await ofTheLiving()) === 0 && (await this.#clockWasRight()) && (await ofTheLiving()) === 0
      if (othersAreGone) return
      await sleep(clock, UNPLACED_LOOK_MS)
    }
  }

  /** Whether nodes whose leases look expired are really gone: if the database clock was just set forward, they are alive. */
  async #clockWasRight(): Promise<boolean> {
    const nowMs = this.#options.clock.monotonic()
    const heard = await this.#within(HEARD_AGAIN_MS_MAX, () => this.#lease.hasAskedSince(nowMs))
    return heard && this.#lease.isSettled()
  }

  /** Places no new calls from now on; resolves when all requests to carriers have been answered and settled. */
  async drain(): Promise<void> {
    this.#draining = true
    for (const callId of this.#unsent.keys()) this.#revoked.add(callId)
    await this.#loop.decks.revokeAll()
    await Promise.all(this.#underWay)
  }

  async stop(): Promise<void> {
    await this.drain()
    await Promise.all(this.#jobs.map((job) => job.stop()))
    await this.#unsubscribe?.()
    await this.#loop.stop()
    this.#lease.end()
    await this.#options.store.leave(this.#options.nodeId)
  }

  #place(claimed: ClaimedCall, inMs = 0): void {
    this.#unsent.set(claimed.callId, claimed)
    const placing = this.#placeNow(claimed, inMs)
      .catch((error: unknown) =>
        this.#options.log.error({ err: error, call_id: claimed.callId }, 'failed to place a call'),
      )
      .finally(() => {
        this.#unsent.delete(claimed.callId)
        this.#revoked.delete(claimed.callId)
        this.#sending.delete(claimed.callId)
        this.#withdrawn.delete(claimed.callId)
        this.#underWay.delete(placing)
      })
    this.#underWay.add(placing)
  }

  async #placeNow(claimed: ClaimedCall, inMs: number): Promise<void> {
    if (inMs > 0) await sleep(this.#options.clock, inMs)
    await placeCall(this.#placing, claimed)
    if (this.#withdrawn.has(claimed.callId)) await this.#hangUpWithdrawn(claimed)
  }

  #leavesNow(claimed: ClaimedCall): boolean {
    this.#unsent.delete(claimed.callId)
    const { decidedAtMs, callId } = claimed
    const isFresh = this.#options.clock.monotonic() - decidedAtMs < UNSENT_MS_MAX
    if (!isFresh || this.#revoked.has(callId) || this.#listedSince(claimed)) return false
    if (this.#draining || !this.#lease.isUnbrokenSince(decidedAtMs)) return false
    this.#sending.add(callId)
    return true
  }

  /**
   * The do-not-call list has grown: claims that were decided before and not sent yet are returned, here and on the other nodes,
   * and the next claim reads the list again. So the list is applied right before placing a call, without a look-up for every
   * call.
   */
  listed(organizationId: number): void {
    this.#noteListed(organizationId)
    if (this.#lease.liveNodes < 2) return
    this.#options.signals
      .publish({ kind: 'listed', organizationId })
      .catch((error: unknown) => this.#options.log.debug({ err: error }, 'failed to signal the other nodes'))
  }

  #noteListed(organizationId: number): void {
    this.#listedAtMs.set(organizationId, this.#options.clock.monotonic())
    void this.#loop.decks.revoke(organizationId)
  }

  /**
   * Whether the list grew after this claim. Single calls are excluded: they have no queue to return to, and an operator has just
   * ordered them.
   */
  #listedSince({ organizationId, campaignId, decidedAtMs }: ClaimedCall): boolean {
    const listedAtMs = this.#listedAtMs.get(organizationId)
    return campaignId !== null && listedAtMs !== undefined && listedAtMs >= decidedAtMs
  }

  #revoke(campaignId: number): void {
    void this.#loop.decks.revokeCampaign(campaignId)
    for (const claimed of this.#unsent.values()) {
      if (claimed.campaignId === campaignId) this.#revoked.add(claimed.callId)
    }
  }

  #tellOthers(organizationId: number): void {
    if (this.#lease.liveNodes < 2) return
    this.#options.signals
      .publish({ kind: 'wake', organizationId })
      .catch((error: unknown) => this.#options.log.debug({ err: error }, 'failed to signal the other nodes'))
  }

  async #wakeAll(): Promise<void> {
    await this.#findingWork()
      .runOnce()
      .catch((error: unknown) => this.#options.log.debug({ err: error }, 'failed to look for running campaigns'))
  }

  #findingWork(): RecurringJob {
    return findWork({
      store: this.#options.store,
      now: () => this.#lease.now(),
      wake: (id) => this.#loop.wake(id),
      wakeAt: (id, atMs) => this.#loop.wakeAt(id, atMs),
    })
  }
}
