/** Computes when a message is sent again, and the back-off of a failing receiver. Pure. */

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long a message is retried. */
export const RETRY_PERIOD_MS = 24 * HOUR_MS
/** Longest Retry-After that is accepted from a receiver. */
const RETRY_AFTER_MS_MAX = HOUR_MS
const HELD_MS_MAX = 15 * MINUTE_MS

const WAITS_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
] as const

export interface FailedDelivery {
  nowMs: number
  /** Number of attempts so far, including this one. */
  attempts: number
  expiresAtMs: number
  retryAfterMs: number | null
}

/** Time of the next attempt. The last one is at the end of the retry period; null once that has passed. */
export function nextAttemptMs({ nowMs, attempts, expiresAtMs, retryAfterMs }: FailedDelivery): number | null {
  if (nowMs >= expiresAtMs) return null
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] as number
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX)
  return Math.min(nowMs + Math.max(wait, asked), expiresAtMs)
}

/** The back-off after this many consecutive failures. */
export function backOffMs(failures: number): number {
  return Math.min(SECOND_MS * 2 ** Math.min(failures - 1, 30), HELD_MS_MAX)
}
