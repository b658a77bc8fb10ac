import { useQueries } from '@tanstack/react-query'
import { type Campaign, type CampaignProgress, campaignProgress } from '../api/campaigns.ts'

/** Progress of many campaigns by id. A draft has none; a completed one's does not change any more. */
export function useProgresses(campaigns: readonly Campaign[]): ReadonlyMap<number, CampaignProgress> {
  const begun = campaigns.filter((campaign) => campaign.state !== 'draft')
  return useQueries({
    queries: begun.map((campaign) => ({
      ...campaignProgress(campaign.id),
      ...(campaign.state === 'completed' ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.campaign_id, data] as const] : []))),
  })
}
