import { useQuery } from '@tanstack/react-query'
import { type Campaign, type CampaignProgress, campaignProgress, oneCampaign } from '../api/campaigns.ts'
import { Note } from '../ui/note.tsx'

const LOOK_MS = 2_000
const STAYS = 'The server continues if you leave this page.'

interface ProgressProps {
  campaign: Pick<Campaign, 'id'>
  words(progress: CampaignProgress): string
}

/** Progress of a long operation of the server on a campaign, polled while it lasts. */
export function WorkProgress({ campaign, words }: ProgressProps) {
  const { data } = useQuery({ ...campaignProgress(campaign.id), refetchInterval: LOOK_MS })
  return (
    <Note tone="live" title={`Still working. ${data ? words(data) : ''}`}>
      {STAYS}
    </Note>
  )
}

/** The same by the number of people in the campaign. */
export function EnrolProgress({ campaign }: { campaign: Pick<Campaign, 'id' | 'total_rows'> }) {
  const { data } = useQuery({ ...oneCampaign(campaign.id), refetchInterval: LOOK_MS })
  const added = (data?.total_rows ?? campaign.total_rows) - campaign.total_rows
  return (
    <Note tone="live" title={`Still working. ${added.toLocaleString('en')} added so far.`}>
      {STAYS}
    </Note>
  )
}
