/** Whether speech over our own words is their echo: a line or a loudspeaker sent them back. */
import { wordsOf } from '../../language/rules/spoken-words.ts'

export const ECHO = {
  /** A single word may well be the person's: "yes" occurs in many questions. */
  leastWords: 2,
  /** Share of words that must match, as a recognizer may mishear some. */
  share: 0.8,
  /** An echo comes immediately: only our last words are compared, so that an option from a moment ago can be chosen. */
  recentWords: 6,
  wordsAhead: 3,
} as const

/** `ours`: our words heard so far; `prompt`: everything being said. */
export function isEcho(heard: string, ours: string, prompt = ours): boolean {
  const words = wordsOf(heard)
  if (words.length < ECHO.leastWords) return false
  const played = wordsOf(ours)
  // What was played is known per clause, and estimated within one: a few more words may have been audible.
  const following = wordsOf(prompt).slice(played.length, played.length + ECHO.wordsAhead)
  const recent = [...played, ...following].slice(-(words.length + ECHO.recentWords + ECHO.wordsAhead))
  const windows = Array.from({ length: Math.max(0, recent.length - words.length + 1) }, (_, at) => at)
  return windows.some((at) => {
    const same = words.filter((word, index) => recent[at + index] === word).length
    return same / words.length >= ECHO.share
  })
}
