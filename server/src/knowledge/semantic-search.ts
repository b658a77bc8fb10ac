/**
 * Semantic search in documents, if the organization has an embeddings endpoint. Never throws: the search by words still works.
 */
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import type { Log } from '../kernel/log.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { withTimeLimit } from '../kernel/time-limit.ts'
import type { ModelUsageListener } from '../models/chat-attempt.ts'
import {
  EmbeddingError,
  type EmbeddingsEndpoint,
  embeddingKey,
  embeddingsEndpoint,
  embedTexts,
} from '../models/embed-texts.ts'
import { EndpointCircuitBreaker } from '../models/endpoint-circuit-breaker.ts'
import { findModelConfiguration } from '../models/queries.ts'
import { openReadableSettings } from '../models/settings.ts'
import type { Queries } from '../storage/database.ts'
import { findEmbedder, type SimilarPassage, similarByPgvector } from './embedding-queries.ts'
import type { StoredDocument } from './queries.ts'
import { type Embedder, passagesMax, similarityFloorFor } from './rules/embedding-state.ts'
import { SEMANTIC_SEARCH_MS_MAX } from './rules/limits.ts'
import { VectorCache } from './vector-cache.ts'

export const SEMANTIC_SEARCH_RESULTS = ['used', 'off', 'not_ready', 'too_many_passages', 'late', 'failed'] as const
/**
 * Result of the semantic search. `off`: no endpoint is set up. `not_ready`: no document has its vectors. Except with `used`, only
 * words were searched.
 */
export type SemanticSearchResult = (typeof SEMANTIC_SEARCH_RESULTS)[number]

export type SearchedDocument = Pick<StoredDocument, 'id' | 'language' | 'total_chunks' | 'embedding_key'>

export interface SemanticSearchDeps {
  db: Queries
  clock: Clock
  log: Log
  secrets: SecretBox
  egress?: Egress
}

export interface SemanticMatches {
  result: SemanticSearchResult
  /** Sufficiently similar passages, most similar first. */
  passages: SimilarPassage[]
}

/** Number of candidates for the merge with passages found by words. */
const CANDIDATES = 20

/** The organization's settings for semantic search, with the measurements of its model. */
export async function openEmbedder(
  { db, secrets, egress }: Omit<SemanticSearchDeps, 'clock' | 'log'>,
  organizationId: number,
): Promise<{ endpoint: EmbeddingsEndpoint | null; embedder: Embedder; configuredAt: Date }> {
  const stored = await findModelConfiguration(db, organizationId)
  const settings = openReadableSettings(stored?.settings, secrets, organizationId)
  const endpoint = embeddingsEndpoint(settings, egress?.of(organizationId))
  const key = endpoint && embeddingKey(endpoint)
  const { embedder, hasPgvector } = await findEmbedder(db, organizationId)
  const measured = embedder !== null && embedder.model_key === key ? embedder : null
  const { min_similarity: minSimilarity } = settings.embeddings
  return {
    endpoint,
    embedder: { key, measured, minSimilarity, hasPgvector },
    configuredAt: stored?.updated_at ?? new Date(0),
  }
}

/** Documents with vectors of the current model, in languages that the model supports. */
const readyDocuments = (documents: readonly SearchedDocument[], embedder: Embedder) =>
  documents.filter(
    ({ embedding_key, language }) =>
      embedder.key !== null && embedding_key === embedder.key && similarityFloorFor(embedder, language) !== null,
  )

const countPassages = (documents: readonly SearchedDocument[]) =>
  documents.reduce((sum, { total_chunks }) => sum + total_chunks, 0)

/** Semantic search of one node. */
export class SemanticSearch {
  readonly #deps: SemanticSearchDeps
  readonly #vectors: VectorCache
  readonly #rests: EndpointCircuitBreaker

  constructor(deps: SemanticSearchDeps, vectors = new VectorCache()) {
    this.#deps = deps
    this.#vectors = vectors
    this.#rests = new EndpointCircuitBreaker(deps.clock)
  }

