/**
 * Possible numbers of contacts that a claim reads per campaign. Each is a separate prepared statement, so there are few; contacts
 * that are read and not taken are wasted work.
 */
export const CLAIM_LIMITS = [2, 4, 8, 12, 16, 24, 32, 48, 64, 100] as const
export const CLAIM_LIMIT_MAX = 100

/** The smallest of these sizes that is sufficient. */
export function claimLimit(need: number): number {
  return CLAIM_LIMITS.find((limit) => limit >= need) ?? CLAIM_LIMIT_MAX
}
