import type { TextBrain } from '../agent/brain.ts'
import type { BrainAction, Turn } from '../agent/rules/turn.ts'

/** A brain that reports whether it is computing: while a model is asked, virtual time stands still. */
export class BusyTrackingBrain implements TextBrain {
  readonly kind = 'words'
  readonly #brain: TextBrain
  #thinking: Promise<unknown> | null = null

  constructor(brain: TextBrain) {
    this.#brain = brain
  }

  /** Resolves when the brain has its next act; null if it is idle. */
  get thinking(): Promise<unknown> | null {
    return this.#thinking
  }

  async *answer(turn: Turn, signal: AbortSignal): AsyncGenerator<BrainAction> {
    const acts = this.#brain.answer(turn, signal)[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = acts.next()
        const settled = next.then(
          () => {},
          () => {},
        )
        this.#thinking = settled
        try {
          const { done, value } = await next
          if (done) return
          if (this.#thinking === settled) this.#thinking = null
          yield value
        } finally {
          if (this.#thinking === settled) this.#thinking = null
        }
      }
    } finally {
      await acts.return?.(undefined)
    }
  }

  close(): void {
    this.#brain.close()
  }
}
