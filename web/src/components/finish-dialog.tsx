import { useQuery } from '@tanstack/react-query'
import { type Campaign, campaignProgress } from '../api/campaigns.ts'
import { Confirm } from '../ui/confirm.tsx'
import { count, plural } from '../ui/format.ts'
import { Mark } from '../ui/mark.tsx'
import { Show } from '../ui/states.tsx'
import { finishCampaign } from './campaign-acts.ts'
import { people, redialable } from './campaign-words.ts'
import { tallyOf, waitingOf } from './outcomes.ts'
import { WorkProgress } from './work-progress.tsx'

/** Ends a paused campaign; shows how many people will not be called. Counted again when the dialog opens. */
export function FinishDialog({ campaign, onClose }: { campaign: Campaign; onClose(): void }) {
  const query = useQuery({ ...campaignProgress(campaign.id), refetchOnMount: 'always' })
  const progress = query.isFetchedAfterMount && !query.isError ? query.data : undefined
  const waiting = progress ? waitingOf(tallyOf(progress)) : 0
  const live = progress?.live_calls ?? 0
  const whyNot = () => {
    if (!progress) return query.isError ? 'Who still waits could not be read. Try again first.' : 'Counting who waits…'
    return live > 0 ? `${plural(live, 'call is', 'calls are')} still in progress. Wait until they have ended.` : null
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Finish ${campaign.name}?`}
      verb={waiting > 0 ? `Finish without calling ${people(waiting)}` : 'Finish the campaign'}
      kind="danger fill"
      safe="Stay paused"
      whyNot={whyNot()}
      progress={
        <WorkProgress campaign={campaign} words={(now) => `${people(waitingOf(tallyOf(now)))} left to cancel.`} />
      }
      act={() => finishCampaign(campaign)}
    >
      <Show of={{ data: progress, error: query.error, refetch: query.refetch }} what="Who still waits">
        {(loaded) => (
          <ul className="facts">
            <li>
              <Mark name="suppressed" />
              <span>
                <b className="strong">{count(waiting)}</b>{' '}
                {waiting === 1 ? 'person still waits and is not called' : 'people still wait and are not called'}. They
                count as left out and cannot be redialed.
              </span>
            </li>
            {redialable(loaded).all > 0 && (
              <li>
                <Mark name="no-answer" />
                <span>
                  <b className="strong">{count(redialable(loaded).all)}</b> were tried and not reached. They can be
                  redialed afterwards.
                </span>
              </li>
            )}
            {live > 0 && (
              <li>
                <Mark name="live" />
                <span>
                  <b className="strong">{count(live)}</b>{' '}
                  {live === 1
                    ? 'call is still in progress. Wait until it has ended.'
                    : 'calls are still in progress. Wait until they have ended.'}
                </span>
              </li>
            )}
          </ul>
        )}
      </Show>
      <p className="soft">
        The campaign is completed then. This cannot be undone. To call the people who wait later, leave it paused.
      </p>
    </Confirm>
  )
}
