/** The message that a webhook node sends after a call. */

import { readWebhookUrl } from '../../agent/rules/webhook-targets.ts'
import { render, type Variables } from '../../workflows/rules/templates.ts'
import type { WebhookNode } from './after-call-work.ts'

const PAYLOAD_BYTES_MAX = 1024 * 1024

/** An ended call with any outcome. */
export interface FinishedCall {
  callId: number
  variables: Readonly<Record<string, string>>
  /** Facts known only after the call, as text for templates: outcome, duration_seconds ... */
  afterwards: Readonly<Record<string, string>>
  /** The complete record, for a node without its own payload. */
  whole: Readonly<Record<string, unknown>>
  gathered: Readonly<Record<string, string>>
}

export type WebhookMessage =
  | { kind: 'message'; url: string; method: string; headers: Record<string, string>; body: string }
  | { kind: 'unsendable'; reason: 'bad_url' | 'payload_too_large' }

/** The node's headers must have been decrypted before. */
export function webhookMessage({ data }: WebhookNode, call: FinishedCall): WebhookMessage {
  const url = readWebhookUrl(data.url)
  if (url === null) return { kind: 'unsendable', reason: 'bad_url' }
  const known: Variables = { ...call.variables, ...call.afterwards, ...call.gathered }
  const written = data.payload ?? null
  const body = JSON.stringify(written === null ? call.whole : rendered(written, known))
  if (Buffer.byteLength(body) > PAYLOAD_BYTES_MAX) return { kind: 'unsendable', reason: 'payload_too_large' }
  return {
    kind: 'message',
    url: url.href,
    method: data.method ?? 'POST',
    headers: headersOf(data.headers, known),
    body,
  }
}

/** Renders templates in texts at any depth; field names are not templates. */
function rendered(value: unknown, known: Variables): unknown {
  if (typeof value === 'string') return render(value, known).text
  if (Array.isArray(value)) return value.map((each) => rendered(each, known))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rendered(each, known)]))
}

/** Headers of the transport, which the author of a workflow cannot set. */
const OUR_HEADERS = new Set(
  'host content-length connection transfer-encoding keep-alive upgrade te trailer expect proxy-authorization'.split(
    ' ',
  ),
)
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

function headersOf(given: unknown, known: Variables): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'outdial', 'content-type': 'application/json' }
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return headers
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    if (typeof value !== 'string' || !HEADER_NAME.test(name) || OUR_HEADERS.has(lower)) continue
    // A contact's column must not inject another header.
    headers[lower] = render(value, known)
      .text.replace(/[^\x20-\x7e]+/g, ' ')
      .trim()
  }
  return headers
}
