/** The client of an embeddings endpoint with OpenAI's interface: texts in, vectors of length 1 out. */
import type { Clock } from '../kernel/clock.ts'
import type { Egress } from '../kernel/egress.ts'
import { messageOfBody, withEndpointMessage } from './endpoint-message.ts'
import type { ModelSettings } from './settings.ts'

export interface EmbeddingsEndpoint {
  /** Address up to and including the version, as in `https://api.openai.com/v1`. */
  baseUrl: string
  apiKey?: string | undefined
  model: string
  /** Requested length of a vector. */
  dimensions?: number | undefined
  /** The `fetch` function for requests to the endpoint. */
  fetch?: typeof fetch | undefined
}

/** Maximum length of a vector: the longest one of a published model has 4,096 numbers. */
export const EMBEDDING_NUMBERS_MAX = 4096
/** Number of texts per request, so that an answer with the longest vectors stays below the size limit. */
export const EMBEDDING_BATCH_SIZE = 16
/** Enough for 16 vectors of 4,096 numbers with 24 characters each. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024

export interface EmbeddingResult {
  vectors: Float32Array[]
  /** Number of tokens used; null: the endpoint does not report it. */
  tokens: number | null
}

export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError'
  /** Wait that the endpoint requested; null: it requested none. */
  readonly retryAfterMs: number | null
  /** The endpoint is unreachable or refuses requests: other requests fail too. */
  readonly isAway: boolean

  constructor(message: string, { retryAfterMs = null as number | null, isAway = false } = {}) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.isAway = isAway
  }
}

/** The endpoint of these settings; null: none is set up. */
export function embeddingsEndpoint({ embeddings }: ModelSettings, egress?: Egress): EmbeddingsEndpoint | null {
  const { base_url, model, api_key, dimensions } = embeddings
  if (!base_url || !model) return null
  return {
    baseUrl: base_url,
    model,
    apiKey: api_key ?? undefined,
    dimensions: dimensions ?? undefined,
    fetch: egress?.fetchUpTo(ANSWER_BYTES_MAX),
  }
}

/** Identifies the vectors of an endpoint: vectors with different keys cannot be compared. */
export const embeddingKey = ({ baseUrl, model, dimensions }: EmbeddingsEndpoint) =>
  [baseUrl.replace(/\/+$/u, ''), model, ...(dimensions === undefined ? [] : [dimensions])].join(' ')

export interface EmbedLimits {
  clock: Clock
  limitMs: number
}

/** Vectors in the order of the texts. Throws EmbeddingError. */
export async function embedTexts(
  endpoint: EmbeddingsEndpoint,
  texts: readonly string[],
  { clock, limitMs }: EmbedLimits,
): Promise<EmbeddingResult> {
  const stop = new AbortController()
  const timer = clock.after(limitMs, () => stop.abort())
  try {
    const { status, headers, body } = await post(endpoint, texts, stop.signal)
    if (status < 200 || status >= 300) throw refusal(status, headers, body, endpoint)
    return readAnswer(body, texts.length, endpoint.dimensions)
  } catch (error) {
    if (error instanceof EmbeddingError) throw error
    if (stop.signal.aborted) throw new EmbeddingError('The endpoint did not answer in time.', { isAway: true })
    if (isTooLarge(error)) throw new EmbeddingError('The answer of the endpoint is too large or compressed.')
    throw new EmbeddingError('The endpoint could not be reached.', { isAway: true })
  } finally {
    timer.cancel()
  }
}

/** Whether kernel/egress.ts refused the answer as too large, by its header or while reading it. */
function isTooLarge(error: unknown): boolean {
  const codeOf = (one: unknown) => (one as { code?: unknown } | undefined)?.code
  return [error, (error as Error)?.cause].some((one) => codeOf(one) === 'ANSWER_TOO_LARGE')
}

async function post(endpoint: EmbeddingsEndpoint, texts: readonly string[], signal: AbortSignal) {
  const { baseUrl, apiKey, model, dimensions, fetch: reach = fetch } = endpoint
  const response = await reach(`${baseUrl.replace(/\/+$/u, '')}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    body: JSON.stringify({ model, input: texts, ...(dimensions === undefined ? {} : { dimensions }) }),
    signal,
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const LONGEST_RETRY_AFTER_MS = 3_600_000

function refusal(status: number, headers: Headers, body: string, { apiKey }: EmbeddingsEndpoint): EmbeddingError {
  const said = (reason: string) => withEndpointMessage(reason, messageOfBody(body, apiKey))
  if (status === 401 || status === 403)
    return new EmbeddingError(said('The endpoint refused the key.'), { isAway: true })
  if (status === 404) return new EmbeddingError(said('The endpoint has no such address or model.'), { isAway: true })
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = seconds >= 0 ? Math.min(seconds * 1000, LONGEST_RETRY_AFTER_MS) : null
  const isAway = status === 429 || status === 408 || status >= 500
  return new EmbeddingError(said(`The endpoint answered with status ${status}.`), { retryAfterMs, isAway })
}

const UNREADABLE = 'The endpoint answered with something that is not a list of embeddings.'

function readAnswer(body: string, wanted: number, dimensions: number | undefined): EmbeddingResult {
  const { data, usage } = parsed(body)
  if (!Array.isArray(data) || data.length !== wanted) throw new EmbeddingError(UNREADABLE)
  const vectors: Float32Array[] = []
  for (const [at, item] of data.entries()) {
    const { index = at, embedding } = (item ?? {}) as { index?: number; embedding?: unknown }
    if (!Number.isInteger(index) || index < 0 || index >= wanted || vectors[index]) throw new EmbeddingError(UNREADABLE)
    vectors[index] = unitVector(embedding)
  }
  const length = vectors[0]?.length ?? 0
  const other = vectors.find((vector) => vector.length !== (dimensions ?? length))
  if (other) throw wrongVectorLengthError(other.length, dimensions ?? length)
  const tokens = (usage as { prompt_tokens?: unknown } | undefined)?.prompt_tokens
  return { vectors, tokens: typeof tokens === 'number' && tokens >= 0 ? Math.round(tokens) : null }
}

export const wrongVectorLengthError = (given: number, wanted: number) =>
  new EmbeddingError(
    `The endpoint answered with a vector of ${given} numbers instead of ${wanted}. Check the model and its dimensions.`,
  )

function parsed(body: string): { data?: unknown; usage?: unknown } {
  try {
    const answer = JSON.parse(body)
    return answer !== null && typeof answer === 'object' ? answer : {}
  } catch {
    throw new EmbeddingError(UNREADABLE)
  }
}

/** Scales a vector to length 1; the product of two such vectors is the cosine of the angle between them. */
function unitVector(given: unknown): Float32Array {
  if (!Array.isArray(given) || given.length === 0 || given.length > EMBEDDING_NUMBERS_MAX)
    throw new EmbeddingError(UNREADABLE)
  const length = Math.hypot(...(given as number[]))
  if (!given.every(Number.isFinite) || !(length > 0) || !Number.isFinite(length)) throw new EmbeddingError(UNREADABLE)
  return Float32Array.from(given as number[], (number) => number / length)
}
