/**
 * What the answer to a dial means. Cloudonix has no error codes, only the statuses of "API Responses" in its API
 * description (developers.cloudonix.com/core-api).
 */
import { type CarrierAnswer, defaultVerdict, succeeded, textAt } from '../../carrier-kit/http.ts'
import type { PlaceResult, Verdict } from '../../provider.ts'

/** The threshold is "10 calls per 3 seconds per domain". */
const RATE_LIMIT_WINDOW_MS = 3_000

const BY_STATUS: Readonly<Record<number, readonly [Exclude<Verdict, 'unknown'>, string]>> = {
  400: ['rejected', 'Cloudonix did not accept the call’s details'],
  401: ['halt', 'the API key is wrong or may not place calls in this domain'],
  402: ['halt', 'the account has no credit'],
  403: ['halt', 'the API key has not the scope to place calls'],
  404: ['halt', 'Cloudonix knows no such domain'],
  429: ['later', 'more than 10 requests in 3 seconds'],
}

export function placeResult(answer: CarrierAnswer): PlaceResult {
  if (succeeded(answer)) return accepted(answer.json)
  const fallback = defaultVerdict(answer)
  const known = answer.kind === 'answered' ? BY_STATUS[answer.status] : undefined
  if (!known) return fallback
  const [kind, reason] = known
  return kind === 'later'
    ? { kind, reason, retryAfterMs: fallback.retryAfterMs ?? RATE_LIMIT_WINDOW_MS }
    : { kind, reason }
}

/** "In some APIs, the response will contain a JSON document with a `status` value of `false`": a refusal inside a 200. */
function accepted(json: unknown): PlaceResult {
  const providerCallId = textAt(json, 'token')
  if (providerCallId) return { kind: 'placed', providerCallId }
  const refused = json !== null && typeof json === 'object' && (json as { status?: unknown }).status === false
  if (refused) return { kind: 'rejected', reason: 'Cloudonix refused the call' }
  return { kind: 'unknown', reason: 'Cloudonix accepted the call without naming it' }
}
