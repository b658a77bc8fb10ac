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
  const { answer, maxDigits, decides, endOfTurnMs: ownMs } = expect
  const settledMs = Math.min(END_OF_TURN.settledMs, ownMs ?? END_OF_TURN.settledMs)
  const words = text?.trim() ?? ''
  const digits = answer === 'digits' ? readDigits(words, pack).digits.length : 0
  if (digits > 0) return maxDigits !== null && digits >= maxDigits ? settledMs : (ownMs ?? END_OF_TURN.digitsMs)
  // Waited for longer even by those who have set a time of their own.
  if (hesitates(words, pack)) return Math.max(END_OF_TURN.hesitatingMs, ownMs ?? 0)
  if (words !== '' && decides?.(words)) return settledMs
  return ownMs ?? (answer === 'text' ? END_OF_TURN.textMs : END_OF_TURN.usualMs)
}
