/**
 * Test calls: through the simulated carrier no phone rings, and every outcome is invented. They are kept apart from real calls in
 * all figures; the condition is written here once. The provider of a call never changes, and a campaign keeps the carrier of its
 * first start, so its first call shows whether all of its calls are simulated.
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { optional } from '../http/schemas.ts'

const WISHES = ['exclude', 'include', 'only'] as const
export type SimulatedFilter = (typeof WISHES)[number]

export const simulatedFilter = z.enum(WISHES)

/** The query parameter `simulated`. */
export const simulatedQuery = (otherwise = '`exclude` if left out.') =>
  optional(simulatedFilter).meta({
    description: `Calls through the simulated carrier, which ring no phone: left out, counted with the others, or counted alone. ${otherwise}`,
  })

/** A literal, not a parameter: partial indexes name it. */
export const isSimulated = (provider: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${provider} = 'simulator'`

/** SQL condition: whether a call of this provider passes the filter. */
export function matchesSimulatedFilter(wish: SimulatedFilter, provider: RawBuilder<unknown>): RawBuilder<boolean> {
  if (wish === 'include') return sql<boolean>`true`
  return wish === 'only' ? isSimulated(provider) : sql<boolean>`not ${isSimulated(provider)}`
}

/** SQL condition: whether the calls of this campaign pass the filter. A campaign without calls counts as real. */
export function campaignMatchesSimulatedFilter(
  wish: SimulatedFilter,
  campaignId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const first = sql`(select f.provider from calls f where f.campaign_id = ${campaignId} order by f.id limit 1)`
  return wish === 'include' ? sql<boolean>`true` : matchesSimulatedFilter(wish, sql`coalesce(${first}, '')`)
}
