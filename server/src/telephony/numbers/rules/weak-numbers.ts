/** Which caller IDs people answer so much less often than the others that they should rest. */

/** Minimum number of calls that rang or were answered, for a number and for the others together. */
export const RATED_DIALS_MIN = 200
/**
 * How many standard errors a rate must be below that of the others. The rates are compared every hour, for every number: with
 * fewer, numbers would rest by chance where few people answer.
 */
const STANDARD_ERRORS_MIN = 4

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
      const isWeak = rate(number) < answered / placed / 2 && isNoChance(number, { placed, answered })
      return isWeak ? [{ ...number, others: answered / placed }] : []
    })
  return weak.sort((a, b) => rate(a) - rate(b)).slice(0, Math.floor(numbers.length / 2))
}

type Answers = Omit<RatedNumber, 'id'>

function rate({ placed, answered }: Answers): number {
  return answered / placed
}

/** Two proportions compared with their common rate as the variance. */
function isNoChance(number: Answers, others: Answers): boolean {
  const common = (number.answered + others.answered) / (number.placed + others.placed)
  const standardError = Math.sqrt(common * (1 - common) * (1 / number.placed + 1 / others.placed))
  return rate(others) - rate(number) >= STANDARD_ERRORS_MIN * standardError
}
