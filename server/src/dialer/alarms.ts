/** One alarm per organization: the next moment at which somebody may be called though nothing else happens. */
import type { Clock, Timer } from '../kernel/clock.ts'

export class Alarms {
  readonly #clock: Clock
  /** Database time. */
  readonly #now: () => number
  readonly #ring: (organizationId: number) => void
  readonly #set = new Map<number, { atMs: number; timer: Timer }>()

  constructor(clock: Clock, now: () => number, ring: (organizationId: number) => void) {
    this.#clock = clock
    this.#now = now
    this.#ring = ring
  }

  /**
   * An earlier one stays: it may be another campaign's. For the same moment it is set anew, because by our own clock a long
   * wait ends seconds too late or too early.
   */
  atLatest(organizationId: number, atMs: number): void {
    const known = this.#set.get(organizationId)
    if (known && known.atMs < atMs) return
    known?.timer.cancel()
    // A timer may fire a hair early; one more millisecond saves a claim that would find nothing.
    const timer = this.#clock.after(atMs - this.#now() + 1, () => {
      this.#set.delete(organizationId)
      this.#ring(organizationId)
    })
    this.#set.set(organizationId, { atMs, timer })
  }

  stop(): void {
    for (const { timer } of this.#set.values()) timer.cancel()
    this.#set.clear()
  }
}
