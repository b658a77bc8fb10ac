/**
 * Proves to the others that this node lives, and to itself that it may dial. A node that was frozen or cut off finds its
 * lease run out and places nothing; by then others have taken over. Also measures our clock against the database's, which
 * is the one clock that counts: calling hours must not depend on which node dials.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { DialerStore } from '../store.ts'
import type { Duty } from './duty.ts'

export const LEASE_MS = 5000
export const HEARTBEAT_MS = 1000
/** Between what we believe and what the others see; covers the time a request needs to leave. */
const LEASE_MARGIN_MS = 1000
const SKEW_WARNING_MS = 2000

export class Lease {
  readonly #clock: Clock
  #sureUntilMs = Number.NEGATIVE_INFINITY
  #skewMs = 0
  liveNodes = 1

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether no other node can have taken over our claims yet. */
  isSure(): boolean {
    return this.#clock.monotonic() < this.#sureUntilMs
  }

  /** Wall time as the database has it. */
  now(): number {
    return this.#clock.now() + this.#skewMs
  }

  renewed(sentAtMs: number, skewMs: number, liveNodes: number): void {
    this.#sureUntilMs = sentAtMs + LEASE_MS - LEASE_MARGIN_MS
    this.#skewMs = skewMs
    this.liveNodes = liveNodes
  }

  end(): void {
    this.#sureUntilMs = Number.NEGATIVE_INFINITY
  }
}

export function keepLease(options: {
  store: DialerStore
  clock: Clock
  log: Log
  nodeId: string
  lease: Lease
  /** The lease was lost or not yet there, and is sure again. */
  regained(): void
}): Duty {
  const { store, clock, log, nodeId, lease } = options
  let warned = false
  return {
    name: 'keep-lease',
    everyMs: HEARTBEAT_MS,
    async runOnce() {
      const sentAtMs = clock.monotonic()
      const wallBefore = clock.now()
      const { databaseNowMs, liveNodes } = await store.heartbeat(nodeId, LEASE_MS)
      const skewMs = databaseNowMs - (wallBefore + clock.now()) / 2
      const wasSure = lease.isSure()
      lease.renewed(sentAtMs, skewMs, liveNodes)
      if (!wasSure && lease.isSure()) options.regained()
      if (Math.abs(skewMs) > SKEW_WARNING_MS && !warned) {
        warned = true
        log.warn(
          { skew_ms: Math.round(skewMs) },
          "this machine's clock differs from the database's; the database's counts",
        )
      }
      return {}
    },
  }
}
