import { useQuery } from '@tanstack/react-query'
import { type Campaign, campaignProgress } from '../api/campaigns.ts'
import { Confirm } from '../ui/confirm.tsx'
import { count } from '../ui/format.ts'
import { Mark } from '../ui/mark.tsx'
import { Show } from '../ui/states.tsx'
import { campaignActs } from '../words/campaign-acts.ts'
import { finishCampaign } from './campaign-acts.ts'
import { people, redialable } from './campaign-words.ts'
import { tallyOf, waitingOf } from './outcomes.ts'
import { WorkProgress } from './work-progress.tsx'

const w = campaignActs.finish

/** Ends a paused campaign; shows how many people will not be called, counted again when the dialog opens. */
export function FinishDialog({ campaign, onClose }: { campaign: Campaign; onClose(): void }) {
  const query = useQuery({ ...campaignProgress(campaign.id), refetchOnMount: 'always' })
  const progress = query.isFetchedAfterMount && !query.isError ? query.data : undefined
  const waiting = progress ? waitingOf(tallyOf(progress)) : 0
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
      verb={waiting > 0 ? w.without(people(waiting)) : w.verb}
      kind="danger fill"
      safe={w.safe}
      whyNot={whyNot()}
      progress={<WorkProgress campaign={campaign} words={(now) => w.left(people(waitingOf(tallyOf(now))))} />}
      act={() => finishCampaign(campaign)}
    >
      <Show of={{ data: progress, error: query.error, refetch: query.refetch }} what={w.what}>
        {(loaded) => (
          <ul className="facts">
            <li>
              <Mark name="suppressed" />
              <span>
                <b className="strong">{count(waiting)}</b> {w.waits(waiting)}
              </span>
            </li>
            {redialable(loaded).all > 0 && (
              <li>
                <Mark name="no-answer" />
                <span>
                  <b className="strong">{count(redialable(loaded).all)}</b> {w.notReached}
                </span>
              </li>
            )}
            {live > 0 && (
              <li>
                <Mark name="live" />
                <span>
                  <b className="strong">{count(live)}</b> {w.live(live)}
                </span>
              </li>
            )}
          </ul>
        )}
      </Show>
      <p className="soft">{w.effect}</p>
    </Confirm>
  )
}
