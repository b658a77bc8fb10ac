/** One try: the request, the answer, and what to think of it. */
import type { Clock } from '../kernel/clock.ts'
import { type Egress, EgressRefused } from '../kernel/egress.ts'

/** The whole exchange, answer included. */
export const SEND_MS_MAX = 10_000
const ANSWER_CHARACTERS_MAX = 1000

export interface Outgoing {
  url: string
  method: string
  headers: Record<string, string>
  body: string
}

export interface Sent {
  ok: boolean
  status: number | null
  reason: 'refused' | 'redirected' | 'time_out' | 'not_reached' | 'forbidden_address' | 'unreadable' | null
  /** For people, where the status does not say it. */
  message: string | null
  retryAfterMs: number | null
  answer: string
  ms: number
}

export async function sendMessage(
  { egress, clock }: { egress: Pick<Egress, 'send'>; clock: Clock },
  { url, method, headers, body }: Outgoing,
  stop?: AbortSignal,
): Promise<Sent> {
  const begunMs = clock.monotonic()
  const ms = () => Math.round(clock.monotonic() - begunMs)
  const limit = new AbortController()
  const timer = clock.after(SEND_MS_MAX, () => limit.abort())
  const signal = stop ? AbortSignal.any([stop, limit.signal]) : limit.signal
  try {
    const { status, retryAfter, answer } = await egress.send(new URL(url), { method, headers, body, signal })
    const ok = status >= 200 && status < 300
    const reason = ok ? null : status >= 300 && status < 400 ? 'redirected' : 'refused'
    return {
      ok,
      status,
      reason,
      message: reason === 'redirected' ? 'Redirects are not followed; give the address that answers itself.' : null,
      retryAfterMs: readRetryAfter(retryAfter, clock.now()),
      answer: readable(answer),
      ms: ms(),
    }
  } catch (error) {
    if (stop?.aborted) throw error
    return { ...failure(error, limit.signal.aborted), ms: ms() }
  } finally {
    timer.cancel()
  }
}

function failure(error: unknown, timeIsUp: boolean): Omit<Sent, 'ms'> {
  const nothing = { ok: false, status: null, retryAfterMs: null, answer: '' }
  if (timeIsUp) return { ...nothing, reason: 'time_out', message: `No whole answer within ${SEND_MS_MAX / 1000} s.` }
  const refused = [error, (error as Error).cause].find((each) => each instanceof EgressRefused)
  if (refused) return { ...nothing, reason: 'forbidden_address', message: (refused as Error).message }
  const { code } = error as { code?: string }
  return { ...nothing, reason: 'not_reached', message: `The receiver could not be reached${code ? ` (${code})` : ''}.` }
}

/** Seconds or a date; null for anything else. */
function readRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/** As text that a database keeps and a page shows. */
function readable(answer: Buffer): string {
  return answer
    .toString('utf8')
    .slice(0, ANSWER_CHARACTERS_MAX)
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd')
}
