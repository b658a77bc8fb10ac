/** How a provider's table of refusals is written, and the verdicts where it says nothing more precise. */
import type { PlaceResult, Verdict } from '../provider.ts'
import type { Answered, CarrierAnswer } from './http.ts'

export type Refusal = Exclude<PlaceResult, { kind: 'placed' }>

/** `halt or number`: the account may not dial, or may not call this destination; other people's calls will tell. */
export type Ruling = Verdict | 'halt or number'

export function refusal(ruling: Ruling, reason: string, retryAfterMs: number | null = null): Refusal {
  if (ruling === 'halt or number') return { kind: 'halt', reason, perhapsNumber: true }
  return { kind: ruling, reason, ...(ruling === 'later' && retryAfterMs !== null ? { retryAfterMs } : {}) }
}

/** A gateway that gave up waiting: like no answer at all. */
const GATEWAY_TIMEOUT = 504

/**
 * A 5xx may come from a gateway behind which the call was made, so it is `unknown`, never `later`; 503 too, unless the
 * carrier's own table says that it documents otherwise. It is an answer all the same: if a look-up finds no call, there was none.
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
  return refusal('rejected', reason)
}

export function retryAfterMs({ headers }: Answered): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** SIP answers to a call that never rang: the far network is full or down (RFC 3261, 21.5). */
const NETWORK_SIP = new Set(['500', '502', '503', '504', '513', '580'])
/** Nobody's decline: who answers so does not let us in (401, 407), wants money (402), or does not permit this call (403). */
export function faultOfSip(
  status: string | number | null,
): { fault: 'account' | 'network'; perhapsNumber?: true } | Record<string, never> {
  const code = String(status)
  if (NETWORK_SIP.has(code)) return { fault: 'network' }
  if (code === '401' || code === '402' || code === '407') return { fault: 'account' }
  return code === '403' ? { fault: 'account', perhapsNumber: true } : {}
}
