/**
 * The meaning of Exotel's answer to a dial. Source: "HTTP Status Codes" and "Error Code Dictionary" on developer.exotel.com; the
 * body is `{"RestException": {"Status", "Message", "Code"?}}`, whose codes are not published for calls.
 */
import { type CarrierAnswer, succeeded, textAtPath } from '../../carrier-kit/http.ts'
import { defaultVerdict, type RefusalVerdict, refusal, retryAfterMs } from '../../carrier-kit/verdicts.ts'
import type { PlaceResult } from '../../provider.ts'
import { withLowerCaseKeys } from './client.ts'

/** Window of the rate limit "200 requests per minute". */
const RATE_LIMIT_WINDOW_MS = 60_000

const BY_STATUS: Readonly<Record<number, readonly [RefusalVerdict, string]>> = {
  400: ['halt or number', 'Exotel does not accept the call’s details'],
  401: ['halt', 'Exotel does not accept the API key and token'],
  402: ['halt', 'the balance is too low, or the plan does not include the call'],
  403: [
    'halt or number',
    'the account is suspended, may not call this number, or calls to voice agents are not enabled',
  ],
  404: ['halt', 'Exotel knows no such account in this region'],
  409: ['later', 'the call conflicts with another request'],
  429: ['later', 'more than 200 requests in a minute, or too many calls at the same time'],
}

/**
 * Refusals of one destination, by words in `Message`. Exotel publishes no texts: these were found in public code that calls its
 * API. An unknown text keeps the verdict of its status.
 */
const BY_WORDS: ReadonlyArray<readonly [status: number, words: RegExp, ruling: RefusalVerdict, reason: string]> = [
  [403, /\bNDNC\b/i, 'never', 'the number is in the do-not-call registry of India'],
  [400, /caller\s?id/i, 'caller', 'Exotel does not accept the caller ID'],
]

export function placeResult(answer: CarrierAnswer): PlaceResult {
  if (answer.kind !== 'answered') return defaultVerdict(answer)
  const json = withLowerCaseKeys(answer.json)
  if (succeeded(answer)) {
    const providerCallId = textAtPath(json, 'call.sid')
    if (providerCallId) return { kind: 'placed', providerCallId }
    return { kind: 'unknown', reason: 'Exotel accepted the call without naming it' }
  }
  const message = textAtPath(json, 'restexception.message') ?? ''
  const said = BY_WORDS.find(([status, words]) => status === answer.status && words.test(message))
  const known = said ? ([said[2], said[3]] as const) : BY_STATUS[answer.status]
  if (!known) return defaultVerdict(answer)
  const [ruling, reason] = known
  return refusal(ruling, `${reason} (${answer.status})`, retryAfterMs(answer) ?? RATE_LIMIT_WINDOW_MS)
}
