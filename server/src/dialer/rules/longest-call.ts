/** Computes when a call is certainly over, regardless of carrier reports. */

/** Time of a call besides ringing and talking: placing it, and the carrier's own delays. */
export const CALL_MARGIN_MS = 90_000

export function deadlineOf(beganAtMs: number, limits: { ringTimeoutSeconds: number; maxCallSeconds: number }): number {
  return beganAtMs + (limits.ringTimeoutSeconds + limits.maxCallSeconds) * 1000 + CALL_MARGIN_MS
}
