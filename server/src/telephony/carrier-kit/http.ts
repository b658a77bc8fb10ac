/** HTTP requests to carriers. The result distinguishes whether a failed request may have had an effect. */

import { parseJson } from '../../kernel/parse-json.ts'
export interface CarrierRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  /** Form fields, sent as `application/x-www-form-urlencoded`; pairs, because carriers repeat names. */
  form?: ReadonlyArray<readonly [string, string]>
  json?: unknown
  signal?: AbortSignal
}

export type CarrierAnswer =
  | { kind: 'answered'; status: number; headers: Headers; text: string; json: unknown }
  /** The request was never sent: no connection, no name resolution, no valid certificate. */
  | { kind: 'unsent'; reason: string }
  /** The request was sent, or possibly sent, without an answer. */
  | { kind: 'lost'; reason: string }

export type Answered = Extract<CarrierAnswer, { kind: 'answered' }>
/** The status is in the type only so that the compiler distinguishes successes from refusals. */
export type Succeeded = Answered & { status: 200 | 201 | 202 | 204 }

export function succeeded(answer: CarrierAnswer): answer is Succeeded {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}

export function hasStatus(answer: CarrierAnswer, ...statuses: number[]): boolean {
  return answer.kind === 'answered' && statuses.includes(answer.status)
}

/** Timeout of requests other than a dial, which has its own signal. */
export const CARRIER_TIMEOUT_MS = 15_000

/** Node's error codes for failures before the first byte is sent. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'bad port',
  'EGRESS_REFUSED',
  'PROXY_FAILED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Sends one request, never retried. Redirects are not followed: a dial must not be sent elsewhere. */
export async function sendCarrierRequest(fetcher: typeof fetch, request: CarrierRequest): Promise<CarrierAnswer> {
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers }
  let body: string | undefined
  if (request.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    body = new URLSearchParams(request.form.map(([name, value]): [string, string] => [name, value])).toString()
  } else if (request.json !== undefined) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(request.json)
  }
  try {
    const response = await fetcher(request.url, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: request.signal ?? AbortSignal.timeout(CARRIER_TIMEOUT_MS),
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    return { kind: 'answered', status: response.status, headers: response.headers, text, json: parseJson(text) }
  } catch (error) {
    const code = faultCode(error)
    if (code === 'EGRESS_REFUSED' || code === 'PROXY_FAILED')
      return { kind: 'unsent', reason: ((error as Error).cause as Error).message }
    return BEFORE_SENDING.has(code) ? { kind: 'unsent', reason: code } : { kind: 'lost', reason: code }
  }
}

export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** Reads a path such as `data.call_control_id` from an answer; null unless it is a string or number. */
export function textAtPath(json: unknown, path: string): string | null {
  let value: unknown = json
  for (const step of path.split('.')) {
    if (value === null || typeof value !== 'object') return null
    value = (value as Record<string, unknown>)[step]
  }
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
}

function faultCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault'
  const cause = error.cause as { code?: unknown; errors?: Array<{ code?: unknown }> } | undefined
  // A host with several addresses fails with an AggregateError whose parts have the code.
  const code = cause?.code ?? cause?.errors?.[0]?.code
  if (typeof code === 'string') return code
  // For ports that fetch refuses to connect to, the error has no code, only this message.
  const word = error.cause instanceof Error ? error.cause.message : ''
  if (word === 'bad port') return word
  return /^(TimeUp|TimeoutError|AbortError)$/.test(error.name) ? 'no answer in time' : 'the connection failed'
}
