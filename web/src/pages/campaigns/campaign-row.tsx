import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import { AnswerRate } from '../../components/answer-rate.tsx'
import { Author } from '../../components/author.tsx'
import type { CampaignDisplayState } from '../../components/campaign-actions.ts'
import { CampaignRowButton } from '../../components/campaign-button.tsx'
import { campaignSubtitle, campaignTimeText, peopleText } from '../../components/campaign-words.ts'
import { OutcomeBar } from '../../components/outcome-bar.tsx'
import { doneCount, tallyOf, waitingCount } from '../../components/outcomes.ts'
import { SimulatedTag } from '../../components/simulated.tsx'
import { StatePill } from '../../components/state-pill.tsx'
import { paths } from '../../paths.ts'
import { count } from '../../ui/format.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { campaignsWords as w } from '../../words/campaigns.ts'

interface RowProps {
  campaign: Campaign
  progress: CampaignProgress | undefined
  face: CampaignDisplayState
  selected: boolean
}

export function CampaignRow({ campaign, progress, face, selected }: RowProps) {
  const navigate = useNavigate()
  const now = useNow(30_000)
  const under = campaignSubtitle(campaign, face)
  const [when, what] = campaignTimeText(campaign, face, progress, now)
  const open = (event: MouseEvent) => {
    if (!(event.target as HTMLElement).closest('a, button, [role=dialog]'))
      void navigate({ to: paths.campaign(campaign.id) })
  }
  return (
    // A click, the link in the first cell, and the keys j, k and enter do the same.
    <tr aria-selected={selected} className="link-row" onClick={open}>
      <td className="c-name">
        <Link className="strong" to={paths.campaign(campaign.id)}>
          {campaign.name}
        </Link>
        <div className={`small sub ${under.bad ? 'bad' : 'mute'}`} title={under.text}>
          {under.text}
          {under.by && <Author by={under.by} />}
        </div>
      </td>
      <td className="c-state">
        <StatePill face={face} /> <SimulatedTag of={campaign} />
      </td>
      <td className="c-prog">
        <Progress campaign={campaign} progress={progress} />
      </td>
      <td className="num c-live">{progress && face !== 'completed' && <Live count={progress.live_calls} />}</td>
      <td className="num c-rate">
        <AnswerRate progress={progress} />
      </td>
      <td className="c-when">
        <div>{when}</div>
        <div className="small mute">{what}</div>
      </td>
      <td className="num c-act">
        <CampaignRowButton campaign={campaign} progress={progress} />
      </td>
    </tr>
  )
}

function Progress({ campaign, progress }: Pick<RowProps, 'campaign' | 'progress'>) {
  if (campaign.state === 'draft') return <span className="mute">{w.notStarted(peopleText(campaign.total_rows))}</span>
  if (!progress) return null
  const tally = tallyOf(progress)
  const waiting = waitingCount(tally)
  return (
    <>
      <OutcomeBar tally={tally} />
      <div className="under">
        <span>{w.done(count(doneCount(tally)), count(campaign.total_rows))}</span>
        {waiting > 0 && campaign.state === 'running' && <span>{w.wait(count(waiting))}</span>}
      </div>
    </>
  )
}

function Live({ count: live }: { count: number }) {
  if (live === 0) return <span className="mute">0</span>
  return (
    <span className="pill">
      <StatusMark name="live" />
      {count(live)}
    </span>
  )
}
