import { useQuery } from '@tanstack/react-query'
import { type Campaign, campaignProgress } from '../api/campaigns.ts'
import { Confirm } from '../ui/confirm.tsx'
import { count } from '../ui/format.ts'
import { QueryContent } from '../ui/states.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { campaignRequestWords } from '../words/campaign-requests.ts'
import { finishCampaign } from './campaign-requests.ts'
import { peopleText, redialableCounts } from './campaign-words.ts'
import { tallyOf, waitingCount } from './outcomes.ts'
import { CampaignWorkProgress } from './work-progress.tsx'

const w = campaignRequestWords.finish

/** Ends a paused campaign; shows how many people will not be called, counted again when the dialog opens. */
export function FinishDialog({ campaign, onClose }: { campaign: Campaign; onClose(): void }) {
  const query = useQuery({ ...campaignProgress(campaign.id), refetchOnMount: 'always' })
  const progress = query.isFetchedAfterMount && !query.isError ? query.data : undefined
  const waiting = progress ? waitingCount(tallyOf(progress)) : 0
  const live = progress?.live_calls ?? 0
  const whyNot = () => {
    if (!progress) return query.isError ? w.unread : w.counting
    return live > 0 ? w.inProgress(live) : null
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.title(campaign.name)}
      verb={waiting > 0 ? w.without(peopleText(waiting)) : w.verb}
      kind="danger fill"
      safe={w.safe}
      whyNot={whyNot()}
      progress={
        <CampaignWorkProgress campaign={campaign} words={(now) => w.left(peopleText(waitingCount(tallyOf(now))))} />
      }
      act={() => finishCampaign(campaign)}
    >
      <QueryContent of={{ data: progress, error: query.error, refetch: query.refetch }} what={w.what}>
        {(loaded) => (
          <ul className="facts">
            <li>
              <StatusMark name="suppressed" />
              <span>
                <b className="strong">{count(waiting)}</b> {w.waits(waiting)}
              </span>
            </li>
            {redialableCounts(loaded).all > 0 && (
              <li>
                <StatusMark name="no-answer" />
                <span>
                  <b className="strong">{count(redialableCounts(loaded).all)}</b> {w.notReached}
                </span>
              </li>
            )}
            {live > 0 && (
              <li>
                <StatusMark name="live" />
                <span>
                  <b className="strong">{count(live)}</b> {w.live(live)}
                </span>
              </li>
            )}
          </ul>
        )}
      </QueryContent>
      <p className="soft">{w.effect}</p>
    </Confirm>
  )
}
