import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { campaignKeys, oneCampaign } from '../../api/campaigns.ts'
import { type ListPreview, listPreview } from '../../api/contact-lists.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { configurationList, type TelephonyConfiguration } from '../../api/telephony.ts'
import { oneWorkflow, workflowList } from '../../api/workflows.ts'
import { helpGroup } from '../../components/help.ts'
import { Page } from '../../components/page.tsx'
import { isSimulated } from '../../components/simulated.tsx'
import { useOrganization } from '../../components/use-organization.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { settingsBody } from '../../forms/campaign-settings.ts'
import { HoursFields } from '../../forms/hours-fields.tsx'
import { PaceFields } from '../../forms/pace-fields.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { Failed } from '../../ui/states.tsx'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import { CheckSection } from './check-section.tsx'
import { ContactsSection } from './contacts-section.tsx'
import { changeDraft, type Draft, draftFindingsOf, sectionWords, withZoneOfList } from './draft.ts'
import { DropAnywhere } from './drop-anywhere.tsx'
import { LineSection } from './line-section.tsx'
import { useSavedDraft } from './saved-draft.ts'
import { Steps } from './steps.tsx'
import { Summary } from './summary.tsx'
import { useUpload } from './use-upload.ts'
import { WorkflowSection } from './workflow-section.tsx'

export function NewCampaignPage() {
  const kept = useSavedDraft(useOrganization().id)
  const { draft, setDraft } = kept
  const change = useCallback((part: Partial<Draft>) => setDraft((before) => changeDraft(before, part)), [setDraft])
  const { workflow, configurations, configuration } = useChosen(draft, change)
  const read = useQuery({
    ...listPreview(draft.list?.source_id ?? '', { id: draft.workflowId, version: null }),
    enabled: draft.list !== null,
  })
  const shown = draft.list ? read.data : undefined
  const preview = read.isPlaceholderData ? undefined : shown
  const findings = draftFindingsOf(draft, preview ?? (read.isError ? 'failed' : undefined), configurations)
  const upload = useUpload(draft, change)
  useZoneOfList(draft, preview, change)
  const finish = useFinish(
    draft,
    {
      stops: findings.some(({ kind }) => kind === 'stop'),
      isReading: upload.busy || (draft.list !== null && preview === undefined && !read.isError),
      hasFailed: upload.fault !== null,
    },
    kept.forget,
  )
  const onFile = useCallback((file: File) => void upload.send(file), [upload.send])
  return (
    <Page
      title={w.title}
      crumb={{ to: paths.campaigns, label: w.campaigns }}
      heading={
        <h1 className="grow">
          <input
            className="input title-in"
            aria-label={w.name}
            placeholder={w.title}
            maxLength={255}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </h1>
      }
      actions={
        <>
          {kept.begun && (
            <Button kind="quiet" title={w.keptHere} onClick={kept.startAfresh}>
              {w.startOver}
            </Button>
          )}
          <Button busy={finish.busy} onClick={() => void finish.save()}>
            {w.saveDraft}
          </Button>
          <Button kind="dial" icon="play" busy={finish.busy} onClick={() => void finish.save({ thenStart: true })}>
            {w.start}
          </Button>
        </>
      }
    >
      <DropAnywhere onFile={onFile} />
      <ActionError title={w.notMade} of={finish.fault} />
      {finish.waits && (
        <div role="status">
          <Note tone="live">{w.waitsForList}</Note>
        </div>
      )}
      <div className="wizard">
        <Steps findings={findings} words={sectionWords(draft, workflow, configuration)} begun={finish.pressed} />
        <div className="stack gap-6">
          <ContactsSection draft={draft} change={change} upload={upload} preview={preview} shown={shown} />
          {read.isError && <Failed what={w.thePreview} error={read.error} retry={() => void read.refetch()} />}
          <WorkflowSection draft={draft} change={change} />
          <LineSection draft={draft} change={change} />
          <Section
            help={helpGroup('hours')}
            id="when"
            className="step-sec"
            title={w.when}
            aside={<span className="wide-only">{w.drawHours}</span>}
          >
            <Sheet pad>
              <HoursFields
                hours={draft.settings.hours}
                onChange={(hours) => change({ settings: { ...draft.settings, hours } })}
              />
            </Sheet>
          </Section>
          <Section help={helpGroup('pace')} id="hard" className="step-sec" title={w.pace}>
            <Sheet className="px-3.5">
              <PaceFields value={draft.settings} onChange={(settings) => change({ settings })} />
            </Sheet>
          </Section>
          <CheckSection findings={findings} />
        </div>
        <Summary draft={draft} configuration={configuration} />
      </div>
    </Page>
  )
}

