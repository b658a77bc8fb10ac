/**
 * The meaning of an answer to POST /v1/calls. Vonage answers with problem documents whose `type` ends in a code ("API Errors",
 * https://developer.vonage.com/api-errors), older hosts with `type` as a bare word and `error_title`.
 */
import { type CarrierAnswer, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { defaultVerdict, type Refusal, refusal } from '../../carrier-kit/verdicts.ts'
import type { PlaceResult } from '../../provider.ts'

/** Generic errors of that page; the first two also come with status 403, so the code is checked before the status. */
const BY_CODE: Record<string, Refusal> = {
  'low-balance': { kind: 'halt', reason: 'Vonage: the balance of the account is too low' },
  'out-of-credit': { kind: 'halt', reason: 'Vonage: the account has no credit' },
  unauthorized: { kind: 'halt', reason: 'Vonage: the application id or its private key was refused' },
  // Also sent for a destination that the account may not call.
  forbidden: refusal('halt or number', 'Vonage: the account may not place this call'),
  'not-found': { kind: 'halt', reason: 'Vonage: there is no such application' },
  'rate-limit': { kind: 'later', reason: 'Vonage: too many calls per second' },
}

const BY_STATUS: Record<number, string> = {
  401: 'unauthorized',
  402: 'low-balance',
  403: 'forbidden',
  404: 'not-found',
}

export function placeResult(answer: CarrierAnswer): PlaceResult {
  if (answer.kind !== 'answered') return defaultVerdict(answer)
  if (succeeded(answer)) {
    const providerCallId = textAtPath(answer.json, 'uuid')
    if (providerCallId) return { kind: 'placed', providerCallId }
    return { kind: 'unknown', reason: 'Vonage accepted the call without naming it' }
  }
  // "Troubleshooting, Capacity": more than three calls per second are answered with 429. A 5xx does not show whether the call
  // exists.
  if (answer.status >= 500 || answer.status === 429) return defaultVerdict(answer)
  const known = BY_CODE[codeOf(answer.json)] ?? BY_CODE[BY_STATUS[answer.status] ?? '']
  if (known) return known
  if (answer.status === 400 || answer.status === 422) return invalidParameters(answer.json)
  return defaultVerdict(answer)
}

function invalidParameters(json: unknown): PlaceResult {
  const names = invalidNames(json)
  if (names.some((name) => /^to\b/.test(name))) {
    return { kind: 'never', reason: 'Vonage: not a number that can be called' }
  }
  if (names.some((name) => /^from\b/.test(name))) {
    return refusal('caller', 'Vonage: the caller ID was not accepted')
  }
  return refusal('halt or number', 'Vonage: the request was not accepted')
}

/**
 * The code in an error's type: `https://developer.vonage.com/api-errors#low-balance` → `low-balance`; `UNAUTHORIZED` →
 * `unauthorized`.
 */
export function codeOf(json: unknown): string {
  const type = textAtPath(json, 'type') ?? ''
  return (type.split('#').at(-1) ?? '').toLowerCase().replaceAll('_', '-')
}

/** Names of invalid fields: a list of {name, reason} in problem documents, an object with the names as keys in older answers. */
function invalidNames(json: unknown): string[] {
  const given = (json as { invalid_parameters?: unknown } | null)?.invalid_parameters
  if (Array.isArray(given)) return given.map((each) => textAtPath(each, 'name') ?? '')
  return given !== null && typeof given === 'object' ? Object.keys(given) : []
}
