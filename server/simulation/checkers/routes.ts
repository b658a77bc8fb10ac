/** A campaign with a route dials only through configurations that take the number and that it has not stopped. */
import { configurationsOf, takesNumber } from '../../src/dialer/rules/route.ts'
import type { Checker, CheckerContext } from '../facts.ts'

export function routes({ tables, fail }: CheckerContext): Checker {
  const seen = new Set<number>()
  return {
    committed() {
      for (const call of tables.liveCalls.values()) {
        if (call.campaignId === null || seen.has(call.id)) continue
        seen.add(call.id)
        const campaign = tables.campaigns.get(call.campaignId)
        if (!campaign) continue
        const { id, configurationId, phoneNumber } = call
        if (!configurationsOf(campaign).includes(configurationId))
          fail(`call ${id} was claimed outside its campaign's route`)
        const step = campaign.route?.steps.find((one) => one.configurationId === configurationId)
        if (step && !takesNumber(step, phoneNumber))
          fail(`call ${id} was claimed through ${configurationId}, which is for other numbers`)
        if (campaign.route?.stops[configurationId])
          fail(`call ${id} was claimed through ${configurationId}, which was stopped`)
      }
    },
  }
}
