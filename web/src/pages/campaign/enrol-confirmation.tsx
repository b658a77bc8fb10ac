import { OutdialError } from '@outdial/sdk'
import { useState } from 'react'
import type { StartCheck } from '../../api/explain.ts'
import { type Enrolment, enrolPeople, type NewContacts } from '../../components/campaign-requests.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { OpenDuties, useDuties } from '../../components/open-duties.tsx'
import { SimulatedNote } from '../../components/simulated.tsx'
import { EnrolProgress } from '../../components/work-progress.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { waitWords as w } from '../../words/waits.ts'
import type { CampaignProps } from './campaign-page.tsx'

interface EnrolQuestionProps extends Pick<CampaignProps, 'campaign'> {
  wanted: NewContacts
  number: number
  /** Further remarks, for example about rows that are left out. */
  remarks?: readonly string[]
  onClose(): void
  onAdded(enrolment: Enrolment): void
}

/** The question before people are added: in a running campaign this places calls. The server reports open duties. */
export function EnrolConfirmation({ campaign, wanted, number, remarks = [], onClose, onAdded }: EnrolQuestionProps) {
  const [open, setOpen] = useState<StartCheck['open_duties']>([])
  const duties = useDuties({ open_duties: open })
  // The campaign as of opening the dialog.
  const [before] = useState(campaign)
  const isRunning = campaign.state === 'running'
  const add = async () => {
    try {
      onAdded(await enrolPeople(campaign, { ...wanted, accept_duties: duties.ids }))
    } catch (error) {
      if (error instanceof OutdialError && error.code === 'duties_open')
        setOpen((error.details as { duties?: StartCheck['open_duties'] }).duties ?? [])
      throw error
    }
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.addTo(peopleText(number), campaign.name)}
      verb={w.add(peopleText(number))}
      kind={isRunning ? 'dial' : 'primary'}
      safe={w.notYet}
      whyNot={duties.whyNot}
      progress={<EnrolProgress campaign={before} />}
      act={add}
    >
      <SimulatedNote campaign={campaign} />
      <p className="soft">
        {isRunning ? w.isRunning : campaign.state === 'draft' ? w.onceStarted : w.onceResumed} {w.notAgain}
      </p>
      {remarks.map((remark) => (
        <p key={remark} className="warn">
          {remark}
        </p>
      ))}
      <OpenDuties duties={duties} />
    </Confirm>
  )
}
