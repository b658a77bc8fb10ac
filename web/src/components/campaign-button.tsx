/** The one act that makes sense now, as a button of a row or a header. */
import { useState } from 'react'
import type { Campaign, CampaignProgress } from '../api/campaigns.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { count } from '../ui/format.ts'
import { faceOf, may } from './campaign-actions.ts'
import { pauseCampaign, resumeCampaign } from './campaign-acts.ts'
import { redialable } from './campaign-words.ts'
import { RedialDialog } from './redial-dialog.tsx'

export function CampaignRowButton({
  campaign,
  progress,
}: {
  campaign: Campaign
  progress: CampaignProgress | undefined
}) {
  const [redialing, setRedialing] = useState(false)
  const face = faceOf(campaign, progress)
  const left = redialable(progress).all
  if (face === 'stopped-itself' || face === 'cannot-go-on')
    return (
      <ButtonLink small to={paths.campaign(campaign.id)}>
        Look
      </ButtonLink>
    )
  if (may('pause', campaign))
    return (
      <Button
        small
        kind="quiet"
        icon="pause"
        aria-label={`Pause ${campaign.name}`}
        onClick={() => void pauseCampaign(campaign, progress?.live_calls ?? 0)}
      >
        Pause
      </Button>
    )
  if (may('resume', campaign))
    return (
      <Button
        small
        kind="quiet"
        icon="play"
        aria-label={`Resume ${campaign.name}`}
        onClick={() => void resumeCampaign(campaign)}
      >
        Resume
      </Button>
    )
  if (face === 'draft')
    return (
      <ButtonLink small kind="quiet" to={paths.campaign(campaign.id)}>
        Continue
      </ButtonLink>
    )
  if (may('redial', campaign) && left > 0)
    return (
      <>
        <Button
          small
          kind="quiet"
          aria-label={`Redial ${count(left)} of ${campaign.name}`}
          onClick={() => setRedialing(true)}
        >
          Redial {count(left)}
        </Button>
        <RedialDialog campaign={campaign} progress={progress} open={redialing} onClose={() => setRedialing(false)} />
      </>
    )
  return null
}
