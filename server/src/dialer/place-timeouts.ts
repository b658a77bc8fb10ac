/**
 * Time limits of requests to carriers. Requests sent at nearly the same time share one limit: a timer and a signal for
 * each of thousands per second would cost as much as the dial itself.
 */
import { setMaxListeners } from 'node:events'
import type { Clock, Timer } from '../kernel/clock.ts'

/** Requests further apart than this have separate timers, so none is aborted more than this before its time. */
const SHARED_MS = 50

interface Shared {
  controller: AbortController
  timer: Timer
  sinceMs: number
  waiting: number
}

export class PlaceTimeouts {
  readonly #clock: Clock
  readonly #limitMs: number
  #newest: Shared | null = null

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock
    this.#limitMs = limitMs
  }

  /** Begins a request; `done` must be called once it has been answered. */
  begin(nowMs: number): { signal: AbortSignal; done(): void } {
    const shared = this.#sharedAt(nowMs)
    shared.waiting++
    return { signal: shared.controller.signal, done: () => this.#done(shared) }
  }

  #sharedAt(nowMs: number): Shared {
    if (this.#newest && nowMs - this.#newest.sinceMs < SHARED_MS) return this.#newest
    const controller = new AbortController()
    // Many requests share this signal, for which Node would otherwise report a listener leak.
    setMaxListeners(0, controller.signal)
    const timer = this.#clock.after(this.#limitMs, () => {
      if (this.#newest === shared) this.#newest = null
      controller.abort()
    })
    const shared: Shared = { controller, timer, sinceMs: nowMs, waiting: 0 }
    this.#newest = shared
    return shared
  }

  #done(shared: Shared): void {
    if (--shared.waiting > 0) return
    shared.timer.cancel()
    if (this.#newest === shared) this.#newest = null
  }
}
