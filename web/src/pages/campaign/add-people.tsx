/** Adds people to a campaign that is not over: from a file, or one by one. */
import { useState } from 'react'
import { serverSentence } from '../../api/error-words.ts'
import { whyActionNotAllowed } from '../../components/campaign-actions.ts'
import type { Enrolment } from '../../components/campaign-requests.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { campaignSetupWords as w } from '../../words/campaign-setup.ts'
import { AddFromFile } from './add-from-file.tsx'
import { AddOne } from './add-one.tsx'
import type { CampaignProps } from './campaign-page.tsx'

type Way = 'file' | 'one'

const WAYS: { key: Way; label: string }[] = [
  { key: 'file', label: w.fromFile },
  { key: 'one', label: w.onePerson },
]

export default function AddPeople({ campaign }: CampaignProps) {
  const [way, setWay] = useState<Way>('file')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const refused = useWhyScopeDenied('operate') ?? whyActionNotAllowed('enrol', campaign)
  if (refused && !enrolment) return <Note tone="warn">{refused}</Note>
  if (enrolment) return <Added campaign={campaign} enrolment={enrolment} onMore={() => setEnrolment(null)} />
  return (
    <div className="stack max-w-[840px] gap-6">
      <div className="row wrap">
        <Segmented label={w.howToAdd} choices={WAYS} value={way} onChange={(next) => setWay(next)} />
        <span className="soft">{whenCalled(campaign)}</span>
      </div>
      {way === 'file' ? (
        <AddFromFile campaign={campaign} onAdded={setEnrolment} />
      ) : (
        <AddOne campaign={campaign} onAdded={setEnrolment} />
      )}
    </div>
  )
}

function whenCalled({ state }: CampaignProps['campaign']): string {
  if (state === 'running') return w.isRunning
  if (state === 'completed' || state === 'failed') return ''
  return state === 'draft' ? w.beforeStart : w.beforeResume
}

interface AddedProps extends Pick<CampaignProps, 'campaign'> {
  enrolment: Enrolment
  onMore(): void
}

function Added({ campaign, enrolment: { added, already_enrolled, rejected, results }, onMore }: AddedProps) {
  const refused = results.filter(({ status }) => status === 'rejected')
  return (
    <div className="stack max-w-[840px] gap-3" role="status">
      <Note
        tone={added > 0 ? 'good' : 'warn'}
        title={w.added(peopleText(added))}
        acts={
          <>
            <ButtonLink small to={paths.campaign(campaign.id, 'contacts')}>
              {w.showContacts}
            </ButtonLink>
            <Button small onClick={onMore}>
              {w.addMore}
            </Button>
          </>
        }
      >
        {already_enrolled > 0 && w.already(already_enrolled)}
        {added > 0 && whenCalled(campaign)}
      </Note>
      {rejected > 0 && (
        <Note tone="bad" title={w.notAdded(peopleText(rejected))}>
          <ul>
            {refused.map(({ index, column, message }) => (
              <li key={index}>
                {column && <span className="code">{column}</span>} {message && serverSentence(message)}
              </li>
            ))}
          </ul>
          {rejected > refused.length && <p className="small mute">{w.firstShown(refused.length)}</p>}
        </Note>
      )}
    </div>
  )
}
