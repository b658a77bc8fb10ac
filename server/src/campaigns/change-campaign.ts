import { applyPolicyChange } from '../dialer/apply-policy-change.ts'
import type { Policy } from '../policies/rules/policy.ts'
import { setPolicy } from '../policies/set-policy.ts'
import { type Actor, type CampaignDeps, loadCampaign, lockFor } from './change-state.ts'
import { appendLog, type CampaignEdit, type StoredCampaign, saveEdit } from './queries.ts'

/** `edit` is asked with the campaign as it is, so that what was not sent keeps its value. */
export async function changeCampaign(
  deps: CampaignDeps,
  actor: Actor,
  id: number,
  edit: (campaign: StoredCampaign) => CampaignEdit & { policy?: Policy },
): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  await deps.db.transaction().execute(async (tx) => {
    const campaign = await lockFor(tx, actor, id, 'edit')
    const { policy, ...change } = edit(campaign)
    await saveEdit(tx, id, change, now)
    if (policy) {
      await setPolicy(tx, {
        keys: deps.ledgerKeys,
        organizationId: actor.organizationId,
        campaignId: id,
        policy,
        where: ['body', 'policy'],
        author: `API key ${actor.apiKeyId}`,
        now,
      })
      await applyPolicyChange(tx, actor.organizationId)
    }
    await appendLog(
      tx,
      { id, organizationId: actor.organizationId },
      {
        now,
        level: 'info',
        event: 'campaign_changed',
        message: 'The settings were changed.',
        details: { by: `API key ${actor.apiKeyId}`, changed: [...Object.keys(change), ...(policy ? ['policy'] : [])] },
      },
    )
  })
  return loadCampaign(deps.db, actor, id)
}
