/**
 * The meaning of the answer to a dial. Cloudonix has no error codes, only the statuses of "API Responses" in its API description
 * (developers.cloudonix.com/core-api).
 */
import { type CarrierAnswer, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { defaultVerdict, type RefusalVerdict, refusal, retryAfterMs } from '../../carrier-kit/verdicts.ts'
import type { PlaceResult } from '../../provider.ts'
import { RATE_LIMIT_WINDOW_MS } from './client.ts'

const BY_STATUS: Readonly<Record<number, readonly [RefusalVerdict, string]>> = {
  400: ['halt or number', 'Cloudonix did not accept the call’s details'],
  401: ['halt', 'the API key is wrong or may not place calls in this domain'],
  402: ['halt', 'the account has no credit'],
  403: ['halt or number', 'the API key does not have the scope to place this call'],
  404: ['halt', 'Cloudonix has no such domain'],
  429: ['later', 'more than 10 requests in 3 seconds'],
}

export function placeResult(answer: CarrierAnswer): PlaceResult {
  if (succeeded(answer)) return accepted(answer.json)
  const known = answer.kind === 'answered' ? BY_STATUS[answer.status] : undefined
  if (answer.kind !== 'answered' || !known) return defaultVerdict(answer)
  return refusal(...known, retryAfterMs(answer) ?? RATE_LIMIT_WINDOW_MS)
}

/** Detects a refusal inside a 200: "In some APIs, the response will contain a JSON document with a `status` value of `false`". */
function accepted(json: unknown): PlaceResult {
  const providerCallId = textAtPath(json, 'token')
  if (providerCallId) return { kind: 'placed', providerCallId }
  const refused = json !== null && typeof json === 'object' && (json as { status?: unknown }).status === false
  if (refused) return { kind: 'rejected', reason: 'Cloudonix refused the call' }
  return { kind: 'unknown', reason: 'Cloudonix accepted the call without naming it' }
}
