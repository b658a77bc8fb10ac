/**
 * Proves to the others that this node lives, and to itself that it may dial. A node that was frozen or cut off finds its
 * lease run out and places nothing; by then others have taken over. Also measures our clock against the database's, which
 * is the one clock that counts: calling hours must not depend on which node dials.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { Duty } from '../../kernel/duty.ts'
import type { Log } from '../../kernel/log.ts'
import type { DialerStore } from '../store.ts'

export const LEASE_MS = 5000
export const HEARTBEAT_MS = 1000
/** Between what we believe and what the others see; covers the time a request needs to leave. */
const LEASE_MARGIN_MS = 1000
const SKEW_WARNING_MS = 2000
/** A heartbeat this quick tells the database's time well enough. */
const QUICK_TRIP_MS = 250
/**
 * A difference between our two clocks from which on one of them jumped. A shorter sleep of the machine is not noticed: until the
 * next heartbeat the node is behind by as much, so a retry may come that much early. Reading the clock that counts through
 * sleeps would cost a look at the system in every transaction.
 */
export const CLOCK_JUMP_MS = 1000

/** After the database's clock was set: by then every node that lives has a lease by the new time, and no request is left. */
const SETTLED_AFTER_MS = 20_000
const REMEMBERED_STEPS = 100

/** One reading of both clocks of this machine. */
interface Reading {
  monotonicMs: number
  wallMs: number
}

export class Lease {
  readonly #clock: Clock
  #sureSinceMs = Number.POSITIVE_INFINITY
  #sureUntil: Reading = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY }
  /** A moment of the database's, and what our clocks read then; the third goes on while the machine sleeps. */
  #anchor: (Reading & { databaseMs: number; elapsedMs: number }) | null = null
  /** When the database's clock was put forward: what it read just before, and by how much. */
  readonly #steps: Array<{ beforeMs: number; byMs: number }> = []
  #steppedAtMs = Number.NEGATIVE_INFINITY
  #firstHeardMs = Number.POSITIVE_INFINITY
  /** When the last heartbeat that told the database's time was sent, and when it was answered. */
  #askedAtMs = Number.NEGATIVE_INFINITY
  #heardAtMs = Number.NEGATIVE_INFINITY
  liveNodes = 1

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Whether no other node can have taken over our claims yet. The wall clock is asked too: a machine put to sleep wakes with
   * its monotonic clock where it was. And where the two disagree, neither can tell how long it was.
   */
  isSure(): boolean {
    const { monotonicMs, wallMs } = this.read()
    return monotonicMs < this.#sureUntil.monotonicMs && wallMs < this.#sureUntil.wallMs && this.knowsTime()
  }

  /** Sure now and without a break since then (monotonic): a lease lost and regained does not bring old claims back. */
  isUnbrokenSince(monotonicMs: number): boolean {
    return this.isSure() && this.#sureSinceMs < monotonicMs
  }

  /** Wall time as the database has it: never later than that, and behind it by no more than an answer took to arrive. */
  now(): number {
    if (!this.#anchor) return this.#clock.now()
    return this.#anchor.databaseMs + this.#clock.monotonic() - this.#anchor.monotonicMs
  }

  /**
   * False before the first heartbeat, and when our two clocks disagree about the time since the last: one of them jumped. And
   * after a silence: the database that comes back may be another, whose clock differs.
   */
  knowsTime(): boolean {
    return this.#isAnchored() && this.#clock.monotonic() - this.#heardAtMs <= LEASE_MS
  }

  #isAnchored(): boolean {
    return this.#anchor !== null && !disagree(this.#anchor, this.read())
  }

  /** Whether a step of the database's clock before that moment (monotonic) would have been noticed by now. */
  hasAskedSince(monotonicMs: number): boolean {
    return this.#askedAtMs >= monotonicMs
  }

  /** False for a while after the database's clock was set: nobody can be judged by how long ago something was. */
  isSettled(): boolean {
    return this.#clock.monotonic() - this.#steppedAtMs > SETTLED_AFTER_MS
  }

  /**
   * False for a while after the first heartbeat too: whoever starts cannot know whether the clock was set just before, and
   * requests of the dead may be younger than they look.
   */
  judgesByAge(): boolean {
    return this.isSettled() && this.#clock.monotonic() - this.#firstHeardMs > SETTLED_AFTER_MS
  }

  /**
   * A moment as the database wrote it, by its clock of today: what was written before the clock was put forward is not
   * older for that. After it was put back nothing is changed: then everything only seems younger, which harms nobody.
   */
  onTodaysClock(atMs: number): number {
    return this.#steps.reduce((moment, { beforeMs, byMs }) => (moment <= beforeMs ? moment + byMs : moment), atMs)
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
    // After a long trip what we knew before is better, unless the answer proves a later time.
    const knewBetter = this.#isAnchored() && !stepped && databaseNowMs <= this.now()
    if (tripMs > QUICK_TRIP_MS && knewBetter) return
    // The answer was written at some moment of the trip, at the latest now: its time is the latest that is proven. Anything
    // added to it may be too much, and people would be dialed before their hour.
    this.#anchor = { ...received, databaseMs: databaseNowMs, elapsedMs: this.#clock.elapsed() }
  }

  /**
   * Whether the database's clock was set since the last heartbeat. Our own clock on the wall is not asked: where the database
   * runs on this machine both are one.
   */
  #noteStep(databaseMs: number, tripMs: number): boolean {
    if (!this.#anchor) return false
    const beforeMs = this.#anchor.databaseMs + this.#clock.elapsed() - this.#anchor.elapsedMs
    const byMs = databaseMs - beforeMs
    if (Math.abs(byMs) <= CLOCK_JUMP_MS + tripMs) return false
    this.#steppedAtMs = this.#clock.monotonic()
    if (byMs > 0) this.#steps.push({ beforeMs, byMs })
    if (this.#steps.length > REMEMBERED_STEPS) this.#steps.shift()
    return true
  }

  end(): void {
    this.#sureUntil = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY }
  }
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
  /** The lease was lost or not yet there, and is sure again. */
  regained(): void
  /** What waited for the time can go on. */
  timeKnown(): void
  /** How many calls are this node's own is being asked for, and then known. */
  counting?(): void
  counted?(ownCalls: ReadonlyMap<number, number>): void
  /** How many more conversations this node can hold; null: any number. */
  room?(): number | null
}): Duty {
  const { store, clock, log, nodeId, lease } = options
  let warned = false
  return {
    name: 'keep-lease',
    everyMs: HEARTBEAT_MS,
    async runOnce() {
      const sent = lease.read()
      options.counting?.()
      const { databaseNowMs, liveNodes, ownCalls } = await store.heartbeat(nodeId, LEASE_MS, options.room?.() ?? null)
      options.counted?.(ownCalls)
      const wasSure = lease.isSure()
      lease.renewed(sent, databaseNowMs, liveNodes)
      if (lease.knowsTime()) options.timeKnown()
      if (!wasSure && lease.isSure()) options.regained()
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
