import type { Queries } from '../storage/database.ts'
import {
  type FoundPassage,
  findPassages,
  lexemesOf,
  passageFigures,
  type StoredDocument,
  textSearchOf,
  wordsInPassages,
} from './queries.ts'
import { type Candidate, type Ranked, rankPassages } from './rules/rank-passages.ts'

export interface FoundAnswer extends FoundPassage {
  score: number
  coverage: number
}

type Searched = Pick<StoredDocument, 'id' | 'language'>

/** Passages of these documents that match the question, best first. Empty: none. */
export async function searchDocuments(
  db: Queries,
  documents: readonly Searched[],
  { question, keywords = '' }: { question: string; keywords?: string },
  limit: number,
): Promise<FoundAnswer[]> {
  const ranked: Ranked[] = []
  for (const [config, group] of groupedByConfig(documents)) {
    const ids = group.map(({ id }) => id)
    const asked = await lexemesOf(db, config, question)
    const other = keywords === '' ? [] : await lexemesOf(db, config, keywords)
    ranked.push(...(await rankIn(db, ids, asked, new Set(other.filter((word) => !asked.includes(word))))))
  }
  const best = ranked.sort((one, other) => other.score - one.score).slice(0, limit)
  const found = new Map(
    (
      await findPassages(
        db,
        best.map(({ id }) => id),
      )
    ).map((passage) => [passage.id, passage]),
  )
  return best.flatMap(({ id, score, coverage }) => {
    const passage = found.get(id)
    return passage ? [{ ...passage, score, coverage }] : []
  })
}

function groupedByConfig(documents: readonly Searched[]): Map<string, Searched[]> {
  const groups = new Map<string, Searched[]>()
  for (const document of documents) {
    const config = textSearchOf(document.language)
    groups.set(config, [...(groups.get(config) ?? []), document])
  }
  return groups
}

async function rankIn(
  db: Queries,
  documentIds: readonly number[],
  asked: readonly string[],
  otherWords: ReadonlySet<string>,
): Promise<Ranked[]> {
  const lexemes = [...asked, ...otherWords]
  if (lexemes.length === 0) return []
  const found = await wordsInPassages(db, documentIds, lexemes)
  if (found.length === 0) return []
  const candidates = new Map<number, Candidate & { counts: Map<string, number> }>()
  const passagesWith = new Map(lexemes.map((lexeme) => [lexeme, 0]))
  for (const { id, words, lexeme, count } of found) {
    const candidate = candidates.get(id) ?? { id, words, counts: new Map() }
    candidate.counts.set(lexeme, count)
    candidates.set(id, candidate)
    passagesWith.set(lexeme, (passagesWith.get(lexeme) ?? 0) + 1)
  }
  const figures = await passageFigures(db, documentIds)
  return rankPassages([...candidates.values()], { ...figures, passagesWith, otherWords })
}
