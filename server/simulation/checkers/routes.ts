/**
 * A campaign with a route dials only through configurations that take the number and that it has not stopped. A campaign with a
 * pool shows only its numbers.
 */
import { configurationsOf, type RouteStep } from '../../src/dialer/rules/route.ts'
import type { Checker, CheckerContext } from '../facts.ts'

/** Written apart from the engine's own rule, so that a fault in it is noticed. */
function isFor({ prefixes }: RouteStep, phoneNumber: string): boolean {
  return prefixes.length === 0 || prefixes.some((prefix) => phoneNumber.startsWith(prefix))
}

export function routes({ tables, fail }: CheckerContext): Checker {
  const seen = new Set<number>()
  return {
    committed() {
      for (const changed of tables.liveCalls.changed) {
        const call = tables.liveCalls.get(changed)
        if (!call || call.campaignId === null || seen.has(changed)) continue
        seen.add(call.id)
        const campaign = tables.campaigns.get(call.campaignId)
        if (!campaign) continue
        const { id, configurationId, phoneNumber } = call
        if (!configurationsOf(campaign).includes(configurationId))
          fail(`call ${id} was claimed outside its campaign's route`)
        const step = campaign.route?.steps.find((one) => one.configurationId === configurationId)
        if (step && !isFor(step, phoneNumber))
          fail(`call ${id} was claimed through ${configurationId}, which is for other numbers`)
        if (campaign.route?.stops[configurationId])
          fail(`call ${id} was claimed through ${configurationId}, which was stopped`)
        const pool = campaign.callerPool?.phone_number_ids
        if (pool && !pool.includes(call.callerNumberId ?? -1))
          fail(`call ${id} shows a number outside the pool of its campaign`)
      }
    },
  }
}
