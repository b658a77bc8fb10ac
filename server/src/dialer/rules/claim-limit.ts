/**
 * Numbers of contacts that a claim reads per campaign. Only these sizes, because each is a prepared statement; contacts read
 * and not taken are wasted work.
 */
export const CLAIM_LIMITS = [2, 4, 8, 12, 16, 24, 32, 48, 64, 100] as const
export const CLAIM_LIMIT_MAX = 100

/** The smallest size that is enough. */
export function claimLimit(need: number): number {
  return CLAIM_LIMITS.find((limit) => limit >= need) ?? CLAIM_LIMIT_MAX
}
