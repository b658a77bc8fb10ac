/**
 * Calls per second of a configuration or a carrier account: a token bucket whose whole state is one time, `pacedUntilMs`, up to
 * which dials are spent. Any one-second interval contains at most `callsPerSecond` dials. Slow rates space dials evenly; from ten
 * a second on, a tenth of a second's worth of dials may form a burst, and the rest follows at 90 % of the rate.
 */

export interface Pace {
  burst: number
  spacingMs: number
}

export function paceOf(callsPerSecond: number): Pace {
  if (callsPerSecond <= 10) return { burst: 1, spacingMs: 1000 / callsPerSecond }
  const burst = Math.floor(callsPerSecond / 10)
  return { burst, spacingMs: 1000 / (callsPerSecond - burst) }
}

/** Times in milliseconds are exact only to a quarter of a microsecond; a token must not wait for a rounding error. */
const ROUNDING_MS = 0.01

/** Longest wait for a token of a single call, which has no queue to wait in. */
export const SINGLE_CALL_TOKEN_WAIT_MS_MAX = 3000

/**
 * The time up to which tokens are spent. A time further ahead than a burst was written before the database clock was set back,
 * and counts as past.
 */
function spentUntil({ burst, spacingMs }: Pace, pacedUntilMs: number, nowMs: number): number {
  return pacedUntilMs - nowMs > (burst + 1) * spacingMs + SINGLE_CALL_TOKEN_WAIT_MS_MAX ? nowMs : pacedUntilMs
}

/** Longest back-off of a carrier account. */
export const BACKOFF_MS_MAX = 60_000
/** The end of a back-off is at most this far ahead, also for a node that read the time of the database a little earlier. */
export const BACKOFF_AHEAD_MS_MAX = BACKOFF_MS_MAX + 5000

/**
 * The end of a back-off; null: there is none. A time further ahead was written before the database clock was set back, and counts
 * as past. `backoffEndSql` is the same for statements.
 */
export function backoffEnd(backoffUntilMs: number | null, nowMs: number): number | null {
  return backoffUntilMs !== null && backoffUntilMs - nowMs <= BACKOFF_AHEAD_MS_MAX ? backoffUntilMs : null
}

/** How many dials are allowed now. */
export function availableTokens(pace: Pace, pacedUntilMs: number, nowMs: number): number {
  const spentAhead = Math.max(0, spentUntil(pace, pacedUntilMs, nowMs) - nowMs - ROUNDING_MS) / pace.spacingMs
  return Math.max(0, Math.floor(pace.burst - spentAhead))
}

export function consumeTokens(pace: Pace, pacedUntilMs: number, nowMs: number, dials: number): number {
  return Math.max(spentUntil(pace, pacedUntilMs, nowMs), nowMs) + dials * pace.spacingMs
}

/** When the next dial is allowed, if none is now. */
export function nextTokenAt(pace: Pace, pacedUntilMs: number): number {
  return Math.ceil(pacedUntilMs - (pace.burst - 1) * pace.spacingMs)
}
