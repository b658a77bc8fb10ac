/** Measures which texts an embeddings model can distinguish, before documents are embedded with it. */
import {
  EMBEDDING_BATCH_SIZE,
  type EmbeddingsEndpoint,
  type EmbedLimits,
  embedTexts,
  wrongVectorLengthError,
} from './embed-texts.ts'
import { CONTROL_PAIRS, similarityFloor } from './rules/similarity-floor.ts'

export interface EmbedderMeasurement {
  dimensions: number
  /** Minimum similarity by language; without languages in which the model cannot distinguish related from unrelated sentences. */
  floors: Record<string, number>
  tokens: number
}

export const UNUSABLE_MODEL_MESSAGE =
  'The model does not tell related sentences from unrelated ones in any language that was tried. Choose another model, or set a minimum similarity.'

/** Throws EmbeddingError if the endpoint fails. */
export async function measureEmbedder(endpoint: EmbeddingsEndpoint, limits: EmbedLimits): Promise<EmbedderMeasurement> {
  const texts = Object.values(CONTROL_PAIRS).flatMap((pairs) =>
    pairs.flatMap(({ question, passage }) => [question, passage]),
  )
  const vectors: Float32Array[] = []
  let tokens = 0
  for (let at = 0; at < texts.length; at += EMBEDDING_BATCH_SIZE) {
    const part = await embedTexts(endpoint, texts.slice(at, at + EMBEDDING_BATCH_SIZE), limits)
    vectors.push(...part.vectors)
    tokens += part.tokens ?? 0
  }
  const dimensions = vectors[0]?.length ?? 0
  const other = vectors.find((vector) => vector.length !== dimensions)
  if (other) throw wrongVectorLengthError(other.length, dimensions)
  const floors: Record<string, number> = {}
  let at = 0
  for (const [language, pairs] of Object.entries(CONTROL_PAIRS)) {
    const own = vectors.slice(at, at + pairs.length * 2)
    at += pairs.length * 2
    const floor = similarityFloor(
      own.filter((_, index) => index % 2 === 0),
      own.filter((_, index) => index % 2 === 1),
    )
    if (floor !== null) floors[language] = floor
  }
  return { dimensions, floors, tokens }
}
