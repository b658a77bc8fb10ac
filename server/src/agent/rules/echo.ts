/** Whether what was heard over our own words is our own words: a line or a loudspeaker sent them back. */
import { wordsOf } from '../../language/rules/spoken-words.ts'

export const ECHO = {
  /** One word alone may well be theirs: "yes" stands in many questions. */
  leastWords: 2,
  /** Of the words, as a recognizer may mishear some. */
  share: 0.8,
  /** An echo comes at once: only our last words are compared, so that an option from a moment ago can be chosen. */
  recentWords: 6,
  wordsAhead: 3,
} as const

/** `ours`: what the person has heard of us so far; `prompt`: all that is being said. */
export function isEcho(heard: string, ours: string, prompt = ours): boolean {
  const words = wordsOf(heard)
  if (words.length < ECHO.leastWords) return false
  const played = wordsOf(ours)
  // What was played is known to the clause, and estimated within one: a few words more may have sounded.
  const following = wordsOf(prompt).slice(played.length, played.length + ECHO.wordsAhead)
  const recent = [...played, ...following].slice(-(words.length + ECHO.recentWords + ECHO.wordsAhead))
  const windows = Array.from({ length: Math.max(0, recent.length - words.length + 1) }, (_, at) => at)
  return windows.some((at) => {
    const same = words.filter((word, index) => recent[at + index] === word).length
    return same / words.length >= ECHO.share
  })
}