  /** Loads vectors before a conversation, so that the first question finds them in memory. Never throws. */
  async prepare(organizationId: number, documents: readonly SearchedDocument[]): Promise<void> {
    try {
      if (documents.every(({ embedding_key: key }) => key === null)) return
      const { embedder } = await openEmbedder(this.#deps, organizationId)
      const ready = readyDocuments(documents, embedder)
      if (embedder.hasPgvector || countPassages(ready) > (passagesMax(embedder) ?? 0)) return
      const ids = ready.map(({ id }) => id)
      await this.#vectors.load(this.#deps.db, ids, embedder.key as string)
    } catch (error) {
      this.#deps.log.warn({ organizationId, err: error }, 'preparing documents for the search by meaning failed')
    }
  }

  async find(
    organizationId: number,
    documents: readonly SearchedDocument[],
    question: string,
    watch?: Pick<ModelUsageListener, 'asked' | 'used'>,
  ): Promise<SemanticMatches> {
    const { clock, log } = this.#deps
    try {
      return await withTimeLimit(clock, SEMANTIC_SEARCH_MS_MAX, this.#find(organizationId, documents, question, watch))
    } catch (error) {
      if ((error as Error).name === 'TimeUp') return { result: 'late', passages: [] }
      log.warn({ organizationId, err: error }, 'the search by meaning failed; documents were searched by words')
      return { result: 'failed', passages: [] }
    }
  }

  async #find(
    organizationId: number,
    documents: readonly SearchedDocument[],
    question: string,
    watch: Pick<ModelUsageListener, 'asked' | 'used'> | undefined,
  ): Promise<SemanticMatches> {
    const { endpoint, embedder } = await openEmbedder(this.#deps, organizationId)
    if (endpoint === null) return { result: 'off', passages: [] }
    const ready = readyDocuments(documents, embedder)
    if (ready.length === 0 || embedder.measured === null) return { result: 'not_ready', passages: [] }
    if (countPassages(ready) > (passagesMax(embedder) ?? 0)) return { result: 'too_many_passages', passages: [] }
    if (this.#rests.isResting(endpoint)) return { result: 'failed', passages: [] }
    const vector = await this.#vectorOf(endpoint, question, watch)
    if (vector.length !== embedder.measured.dimensions) return { result: 'failed', passages: [] }
    const similar = await this.#similar(ready, embedder, vector)
    const languages = new Map(ready.map(({ id, language }) => [id, language]))
    const fits = ({ document_id, similarity }: SimilarPassage) => {
      const floor = similarityFloorFor(embedder, languages.get(document_id) ?? '')
      return floor !== null && similarity >= floor
    }
    return { result: 'used', passages: similar.filter(fits) }
  }

  /**
   * Computes the vector of a question. A failing endpoint is skipped for a while, so that the person does not wait for it at
   * every question.
   */
  async #vectorOf(
    endpoint: EmbeddingsEndpoint,
    question: string,
    watch: Pick<ModelUsageListener, 'asked' | 'used'> | undefined,
  ): Promise<Float32Array> {
    watch?.asked(endpoint.model)
    try {
      const limits = { clock: this.#deps.clock, limitMs: SEMANTIC_SEARCH_MS_MAX }
      const { vectors, tokens } = await embedTexts(endpoint, [question], limits)
      if (tokens !== null) watch?.used({ model: endpoint.model, inputTokens: tokens, outputTokens: 0 })
      this.#rests.worked(endpoint)
      return vectors[0] as Float32Array
    } catch (error) {
      if (error instanceof EmbeddingError && error.isAway) this.#rests.failed(endpoint)
      throw error
    }
  }

  #similar(documents: readonly SearchedDocument[], embedder: Embedder, question: Float32Array) {
    const ids = documents.map(({ id }) => id)
    const request = { key: embedder.key as string, question, limit: CANDIDATES }
    return embedder.hasPgvector
      ? similarByPgvector(this.#deps.db, ids, request)
      : this.#vectors.similar(this.#deps.db, ids, request)
  }
}
