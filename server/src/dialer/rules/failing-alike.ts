/**
 * The rolling guard of a configuration. Ends in a row that failed with one cause, none of which rang or was answered, are not
 * facts about the people called: the campaigns on the configuration stop, and these people are given back.
 *
 * The row is kept with the configuration in the database. It is written only when a call fails or when a call gets through
 * after failures, so an ordinary end costs nothing, all nodes count together, and a restart forgets nothing.
 */

/** Ends in a row with one cause that stop the campaigns. */
export const FAILING_ALIKE_MAX = 20
/** A list shorter than that stops when all of it failed alike, but not below this many. */
export const FAILING_ALIKE_OF_SHORT_LIST = 10
/** Contacts remembered after they were given back; the oldest are forgotten first. */
const SUSPECTS_MAX = 400

export interface FailingAlike {
  cause: string
  calls: readonly number[]
  /** When the campaigns were stopped last, and for which cause. */
  stopped: { atMs: number; cause: string } | null
  /** Contacts that were given back then. */
  suspects: readonly number[]
  /** A call has got through since: a suspect that fails again does so by itself. */
  contradicted: boolean
}

export interface FailedEnd {
  callId: number
  contactId: number
  claimedAtMs: number
  cause: string
  /** Contacts of the campaign's list. */
  listed: number
}

export type FailingVerdict =
  /** The end stands. */
  | 'stands'
  /** Dialed before the campaigns were stopped for this cause: given back like the others. */
  | 'given_back'
  /** The row is full: its calls are given back and the campaigns stop. */
  | 'stop'

const NOTHING: FailingAlike = { cause: '', calls: [], stopped: null, suspects: [], contradicted: false }

export function judgeFailedEnd(
  known: FailingAlike | null,
  end: FailedEnd,
  nowMs: number,
): { failing: FailingAlike; verdict: FailingVerdict; calls: readonly number[] } {
  const before = known ?? NOTHING
  const { stopped } = before
  if (stopped && stopped.cause === end.cause && end.claimedAtMs <= stopped.atMs) {
    return { failing: suspect(before, [end.contactId]), verdict: 'given_back', calls: [] }
  }
  if (before.contradicted && before.suspects.includes(end.contactId)) {
    const suspects = before.suspects.filter((id) => id !== end.contactId)
    return { failing: { ...before, suspects }, verdict: 'stands', calls: [] }
  }
  const calls = before.cause === end.cause ? [...before.calls, end.callId] : [end.callId]
  const most = Math.max(FAILING_ALIKE_OF_SHORT_LIST, Math.min(FAILING_ALIKE_MAX, end.listed))
  if (calls.length < most) return { failing: { ...before, cause: end.cause, calls }, verdict: 'stands', calls: [] }
  const failing = { ...before, cause: '', calls: [], stopped: { atMs: nowMs, cause: end.cause }, contradicted: false }
  return { failing, verdict: 'stop', calls }
}

/** A call rang, was answered, or ended as busy or no answer. Answers with what was given where nothing changes. */
export function afterGettingThrough(known: FailingAlike | null): FailingAlike | null {
  if (known === null || (known.calls.length === 0 && (known.contradicted || known.suspects.length === 0))) return known
  return { ...known, cause: '', calls: [], contradicted: known.suspects.length > 0 }
}

export function suspect(known: FailingAlike, contactIds: readonly number[]): FailingAlike {
  const suspects = [...new Set([...known.suspects, ...contactIds])].slice(-SUSPECTS_MAX)
  return { ...known, suspects }
}
