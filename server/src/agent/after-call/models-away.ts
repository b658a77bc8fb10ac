/**
 * Whose language model does not answer at the moment. One call finds out now and then; the others wait without asking, so that
 * a model that hangs holds up neither them nor the calls that need none.
 */
import type { Clock } from '../../kernel/clock.ts'

/** After each failure in a row. */
const WAITS_MS = [5_000, 30_000, 120_000] as const
/** Longer than one question may take: whoever finds out has said so by then. */
const FINDING_OUT_MS = 90_000

interface Away {
  untilMs: number
  failures: number
}

export class ModelsAway {
  readonly #clock: Clock
  readonly #away = new Map<number, Away>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Also true for the one that finds out whether it is back. */
  mayAsk(organizationId: number): boolean {
    const away = this.#away.get(organizationId)
    if (away === undefined) return true
    if (this.#clock.now() < away.untilMs) return false
    away.untilMs = this.#clock.now() + FINDING_OUT_MS
    return true
  }

  failed(organizationId: number): void {
    const failures = (this.#away.get(organizationId)?.failures ?? 0) + 1
    const waitMs = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] as number
    this.#away.set(organizationId, { failures, untilMs: this.#clock.now() + waitMs })
  }

  answered(organizationId: number): void {
    this.#away.delete(organizationId)
  }

  untilMs(organizationId: number): number {
    return this.#away.get(organizationId)?.untilMs ?? this.#clock.now()
  }
}
