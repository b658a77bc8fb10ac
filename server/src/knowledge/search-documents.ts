import type { ModelUsageListener } from '../models/chat-attempt.ts'
import type { Queries } from '../storage/database.ts'
import {
  countWordsInPassages,
  type FoundPassage,
  findPassages,
  lexemesOf,
  passageStatistics,
  type StoredDocument,
  textSearchConfigOf,
} from './queries.ts'
import { mergeRanks } from './rules/merge-ranks.ts'
import { type CandidatePassage, type RankedPassage, rankPassages } from './rules/rank-passages.ts'
import type { SearchedDocument, SemanticMatches, SemanticSearch, SemanticSearchResult } from './semantic-search.ts'

export interface FoundAnswer extends FoundPassage {
  /** Score of the search by words; 0 if only the meaning matches. */
  score: number
  coverage: number
  /** Similarity to the question, 0 to 1. Null: not found by the semantic search. */
  similarity: number | null
}

export interface DocumentQuestion {
  question: string
  /** Synonyms, for the search by words. */
  keywords?: string
}

export interface SearchDeps {
  db: Queries
  /** If left out, only words are searched. */
  meaning?: SemanticSearch | undefined
  /** Counts the requests to the embeddings endpoint. */
  watch?: Pick<ModelUsageListener, 'asked' | 'used'> | undefined
}

export interface DocumentSearchResult {
  answers: FoundAnswer[]
  meaning: SemanticSearchResult
}

type Searched = SearchedDocument & Pick<StoredDocument, 'organization_id'>

/** Number of candidates from the search by words for the merge. */
const CANDIDATES = 20

/** Passages of these documents of one organization that match the question, best first. Empty: nothing matches. */
export async function searchDocuments(
  { db, meaning, watch }: SearchDeps,
  documents: readonly Searched[],
  asked: DocumentQuestion,
  limit: number,
): Promise<DocumentSearchResult> {
  const [first] = documents
  const byMeaning =
    meaning === undefined || first === undefined
      ? Promise.resolve<SemanticMatches>({ result: 'off', passages: [] })
      : meaning.find(first.organization_id, documents, asked.question, watch)
  const words = await rankByWords(db, documents, asked)
  const { result, passages } = await byMeaning
  const scores = new Map(words.map((each) => [each.id, each]))
  const similarities = new Map(passages.map(({ id, similarity }) => [id, similarity]))
  const merged = mergeRanks(
    words.slice(0, Math.max(limit, CANDIDATES)).map(({ id }) => id),
    passages.map(({ id }) => id),
  )
  const found = await passagesInOrder(db, merged.slice(0, limit))
  const answers = found.map((passage) => ({
    ...passage,
    score: scores.get(passage.id)?.score ?? 0,
    coverage: scores.get(passage.id)?.coverage ?? 0,
    similarity: similarities.get(passage.id) ?? null,
  }))
  return { answers, meaning: result }
}

async function passagesInOrder(db: Queries, ids: readonly number[]): Promise<FoundPassage[]> {
  const found = new Map((await findPassages(db, ids)).map((passage) => [passage.id, passage]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Passages that match by words, best first. */
async function rankByWords(
  db: Queries,
  documents: readonly Searched[],
  { question, keywords = '' }: DocumentQuestion,
): Promise<RankedPassage[]> {
  const ranked: RankedPassage[] = []
  for (const [config, group] of groupedByConfig(documents)) {
    const ids = group.map(({ id }) => id)
    const asked = await lexemesOf(db, config, question)
    const other = keywords === '' ? [] : await lexemesOf(db, config, keywords)
    ranked.push(...(await rankIn(db, ids, asked, new Set(other.filter((word) => !asked.includes(word))))))
  }
  return ranked.sort((one, other) => other.score - one.score)
}

function groupedByConfig(documents: readonly Searched[]): Map<string, Searched[]> {
  const groups = new Map<string, Searched[]>()
  for (const document of documents) {
    const config = textSearchConfigOf(document.language)
    groups.set(config, [...(groups.get(config) ?? []), document])
  }
  return groups
}

async function rankIn(
  db: Queries,
  documentIds: readonly number[],
  asked: readonly string[],
  otherWords: ReadonlySet<string>,
): Promise<RankedPassage[]> {
  const lexemes = [...asked, ...otherWords]
  if (lexemes.length === 0) return []
  const found = await countWordsInPassages(db, documentIds, lexemes)
  if (found.length === 0) return []
  const candidates = new Map<number, CandidatePassage & { counts: Map<string, number> }>()
  const passagesWith = new Map(lexemes.map((lexeme) => [lexeme, 0]))
  for (const { id, words, lexeme, count } of found) {
    const candidate = candidates.get(id) ?? { id, words, counts: new Map() }
    candidate.counts.set(lexeme, count)
    candidates.set(id, candidate)
    passagesWith.set(lexeme, (passagesWith.get(lexeme) ?? 0) + 1)
  }
  const figures = await passageStatistics(db, documentIds)
  return rankPassages([...candidates.values()], { ...figures, passagesWith, otherWords })
}
