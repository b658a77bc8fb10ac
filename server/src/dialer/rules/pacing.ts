/**
 * Calls per second of a configuration or a carrier account, as a bucket whose whole state is one moment, `pacedUntilMs`: the time up to
 * which dials are already spent. In any second, however it is laid, at most `callsPerSecond` dials fit: slow rates space
 * dials evenly; from ten a second on, a tenth of a second's worth may go at once and the rest follows at 90 % of the rate.
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

/** A moment in milliseconds is exact to a quarter of a microsecond only; a token must not wait for the rounding. */
const ROUNDING_MS = 0.01

/** So long somebody may wait for a turn of their own: a single call, which stands in no queue. */
export const TURN_WAIT_MS_MAX = 3000

/** Nobody spends further ahead than this; a later moment was written before the database's clock was put back, and is past. */
function spentUntil({ burst, spacingMs }: Pace, pacedUntilMs: number, nowMs: number): number {
  return pacedUntilMs - nowMs > (burst + 1) * spacingMs + TURN_WAIT_MS_MAX ? nowMs : pacedUntilMs
}

/** How many dials may go now. */
export function tokens(pace: Pace, pacedUntilMs: number, nowMs: number): number {
  const spentAhead = Math.max(0, spentUntil(pace, pacedUntilMs, nowMs) - nowMs - ROUNDING_MS) / pace.spacingMs
  return Math.max(0, Math.floor(pace.burst - spentAhead))
}

export function spend(pace: Pace, pacedUntilMs: number, nowMs: number, dials: number): number {
  return Math.max(spentUntil(pace, pacedUntilMs, nowMs), nowMs) + dials * pace.spacingMs
}

/** When the next dial may go, if none may now. */
export function nextTokenAt(pace: Pace, pacedUntilMs: number): number {
  return Math.ceil(pacedUntilMs - (pace.burst - 1) * pace.spacingMs)
}
