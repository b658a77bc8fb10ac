/**
 * The meaning of Vobiz' answer to a dial. Sources: "Error Handling" (vobiz.ai/docs/errors: status codes, `error.code`), the
 * answer on 429 in the FAQ (vobiz.ai/docs/faq), and the API rules of the vendor's Agent-Skills.
 */
import { type CarrierAnswer, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { asRecord } from '../../carrier-kit/plivo-api.ts'
import { defaultVerdict, type RefusalVerdict, refusal } from '../../carrier-kit/verdicts.ts'
import type { PlaceResult } from '../../provider.ts'

/**
 * Agent-Skills: 5xx is "an unknown outcome that requires state verification before retrying", so 503 gets the default verdict
 * too, although the error page lists it as retryable.
 */
const VERDICTS: Readonly<Record<number, (answer: unknown) => [RefusalVerdict, string]>> = {
  // "Invalid request format or parameters"; 422 VALIDATION_ERROR names the fields.
  400: (json) => ofFields(json),
  422: (json) => ofFields(json),
  // INVALID_CREDENTIALS, TOKEN_EXPIRED; a wrong case in the path causes it too, but the path is fixed.
  401: () => ['halt', 'Vobiz does not accept the Auth ID and token'],
  // INSUFFICIENT_BALANCE, PAYMENT_FAILED.
  402: () => ['halt', 'the account’s balance is too low'],
  // ACCOUNT_INACTIVE, or "lacking permission for this resource", which may be the destination.
  403: (json) =>
    textAtPath(json, 'error.code') === 'ACCOUNT_INACTIVE'
      ? ['halt', 'Vobiz does not let this account call']
      : ['halt or number', 'Vobiz does not permit this call'],
  404: () => ['halt', 'Vobiz does not know this account'],
  409: () => ['rejected', 'the call conflicts with the state of the account'],
  // RATE_LIMIT_EXCEEDED: calls per second, or simultaneous calls.
  429: () => ['later', 'the account’s calls per second or simultaneous calls are used up'],
}

export function placeResult(answer: CarrierAnswer): PlaceResult {
  if (answer.kind !== 'answered') return defaultVerdict(answer)
  if (succeeded(answer)) {
    const providerCallId = textAtPath(answer.json, 'request_uuid') || textAtPath(answer.json, 'call_uuid')
    if (providerCallId) return { kind: 'placed', providerCallId }
    return { kind: 'unknown', reason: 'Vobiz accepted the call without naming it' }
  }
  const verdict = VERDICTS[answer.status]
  if (!verdict) return defaultVerdict(answer)
  const [kind, reason] = verdict(answer.json)
  return refusal(kind, `${reason} (${answer.status})`, retryAfter(answer))
}

/** The verdict by invalid fields: a fault of `to` alone makes the number invalid; one of `from` concerns the caller ID. */
function ofFields(json: unknown): [RefusalVerdict, string] {
  const errors = asRecord(asRecord(asRecord(json).error).details).errors
  const fields = Array.isArray(errors) ? errors.map((each) => textAtPath(each, 'field')) : []
  if (fields.length > 0 && fields.every((field) => field === 'to')) {
    return ['never', 'Vobiz does not accept the number called']
  }
  return fields.includes('from')
    ? ['caller', 'Vobiz does not accept the caller ID']
    : ['halt or number', 'Vobiz does not accept the request']
}

/** The requested wait: the Retry-After header, else `error.details.retryAfter`, in seconds. */
function retryAfter(answer: Extract<CarrierAnswer, { kind: 'answered' }>): number | null {
  const given = answer.headers.get('retry-after') ?? textAtPath(answer.json, 'error.details.retryAfter')
  const seconds = given === null ? Number.NaN : Number(given)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
