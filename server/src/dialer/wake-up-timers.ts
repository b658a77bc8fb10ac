/** One alarm per organization, for the next time at which a contact becomes due without any other event. */
import type { Clock, Timer } from '../kernel/clock.ts'

/**
 * A long timer drifts from the database clock by seconds, and the database clock may have been set forward since. So an alarm
 * older than this is set again from the current time; an overdue one fires immediately.
 */
const SET_ANEW_AFTER_MS = 1000

export class WakeUpTimers {
  readonly #clock: Clock
  /** Current time of the database. */
  readonly #now: () => number
  readonly #ring: (organizationId: number) => void
  readonly #set = new Map<number, { atMs: number; setAtMs: number; timer: Timer }>()

  constructor(clock: Clock, now: () => number, ring: (organizationId: number) => void) {
    this.#clock = clock
    this.#now = now
    this.#ring = ring
  }

  /** Sets an alarm for this time, unless an earlier one exists, which may belong to another campaign. */
  atLatest(organizationId: number, wantedMs: number): void {
    const known = this.#set.get(organizationId)
    const nowMs = this.#now()
    const stays = known !== undefined && known.atMs < wantedMs
    if (stays && nowMs - known.setAtMs < SET_ANEW_AFTER_MS) return
    const atMs = stays ? known.atMs : wantedMs
    known?.timer.cancel()
    // A timer may fire slightly early; one more millisecond avoids a claim that finds nothing.
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
