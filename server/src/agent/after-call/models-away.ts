/**
 * Which language models do not answer at the moment. One call finds out now and then; the others wait without asking, so that
 * a model that hangs holds up neither them nor the calls that need none.
 */
import type { Clock } from '../../kernel/clock.ts'

/** After each failure in a row. */
const WAITS_MS = [5_000, 30_000, 120_000] as const
/** Longer than one question may take: whoever finds out has said so by then. */
const FINDING_OUT_MS = 90_000
/** Nobody has asked for so long: its settings were changed, say. */
const FORGOTTEN_AFTER_MS = 60 * 60_000

interface Away {
  untilMs: number
  failures: number
  /** Questions with a smaller number were asked before this wait began. */
  since: number
}

export class ModelsAway {
  readonly #clock: Clock
  readonly #away = new Map<string, Away>()
  #questions = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The number of a question that may be put; also for the one that finds out whether the model is back. Null: it is left alone. */
  ask(model: string): number | null {
    const away = this.#away.get(model)
    if (away !== undefined) {
      if (this.#clock.now() < away.untilMs) return null
      away.untilMs = this.#clock.now() + FINDING_OUT_MS
    }
    return ++this.#questions
  }

  /** Of several that were asked side by side, the first to fail counts: the others have found out nothing new. */
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
