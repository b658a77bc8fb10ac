/** Decides whether speech over the agent's words is their echo, sent back by a line or a loudspeaker. */
import { wordsOf } from '../../language/rules/spoken-words.ts'

export const ECHO_TUNING = {
  /** Minimum number of words: a single word may be the person's, because "yes" occurs in many questions. */
  leastWords: 2,
  /** Minimum share of matching words, because a recognizer may mishear some. */
  share: 0.8,
  /**
   * Only the agent's last words are compared, because an echo comes immediately: a person may choose an option that was named
   * earlier.
   */
  recentWords: 6,
  wordsAhead: 3,
} as const

/** `ours`: the agent's words heard so far; `prompt`: all words being said. */
export function isEcho(heard: string, ours: string, prompt = ours): boolean {
  const words = wordsOf(heard)
  if (words.length < ECHO_TUNING.leastWords) return false
  const played = wordsOf(ours)
  // Playback is known per clause and estimated within one, so a few more words may have been audible.
  const following = wordsOf(prompt).slice(played.length, played.length + ECHO_TUNING.wordsAhead)
  const recent = [...played, ...following].slice(-(words.length + ECHO_TUNING.recentWords + ECHO_TUNING.wordsAhead))
  const windows = Array.from({ length: Math.max(0, recent.length - words.length + 1) }, (_, at) => at)
  return windows.some((at) => {
    const same = words.filter((word, index) => recent[at + index] === word).length
    return same / words.length >= ECHO_TUNING.share
  })
}
