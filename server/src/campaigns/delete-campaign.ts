import { Fault } from '../kernel/errors.ts'
import { type Actor, type CampaignTools, lockFor } from './change-state.ts'
import { removeCampaign, type StoredCampaign } from './queries.ts'

export async function deleteCampaign(
  tools: Pick<CampaignTools, 'db'>,
  actor: Actor,
  id: number,
): Promise<StoredCampaign> {
  return tools.db.transaction().execute(async (tx) => {
    const campaign = await lockFor(tx, actor, id, 'delete')
    if (campaign.live_calls > 0) {
      throw new Fault('campaign_has_live_calls', {
        message: `${campaign.live_calls} calls of this campaign are still going on; wait until they have ended.`,
      })
    }
    await removeCampaign(tx, id)
    return campaign
  })
}
