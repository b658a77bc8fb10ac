/**
 * Proves to the other nodes that this node is alive, and to itself that it may dial. A node that was frozen or cut off
 * finds its lease expired and places nothing; by then other nodes have taken over. Also measures this node's clock
 * against the database clock, the only one that counts: calling hours must not depend on which node dials.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import type { DialerStore } from '../store.ts'

export const LEASE_MS = 5000
export const HEARTBEAT_MS = 1000
/**
 * Safety margin between the end of the lease for this node and for other nodes; covers the time that a request needs to leave.
 */
const LEASE_MARGIN_MS = 1000
const SKEW_WARNING_MS = 2000
/** A heartbeat with a shorter round trip gives the database time precisely enough. */
const QUICK_TRIP_MS = 250
/**
 * If this machine's two clocks differ by more than this, one of them jumped. A shorter sleep of the machine is not noticed: until
 * the next heartbeat the node's time is wrong by that much, so a retry may come that much early. Noticing it would cost a system
 * call in every transaction.
 */
export const CLOCK_JUMP_MS = 1000

/**
 * Delay after a step of the database clock: after it, every live node has a lease by the new time, and no earlier request is in
 * progress.
 */
const SETTLED_AFTER_MS = 20_000
const REMEMBERED_STEPS = 100

/** Readings of both clocks of this machine at the same moment. */
interface Reading {
  monotonicMs: number
  wallMs: number
}

export class Lease {
  readonly #clock: Clock
  #sureSinceMs = Number.POSITIVE_INFINITY
  #sureUntil: Reading = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY }
  /**
   * A database time, and the readings of this machine's clocks at that moment; `elapsedMs` also counts while the machine sleeps.
   */
  #anchor: (Reading & { databaseMs: number; elapsedMs: number }) | null = null
  /**
   * Forward steps of the database clock: the latest time that can have been written by the clock before the step, and the size of
   * the step.
   */
  readonly #steps: Array<{ untilMs: number; byMs: number }> = []
  /** The latest time that can have been written before the clock was set back, as it reads after the steps since. */
  #highestMs = Number.NEGATIVE_INFINITY
  /** Whether a transaction has shown an earlier time than this node's; ends with the next heartbeat. */
  #isDoubted = false
  #steppedAtMs = Number.NEGATIVE_INFINITY
  #firstHeardMs = Number.POSITIVE_INFINITY
  /** When the last heartbeat that gave the database time was sent, and when it was answered. */
  #askedAtMs = Number.NEGATIVE_INFINITY
  #heardAtMs = Number.NEGATIVE_INFINITY
  liveNodes = 1
  /** How often the database clock was seen to be set back. Times that were computed by the clock before may be too late. */
  stepsBack = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Whether no other node can have taken over this node's claims yet. It also checks the wall clock: after a sleep of the machine
   * the monotonic clock continues where it stopped. If the two clocks disagree, the elapsed time is unknown.
   */
  isSure(): boolean {
    const { monotonicMs, wallMs } = this.read()
    return monotonicMs < this.#sureUntil.monotonicMs && wallMs < this.#sureUntil.wallMs && this.knowsTime()
  }

  /**
   * Whether the lease is certain now and has been without interruption since then (monotonic): claims from before a lost lease
   * stay invalid.
   */
  isUnbrokenSince(monotonicMs: number): boolean {
    return this.isSure() && this.#sureSinceMs < monotonicMs
  }

  /**
   * Wall time by the database clock: never later than the true time, and behind it by at most the time that an answer took to
   * arrive.
   */
  now(): number {
    if (!this.#anchor) return this.#clock.now()
    return this.#anchor.databaseMs + this.#clock.monotonic() - this.#anchor.monotonicMs
  }

  /**
   * Whether the database time is known. False before the first heartbeat, and when this machine's two clocks disagree about the
   * time since the last one: one of them jumped. Also false after a long silence: another database with another clock may answer
   * then.
   */
  knowsTime(): boolean {
    return !this.#isDoubted && this.#isAnchored() && this.#clock.monotonic() - this.#heardAtMs <= LEASE_MS
  }

  /** A transaction has shown that the database clock was set back; how far is known after the next heartbeat. */
  doubtTime(): void {
    this.#isDoubted = true
  }

  #isAnchored(): boolean {
    return this.#anchor !== null && !disagree(this.#anchor, this.read())
  }

  /** Whether a step of the database clock before that moment (monotonic) would have been noticed by now. */
  hasAskedSince(monotonicMs: number): boolean {
    return this.#askedAtMs >= monotonicMs
  }

  /** False for a while after the database clock was changed, because ages computed from stored times are wrong. */
  isSettled(): boolean {
    return this.#clock.monotonic() - this.#steppedAtMs > SETTLED_AFTER_MS
  }

  /**
   * Whether calls may be judged by their age. Also false for a while after the first heartbeat: a starting node cannot know
   * whether the clock was changed just before, and requests of dead nodes may be younger than they look.
   */
  judgesByAge(): boolean {
    return this.isSettled() && this.#clock.monotonic() - this.#firstHeardMs > SETTLED_AFTER_MS
  }

  /**
   * Converts a stored time to the current database clock: times written before the clock was set forward must not look older.
   * After a step back nothing is changed: everything then looks younger, which is safe.
   */
  onTodaysClock(atMs: number): number {
    return this.#steps.reduce((moment, { untilMs, byMs }) => (moment <= untilMs ? moment + byMs : moment), atMs)
  }

