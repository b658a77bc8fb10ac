/** The most relevant action of a campaign, as a button in a row or a header. */
import { useState } from 'react'
import type { Campaign, CampaignProgress } from '../api/campaigns.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { count } from '../ui/format.ts'
import { campaignsWords as w } from '../words/campaigns.ts'
import { displayStateOf, isAllowed } from './campaign-actions.ts'
import { pauseCampaign } from './campaign-requests.ts'
import { redialableCounts } from './campaign-words.ts'
import { usePausing } from './pausing.ts'
import { RedialDialog } from './redial-dialog.tsx'
import { askToResume } from './resume-asked.ts'
import { useWhyScopeDenied } from './scope.ts'

export function CampaignRowButton({
  campaign,
  progress,
}: {
  campaign: Campaign
  progress: CampaignProgress | undefined
}) {
  const [redialing, setRedialing] = useState(false)
  const pausing = usePausing(campaign.id)
  const forbidden = useWhyScopeDenied('operate')
  const face = displayStateOf(campaign, progress)
  const left = redialableCounts(progress).all
  if (face === 'stopped-itself' || face === 'cannot-go-on')
    return (
      <ButtonLink small to={paths.campaign(campaign.id)}>
        {w.review}
      </ButtonLink>
    )
  if (forbidden) return null
  if (isAllowed('pause', campaign))
    return (
      <Button
        small
        kind="quiet"
        icon="pause"
        busy={pausing}
        aria-label={w.pauseNamed(campaign.name)}
        onClick={() => void pauseCampaign(campaign, progress?.live_calls ?? 0)}
      >
        {pausing ? w.pausing : w.pause}
      </Button>
    )
  if (isAllowed('resume', campaign))
    return (
      <Button
        small
        kind="quiet"
        icon="play"
        aria-label={w.resumeNamed(campaign.name)}
        onClick={() => askToResume(campaign)}
      >
        {w.resume}
      </Button>
    )
  if (face === 'draft')
    return (
      <ButtonLink small kind="quiet" to={paths.campaign(campaign.id)}>
        {w.continue}
      </ButtonLink>
    )
  if (isAllowed('redial', campaign) && left > 0)
    return (
      <>
        <Button
          small
          kind="quiet"
          aria-label={w.redialNamed(count(left), campaign.name)}
          onClick={() => setRedialing(true)}
        >
          {w.redial(count(left))}
        </Button>
        <RedialDialog campaign={campaign} progress={progress} open={redialing} onClose={() => setRedialing(false)} />
      </>
    )
  return null
}
