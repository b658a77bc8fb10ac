import type { Policy } from '../policies/rules/policy.ts'
import { type Actor, lockForAction, type OperationDeps, requireCampaign } from './change-state.ts'
import type { CampaignEdit, StoredCampaign } from './queries.ts'

/** `edit` receives the current campaign, so that fields missing in the request keep their value. */
export async function changeCampaign(
  deps: OperationDeps,
  actor: Actor,
  id: number,
  edit: (campaign: StoredCampaign) => CampaignEdit & { policy?: Policy },
): Promise<StoredCampaign> {
  const now = new Date(deps.clock.now())
  await deps.campaigns.transaction(async (tx) => {
    const campaign = await lockForAction(tx, actor, id, 'edit')
    const { policy, ...change } = edit(campaign)
    await tx.saveEdit(id, change, now)
    const whose = { id, organizationId: actor.organizationId }
    const { author } = actor
    if (policy) await tx.setPolicy(whose, policy, author, now)
    await tx.log(whose, {
      now,
      level: 'info',
      event: 'campaign_changed',
      message: 'The settings were changed.',
      details: { by: author, changed: [...Object.keys(change), ...(policy ? ['policy'] : [])] },
    })
  })
  return requireCampaign(await deps.campaigns.find(actor.organizationId, id))
}
