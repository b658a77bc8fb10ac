/**
 * One request to an address that a tenant chose, and its whole answer: used by tools, hooks and webhooks. Never throws for
 * errors of the other side; every failure has a reason for the program and a sentence for people.
 */
import type { Clock } from './clock.ts'
import { type Egress, EgressRefused } from './egress.ts'
import { ProxyFailed } from './tunnel.ts'

export type RequestFailure =
  | 'refused'
  | 'redirected'
  | 'time_out'
  | 'not_reached'
  | 'forbidden_address'
  | 'too_large'
  | 'unreadable'

export interface OutgoingRequest {
  url: string
  method: string
  headers: Record<string, string>
  /** If left out, the request has no body. */
  body?: string | undefined
  /** Time limit of the whole exchange, including the answer. */
  timeoutMs: number
  /** A longer answer is a failure unless `isBeginningEnough`. */
  answerBytesMax: number
  /** Only the status matters: an answer that is too long, compressed or broken off is not a failure. */
  isBeginningEnough?: boolean
}

export interface RequestResult {
  ok: boolean
  /** HTTP status; null: no answer came. */
  status: number | null
  reason: RequestFailure | null
  /** A sentence for people, if the status is not enough. */
  message: string | null
  /** Wait requested by the Retry-After header. */
  retryAfterMs: number | null
  answer: Buffer
  ms: number
}

export interface SendRequestDeps {
  egress: Pick<Egress, 'send'>
  clock: Clock
}

/** Sends the request. Throws only if `stop` aborts it. */
export async function exchange(
  { egress, clock }: SendRequestDeps,
  request: OutgoingRequest,
  stop?: AbortSignal,
): Promise<RequestResult> {
  const { url, method, headers, body, timeoutMs, answerBytesMax } = request
  const begunMs = clock.monotonic()
  const ms = () => Math.round(clock.monotonic() - begunMs)
  const limit = new AbortController()
  const timer = clock.after(timeoutMs, () => limit.abort())
  const signal = stop ? AbortSignal.any([stop, limit.signal]) : limit.signal
  try {
    const input = { method, headers, body, signal, answerBytes: answerBytesMax }
    const { status, retryAfter, answer, cut } = await egress.send(new URL(url), input)
    stop?.throwIfAborted()
    const byStatus = judgeStatus(status)
    const isComplete = cut === null || request.isBeginningEnough === true
    const judged = byStatus.ok && !isComplete ? judgeCut(cut, request, limit.signal.aborted) : byStatus
    return { ...judged, status, retryAfterMs: readRetryAfter(retryAfter, clock.now()), answer, ms: ms() }
  } catch (error) {
    if (stop?.aborted) throw error
    const judged = judgeError(error, limit.signal.aborted, timeoutMs)
    return { ...judged, status: null, retryAfterMs: null, answer: Buffer.alloc(0), ms: ms() }
  } finally {
    timer.cancel()
  }
}

type Judged = Pick<RequestResult, 'ok' | 'reason' | 'message'>

const failed = (reason: RequestFailure, message: string | null): Judged => ({ ok: false, reason, message })

function judgeStatus(status: number): Judged {
  if (status >= 200 && status < 300) return { ok: true, reason: null, message: null }
  if (status >= 300 && status < 400) {
    return failed('redirected', 'Redirects are not followed. Give the final address.')
  }
  return failed('refused', null)
}

function judgeCut(
  cut: 'too_long' | 'broken_off' | 'packed',
  { answerBytesMax, timeoutMs }: OutgoingRequest,
  isTimeUp: boolean,
): Judged {
  if (cut === 'too_long') return failed('too_large', `The answer is longer than ${answerBytesMax} bytes.`)
  if (cut === 'packed') return failed('unreadable', 'The answer is compressed, which was not requested.')
  return isTimeUp ? timedOut(timeoutMs) : failed('not_reached', 'The answer was cut off.')
}

const timedOut = (timeoutMs: number) => failed('time_out', `No complete answer within ${timeoutMs / 1000} s.`)

function judgeError(error: unknown, isTimeUp: boolean, timeoutMs: number): Judged {
  if (isTimeUp) return timedOut(timeoutMs)
  const refused = [error, (error as Error).cause].find((each) => each instanceof EgressRefused)
  if (refused) return failed('forbidden_address', (refused as Error).message)
  if (error instanceof ProxyFailed) return failed('not_reached', error.message)
  const { code } = error as { code?: string }
  return failed('not_reached', `The receiver could not be reached${code ? ` (${code})` : ''}.`)
}

/** Parses a Retry-After header: seconds or a date; null for anything else. */
function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
