import type { ErrorCode } from './generated/operations.ts'

/** One fault of a request that was refused with 422. */
export interface ValidationFault {
  loc: string[]
  msg: string
  type: string
  input: unknown
  ctx?: Record<string, unknown>
}

/** An error answer of the API. Errors without an answer (no network, an abort) stay those of `fetch`. */
export class OutdialError extends Error {
  override readonly name = 'OutdialError'
  readonly status: number
  /** Error code for programs; `validation_failed` for a 422. */
  readonly code: ErrorCode | (string & {})
  /** All faults of a 422, else empty. */
  readonly faults: readonly ValidationFault[]
  readonly details: Readonly<Record<string, unknown>>
  /** Id of the request, by which the cause can be found in the server's log. */
  readonly requestId: string | null

  constructor(status: number, body: ErrorBody, requestId: string | null) {
    super(sentenceOf(status, body))
    this.status = status
    this.faults = Array.isArray(body.detail) ? body.detail : []
    this.code = body.code ?? (status === 422 ? 'validation_failed' : 'unexpected_answer')
    this.details = body.details ?? {}
    this.requestId = requestId
  }
}

interface ErrorBody {
  detail?: string | ValidationFault[]
  code?: string
  message?: string
  details?: Record<string, unknown>
}

function sentenceOf(status: number, body: ErrorBody): string {
  if (body.message) return body.message
  if (!Array.isArray(body.detail)) return `The server answered ${status}.`
  return body.detail.map((fault) => `${fault.loc.slice(1).join('.')}: ${fault.msg}`).join('; ')
}

/** Converts an error response; a proxy in between may answer with anything. */
export async function errorOf(response: Response): Promise<OutdialError> {
  const body: unknown = await response.json().catch(() => null)
  const isObject = body !== null && typeof body === 'object'
  return new OutdialError(response.status, isObject ? body : {}, response.headers.get('x-request-id'))
}
