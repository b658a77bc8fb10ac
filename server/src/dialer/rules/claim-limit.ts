/** People looked for in one claim of one campaign: some sizes only, because each is a statement of its own; whoever is found and not taken was read for nothing. */
export const CLAIM_LIMITS = [8, 12, 16, 24, 32, 48, 64, 100] as const
export const CLAIM_LIMIT_MAX = 100

/** The smallest size that is enough for so many. */
export function claimLimit(need: number): number {
  return CLAIM_LIMITS.find((limit) => limit >= need) ?? CLAIM_LIMIT_MAX
}
