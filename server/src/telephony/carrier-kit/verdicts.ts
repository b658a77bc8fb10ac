/** Types for a provider's table of refusals, and the default verdicts. */
import type { PlaceResult, Verdict } from '../provider.ts'
import type { Answered, CarrierAnswer } from './http.ts'

export type Refusal = Exclude<PlaceResult, { kind: 'placed' }>

/** `halt or number`: the account may not dial at all, or may not call this destination; calls to other people show which. */
export type RefusalVerdict = Verdict | 'halt or number'

export function refusal(ruling: RefusalVerdict, reason: string, retryAfterMs: number | null = null): Refusal {
  if (ruling === 'halt or number') return { kind: 'halt', reason, perhapsNumber: true }
  return { kind: ruling, reason, ...(ruling === 'later' && retryAfterMs !== null ? { retryAfterMs } : {}) }
}

/** A gateway timeout counts like no answer at all. */
const GATEWAY_TIMEOUT = 504

/**
 * The default verdict on an answer. A 5xx may come from a gateway although the call was made, so it is `unknown`, never `later`;
 * 503 too, unless the carrier documents otherwise. It is still an answer: if a look-up finds no call, there was none.
 */
export function defaultVerdict(answer: CarrierAnswer): Refusal {
  if (answer.kind === 'unsent') return { kind: 'later', reason: `the carrier cannot be reached (${answer.reason})` }
  if (answer.kind === 'lost') return { kind: 'unknown', reason: `no answer from the carrier (${answer.reason})` }
  const reason = `the carrier answered ${answer.status}`
  if (answer.status === 401 || answer.status === 402) return refusal('halt', reason)
  if (answer.status === 403) return refusal('halt or number', reason)
  if (answer.status === 429) return refusal('later', reason, retryAfterMs(answer))
  if (answer.status >= 500 && answer.status !== GATEWAY_TIMEOUT) return { kind: 'unknown', reason, errorAnswer: true }
  if (answer.status >= 500 || answer.status < 400) return refusal('unknown', reason)
  // An unreadable refusal may concern the form of the request, which every call would have, or this destination.
  if (answer.status === 400 || answer.status === 422) return refusal('halt or number', reason)
  return refusal('rejected', reason)
}

export function retryAfterMs({ headers }: Answered): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
