import { useQueries, useQuery } from '@tanstack/react-query'
import { campaignList, campaignProgress } from '../api/campaigns.ts'
import { useOrganization } from './use-organization.ts'

export interface Lines {
  live: number
  talking: number
  /** How many calls the organization may have at once; null while the server does not tell. */
  lines: number | null
}

/** Live calls over all campaigns. */
export function useLines(): Lines {
  const organization = useOrganization()
  const running = (useQuery(campaignList()).data ?? []).filter(
    (campaign) => campaign.state === 'running' || campaign.state === 'paused',
  )
  const live = useQueries({
    queries: running.slice(0, 50).map((campaign) => campaignProgress(campaign.id)),
    combine: (results) => results.reduce((sum, { data }) => sum + (data?.live_calls ?? 0), 0),
  })
  return { live, talking: live, lines: organization?.maxLiveCalls ?? null }
}
