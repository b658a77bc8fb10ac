/**
 * Computes the embedding vectors of documents, in the background and in portions. Each portion is stored, so an interruption
 * costs only one. A failure is written to the document, which the search by words still finds.
 */
import type { Clock } from '../kernel/clock.ts'
import { sleep } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import {
  EMBEDDING_BATCH_SIZE,
  EmbeddingError,
  type EmbeddingsEndpoint,
  embedTexts,
  wrongVectorLengthError,
} from '../models/embed-texts.ts'
import { EndpointCircuitBreaker } from '../models/endpoint-circuit-breaker.ts'
import { measureEmbedder, UNUSABLE_MODEL_MESSAGE } from '../models/measure-embedder.ts'
import { allModelConfigurations } from '../models/queries.ts'
import { sealedSettings } from '../models/settings.ts'
import {
  claimDueDocument,
  deferEmbedding,
  finishEmbedding,
  passagesWithoutVector,
  recordEmbeddingFailure,
  saveEmbedder,
  saveVectors,
} from './embedding-queries.ts'
import { documentTitleOf, type StoredDocument } from './queries.ts'
import { type Embedder, passagesMax } from './rules/embedding-state.ts'
import { EMBED_PASSAGES_MS_MAX } from './rules/limits.ts'
import { openEmbedder, type SemanticSearchDeps } from './semantic-search.ts'

const EVERY_MS = 3_000
/** Within one run, no further portion of an organization begins after this time, because the settings are read again. */
const WORKING_MS = 20_000
/** If the node of a document has stopped, another node continues after this time. Longer than one portion takes. */
const LEASE_MS = 2 * EMBED_PASSAGES_MS_MAX
const RETRY_MS_MIN = 30_000
const RETRY_MS_MAX = 3_600_000

export interface EmbedDeps extends SemanticSearchDeps {
  log: Log
}

interface Work {
  organizationId: number
  endpoint: EmbeddingsEndpoint
  embedder: Embedder
  configuredAt: Date
}

export function embedDocuments(deps: EmbedDeps): RecurringJob {
  /** Organizations whose work from an earlier run is still in progress: a slow endpoint delays only its own organization. */
  const busy = new Set<number>()
  const rests = new EndpointCircuitBreaker(deps.clock)
  return {
    name: 'embed-documents',
    everyMs: EVERY_MS,
    async runOnce() {
      const counts = { embedded: 0, failed: 0 }
      const wanting = (await allModelConfigurations(deps.db)).filter(({ organization_id, settings }) => {
        const { base_url, model } = sealedSettings(settings).embeddings
        return base_url !== null && model !== null && !busy.has(organization_id)
      })
      const all = wanting.map(async ({ organization_id: id }) => {
        busy.add(id)
        try {
          await embedOrganization(deps, rests, id, counts)
        } catch (error) {
          counts.failed++
          deps.log.warn({ err: error, organization_id: id }, 'failed to embed the documents of an organization')
        } finally {
          busy.delete(id)
        }
      })
      await Promise.race([Promise.all(all), sleep(deps.clock, EVERY_MS)])
      return { ...counts }
    },
  }
}

async function embedOrganization(
  deps: EmbedDeps,
  rests: EndpointCircuitBreaker,
  organizationId: number,
  counts: { embedded: number; failed: number },
): Promise<void> {
  const endsAtMs = deps.clock.monotonic() + WORKING_MS
  while (deps.clock.monotonic() < endsAtMs) {
    const { endpoint, embedder, configuredAt } = await openEmbedder(deps, organizationId)
    if (endpoint === null || rests.isResting(endpoint)) return
    const work = { organizationId, endpoint, embedder, configuredAt }
    const document = await takeNext(deps, work)
    if (document === null) return
    try {
      if (embedder.measured === null) {
        await measure(deps, work)
        await deferEmbedding(deps.db, document.id, new Date(deps.clock.now()))
        continue
      }
      await embedDocument(deps, work, document, endsAtMs)
      counts.embedded++
    } catch (error) {
      if (!(error instanceof EmbeddingError)) throw error
      counts.failed++
      await noteFailure(deps, document, error)
      if (error.isAway) rests.failed(endpoint)
    }
  }
}

const leaseFrom = (clock: Clock) => new Date(clock.now() + LEASE_MS)

function takeNext({ db, clock }: EmbedDeps, { organizationId, embedder, configuredAt }: Work) {
  return claimDueDocument(db, organizationId, {
    key: embedder.key as string,
    now: new Date(clock.now()),
    leaseUntil: leaseFrom(clock),
    configuredAt,
    passagesMax: passagesMax(embedder),
    languages:
      embedder.measured === null || embedder.minSimilarity !== null ? null : Object.keys(embedder.measured.floors),
  })
}

/** Measures the model before the first document: without the measurement, related passages cannot be distinguished from unrelated ones. */
async function measure({ db, clock }: EmbedDeps, { organizationId, endpoint, embedder }: Work): Promise<void> {
  const measured = await measureEmbedder(endpoint, { clock, limitMs: EMBED_PASSAGES_MS_MAX })
  if (Object.keys(measured.floors).length === 0 && embedder.minSimilarity === null)
    throw new EmbeddingError(UNUSABLE_MODEL_MESSAGE, { isAway: true, retryAfterMs: RETRY_MS_MAX })
  await saveEmbedder(db, organizationId, {
    model_key: embedder.key as string,
    ...measured,
    measured_at: new Date(clock.now()),
  })
}

async function embedDocument(
  { db, clock }: EmbedDeps,
  { endpoint, embedder }: Work,
  document: StoredDocument,
  endsAtMs: number,
): Promise<void> {
  const key = embedder.key as string
  const dimensions = embedder.measured?.dimensions ?? 0
  for (;;) {
    const passages = await passagesWithoutVector(db, document.id, key, EMBEDDING_BATCH_SIZE)
    if (passages.length === 0) return finishEmbedding(db, document.id, key)
    if (clock.monotonic() >= endsAtMs) return deferEmbedding(db, document.id, new Date(clock.now()))
    const texts = passages.map(({ heading, content }) =>
      [documentTitleOf(document.filename), heading, content].filter(Boolean).join('\n'),
    )
    const { vectors, tokens } = await embedTexts(endpoint, texts, { clock, limitMs: EMBED_PASSAGES_MS_MAX })
    const other = vectors.find((vector) => vector.length !== dimensions)
    if (other) throw wrongVectorLengthError(other.length, dimensions)
    await saveVectors(db, document.id, {
      key,
      rows: passages.map(({ id }, at) => [id, vectors[at] as Float32Array]),
      tokens: tokens ?? 0,
      leaseUntil: leaseFrom(clock),
    })
  }
}

async function noteFailure(
  { db, clock, log }: EmbedDeps,
  { id, organization_id, embedding_failures: before }: StoredDocument,
  error: EmbeddingError,
): Promise<void> {
  const waitMs = error.retryAfterMs ?? Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** Math.min(before, 10))
  const retryAt = new Date(clock.now() + Math.max(RETRY_MS_MIN, waitMs))
  await recordEmbeddingFailure(db, id, { error: error.message, retryAt })
  log.info({ organization_id, document_id: id, reason: error.message }, 'failed to embed a document')
}
