import type { CampaignProgress } from '../api/campaigns.ts'
import { share } from '../ui/format.ts'
import { campaignsWords as w } from '../words/campaigns.ts'

/**
 * The share of finished contacts that answered, with its unit, because the page of a campaign also shows a share of all contacts.
 */
export function AnswerRate({ progress }: { progress: Pick<CampaignProgress, 'answer_rate'> | undefined }) {
  if (!progress || progress.answer_rate === null)
    return (
      <span className="mute" title={w.noneFinished}>
        –
      </span>
    )
  return (
    <>
      {share(progress.answer_rate, 1)}
      <div className="small mute">{w.ofDone}</div>
    </>
  )
}
