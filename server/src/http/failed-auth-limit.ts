/**
 * Counts wrong keys per client address. Only wrong keys are delayed: a look-up by hash is cheap, and a valid key is never locked
 * out.
 */
import type { Clock } from '../kernel/clock.ts'

/** Wrong keys and sign-ins of one address within the window. 256 bits cannot be guessed; this limits the cost of attempts. */
export const WRONG_KEYS_PER_MINUTE = 600
const WINDOW_MS = 60_000
/** Number of client addresses remembered; beyond it the oldest are dropped. */
const REMEMBERED = 10_000

export class FailedAuthLimit {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #wrong = new Map<string, { count: number; untilMs: number }>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** Seconds until this address may try again; null: it may try now. */
  waitSeconds(address: string): number | null {
    const nowMs = this.#clock.monotonic()
    const found = this.#wrong.get(address)
    if (!found || found.untilMs <= nowMs || found.count < WRONG_KEYS_PER_MINUTE) return null
    return Math.ceil((found.untilMs - nowMs) / 1000)
  }

  wrong(address: string): void {
    const nowMs = this.#clock.monotonic()
    const found = this.#wrong.get(address)
    if (found && found.untilMs > nowMs) found.count++
    else remember(this.#wrong, address, { count: 1, untilMs: nowMs + WINDOW_MS })
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > REMEMBERED) map.delete(map.keys().next().value as string)
}