  read(): Reading {
    return { monotonicMs: this.#clock.monotonic(), wallMs: this.#clock.now() }
  }

  renewed(sent: Reading, databaseNowMs: number, liveNodes: number): void {
    const received = this.read()
    if (!this.isSure()) this.#sureSinceMs = received.monotonicMs
    const sureMs = LEASE_MS - LEASE_MARGIN_MS
    this.#sureUntil = { monotonicMs: sent.monotonicMs + sureMs, wallMs: sent.wallMs + sureMs }
    this.liveNodes = liveNodes
    const tripMs = received.monotonicMs - sent.monotonicMs
    if (disagree(sent, received)) return
    const stepped = this.#noteStep(databaseNowMs, tripMs)
    this.#firstHeardMs = Math.min(this.#firstHeardMs, received.monotonicMs)
    this.#askedAtMs = sent.monotonicMs
    this.#heardAtMs = received.monotonicMs
    // After a slow round trip the earlier anchor is more precise, unless the answer proves a later time.
    const knewBetter = this.#isAnchored() && !this.#isDoubted && !stepped && databaseNowMs <= this.now()
    this.#isDoubted = false
    if (tripMs > QUICK_TRIP_MS && knewBetter) return
    // The database wrote the answer at some moment of the round trip, at the latest now: its time is a proven lower bound. Adding
    // to it could be too much, and people would be called before their calling hours.
    const { monotonicMs, wallMs } = received
    this.#anchor = { monotonicMs, wallMs, databaseMs: databaseNowMs, elapsedMs: this.#clock.elapsed() }
  }

  /**
   * Whether the database clock was changed since the last heartbeat. This machine's wall clock does not help: if the database
   * runs on this machine, both are the same.
   */
  #noteStep(databaseMs: number, tripMs: number): boolean {
    if (!this.#anchor) return false
    const sinceMs = this.#clock.elapsed() - this.#anchor.elapsedMs
    const beforeMs = this.#anchor.databaseMs + sinceMs
    const byMs = databaseMs - beforeMs
    if (Math.abs(byMs) <= CLOCK_JUMP_MS + tripMs) return false
    this.#steppedAtMs = this.#clock.monotonic()
    if (byMs > 0) this.#noteStepForward(beforeMs, byMs, sinceMs)
    else {
      this.stepsBack++
      this.#highestMs = Math.max(this.#highestMs, beforeMs + LEASE_MS)
    }
    return true
  }

  #noteStepForward(beforeMs: number, byMs: number, sinceMs: number): void {
    // Times from before an earlier step back may lie ahead of the clock, but not of the time from which it is written now.
    const writtenFromMs = beforeMs - sinceMs + byMs
    const untilMs = Math.max(
      beforeMs + othersWriteOldTimeMs(byMs, sinceMs),
      Math.min(this.#highestMs, writtenFromMs - CLOCK_JUMP_MS),
    )
    this.#steps.push({ untilMs, byMs })
    if (this.#steps.length > REMEMBERED_STEPS) this.#steps.shift()
    if (this.#highestMs <= untilMs) this.#highestMs += byMs
  }

  end(): void {
    this.#sureUntil = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY }
  }
}

/**
 * Another node writes times of the old clock until its own next heartbeat, for a lease at most. The step may have come right after
 * this node's last heartbeat: since then others may have written times of the new clock, which must not be taken for old ones.
 */
function othersWriteOldTimeMs(byMs: number, sinceLastHeartbeatMs: number): number {
  return Math.min(LEASE_MS, Math.max(0, byMs - sinceLastHeartbeatMs - CLOCK_JUMP_MS))
}

function disagree(earlier: Reading, later: Reading): boolean {
  const monotonicMs = later.monotonicMs - earlier.monotonicMs
  return Math.abs(later.wallMs - earlier.wallMs - monotonicMs) > CLOCK_JUMP_MS
}

export function keepLease(options: {
  store: DialerStore
  clock: Clock
  log: Log
  nodeId: string
  lease: Lease
  /** Called when the lease is certain again, or for the first time. */
  regained(): void
  /** Called when fewer nodes are left than before. */
  nodeGone?(): void
  /** Called when the database time is known again. */
  timeKnown(): void
  /** Called when the number of this node's own calls is requested, and when it is known. */
  counting?(): void
  counted?(ownCalls: ReadonlyMap<number, number>): void
  /** How many more conversations this node can hold; null: unlimited. */
  room?(): number | null
}): RecurringJob {
  const { store, clock, log, nodeId, lease } = options
  let warned = false
  let isFirst = true
  return {
    name: 'keep-lease',
    everyMs: HEARTBEAT_MS,
    async runOnce() {
      const sent = lease.read()
      options.counting?.()
      const answer = await store.heartbeat(nodeId, LEASE_MS, options.room?.() ?? null)
      const { databaseNowMs, liveNodes, wasSetBack, ownCalls } = answer
      options.counted?.(ownCalls)
      const wasSure = lease.isSure()
      const nodesBefore = lease.liveNodes
      lease.renewed(sent, databaseNowMs, liveNodes)
      // A step while no node was running; later ones the lease notices itself.
      if (isFirst && wasSetBack) lease.stepsBack++
      isFirst = false
      if (lease.knowsTime()) options.timeKnown()
      if (!wasSure && lease.isSure()) options.regained()
      if (liveNodes < nodesBefore) options.nodeGone?.()
      const skewMs = lease.now() - clock.now()
      if (Math.abs(skewMs) > SKEW_WARNING_MS && !warned) {
        warned = true
        log.warn(
          { skew_ms: Math.round(skewMs) },
          "the clock of this machine differs from that of the database; the database's time is used",
        )
      }
      return {}
    },
  }
}
