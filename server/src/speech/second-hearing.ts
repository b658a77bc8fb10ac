/**
 * Moonshine tends to continue counting: after digits spoken one by one it often adds more in the silence, up to the length of a
 * telephone number. With other silence around the speech it makes other errors. So a number is believed only if two
 * recognitions agree; and if its length is known, only results of that length count.
 */
import { packOf } from '../language/packs/packs.ts'
import { type DigitCount, readDigits, readSpokenDigits } from '../language/rules/spoken-digits.ts'

/** Shorter strings are not continued. */
const DIGITS_MIN = 4

export interface Heard {
  text: string
  /** No two recognitions agree. */
  doubtful: boolean
}

/** `again`: other recognitions of the same speech, tried in this order, for strings of digits only. */
export function settleDigits(first: string, again: readonly (() => string)[], count?: DigitCount): Heard {
  const length = count !== undefined && count.least === count.most ? count.least : null
  const digits = digitsIn(first)
  if (length !== null && (digits?.length === length ? length >= DIGITS_MIN : isMostlyDigits(first))) {
    return settleKnownLength(first, again, length)
  }
  const second = digits === null || digits.length < DIGITS_MIN ? undefined : again[0]?.()
  if (digits === null || second === undefined) return { text: first, doubtful: false }
  const others = digitsIn(second)
  if (others === digits) return { text: first, doubtful: false }
  // Digits that only the first recognition has at its end were not spoken.
  return { text: others !== null && digits.startsWith(others) ? second : first, doubtful: true }
}

function settleKnownLength(first: string, again: readonly (() => string)[], length: number): Heard {
  const fitting = new Map<string, string>()
  for (const hear of [() => first, ...again]) {
    const text = hear()
    const digits = digitsIn(text)
    if (digits?.length !== length) continue
    if (fitting.has(digits)) return { text, doubtful: false }
    fitting.set(digits, text)
  }
  const [best = first] = fitting.values()
  return { text: best, doubtful: true }
}

function digitsIn(text: string): string | null {
  return readSpokenDigits(text, packOf('en'))
}

/** A number with a misheard word is worth another recognition; a sentence is not. */
function isMostlyDigits(text: string): boolean {
  const { digits, otherWords } = readDigits(text)
  return digits.length >= 2 && digits.length > otherWords
}
