/** Endpointing: how much silence ends a turn, depending on the expected answer and on the words so far. */
import type { LanguagePack } from '../../language/packs/pack.ts'
import { readDigits } from '../../language/rules/spoken-digits.ts'
import { wordsOf } from '../../language/rules/spoken-words.ts'
import { turnCompleteness } from '../../language/rules/turn-end.ts'
import { isHesitation } from '../../language/rules/utterance-kind.ts'
import type { AnswerExpectation } from './turn.ts'

export const END_OF_TURN_DELAYS = {
  usualMs: 600,
  /** The words are unambiguous. Words that follow before the reply was heard are joined to them. */
  settledMs: 300,
  /** A question, or a complete sentence. */
  completeMs: 400,
  /** The person hesitates: "Well ..." */
  hesitatingMs: 1200,
  /** Some digits were said, and more may come. */
  digitsMs: 1300,
  textMs: 1200,
  /** Dates and numbers are often said in pieces: "tomorrow ... at three". */
  valueMs: 700,
} as const

/** `text` is the transcript in the pause; null while there is none. */
export function endOfTurnMs(expect: AnswerExpectation, text: string | null, pack: LanguagePack): number {
  const { answer, maxDigits, decides, endOfTurnMs: ownMs } = expect
  const settledMs = Math.min(END_OF_TURN_DELAYS.settledMs, ownMs ?? END_OF_TURN_DELAYS.settledMs)
  const words = text?.trim() ?? ''
  const digits = answer === 'digits' ? readDigits(words, pack).digits.length : 0
  if (digits > 0) return maxDigits !== null && digits >= maxDigits ? settledMs : (ownMs ?? END_OF_TURN_DELAYS.digitsMs)
  const finish = answer === 'text' ? 'unknown' : turnCompleteness(words, pack.tag)
  // Waits longer, even with a configured time.
  if (isHesitation(words, pack) || finish === 'unfinished') return Math.max(END_OF_TURN_DELAYS.hesitatingMs, ownMs ?? 0)
  const isValue = answer === 'date' || answer === 'number'
  if (isValue) return ownMs ?? END_OF_TURN_DELAYS.valueMs
  // Any text would decide a free answer, so silence ends it and not its meaning.
  if (answer !== 'text' && words !== '' && decides?.(words)) return settledMs
  // A number within a free answer: more digits may come.
  if (answer === 'open' && endsInDigits(words, pack)) return ownMs ?? END_OF_TURN_DELAYS.digitsMs
  if (finish === 'complete') return Math.min(END_OF_TURN_DELAYS.completeMs, ownMs ?? END_OF_TURN_DELAYS.completeMs)
  return ownMs ?? (answer === 'text' ? END_OF_TURN_DELAYS.textMs : END_OF_TURN_DELAYS.usualMs)
}

const ROW_OF_DIGITS = 3

function endsInDigits(text: string, pack: LanguagePack): boolean {
  const last = wordsOf(text).slice(-ROW_OF_DIGITS).join(' ')
  return readDigits(last, pack).digits.length >= ROW_OF_DIGITS
}
