/** The state of a document's vectors as the API shows it. */
import { COMPARED_VECTOR_NUMBERS_MAX, COMPARED_VECTOR_NUMBERS_PGVECTOR_MAX } from './limits.ts'

export const EMBEDDING_STATES = [
  'off',
  'pending',
  'completed',
  'failed',
  'too_large',
  'language_not_supported',
] as const
export type EmbeddingState = (typeof EMBEDDING_STATES)[number]

/** Settings and measurements of the model that computes an organization's vectors. */
export interface Embedder {
  /** Key of the model's vectors; null: no endpoint is set up. */
  key: string | null
  /** Measurements of the model; null: not measured yet. */
  measured: { dimensions: number; floors: Readonly<Record<string, number>> } | null
  /** Minimum similarity set by the organization; replaces the measured floors of all languages. */
  minSimilarity: number | null
  hasPgvector: boolean
}

export interface EmbeddedDocument {
  retrieval_mode: string
  language: string
  total_chunks: number
  embedding_key: string | null
  embedding_error: string | null
}

/**
 * The minimum similarity of a passage in this language. Null: the model cannot distinguish related from unrelated texts in it.
 */
export function similarityFloorFor({ measured, minSimilarity }: Embedder, language: string): number | null {
  return minSimilarity ?? measured?.floors[language.toLowerCase().split('-')[0] ?? ''] ?? null
}

/** Maximum number of passages that one search can compare. Null: unknown before the model is measured. */
export function passagesMax({ measured, hasPgvector }: Embedder): number | null {
  if (measured === null) return null
  return Math.floor(
    (hasPgvector ? COMPARED_VECTOR_NUMBERS_PGVECTOR_MAX : COMPARED_VECTOR_NUMBERS_MAX) / measured.dimensions,
  )
}

const WORDS_ONLY = 'It is searched by words only.'

export function embeddingState(
  document: EmbeddedDocument,
  embedder: Embedder,
): { state: EmbeddingState; message: string | null } {
  const { key, measured } = embedder
  if (key === null || document.retrieval_mode !== 'chunked') return { state: 'off', message: null }
  const most = passagesMax(embedder)
  if (most !== null && document.total_chunks > most) {
    const message = `It has ${document.total_chunks} passages; ${most} can be compared by meaning here. ${WORDS_ONLY} Split it, or install pgvector.`
    return {
      state: 'too_large',
      message: embedder.hasPgvector ? message.replace(', or install pgvector', '') : message,
    }
  }
  if (measured !== null && similarityFloorFor(embedder, document.language) === null) {
    const message = `The model was not seen to tell related sentences from unrelated ones in the language ${document.language}. ${WORDS_ONLY} Choose another model, or set a minimum similarity.`
    return { state: 'language_not_supported', message }
  }
  if (document.embedding_key === key) return { state: 'completed', message: null }
  if (document.embedding_error !== null)
    return { state: 'failed', message: `${document.embedding_error} ${WORDS_ONLY} It is tried again.` }
  return { state: 'pending', message: `Its passages are being prepared. ${WORDS_ONLY}` }
}
