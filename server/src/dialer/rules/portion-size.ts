/**
 * Number of rows that long work changes at a time while it holds the organization's lock. The dialer waits for the lock, so a
 * portion that took long makes the next one smaller. Pure.
 */

/** How long a portion should hold the lock. A portion that meets a busy disk takes several times as long. */
export const PORTION_TARGET_MS = 10
export const PORTION_ROWS_MIN = 5
/** A portion has at most this many times the rows of the one before. */
const GROWTH_MAX = 2

export class PortionSize {
  readonly #most: number
  #rows: number

  constructor({ first, most }: { first: number; most: number }) {
    this.#rows = first
    this.#most = most
  }

  get rows(): number {
    return this.#rows
  }

  /** `rows`: how many the portion had, which may be fewer than allowed. */
  adapt(rows: number, heldMs: number): void {
    if (rows === 0) return
    const isLong = heldMs > PORTION_TARGET_MS
    // A small portion consists mostly of what every portion costs, and says nothing about larger ones.
    if (!isLong && rows < this.#rows) return
    const fitting = Math.floor((rows * PORTION_TARGET_MS) / Math.max(heldMs, 1))
    const next = isLong ? Math.min(fitting, this.#rows) : Math.min(fitting, this.#rows * GROWTH_MAX)
    this.#rows = Math.min(this.#most, Math.max(PORTION_ROWS_MIN, next))
  }
}
