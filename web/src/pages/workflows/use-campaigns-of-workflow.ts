import { useQuery } from '@tanstack/react-query'
import { campaignList } from '../../api/campaigns.ts'

/** The campaigns that use this workflow. */
export function useCampaignsOfWorkflow(workflowId: number) {
  const all = (useQuery(campaignList()).data ?? []).filter(({ workflow_id }) => workflow_id === workflowId)
  const inState = (wanted: string) => all.filter(({ state }) => state === wanted)
  return { all, running: inState('running'), paused: inState('paused') }
}
