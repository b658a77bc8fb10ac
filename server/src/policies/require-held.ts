/**
 * The dialer does not ask policies yet: it knows neither the zones of contacts nor how often a number was called. Until it
 * does, nobody is dialed under rules that it would have to hold; sentences, registries and duties are held without it.
 */
import { ApiError } from '../kernel/errors.ts'
import type { Queries } from '../storage/database.ts'
import { loadPolicy } from './load-policy.ts'
import { type MergedRules, mergedFor } from './rules/merge.ts'

export async function requireHeld(
  db: Queries,
  organizationId: number,
  campaignId: number | null,
  nowMs: number,
): Promise<void> {
  const policy = await loadPolicy(db, organizationId, campaignId)
  if (!policy) return
  const rules = heldByTheDialer(mergedFor(policy.compiled, [], nowMs))
  if (rules.length === 0) return
  throw new ApiError('policy_not_held', {
    message: `${new ApiError('policy_not_held').message} Rules: ${rules.join(', ')}.`,
    details: { rules },
  })
}

function heldByTheDialer(rules: MergedRules): string[] {
  return [
    ...(rules.hours.length > 0 ? ['hours'] : []),
    ...(rules.suspensions.length > 0 ? ['suspensions'] : []),
    ...(rules.caps.length > 0 ? ['caps'] : []),
    ...(rules.leastGapMs ? ['least_gap_minutes'] : []),
    ...(rules.cooldowns.length > 0 ? ['cooldowns'] : []),
    ...(rules.shortestRingMs ? ['shortest_ring_seconds'] : []),
    ...(rules.unknownZone ? ['unknown_zone'] : []),
  ]
}
