/** Acts on a campaign: ask the server, then show what it answered. Its answer counts, also while the page is stale. */
import { type Campaign, campaignKeys } from '../api/campaigns.ts'
import { sentenceOf } from '../api/error-words.ts'
import { queryClient } from '../api/query-client.ts'
import { api } from '../api/session.ts'
import { readAgain } from '../live/apply-events.ts'
import { plural } from '../ui/format.ts'
import { toast } from '../ui/toast.tsx'

const path = (id: number) => ({ params: { path: { campaign_id: id } } })

function show(campaign: Campaign): Campaign {
  queryClient.setQueryData(campaignKeys.one(campaign.id), campaign)
  queryClient.setQueryData<Campaign[]>(campaignKeys.list, (list) =>
    list?.map((one) => (one.id === campaign.id ? campaign : one)),
  )
  readAgain(campaignKeys.progress(campaign.id))
  return campaign
}

export async function startCampaign(id: number): Promise<Campaign> {
  const { data } = await api().POST('/api/v1/campaign/{campaign_id}/start', path(id))
  const campaign = show(data!)
  toast('Calling has started.', { action: { label: 'Pause', run: () => void pauseCampaign(campaign, 0) } })
  return campaign
}

/** Stopping never waits for a question. */
export async function pauseCampaign(campaign: Pick<Campaign, 'id'>, live: number): Promise<void> {
  try {
    const { data } = await api().POST('/api/v1/campaign/{campaign_id}/pause', path(campaign.id))
    show(data!)
    const rest = live === 0 ? '' : ` ${plural(live, 'conversation finishes', 'conversations finish')},`
    toast(`Paused.${rest} ${rest ? 'no' : 'No'} new call is placed.`, {
      action: { label: 'Resume', run: () => void resumeCampaign(campaign) },
    })
  } catch (error) {
    toast(`Not paused: ${sentenceOf(error)}`, {
      tone: 'fault',
      action: { label: 'Try again', run: () => void pauseCampaign(campaign, live) },
    })
  }
}

export async function resumeCampaign(campaign: Pick<Campaign, 'id'>): Promise<void> {
  try {
    const { data } = await api().POST('/api/v1/campaign/{campaign_id}/resume', path(campaign.id))
    show(data!)
    toast('Calling goes on.', { action: { label: 'Pause', run: () => void pauseCampaign(campaign, 0) } })
  } catch (error) {
    toast(`Not resumed: ${sentenceOf(error)}`, { tone: 'fault' })
  }
}

export async function redialCampaign(
  id: number,
  wanted: { retry_on_voicemail: boolean; retry_on_no_answer: boolean; retry_on_busy: boolean },
): Promise<Campaign> {
  const { data } = await api().POST('/api/v1/campaign/{campaign_id}/redial', { ...path(id), body: wanted })
  await queryClient.invalidateQueries({ queryKey: campaignKeys.list })
  readAgain(campaignKeys.one(id))
  return data!
}

export async function deleteCampaign(id: number): Promise<void> {
  await api().DELETE('/api/v1/campaign/{campaign_id}', path(id))
  queryClient.removeQueries({ queryKey: campaignKeys.one(id) })
  await queryClient.invalidateQueries({ queryKey: campaignKeys.list })
}

export async function changeCampaign(
  id: number,
  changes: Partial<Pick<Campaign, 'name' | 'retry_config' | 'max_concurrency' | 'schedule_config' | 'circuit_breaker'>>,
): Promise<Campaign> {
  const { data } = await api().PATCH('/api/v1/campaign/{campaign_id}', { ...path(id), body: changes })
  return show(data!)
}
