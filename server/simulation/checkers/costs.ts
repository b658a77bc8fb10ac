/** Every answered call costs exactly once, and the sums that limit spending are those of the calls. */
import type { Checker, CheckerContext } from '../facts.ts'

export function costs({ tables, fail }: CheckerContext): Checker {
  return {
    finished() {
      for (const { id, state, direction, answeredAtMs } of tables.calls.values()) {
        const isPaid = state === 'ended' && direction === 'outbound' && answeredAtMs !== null
        if (isPaid && !tables.costs.has(id)) fail(`call ${id} was answered and has no cost`)
      }
      const byCampaign = new Map<number, number>()
      for (const { campaignId, amount } of tables.costs.values()) {
        if (campaignId !== null) byCampaign.set(campaignId, (byCampaign.get(campaignId) ?? 0) + amount)
      }
      for (const { id, spending } of tables.campaigns.values()) {
        const sum = byCampaign.get(id) ?? 0
        if ((spending?.spent ?? 0) !== sum)
          fail(`campaign ${id} counts ${spending?.spent} spent, its calls cost ${sum}`)
      }
    },
  }
}
