import { ApiError } from '../kernel/errors.ts'
import { type Actor, type OperationDeps, requireCampaign } from './change-state.ts'
import type { StoredCampaign } from './queries.ts'

/** Lets a running campaign use the stopped configurations of its route again. A resume does the same. */
export async function restoreRoute(deps: OperationDeps, actor: Actor, id: number): Promise<StoredCampaign> {
  const now = new Date(deps.dialer.now())
  const { organizationId } = actor
  await deps.campaigns.transaction(async (tx) => {
    const campaign = requireCampaign(await tx.lock(organizationId, id))
    if (campaign.state !== 'running' || campaign.route === null) throw new ApiError('route_not_restorable')
    const stopped = Object.keys(campaign.route_stops ?? {}).map(Number)
    if (stopped.length === 0) return
    await tx.restoreRoute({ id, organizationId }, now)
    await tx.log(
      { id, organizationId },
      {
        now,
        level: 'info',
        event: 'route_restored',
        message: 'The stopped telephony configurations of the route are used again.',
        details: { by: actor.author, telephony_configuration_ids: stopped },
      },
    )
  })
  deps.dialer.wake(organizationId)
  return requireCampaign(await deps.campaigns.find(organizationId, id))
}
