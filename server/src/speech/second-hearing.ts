/**
 * Moonshine continues to count: of digits that were spoken one by one it often writes one more into the silence behind them (human voices:
 * 9 of 100 strings). Heard without that silence it does not. Where both hearings agree the text is believed; else it is doubtful.
 */
import { packOf } from '../language/packs/packs.ts'
import { readSpokenDigits } from '../language/rules/spoken-digits.ts'

/** Shorter strings were not continued. */
const DIGITS_MIN = 4

export interface Heard {
  text: string
  /** The two hearings differ. */
  doubtful: boolean
}

/** `again` recognizes the same speech without the silence behind it. It is called for strings of digits only. */
export function settleDigits(first: string, again: () => string): Heard {
  const digits = digitsIn(first)
  if (digits === null || digits.length < DIGITS_MIN) return { text: first, doubtful: false }
  const second = again()
  const others = digitsIn(second)
  if (others === digits) return { text: first, doubtful: false }
  // Digits that only the first hearing has at its end were not spoken.
  return { text: others !== null && digits.startsWith(others) ? second : first, doubtful: true }
}

function digitsIn(text: string): string | null {
  return readSpokenDigits(text, packOf('en'))
}
