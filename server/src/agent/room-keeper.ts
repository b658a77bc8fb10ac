/** Measures how long utterances wait for recognition, and derives how many conversations this node can hold (rules/room.ts). */
import type { Clock, Timer } from '../kernel/clock.ts'
import { nextCapacity, ROOM } from './rules/room.ts'

export interface RoomKeeperOptions {
  clock: Clock
  /** The capacity of the machine. */
  max: number
  /** How long an utterance waits for its recognition. */
  waitMs(): number
  sessions(): number
}

export class RoomKeeper {
  readonly #options: RoomKeeperOptions
  #capacity: number
  #timer: Timer | undefined

  constructor(options: RoomKeeperOptions) {
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
    this.#timer = clock.after(ROOM.reviewEveryMs, () => {
      this.#capacity = nextCapacity(this.#capacity, { waitMs: waitMs(), sessions: sessions(), max })
      this.#review()
    })
  }
}
