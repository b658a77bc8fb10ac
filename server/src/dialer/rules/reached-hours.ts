/**
 * Best hour of a retry: an hour of the person's day in which the person was reached before. The rule only ever postpones a retry
 * that the campaign's retry settings have planned, and at most by `REACHED_HOUR_WAIT_MS_MAX`. Pure.
 */
import { type WindowState, wallClockIn } from '../../policies/rules/wall-clock.ts'

/** Conversations of this many days count. */
export const REACHED_DAYS_MAX = 90
/** Number of conversations with one person that are read, the newest first. */
export const REACHED_CALLS_MAX = 50
/** A retry waits at most this much longer than without the option. */
export const REACHED_HOUR_WAIT_MS_MAX = 24 * 3_600_000

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** An hour of the clock may be shorter because of a clock change; more steps are never needed. */
const HOURS_MAX = 26

export interface PlannedRetry {
  /** When the retry is due by the retry settings. */
  dueMs: number
  /** Times of earlier conversations with the person. */
  reachedMs: readonly number[]
  /** Time zone in which the hours of the day are counted. */
  zone: string
  /** No dial from this time on; null: at any time. */
  notAfterMs: number | null
  /** Whether the calling hours that apply to the person are open at this time, and when that changes. */
  window(atMs: number): WindowState
  /** Whether the retry settings allow this time; left out: any time. */
  isAllowed?(atMs: number): boolean
}

export interface PreferredRetry {
  atMs: number
  /** The newest conversation in this hour of the day. */
  reachedAtMs: number
}

/** The first time from the due time on in an hour in which the person was reached; null: the retry stays as it is. */
export function preferReachedHour(retry: PlannedRetry): PreferredRetry | null {
  const { dueMs, reachedMs, zone, notAfterMs } = retry
  if (reachedMs.length === 0) return null
  const newest = newestByHour(reachedMs, dueMs - REACHED_DAYS_MAX * DAY_MS, zone)
  const lastMs = dueMs + REACHED_HOUR_WAIT_MS_MAX
  let fromMs = dueMs
  for (let step = 0; step < HOURS_MAX && fromMs <= lastMs; step++) {
    const endMs = endOfHour(zone, fromMs)
    const reachedAtMs = newest.get(hourOf(zone, fromMs))
    const atMs = reachedAtMs === undefined ? null : firstOpen(retry, fromMs, Math.min(endMs, lastMs + 1))
    // The whole hour must lie before the end, because a busy dialer may not reach the person at its beginning.
    const isInTime = notAfterMs === null || endMs <= notAfterMs
    if (reachedAtMs !== undefined && atMs !== null && isInTime) return atMs === dueMs ? null : { atMs, reachedAtMs }
    fromMs = endMs
  }
  return null
}

/** The hour of the day in this zone, 0 to 23. */
export function hourOf(zone: string, atMs: number): number {
  return Math.floor(wallClockIn(zone, atMs).minute / 60)
}

function newestByHour(reachedMs: readonly number[], sinceMs: number, zone: string): Map<number, number> {
  const newest = new Map<number, number>()
  for (const atMs of reachedMs) {
    if (atMs < sinceMs) continue
    const hour = hourOf(zone, atMs)
    newest.set(hour, Math.max(atMs, newest.get(hour) ?? atMs))
  }
  return newest
}

/** When the clock shows the next full hour. */
function endOfHour(zone: string, atMs: number): number {
  const minuteStartMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  return minuteStartMs + (60 - (wallClockIn(zone, atMs).minute % 60)) * MINUTE_MS
}

function firstOpen({ window, isAllowed }: PlannedRetry, fromMs: number, endMs: number): number | null {
  for (let atMs = fromMs; atMs < endMs; ) {
    const { open, changesAtMs } = window(atMs)
    if (open) return isAllowed && !isAllowed(atMs) ? null : atMs
    if (changesAtMs === null || changesAtMs <= atMs) return null
    atMs = changesAtMs
  }
  return null
}

/** Open only while all of these are open; the state lasts until the first of them changes. */
export function allWindows(states: readonly WindowState[]): WindowState {
  const changes = states.flatMap(({ changesAtMs }) => changesAtMs ?? [])
  const isStuck = states.some(({ open, changesAtMs }) => !open && changesAtMs === null)
  return {
    open: states.every(({ open }) => open),
    changesAtMs: isStuck || changes.length === 0 ? null : Math.min(...changes),
  }
}
