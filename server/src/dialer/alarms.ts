/** One alarm per organization: the next moment at which somebody may be called though nothing else happens. */
import type { Clock, Timer } from '../kernel/clock.ts'

/**
 * By our own clock a long wait ends seconds too late or too early, and the database's may have been put past it: an alarm set
 * so long ago is set anew by what is known now, and one that is overdue then rings at once.
 */
const SET_ANEW_AFTER_MS = 1000

export class Alarms {
  readonly #clock: Clock
  /** Database time. */
  readonly #now: () => number
  readonly #ring: (organizationId: number) => void
  readonly #set = new Map<number, { atMs: number; setAtMs: number; timer: Timer }>()

  constructor(clock: Clock, now: () => number, ring: (organizationId: number) => void) {
    this.#clock = clock
    this.#now = now
    this.#ring = ring
  }

  /** An earlier one stays: it may be another campaign's. */
  atLatest(organizationId: number, wantedMs: number): void {
    const known = this.#set.get(organizationId)
    const nowMs = this.#now()
    const stays = known !== undefined && known.atMs < wantedMs
    if (stays && nowMs - known.setAtMs < SET_ANEW_AFTER_MS) return
    const atMs = stays ? known.atMs : wantedMs
    known?.timer.cancel()
    // A timer may fire a hair early; one more millisecond saves a claim that would find nothing.
    const timer = this.#clock.after(Math.max(0, atMs - nowMs + 1), () => {
      this.#set.delete(organizationId)
      this.#ring(organizationId)
    })
    this.#set.set(organizationId, { atMs, setAtMs: nowMs, timer })
  }

  stop(): void {
    for (const { timer } of this.#set.values()) timer.cancel()
    this.#set.clear()
  }
}
