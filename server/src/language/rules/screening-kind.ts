/** Recognizes a screening service or a menu that answers before a person. */
import { SCREENING_WORDS, type ScreeningWords } from '../packs/screening-words.ts'
import { wordsOf } from './spoken-words.ts'
import { matchesAnyPattern } from './utterance-kind.ts'

export type ScreeningKind = 'screening' | 'ivr'

export function detectScreening(text: string, tag: string): ScreeningKind | null {
  const words = wordsFor(tag)
  const said = wordsOf(text).join(' ')
  if (matchesAnyPattern(words.mailbox, said)) return null
  if (matchesAnyPattern(words.screening, said)) return 'screening'
  return matchesAnyPattern(words.menu, said) ? 'ivr' : null
}

export function asksToHold(text: string, tag: string): boolean {
  return matchesAnyPattern(wordsFor(tag).hold, wordsOf(text).join(' '))
}

function wordsFor(tag: string): ScreeningWords {
  return (SCREENING_WORDS[tag] ?? SCREENING_WORDS.en) as ScreeningWords
}
