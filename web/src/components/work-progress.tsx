import { useQuery } from '@tanstack/react-query'
import { type Campaign, type CampaignProgress, campaignProgress, oneCampaign } from '../api/campaigns.ts'
import { count } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { campaignRequestWords as w } from '../words/campaign-requests.ts'

const LOOK_MS = 2_000

interface ProgressProps {
  campaign: Pick<Campaign, 'id'>
  words(progress: CampaignProgress): string
}

/** Progress of a long operation of the server on a campaign, polled while it lasts. */
export function CampaignWorkProgress({ campaign, words }: ProgressProps) {
  const { data } = useQuery({ ...campaignProgress(campaign.id), refetchInterval: LOOK_MS })
  return (
    <Note tone="live" title={w.working(data ? words(data) : '')}>
      {w.staysWorking}
    </Note>
  )
}

/** Progress shown as the number of people in the campaign. */
export function EnrolProgress({ campaign }: { campaign: Pick<Campaign, 'id' | 'total_rows'> }) {
  const { data } = useQuery({ ...oneCampaign(campaign.id), refetchInterval: LOOK_MS })
  const added = (data?.total_rows ?? campaign.total_rows) - campaign.total_rows
  return (
    <Note tone="live" title={w.working(w.addedSoFar(count(added)))}>
      {w.staysWorking}
    </Note>
  )
}
