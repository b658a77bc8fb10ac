/** Changes of the route, the numbers and the experiment of a campaign. */
import type { BodyOf } from '@outdial/sdk'
import { api } from '../api/session.ts'
import { refetchSoon } from '../live/apply-events.ts'
import { toast } from '../ui/toast.tsx'
import { callerPool as poolWords } from '../words/caller-pool.ts'
import { experimentWords } from '../words/experiment.ts'
import { route as routeWords } from '../words/route.ts'
import { campaignPath, showCampaign } from './campaign-requests.ts'

type RouteBody = NonNullable<BodyOf<'/api/v1/campaign/{campaign_id}', 'patch'>['route']>

/** An empty list removes the route. */
export async function saveRoute(id: number, route: RouteBody): Promise<void> {
  const { data } = await api().PATCH('/api/v1/campaign/{campaign_id}', { ...campaignPath(id), body: { route } })
  showCampaign(data!)
  refetchSoon(['campaign', id, 'route'])
  toast(routeWords.saved)
}

type PoolBody = NonNullable<BodyOf<'/api/v1/campaign/{campaign_id}', 'patch'>['caller_pool']>

export async function saveCallerPool(id: number, pool: PoolBody): Promise<void> {
  const { data } = await api().PATCH('/api/v1/campaign/{campaign_id}', {
    ...campaignPath(id),
    body: { caller_pool: pool },
  })
  showCampaign(data!)
  toast(poolWords.saved)
}

type ExperimentBody = BodyOf<'/api/v1/campaign/{campaign_id}/experiment', 'put'>

export async function saveExperiment(id: number, experiment: ExperimentBody): Promise<void> {
  showCampaign(await api().campaigns.setExperiment(id, experiment))
  toast(experimentWords.saved)
}

export async function removeExperiment(id: number): Promise<void> {
  showCampaign(await api().campaigns.removeExperiment(id))
  toast(experimentWords.removed)
}

/** Everyone is treated as this arm says from now on. */
export async function stopExperiment(id: number, arm: string): Promise<void> {
  showCampaign(await api().campaigns.stopExperiment(id, arm))
  refetchSoon(['experiment', id])
  toast(experimentWords.ended)
}

/** The carriers that the dialer stopped are used again. */
export async function restoreRoute(id: number): Promise<void> {
  showCampaign(await api().campaigns.restoreRoute(id))
  refetchSoon(['campaign', id, 'route'])
  toast(routeWords.restored)
}
