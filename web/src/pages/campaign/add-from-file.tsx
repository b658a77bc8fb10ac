import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { pinnedWorkflow } from '../../api/campaigns.ts'
import { type ListPreview, listPreview } from '../../api/contact-lists.ts'
import type { Enrolment } from '../../components/campaign-requests.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'
import { campaignSetupWords as w } from '../../words/campaign-setup.ts'
import { newCampaignWords as pages } from '../../words/new-campaign.ts'
import { ContactsSection } from '../new-campaign/contacts-section.tsx'
import { changeDraft, type Draft, emptyDraft } from '../new-campaign/draft.ts'
import { DropAnywhere } from '../new-campaign/drop-anywhere.tsx'
import { useUpload } from '../new-campaign/use-upload.ts'
import type { CampaignProps } from './campaign-page.tsx'
import { EnrolConfirmation } from './enrol-confirmation.tsx'

interface AddFromFileProps extends Pick<CampaignProps, 'campaign'> {
  onAdded(enrolment: Enrolment): void
}

/**
 * Reads a file in the same way as for a new campaign: the user chooses columns and country, and sees the reasons of rejections.
 */
export function AddFromFile({ campaign, onAdded }: AddFromFileProps) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft(), workflowId: campaign.workflow_id }))
  const [asking, setAsking] = useState(false)
  const change = useCallback((part: Partial<Draft>) => setDraft((before) => changeDraft(before, part)), [])
  const upload = useUpload(draft, change)
  const read = useQuery({
    ...listPreview(draft.list?.source_id ?? '', pinnedWorkflow(campaign)),
    enabled: draft.list !== null,
  })
  const shown = draft.list ? read.data : undefined
  const preview = read.isPlaceholderData ? undefined : shown
  const onFile = useCallback((file: File) => void upload.send(file), [upload.send])
  const number = draft.list?.total_rows ?? 0
  return (
    <>
      <DropAnywhere onFile={onFile} />
      <ContactsSection draft={draft} change={change} upload={upload} preview={preview} shown={shown} />
      {read.isError && <Failed what={pages.thePreview} error={read.error} retry={() => void read.refetch()} />}
      {draft.list && preview && (
        <div className="row">
          <Button kind="primary" disabled={number === 0} onClick={() => setAsking(true)}>
            {w.add(peopleText(number))}
          </Button>
        </div>
      )}
      {asking && draft.list && preview && (
        <EnrolConfirmation
          campaign={campaign}
          wanted={{ source_id: draft.list.source_id }}
          number={number}
          remarks={remarksOf(draft, preview)}
          onClose={() => setAsking(false)}
          onAdded={onAdded}
        />
      )}
    </>
  )
}

function remarksOf(draft: Draft, preview: ListPreview): string[] {
  const { rejected_rows = 0 } = draft.list ?? {}
  const lacking = preview.variables
    .filter(({ required, lacking_rows }) => required && lacking_rows > 0)
    .map(({ name, lacking_rows }) => w.lacking(peopleText(lacking_rows), name))
  const defaults = preview.variables
    .filter(({ name, default_rows }) => default_rows > 0 && !draft.accepted.includes(name))
    .map(({ name, default_rows, default: fallback }) => pages.wouldHear(peopleText(default_rows), fallback ?? '', name))
  return [
    ...(preview.suppressed_rows > 0 ? [w.suppressed(peopleText(preview.suppressed_rows))] : []),
    ...(rejected_rows > 0 ? [w.unread(rejected_rows)] : []),
    ...lacking,
    ...defaults,
  ]
}
