/**
 * Guard of a configuration against systematic failure. Consecutive ends with the same cause, none of which rang or was answered,
 * are not facts about the people called: the campaigns on the configuration stop, and these contacts are given back. The same
 * holds for calls that a network announcement answered: a misrouted trunk may play it on every call.
 *
 * A call that gets through ends the series. But it proves nothing about calls that were dialed after it: a fault that begins
 * while phones are ringing would finish contacts until the last of these phones stops ringing. So failed calls that were dialed
 * after every call that got through stay in doubt: they do not count, and are returned with the series if it leads to a stop.
 *
 * The series is stored with the configuration in the database. It is written only when a call fails, or when a call gets through
 * after failures. So an ordinary end costs nothing, all nodes count together, and a restart loses nothing.
 */

import { isAnnouncement } from './advance-call.ts'

/** Number of consecutive ends with one cause that stops the campaigns. */
export const REPEATED_FAILURES_MAX = 20
/** A shorter list stops when all its calls failed in the same way, but not below this number. */
export const REPEATED_FAILURES_SHORT_LIST_MIN = 10
/** Maximum number of calls in doubt that are remembered; the oldest are dropped first. */
const DOUBTED_MAX = 400
/** Maximum number of returned contacts that are remembered; the oldest are dropped first. */
const SUSPECTS_MAX = 400
/** A stop that lies further ahead than any call rings was written before the clock was put back. */
const STOP_AHEAD_MAX_MS = 5 * 60_000

export interface RepeatedFailure {
  cause: string
  calls: readonly number[]
  /** Calls that failed with that cause before an earlier-dialed call got through; left out: none. */
  doubted?: readonly number[]
  /** When the campaigns were last stopped, and for which cause. */
  stopped: { atMs: number; cause: string } | null
  /** Contacts that were returned at that stop. */
  suspects: readonly number[]
  /** Whether a call has got through since: then a suspect that fails again fails for its own reason. */
  contradicted: boolean
}

export interface FailedEnd {
  callId: number
  contactId: number
  claimedAtMs: number
  cause: string
  /** Number of contacts in the campaign's list. */
  listed: number
}

export type RepeatedFailureVerdict =
  /** The end is final. */
  | 'stands'
  /** The call was dialed before the campaigns were stopped for this cause: it is returned like the others. */
  | 'given_back'
  /** The series has reached the limit: its calls are returned and the campaigns stop. */
  | 'stop'

const NOTHING: RepeatedFailure = { cause: '', calls: [], doubted: [], stopped: null, suspects: [], contradicted: false }

export function judgeFailedEnd(
  known: RepeatedFailure | null,
  end: FailedEnd,
  nowMs: number,
): {
  failing: RepeatedFailure
  verdict: RepeatedFailureVerdict /** Returned. */
  calls: readonly number[]
  inARow: number
} {
  const before = known ?? NOTHING
  const { stopped } = before
  if (stopped && stopped.cause === end.cause && isDialedBefore(stopped.atMs, end.claimedAtMs, nowMs)) {
    return { failing: addSuspects(before, [end.contactId]), verdict: 'given_back', ...NO_CALLS }
  }
  if (before.contradicted && before.suspects.includes(end.contactId)) {
    const suspects = before.suspects.filter((id) => id !== end.contactId)
    return { failing: { ...before, suspects }, verdict: 'stands', ...NO_CALLS }
  }
  const isSame = before.cause === end.cause
  const calls = isSame ? [...before.calls, end.callId] : [end.callId]
  const doubted = isSame ? (before.doubted ?? []) : []
  const most = Math.max(REPEATED_FAILURES_SHORT_LIST_MIN, Math.min(REPEATED_FAILURES_MAX, end.listed))
  if (calls.length < most) {
    return { failing: { ...before, cause: end.cause, calls, doubted }, verdict: 'stands', ...NO_CALLS }
  }
  const stop = { atMs: nowMs, cause: end.cause }
  const failing = { ...before, cause: '', calls: [], doubted: [], stopped: stop, contradicted: false }
  return { failing, verdict: 'stop', calls: [...doubted, ...calls], inARow: calls.length }
}

/** After the clock was put back, calls that were dialed before lie ahead as the stop does. */
function isDialedBefore(stoppedAtMs: number, claimedAtMs: number, nowMs: number): boolean {
  return claimedAtMs <= stoppedAtMs && (stoppedAtMs - nowMs < STOP_AHEAD_MAX_MS || claimedAtMs > nowMs)
}

const NO_CALLS = { calls: [], inARow: 0 }

/**
 * A call rang, was answered, or ended as busy or no answer. Call ids are ascending in dial order. `isOver`: it has ended without
 * a recognized announcement. Until then it proves nothing about announcements, which ring and answer too. Returns the same object
 * if nothing changes.
 */
export function afterSuccessfulCall(
  known: RepeatedFailure | null,
  { callId, isOver }: { callId: number; isOver: boolean },
): RepeatedFailure | null {
  if (known === null || (!isOver && isAnnouncement(known.cause))) return known
  const { calls, doubted = [], suspects } = known
  const later = [...doubted, ...calls].filter((id) => id > callId).slice(-DOUBTED_MAX)
  const contradicts = isOver || !isAnnouncement(known.stopped?.cause ?? null)
  const isNews = contradicts && !known.contradicted && suspects.length > 0
  if (calls.length === 0 && later.length === doubted.length && !isNews) return known
  const cause = later.length > 0 ? known.cause : ''
  const contradicted = known.contradicted || (contradicts && suspects.length > 0)
  return { ...known, cause, calls: [], doubted: later, contradicted }
}

export function addSuspects(known: RepeatedFailure, contactIds: readonly number[]): RepeatedFailure {
  const suspects = [...new Set([...known.suspects, ...contactIds])].slice(-SUSPECTS_MAX)
  return { ...known, suspects }
}
