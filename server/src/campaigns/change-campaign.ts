import { type Actor, type CampaignDeps, loadCampaign, lockFor } from './change-state.ts'
import { appendLog, type CampaignEdit, type StoredCampaign, saveEdit } from './queries.ts'

/** `edit` is asked with the campaign as it is, so that what was not sent keeps its value. */
export async function changeCampaign(
  deps: CampaignDeps,
  actor: Actor,
  id: number,
  edit: (campaign: StoredCampaign) => CampaignEdit,
): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  await deps.db.transaction().execute(async (tx) => {
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
  return loadCampaign(deps.db, actor, id)
}
