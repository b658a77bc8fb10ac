/** Intervals at which the page of a call reads it again. */
import type { Call } from './calls.ts'

/** The timeline of a live call grows without events, so the open call is polled. */
const LIVE_MS = 1_000
/** Polling time after the end, because a call ends before its recording is stored. */
const RECORDING_MS_MAX = 60_000
const RECORDING_LOOK_MS = 3_000

type Seen = Pick<Call, 'is_completed' | 'answered_at' | 'ended_at' | 'recording_url'>

export function callRefetchMs(
  { is_completed, answered_at, ended_at, recording_url }: Seen,
  now: number,
): number | false {
  if (!is_completed) return LIVE_MS
  if (answered_at === null || ended_at === null || recording_url !== null) return false
  return now - Date.parse(ended_at) < RECORDING_MS_MAX ? RECORDING_LOOK_MS : false
}
