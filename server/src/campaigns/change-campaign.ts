import { type Actor, type CampaignTools, loadCampaign, lockFor } from './change-state.ts'
import { appendLog, type CampaignEdit, type StoredCampaign, saveEdit } from './queries.ts'

/** `edit` is asked with the campaign as it is, so that what was not sent keeps its value. */
export async function changeCampaign(
  tools: CampaignTools,
  actor: Actor,
  id: number,
  edit: (campaign: StoredCampaign) => CampaignEdit,
): Promise<StoredCampaign> {
  const now = new Date(tools.clock.now())
  await tools.db.transaction().execute(async (tx) => {
    const campaign = await lockFor(tx, actor, id, 'edit')
    const change = edit(campaign)
    await saveEdit(tx, id, change, now)
    await appendLog(
      tx,
      { id, organizationId: actor.organizationId },
      {
        now,
        level: 'info',
        event: 'campaign_changed',
        message: 'The settings were changed.',
        details: { by: `API key ${actor.apiKeyId}`, changed: Object.keys(change) },
      },
    )
  })
  return loadCampaign(tools.db, actor, id)
}
