import { removeCallRecords } from '../calls/queries.ts'
import { removeQueue } from '../dialer/queue.ts'
import { ApiError } from '../kernel/errors.ts'
import { type Actor, type CampaignDeps, lockFor } from './change-state.ts'
import { removeCampaign, type StoredCampaign } from './queries.ts'

export async function deleteCampaign(
  deps: Pick<CampaignDeps, 'db'>,
  actor: Actor,
  id: number,
): Promise<StoredCampaign> {
  return deps.db.transaction().execute(async (tx) => {
    const campaign = await lockFor(tx, actor, id, 'delete')
    if (campaign.live_calls > 0) {
      throw new ApiError('campaign_has_live_calls', {
        message: `${campaign.live_calls} calls of this campaign are still going on; wait until they have ended.`,
      })
    }
    await removeCallRecords(tx, id)
    await removeQueue(tx, id)
    await removeCampaign(tx, id)
    return campaign
  })
}
