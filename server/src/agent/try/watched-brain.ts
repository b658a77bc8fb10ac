import type { WordBrain } from '../brain.ts'
import type { Act, Turn } from '../rules/turn.ts'

/** A brain of which is known whether it thinks: while a model is asked, no time passes in the conversation that is tried. */
export class WatchedBrain implements WordBrain {
  readonly kind = 'words'
  readonly #brain: WordBrain
  #thinking: Promise<unknown> | null = null

  constructor(brain: WordBrain) {
    this.#brain = brain
  }

  /** Settles when it has its next act; null if nothing is asked of it. */
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
