import type { Clock, Timer } from '../kernel/clock.ts'
import { TURN_TAKING_LIMITS } from './rules/turn-taking.ts'

/** Ends abandoned calls: a line without any incoming data, or one on which neither side says a word. */
export class AbandonedLineWatch {
  readonly #clock: Clock
  readonly #abandoned: () => void
  #lineAtMs: number
  #wordsAtMs: number
  #timer: Timer | undefined

  constructor(clock: Clock, abandoned: () => void) {
    this.#clock = clock
    this.#abandoned = abandoned
    this.#lineAtMs = clock.monotonic()
    this.#wordsAtMs = clock.monotonic()
  }

  /** Audio, a key or a mark arrived, so the line is not dead. */
  lineLives(): void {
    this.#lineAtMs = this.#clock.monotonic()
  }

  /** The person or the agent spoke, so the call is not idle. */
  wordsWereSaid(): void {
    this.#wordsAtMs = this.#clock.monotonic()
  }

  begin(): void {
    this.#timer = this.#clock.after(TURN_TAKING_LIMITS.lineDeadMs / 4, () => {
      const nowMs = this.#clock.monotonic()
      const dead = nowMs - this.#lineAtMs >= TURN_TAKING_LIMITS.lineDeadMs
      if (dead || nowMs - this.#wordsAtMs >= TURN_TAKING_LIMITS.idleMs) this.#abandoned()
      else this.begin()
    })
  }

  stop(): void {
    this.#timer?.cancel()
  }
}
