import type { WordBrain } from '../agent/brain.ts'
import type { Act, Turn } from '../agent/rules/turn.ts'

/** A brain that reports whether it is computing: while a model is asked, virtual time stands still. */
export class WatchedBrain implements WordBrain {
  readonly kind = 'words'
  readonly #brain: WordBrain
  #thinking: Promise<unknown> | null = null

  constructor(brain: WordBrain) {
    this.#brain = brain
  }

  /** Resolves when the brain has its next act; null if it is idle. */
  get thinking(): Promise<unknown> | null {
    return this.#thinking
  }

  async *answer(turn: Turn, signal: AbortSignal): AsyncGenerator<Act> {
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
