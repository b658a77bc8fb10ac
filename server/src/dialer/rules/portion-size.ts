/**
 * Number of rows that long work changes at a time while it holds the organization's lock. The dialer waits for the lock, so a
 * portion that took long makes the next one smaller. Pure.
 */

/** How long a portion should hold the lock. A portion that meets a busy disk takes several times as long. */
export const PORTION_TARGET_MS = 10
/** A statement of a portion that takes longer is cancelled and repeated with fewer rows. */
export const PORTION_STATEMENT_MS_MAX = 30
export const PORTION_ROWS_MIN = 5
/** A portion has at most this many times the rows of the one before. */
const GROWTH_MAX = 2
/** A cancelled portion had about this many times the rows that fit. */
const CANCELLED_SHARE = 4

export class PortionSize {
  readonly #most: number
  #rows: number
  #isUnlimited = false

  constructor({ first, most }: { first: number; most: number }) {
    this.#rows = first
    this.#most = most
  }

  get rows(): number {
    return this.#rows
  }

  /** Time limit of a statement; null if the smallest portion was cancelled: the work must make progress on a slow machine too. */
  get statementMsMax(): number | null {
    return this.#isUnlimited ? null : PORTION_STATEMENT_MS_MAX
  }

  /** The portion was cancelled and must be repeated. */
  cancelled(): void {
    this.#isUnlimited = this.#rows === PORTION_ROWS_MIN
    this.#rows = Math.max(PORTION_ROWS_MIN, Math.floor(this.#rows / CANCELLED_SHARE))
  }

  /** `rows`: how many the portion had, which may be fewer than allowed. */
  adapt(rows: number, heldMs: number): void {
    this.#isUnlimited = false
    if (rows === 0) return
    const isLong = heldMs > PORTION_TARGET_MS
    // A small portion consists mostly of what every portion costs, and says nothing about larger ones.
    if (!isLong && rows < this.#rows) return
    const fitting = Math.floor((rows * PORTION_TARGET_MS) / Math.max(heldMs, 1))
    const next = isLong ? Math.min(fitting, this.#rows) : Math.min(fitting, this.#rows * GROWTH_MAX)
    this.#rows = Math.min(this.#most, Math.max(PORTION_ROWS_MIN, next))
  }
}
