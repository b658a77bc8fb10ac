/** Parses events of a realtime endpoint, and builds the events sent to it. */

export interface AudioEvent {
  item_id: string
  content_index: number
  response_id: string
}

export interface DoneEvent {
  response: {
    id?: string | null
    status?: string | null
    output?: unknown[] | null
    status_details?: unknown
    usage?: unknown
  }
}

/** The tokens of a response, text and audio together; null: the endpoint does not report them. */
export function tokenUsageOf({ usage }: DoneEvent['response']): { inputTokens: number; outputTokens: number } | null {
  if (usage === null || typeof usage !== 'object') return null
  const { input_tokens: input, output_tokens: output } = usage as { input_tokens?: unknown; output_tokens?: unknown }
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
  return isCount(input) && isCount(output) ? { inputTokens: input, outputTokens: output } : null
}

export function isEmptyResponse(response: DoneEvent['response']): boolean {
  return response.status === 'completed' && Array.isArray(response.output) && response.output.length === 0
}

/** The code of an error, even if the endpoint has wrapped it in `error`. */
export function errorCode(error: unknown): string {
  let inner = error
  for (let depth = 0; depth < 4; depth += 1) {
    if (inner === null || typeof inner !== 'object') return ''
    const { code, error: next } = inner as { code?: unknown; error?: unknown }
    if (typeof code === 'string') return code
    inner = next
  }
  return ''
}

/** The message of an error, even if the endpoint or the library has wrapped it in `error`. */
export function errorMessageOf(error: unknown): unknown {
  let inner = error
  for (let depth = 0; depth < 4; depth += 1) {
    if (inner === null || typeof inner !== 'object') return undefined
    const { message, error: next } = inner as { message?: unknown; error?: unknown }
    if (typeof message === 'string' && message !== '') return message
    inner = next
  }
  return undefined
}

/**
 * The library sends the whole ArrayBuffer. A carrier's frame is a view into Node's shared buffer pool, and `Buffer.slice` returns
 * another view of it: only a new Uint8Array has a buffer that holds this frame and nothing else.
 */
export function copyAudioBuffer(audio: Uint8Array): ArrayBuffer {
  return new Uint8Array(audio).buffer
}
