/**
 * Moonshine tends to continue counting: after digits spoken one by one it often adds more in the silence, up to the length of a
 * telephone number. With other silence around the speech it makes other errors. So a number is accepted only if two recognitions
 * agree; and if its length is known, only results of that length count.
 *
 * Single words have two other errors: some are not recognized at all, and some become a word of agreement ("on" becomes "Fine."
 * or "All right."). Both are recognized again, with other silence around the word.
 */
import { packOf } from '../language/packs/packs.ts'
import { type DigitCount, readDigits, readSpokenDigits } from '../language/rules/spoken-digits.ts'
import { wordsOf } from '../language/rules/spoken-words.ts'
import { readYesNo, yesNoMeaningOf } from '../language/rules/yes-no.ts'

/** Minimum length of a string of digits that is checked; the model does not continue shorter ones. */
const DIGITS_MIN = 4

export interface DigitConsensus {
  text: string
  /** No two recognitions agree on the digits. */
  doubtful: boolean
}

/** Longest speech that counts as a single word. */
export const WORD_MS_MAX = 1500

/** Recognitions that must confirm a word of agreement; the last one repeats the errors of the first too often. */
const YES_HEARINGS = 2

/**
 * Recognizes a single word again if necessary; null: not necessary. `again`: other recognitions of the same speech, tried in this
 * order.
 */
export function findWordConsensus(first: string, again: readonly (() => string)[]): DigitConsensus | null {
  if (wordsOf(first).length === 0) return settleEmpty(again)
  if (!isSoftYes(first)) return null
  const isConfirmed = again.slice(0, YES_HEARINGS).every((hear) => readYesNo(hear(), packOf('en')) === 'yes')
  return { text: first, doubtful: !isConfirmed }
}

/** The words on which two recognitions agree; otherwise the speech stays unrecognized, like noise. */
function settleEmpty(again: readonly (() => string)[]): DigitConsensus {
  const found = new Set<string>()
  for (const hear of again) {
    const text = hear()
    const words = wordsOf(text).join(' ')
    if (words !== '' && found.has(words)) return { text, doubtful: false }
    found.add(words)
  }
  return { text: '', doubtful: false }
}

/** Whether the text agrees without a plain yes: "fine", "sure". No other word was misrecognized as a plain yes. */
function isSoftYes(text: string): boolean {
  const pack = packOf('en')
  return readYesNo(text, pack) === 'yes' && !wordsOf(text).some((word) => yesNoMeaningOf(word, pack) === 'yes')
}

/** `again`: other recognitions of the same speech, tried in this order, for strings of digits only. */
export function findDigitConsensus(
  first: string,
  again: readonly (() => string)[],
  count?: DigitCount,
): DigitConsensus {
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

function settleKnownLength(first: string, again: readonly (() => string)[], length: number): DigitConsensus {
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

/** Whether another recognition is worthwhile: yes for a number with a misheard word, no for a sentence. */
function isMostlyDigits(text: string): boolean {
  const { digits, otherWords } = readDigits(text)
  return digits.length >= 2 && digits.length > otherWords
}
