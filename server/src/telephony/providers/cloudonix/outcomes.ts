/**
 * Translates Cloudonix' words for a session (in session updates and in the session resource) and for a call detail record.
 * Source: "Session" under data models, and the "Session updates" and "Call Detail Records" webhooks.
 */
import { textAtPath } from '../../carrier-kit/http.ts'
import type { CallUpdate, CarrierEndReason } from '../../provider.ts'

type Ended = Extract<CallUpdate, { kind: 'ended' }>

export type SessionState = { kind: 'queued' | 'ringing' | 'answered' } | Ended | { kind: 'unclear' }

/** Words that only occur at the end of an unanswered call. */
const UNANSWERED: Readonly<Record<string, CarrierEndReason>> = {
  busy: 'busy',
  noanswer: 'no_answer',
  cancel: 'canceled',
  nocredit: 'failed',
  error: 'failed',
  failed: 'failed',
  congestion: 'failed',
}

/** Cause of a failure by Cloudonix' word, if it is specific. */
const FAULTS: Readonly<Record<string, 'account' | 'network' | undefined>> = {
  nocredit: 'account',
  congestion: 'network',
}

/** Translates a session. Its status is `answer` both during and after the conversation; only the end time distinguishes them. */
export function readSession(session: unknown): SessionState {
  const word = (textAtPath(session, 'status') ?? '').toLowerCase()
  const answeredMs = readTimeField(session, 'callAnswerTime', 'answerTime')
  const endedMs = readTimeField(session, 'callEndTime', 'endTime')
  if (Object.hasOwn(UNANSWERED, word)) {
    // A call that was answered and then broke off is an ended conversation, not a failed call.
    return answeredMs === null
      ? ended(UNANSWERED[word] as CarrierEndReason, word, null)
      : ended('completed', word, span(answeredMs, endedMs))
  }
  if (endedMs !== null) {
    const talked = word === 'answer' || word === 'connected' || answeredMs !== null
    return talked ? ended('completed', word, span(answeredMs, endedMs)) : ended('failed', word, null)
  }
  if (word === 'answer' || word === 'connected') return { kind: 'answered' }
  if (word === 'ringing') return { kind: 'ringing' }
  if (word === 'new' || word === 'processing') return { kind: 'queued' }
  return { kind: 'unclear' }
}

const DISPOSITIONS: Readonly<Record<string, CarrierEndReason>> = { ANSWER: 'completed', ...upperCase(UNANSWERED) }

/** Translates a call detail record, which comes once, after the call. */
export function readDetailRecord(record: unknown): Ended | null {
  const word = (textAtPath(record, 'disposition') ?? '').toUpperCase()
  const as = Object.hasOwn(DISPOSITIONS, word) ? DISPOSITIONS[word] : undefined
  if (!as) return null
  const seconds = Number(textAtPath(record, 'billsec') ?? Number.NaN)
  return ended(as, word, as === 'completed' && Number.isFinite(seconds) ? Math.round(seconds) : null)
}

/** None of Cloudonix' words distinguishes a dead number from another failure. */
function ended(as: CarrierEndReason, cause: string, durationSeconds: number | null): Ended {
  const fault = FAULTS[cause.toLowerCase()]
  const endedBy = as === 'canceled' ? 'us' : null
  return { kind: 'ended', as, permanent: false, ...(fault ? { fault } : {}), durationSeconds, cause, endedBy }
}

/** Reads epoch milliseconds, as a number or as text, or else an ISO time; null and 0 mean "not yet". */
export function readTimeField(session: unknown, epochName: string, isoName: string): number | null {
  const epochMs = Number(textAtPath(session, epochName) ?? Number.NaN)
  if (Number.isFinite(epochMs) && epochMs > 0) return epochMs
  const isoMs = Date.parse(textAtPath(session, isoName) ?? '')
  return Number.isNaN(isoMs) ? null : isoMs
}

function span(fromMs: number | null, toMs: number | null): number | null {
  return fromMs === null || toMs === null || toMs < fromMs ? null : Math.round((toMs - fromMs) / 1000)
}

function upperCase<T>(words: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(words).map(([word, meaning]) => [word.toUpperCase(), meaning]))
}
