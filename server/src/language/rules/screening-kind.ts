/** Recognizes a screening service or a menu that answers before a person. */
import { GATEKEEPERS, type GatekeeperWords } from '../packs/gatekeepers.ts'
import { wordsOf } from './spoken-words.ts'
import { matches } from './utterance-kind.ts'

export type ScreeningKind = 'screening' | 'ivr'

export function screeningIn(text: string, tag: string): ScreeningKind | null {
  const words = wordsFor(tag)
  const said = wordsOf(text).join(' ')
  if (matches(words.mailbox, said)) return null
  if (matches(words.screening, said)) return 'screening'
  return matches(words.menu, said) ? 'ivr' : null
}

export function asksToHold(text: string, tag: string): boolean {
  return matches(wordsFor(tag).hold, wordsOf(text).join(' '))
}

function wordsFor(tag: string): GatekeeperWords {
  return (GATEKEEPERS[tag] ?? GATEKEEPERS.en) as GatekeeperWords
}
