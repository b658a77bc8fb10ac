/** The dialog before a paused campaign dials again: how many people, and with which workflow version. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { oneCampaign } from '../api/campaigns.ts'
import { startCheck } from '../api/explain.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { QueryContent } from '../ui/states.tsx'
import { campaignWords as w } from '../words/campaign.ts'
import { resumeCampaign } from './campaign-requests.ts'
import { peopleText } from './campaign-words.ts'
import { OpenDuties, useDuties } from './open-duties.tsx'
import { SimulatedNote } from './simulated.tsx'
import { countToCall, WaitFacts, whyStartIsBlocked } from './wait-facts.tsx'

export default function ResumeQuestion({ id, onClose }: { id: number; onClose(): void }) {
  // Read again, because the newest workflow version matters here, and no event of the campaign reports a change of its workflow.
  const read = useQuery({ ...oneCampaign(id), refetchOnMount: 'always' })
  const [wanted, setWanted] = useState<'pinned' | 'current' | null>(null)
  const check = useQuery(startCheck(id, wanted === 'current'))
  const duties = useDuties(check.data)
  const campaign = read.isFetchedAfterMount && !read.error ? read.data : undefined
  if (!campaign) return <Waiting of={read} onClose={onClose} />
  const { workflow_version_number: pinned, workflow_current_version_number: current } = campaign
  const differ = pinned !== null && pinned !== current
  // Neither version is preselected, so that the user does not resume with a version that was just corrected.
  const undecided = differ && wanted === null
  const whom = check.data ? ` ${peopleText(countToCall(check.data))}` : ''
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.resumeTitle(whom)}
      verb={undecided ? w.chooseVersion : w.resumeVerb(whom)}
      kind="dial"
      icon="play"
      safe={w.stayPaused}
      whyNot={undecided ? w.chooseFirst : (duties.whyNot ?? whyStartIsBlocked(check))}
      act={() => resumeCampaign(campaign, wanted === 'current', duties.ids)}
    >
      <SimulatedNote campaign={campaign} />
      <QueryContent of={check} what={w.whatWould}>
        {(loaded) => <WaitFacts check={loaded} campaign={campaign} />}
      </QueryContent>
      <OpenDuties duties={duties} />
      {differ && (
        <fieldset className="stack gap-2">
          <legend className="strong">{w.isNewer(campaign.workflow_name, current)}</legend>
          <label className="row">
            <input type="radio" name="version" checked={wanted === 'current'} onChange={() => setWanted('current')} />
            {w.withNewest(current)}
          </label>
          <label className="row">
            <input type="radio" name="version" checked={wanted === 'pinned'} onChange={() => setWanted('pinned')} />
            {w.withUsed(pinned)}
          </label>
        </fieldset>
      )}
      <p className="soft">{w.continuesNow}</p>
    </Confirm>
  )
}

/** The question before the campaign is read: it opens immediately, and says if the campaign cannot be read. */
function Waiting({ of, onClose }: { of: { error: unknown; refetch(): unknown }; onClose(): void }) {
  return (
    <Dialog open onClose={onClose} title={w.resumeTitle('')} footer={<Button onClick={onClose}>{w.stayPaused}</Button>}>
      <QueryContent of={{ ...of, data: undefined }} what={w.theCampaign}>
        {() => null}
      </QueryContent>
    </Dialog>
  )
}
