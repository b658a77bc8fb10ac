/** How long a silence must last to be the end of a turn: by what is expected, and by the words so far. */
import type { LanguagePack } from '../../language/packs/pack.ts'
import { readDigits } from '../../language/rules/spoken-digits.ts'
import { hesitates } from '../../language/rules/utterance-kind.ts'
import type { Expectation } from './turn.ts'

export const END_OF_TURN = {
  usualMs: 600,
  /** The words leave no doubt. What may still follow before our reply was heard is joined to them. */
  settledMs: 300,
  /** "Well ..." */
  hesitatingMs: 1200,
  /** Some digits are there, and more may come. */
  digitsMs: 1300,
  textMs: 1200,
} as const

/** `text` is what was understood in the pause; null as long as nothing was. */
export function endOfTurnMs(expect: Expectation, text: string | null, pack: LanguagePack): number {
  const words = text?.trim() ? text : null
  if (expect.answer === 'digits') return digitsEndMs(expect, words, pack)
  if (words === null) return expect.answer === 'text' ? END_OF_TURN.textMs : END_OF_TURN.usualMs
  if (hesitates(words, pack)) return END_OF_TURN.hesitatingMs
  if (expect.decides?.(words)) return END_OF_TURN.settledMs
  return expect.answer === 'text' ? END_OF_TURN.textMs : END_OF_TURN.usualMs
}

function digitsEndMs({ maxDigits, decides }: Expectation, words: string | null, pack: LanguagePack): number {
  const count = words === null ? 0 : readDigits(words, pack).digits.length
  if (count === 0) return words !== null && decides?.(words) ? END_OF_TURN.settledMs : END_OF_TURN.usualMs
  return maxDigits !== null && count >= maxDigits ? END_OF_TURN.settledMs : END_OF_TURN.digitsMs
}
