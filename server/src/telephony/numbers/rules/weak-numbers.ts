/** Which caller IDs people answer so much less often than the others that they should rest. */

/** Calls that rang or were answered, for each number; fewer say nothing. */
export const RATED_DIALS_MIN = 200

export interface RatedNumber {
  id: number
  placed: number
  answered: number
}

export interface WeakNumber extends RatedNumber {
  /** Answered share of the other numbers. */
  others: number
}

/**
 * Numbers whose answer rate is below half of that of the others of the same configuration, the weakest first. At least half of the
 * numbers stay in use: a rate that falls for all has another cause.
 */
export function weakNumbers(numbers: readonly RatedNumber[]): WeakNumber[] {
  const weak = numbers
    .filter(({ placed }) => placed >= RATED_DIALS_MIN)
    .flatMap((number) => {
      const others = numbers.filter(({ id }) => id !== number.id)
      const placed = others.reduce((sum, one) => sum + one.placed, 0)
      const answered = others.reduce((sum, one) => sum + one.answered, 0)
      if (placed < RATED_DIALS_MIN || answered === 0) return []
      return rate(number) < answered / placed / 2 ? [{ ...number, others: answered / placed }] : []
    })
  return weak.sort((a, b) => rate(a) - rate(b)).slice(0, Math.floor(numbers.length / 2))
}

function rate({ placed, answered }: RatedNumber): number {
  return answered / placed
}
