/**
 * Circuit breaker for language models. One call probes from time to time; the others wait without asking, so that a hanging
 * model delays neither them nor calls that need no model.
 */
import type { Clock } from '../kernel/clock.ts'

/** Delay after each failure in a row. */
const WAITS_MS = [5_000, 30_000, 120_000] as const
/** Longer than one request may take: after this time the probe request has ended. */
const FINDING_OUT_MS = 90_000
/** Entries unused for this long are dropped, for example after a change of settings. */
const FORGOTTEN_AFTER_MS = 60 * 60_000

interface Away {
  untilMs: number
  failures: number
  /** Requests with a smaller number were sent before this wait began. */
  since: number
}

export class ModelCircuitBreaker {
  readonly #clock: Clock
  readonly #away = new Map<string, Away>()
  #questions = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the number of a request that may be sent now, which may be a probe. Null: do not ask the model. */
  ask(model: string): number | null {
    const away = this.#away.get(model)
    if (away !== undefined) {
      if (this.#clock.now() < away.untilMs) return null
      away.untilMs = this.#clock.now() + FINDING_OUT_MS
    }
    return ++this.#questions
  }

  /** Of several concurrent requests, only the first failure counts, because the others have the same cause. */
  failed(model: string, question: number): void {
    const before = this.#away.get(model)
    if (before !== undefined && question < before.since) return
    this.#forgetOld()
    const failures = (before?.failures ?? 0) + 1
    const waitMs = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] as number
    this.#away.set(model, { failures, untilMs: this.#clock.now() + waitMs, since: ++this.#questions })
  }

  answered(model: string): void {
    this.#away.delete(model)
  }

  untilMs(model: string): number {
    return this.#away.get(model)?.untilMs ?? this.#clock.now()
  }

  #forgetOld(): void {
    const beforeMs = this.#clock.now() - FORGOTTEN_AFTER_MS
    for (const [model, { untilMs }] of this.#away) if (untilMs < beforeMs) this.#away.delete(model)
  }
}
