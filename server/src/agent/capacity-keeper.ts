/** Measures how long utterances wait for recognition, and derives how many conversations this node can hold (rules/capacity.ts). */
import type { Clock, Timer } from '../kernel/clock.ts'
import { CAPACITY_LIMITS, nextCapacity } from './rules/capacity.ts'

export interface CapacityKeeperOptions {
  clock: Clock
  /** The capacity of the machine. */
  max: number
  /** Current waiting time of an utterance for its recognition. */
  waitMs(): number
  sessions(): number
}

export class CapacityKeeper {
  readonly #options: CapacityKeeperOptions
  #capacity: number
  #timer: Timer | undefined

  constructor(options: CapacityKeeperOptions) {
    this.#options = options
    this.#capacity = options.max
    this.#review()
  }

  get capacity(): number {
    return this.#capacity
  }

  stop(): void {
    this.#timer?.cancel()
  }

  #review(): void {
    const { clock, max, waitMs, sessions } = this.#options
    this.#timer = clock.after(CAPACITY_LIMITS.reviewEveryMs, () => {
      this.#capacity = nextCapacity(this.#capacity, { waitMs: waitMs(), sessions: sessions(), max })
      this.#review()
    })
  }
}
