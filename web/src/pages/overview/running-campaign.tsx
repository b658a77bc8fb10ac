import { Link } from '@tanstack/react-router'
import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import type { CampaignDisplayState } from '../../components/campaign-actions.ts'
import { campaignSubtitle, campaignTimeText } from '../../components/campaign-words.ts'
import { OutcomeBar } from '../../components/outcome-bar.tsx'
import { doneCount, tallyOf } from '../../components/outcomes.ts'
import { SimulatedTag } from '../../components/simulated.tsx'
import { paths } from '../../paths.ts'
import { count } from '../../ui/format.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { overviewWords as w } from '../../words/overview.ts'

export function RunningCampaign({
  campaign,
  progress,
  face,
}: {
  campaign: Campaign
  progress: CampaignProgress | undefined
  face: CampaignDisplayState
}) {
  const now = useNow(30_000)
  const [when, what] = campaignTimeText(campaign, face, progress, now)
  const tally = progress ? tallyOf(progress) : null
  const aside = () => {
    if (!progress) return ''
    if (!progress.window_open) return w.outsideHours
    return progress.waiting_for_retry > 0 ? w.retryLater(count(progress.waiting_for_retry)) : ''
  }
  return (
    <Link className="camp" to={paths.campaign(campaign.id)}>
      <div className="trunc">
        <div className="strong trunc">
          {campaign.name} <SimulatedTag of={campaign} />
        </div>
        <div className="small mute trunc">{campaignSubtitle(campaign, face).text}</div>
      </div>
      <div className="prog">
        {tally && <OutcomeBar tally={tally} />}
        <div className="under">
          <span>{tally ? w.done(count(doneCount(tally)), count(campaign.total_rows)) : ''}</span>
          <span>{aside()}</span>
        </div>
      </div>
      <div className="num">
        {progress && progress.live_calls > 0 ? (
          <span className="pill">
            <StatusMark name="live" />
            {count(progress.live_calls)}
          </span>
        ) : (
          <span className="mute">0</span>
        )}
      </div>
      <div className="num wide-only">
        <div>{when}</div>
        <div className="small mute">{what}</div>
      </div>
    </Link>
  )
}
