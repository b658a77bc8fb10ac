/**
 * Test calls: through the simulated carrier no phone rings, and every outcome is invented. They are kept apart from real calls in
 * all figures; the condition is written here once. The provider of a call never changes, and a campaign keeps the carrier of its
 * first start, so its first call shows whether all of its calls are simulated.
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { optional } from '../http/schemas.ts'

const FILTERS = ['exclude', 'include', 'only'] as const
export type SimulatedFilter = (typeof FILTERS)[number]

export const simulatedFilter = z.enum(FILTERS)

/** The query parameter `simulated`. */
export const simulatedQuery = (otherwise = '`exclude` if left out.') =>
  optional(simulatedFilter).meta({
    description: `Calls through the simulated carrier, which ring no phone: left out, counted with the others, or counted alone. ${otherwise}`,
  })

/** A literal, not a parameter: partial indexes name it. */
export const isSimulated = (provider: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${provider} = 'simulator'`

/** SQL condition: whether a call of this provider passes the filter. */
export function matchesSimulatedFilter(request: SimulatedFilter, provider: RawBuilder<unknown>): RawBuilder<boolean> {
  if (request === 'include') return sql<boolean>`true`
  return request === 'only' ? isSimulated(provider) : sql<boolean>`not ${isSimulated(provider)}`
}

/** SQL condition: whether the calls of this campaign pass the filter. A campaign without calls counts as real. */
export function campaignMatchesSimulatedFilter(
  request: SimulatedFilter,
  campaignId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const first = sql`(select f.provider from calls f where f.campaign_id = ${campaignId} order by f.id limit 1)`
  return request === 'include' ? sql<boolean>`true` : matchesSimulatedFilter(request, sql`coalesce(${first}, '')`)
}
