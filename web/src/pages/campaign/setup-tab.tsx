import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { faultsByField } from '../../api/error-words.ts'
import { isAllowed } from '../../components/campaign-actions.ts'
import { changeCampaign, pauseCampaign } from '../../components/campaign-requests.ts'
import { helpGroup } from '../../components/help.ts'
import { ActionError } from '../../forms/action-error.tsx'
import {
  breakerWords,
  type CampaignSettings,
  changedSettings,
  hoursWords,
  keepOpenWords,
  mergeConcurrentSettings,
  retryWords,
  SETTING_NAMES,
  settingsBody,
  settingsOf,
} from '../../forms/campaign-settings.ts'
import { Field } from '../../forms/field.tsx'
import { HoursFields } from '../../forms/hours-fields.tsx'
import { PaceFields } from '../../forms/pace-fields.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { capitalized } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Section, Sheet } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.tsx'
import { campaignSetupWords as w } from '../../words/campaign-setup.ts'
import { newCampaignWords as pages } from '../../words/new-campaign.ts'
import { CallerPoolSection } from './caller-pool-section.tsx'
import type { CampaignProps } from './campaign-page.tsx'
import { ExperimentSection } from './experiment-section.tsx'
import { RouteSection } from './route-section.tsx'

/** The campaign's settings; read-only while it runs, with a note on how to change them. */
export default function SetupTab(props: CampaignProps) {
  const { campaign, progress } = props
  if (isAllowed('edit', campaign)) return <SetupForm key={campaign.id} {...props} />
  const settings = settingsOf(campaign)
  const running = campaign.state === 'running'
  return (
    <div className="stack max-w-[840px] gap-6">
      <Note
        acts={
          running && (
            <Button onClick={() => void pauseCampaign(campaign, progress?.live_calls ?? 0)}>{w.pauseToChange}</Button>
          )
        }
      >
        {running ? w.whilePaused : w.isOver}
      </Note>
      <Sheet pad>
        <dl className="kv">
          <dt>{w.workflow}</dt>
          <dd>{campaign.workflow_name}</dd>
          <dt>{w.carrier}</dt>
          <dd>{campaign.telephony_configuration_name ?? w.theDefault}</dd>
          <dt>{w.hours}</dt>
          <dd>{hoursWords(settings)}</dd>
          <dt>{w.atOnce}</dt>
          <dd>{w.atMost(campaign.max_concurrency)}</dd>
          <dt>{w.retries}</dt>
          <dd>{retryWords(settings.retry)}</dd>
          <dt>{w.automaticStop}</dt>
          <dd>{breakerWords(settings.breaker)}</dd>
          <dt>{w.whenDone}</dt>
          <dd>{keepOpenWords(settings.keepOpen)}</dd>
        </dl>
      </Sheet>
      <RouteSection campaign={campaign} />
      <CallerPoolSection campaign={campaign} />
      <ExperimentSection campaign={campaign} />
      {settings.hours && (
        <Sheet pad>
          <HoursFields hours={settings.hours} onChange={() => {}} disabled />
        </Sheet>
      )}
    </div>
  )
}

function SetupForm({ campaign }: CampaignProps) {
  const stored = settingsOf(campaign)
  const [typedName, setName] = useState<string | null>(null)
  const name = typedName ?? campaign.name
  const { settings, setSettings, clashes, forgetClashes } = useRebasedSettings(stored)
  const changed = changedSettings(stored, settings)
  const changes = changed.length + (name === campaign.name ? 0 : 1)
  const save = useMutation({
    // Sends only the settings that were changed here, because another user may have saved others in the meantime.
    mutationFn: () => {
      const body = settingsBody(settings)
      const parts = Object.fromEntries(changed.map((part) => [BODY_PARTS[part], body[BODY_PARTS[part]]]))
      return changeCampaign(campaign.id, { ...parts, ...(name === campaign.name ? {} : { name }) })
    },
    onSuccess: () => {
      forgetClashes()
      toast(w.saved)
    },
  })
  const faults = faultsByField(save.error)
  const discard = () => {
    setName(null)
    setSettings(stored)
    forgetClashes()
    save.reset()
  }
  return (
    <div className="stack max-w-[840px] gap-6">
      <ActionError title={w.notSaved} of={save.error} />
      {clashes.length > 0 && (
        <div role="alert">
          <Note tone="warn" title={w.changedMeanwhile}>
            {w.replaces(capitalized(clashes.map((part) => SETTING_NAMES[part]).join(', ')))}
          </Note>
        </div>
      )}
      <Section help={helpGroup('campaign')} title={w.nameAndLine}>
        <Sheet className="px-3.5">
          <TextField
            label={w.name}
            fault={faults.get('name')}
            dirty={name !== campaign.name}
            value={name}
            maxLength={255}
            onChange={setName}
          />
          <Field label={w.workflow} help={w.keepsWorkflow}>
            {(ids) => <output id={ids.id}>{campaign.workflow_name}</output>}
          </Field>
          <Field label={w.carrier}>
            {(ids) => <output id={ids.id}>{campaign.telephony_configuration_name ?? w.theDefault}</output>}
          </Field>
        </Sheet>
      </Section>
      <RouteSection campaign={campaign} />
      <CallerPoolSection campaign={campaign} />
      <ExperimentSection campaign={campaign} />
      <Section
        help={helpGroup('hours')}
        title={pages.when}
        aside={<span className="wide-only">{pages.drawHours}</span>}
      >
        <Sheet pad>
          <HoursFields hours={settings.hours} onChange={(hours) => setSettings({ ...settings, hours })} />
        </Sheet>
      </Section>
      <Section help={helpGroup('pace')} title={pages.pace}>
        <Sheet className="px-3.5">
          <PaceFields value={settings} onChange={setSettings} faults={faults} />
        </Sheet>
      </Section>
      <SaveBar
        changes={changes}
        effect={campaign.state === 'draft' ? w.atStart : w.atResume}
        busy={save.isPending}
        onSave={() => save.mutate()}
        onDiscard={discard}
      />
    </div>
  )
}

const BODY_PARTS = {
  max_concurrency: 'max_concurrency',
  retry: 'retry_config',
  hours: 'schedule_config',
  breaker: 'circuit_breaker',
  keepOpen: 'keep_open',
} as const satisfies Record<keyof CampaignSettings, keyof ReturnType<typeof settingsBody>>

/** The form's settings. When another user saves, their values are adopted where nothing was changed here. */
function useRebasedSettings(stored: CampaignSettings) {
  const [base, setBase] = useState(stored)
  const [settings, setSettings] = useState(stored)
  const [clashes, setClashes] = useState<readonly (keyof CampaignSettings)[]>([])
  useEffect(() => {
    if (changedSettings(base, stored).length === 0) return
    const rebased = mergeConcurrentSettings(base, settings, stored)
    setBase(stored)
    setSettings(rebased.settings)
    setClashes((before) => [...new Set([...before, ...rebased.clashes])])
  }, [base, settings, stored])
  return { settings, setSettings, clashes, forgetClashes: () => setClashes([]) }
}
