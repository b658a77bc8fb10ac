import { useQuery } from '@tanstack/react-query'
import { campaignList } from '../../api/campaigns.ts'

/** The campaigns that say this workflow. */
export function useCampaignsOf(workflowId: number) {
  const all = (useQuery(campaignList()).data ?? []).filter(({ workflow_id }) => workflow_id === workflowId)
  return { all, running: all.filter(({ state }) => state === 'running') }
}
