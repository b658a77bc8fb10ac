/** Finds the passages of documents that support the agent's words. */
import { wordsOf } from '../../language/rules/spoken-words.ts'

export interface Passage {
  /** Name of the document and position in it. */
  source: string
  text: string
}

export const CITATION_TUNING = {
  /** Words are compared by their first letters: "cost", "costs". */
  stemLetters: 4,
  /**
   * A sentence of up to this many words needs one word in common with a passage that was looked up for it; a longer one needs
   * two.
   */
  shortWords: 3,
  /** A passage of an earlier look-up, or of a whole document, must have this many words in common. */
  otherWordsMin: 3,
  otherShareMin: 0.6,
  sourcesMax: 4,
} as const

/**
 * Sources that share words with the agent's answer, most first. `fresh`: passages looked up for this answer; `other`: those of
 * earlier answers and of whole documents. Empty if no passage has its words: then there is no evidence that the answer came from
 * a document.
 */
export function citedSources(said: string, fresh: readonly Passage[], other: readonly Passage[]): string[] {
  const words = stemsOf(said)
  if (words.size === 0) return []
  const needed = words.size <= CITATION_TUNING.shortWords ? 1 : 2
  const judged = [
    ...fresh.map((passage) => ({ ...sharedWith(words, passage), needed })),
    ...other.map((passage) => ({
      ...sharedWith(words, passage),
      needed: Math.max(CITATION_TUNING.otherWordsMin, Math.ceil(words.size * CITATION_TUNING.otherShareMin)),
    })),
  ]
  const supported = judged.filter(({ shared, needed: least }) => shared >= least)
  const sorted = supported.sort((one, two) => two.shared - one.shared).map(({ source }) => source)
  return [...new Set(sorted)].slice(0, CITATION_TUNING.sourcesMax)
}

function sharedWith(words: ReadonlySet<string>, { source, text }: Passage): { source: string; shared: number } {
  const theirs = stemsOf(text)
  return { source, shared: [...words].filter((word) => theirs.has(word)).length }
}

/** Stems of the meaningful words: long words and figures. */
function stemsOf(text: string): Set<string> {
  const telling = wordsOf(text).filter((word) => word.length >= CITATION_TUNING.stemLetters || /\d/u.test(word))
  return new Set(telling.map((word) => (/\d/u.test(word) ? word : word.slice(0, CITATION_TUNING.stemLetters))))
}