/** The user's choices, completed with defaults: the default carrier, the first workflow. */
function useChosen(draft: Draft, change: (part: Partial<Draft>) => void) {
  const workflows = useQuery(workflowList()).data
  const configurations = useQuery(configurationList()).data?.configurations as
    | readonly TelephonyConfiguration[]
    | undefined
  const first = workflows?.find((one) => one.status === 'active')?.id ?? null
  // The simulated carrier is never preselected, so that a real list is not used up on simulated people.
  const real = configurations?.filter(({ provider }) => !isSimulated(provider))
  const standard = (real?.find((one) => one.is_default_outbound) ?? real?.[0])?.id ?? null
  useEffect(() => {
    if (draft.workflowId === null && first !== null) change({ workflowId: first })
  }, [draft.workflowId, first, change])
  useEffect(() => {
    if (draft.configurationId === null && standard !== null) change({ configurationId: standard })
  }, [draft.configurationId, standard, change])
  const workflow = useQuery({ ...oneWorkflow(draft.workflowId ?? 0), enabled: draft.workflowId !== null }).data
  return { workflow, configurations, configuration: configurations?.find((one) => one.id === draft.configurationId) }
}

function useZoneOfList(draft: Draft, preview: ListPreview | undefined, change: (part: Partial<Draft>) => void) {
  const next = preview ? withZoneOfList(draft, preview) : null
  useEffect(() => {
    if (next) change(next)
  })
}

interface DraftState {
  stops: boolean
  /** Whether the list or its preview is on its way, so that errors are not known yet. */
  isReading: boolean
  /** Whether the last upload failed: the list on the page is then not the one that was wanted. */
  hasFailed: boolean
}

/** Saves and starts the campaign. If there are errors, scrolls to the first one. */
function useFinish(draft: Draft, { stops, isReading, hasFailed }: DraftState, onMade: () => void) {
  const navigate = useNavigate()
  const [pressed, setPressed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  /** A button that was pressed while the list was being read; it takes effect when the list has been read. */
  const [request, setRequest] = useState<FinishOptions | null>(null)
  const goToFault = () => {
    setPressed(true)
    document.getElementById('check')?.scrollIntoView({ behavior: 'smooth' })
    document.querySelector<HTMLElement>('#check a')?.focus({ preventScroll: true })
  }
  /** The start is confirmed on the page of the draft, where the server can report what a start would do. */
  const save = async ({ thenStart = false }: FinishOptions = {}) => {
    if (isReading) return setRequest({ thenStart })
    if (stops) return goToFault()
    setBusy(true)
    try {
      const campaign = await createCampaign(draft)
      onMade()
      await navigate({
        to: paths.campaign(campaign.id),
        search: (thenStart ? { ask: 'start' } : {}) as never,
      })
    } catch (error) {
      setFault(error)
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (request === null || isReading) return
    setRequest(null)
    if (!hasFailed) void save(request)
  })
  return { pressed, busy: busy || request !== null, waits: request !== null, fault, save }
}

interface FinishOptions {
  thenStart?: boolean
}

async function createCampaign(draft: Draft) {
  const body = {
    name: draft.name.trim(),
    workflow_id: draft.workflowId!,
    source_type: 'csv',
    source_id: draft.list!.source_id,
    telephony_configuration_id: draft.configurationId,
    ...settingsBody(draft.settings),
  }
  const { data } = await api().POST('/api/v1/campaign/create', { body })
  // The page of the campaign opens with this answer; it does not wait for the list of campaigns.
  queryClient.setQueryData(oneCampaign(data!.id).queryKey, data!)
  void queryClient.invalidateQueries({ queryKey: campaignKeys.list })
  return data!
}
