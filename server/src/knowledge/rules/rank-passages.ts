/**
 * Ranks the passages that answer a question, and decides whether any does. Uses BM25 over the candidates from the database,
 * because PostgreSQL's own rank does not weigh rare words more than common ones.
 */

export interface CandidatePassage {
  id: number
  /** Number of words in the passage. */
  words: number
  /** Number of occurrences of each word of the question in the passage. */
  counts: ReadonlyMap<string, number>
}

export interface Corpus {
  /** Number of passages that were searched. */
  passages: number
  meanWords: number
  /** Number of passages that contain each word of the question. */
  passagesWith: ReadonlyMap<string, number>
  /** Synonyms that are not in the question and may occur in the document instead. */
  otherWords?: ReadonlySet<string>
}

export interface RankedPassage {
  id: number
  score: number
  /** Share of the question's content that the passage contains, 0 to 1. */
  coverage: number
}

const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75
/** Minimum coverage: a passage with less of the question answers a different question. */
export const COVERAGE_MIN = 0.4
/** Weight of a word that is in no passage: it may be the very subject, or small talk. */
const UNKNOWN_WEIGHT = 0.7

/** A synonym is weaker evidence than a word of the question. */
const OTHER_WORD_WEIGHT = 0.7

/** Sufficient matches, best first. */
export function rankPassages(candidates: readonly CandidatePassage[], corpus: Corpus): RankedPassage[] {
  const weights = weightsOf(corpus)
  const total = [...weights].reduce((sum, [word, weight]) => sum + weight * shareOf(word, corpus), 0)
  return candidates
    .map(({ id, words, counts }) => {
      let score = 0
      let covered = 0
      for (const [word, count] of counts) {
        const weight = (weights.get(word) ?? 0) * shareOf(word, corpus)
        const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * words) / Math.max(1, corpus.meanWords)
        score += (weight * count * (SATURATION + 1)) / (count + SATURATION * length)
        covered += weight
      }
      return { id, score, coverage: total === 0 ? 0 : Math.min(1, covered / total) }
    })
    .filter(({ coverage }) => coverage >= COVERAGE_MIN)
    .sort((one, other) => other.score - one.score)
}

/** With synonyms, words of the question that no passage contains need not match. */
function shareOf(word: string, { passagesWith, otherWords = new Set() }: Corpus): number {
  if (otherWords.has(word)) return OTHER_WORD_WEIGHT
  return otherWords.size > 0 && passagesWith.get(word) === 0 ? 0 : 1
}

function weightsOf({ passages, passagesWith }: Corpus): Map<string, number> {
  const rarity = (count: number) => Math.log(1 + (passages - count + 0.5) / (count + 0.5))
  return new Map(
    [...passagesWith].map(([word, count]) => [word, count === 0 ? UNKNOWN_WEIGHT * rarity(1) : rarity(count)]),
  )
}
