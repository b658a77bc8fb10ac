/** The experiment of a campaign: set up in a draft, read-only afterwards. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Campaign } from '../../api/campaigns.ts'
import { numbersOf } from '../../api/telephony.ts'
import { workflowVersions } from '../../api/workflows.ts'
import { removeExperiment, saveExperiment } from '../../components/campaign-setup-requests.ts'
import { helpGroup } from '../../components/help.ts'
import { resultWords } from '../../components/result-words.ts'
import { ActionError } from '../../forms/action-error.tsx'
import { Button } from '../../ui/button.tsx'
import { phone, share } from '../../ui/format.ts'
import { Section, Sheet } from '../../ui/section.tsx'
import { experimentWords as w } from '../../words/experiment.ts'
import type { CampaignProps } from './campaign-page.tsx'
import {
  ARMS_MAX,
  ARMS_MIN,
  type ArmRow,
  AS_THE_CAMPAIGN,
  bodyOfForm,
  formOfCampaign,
  isComplete,
  newArm,
} from './experiment-form.ts'

type Props = Pick<CampaignProps, 'campaign'>

export function ExperimentSection({ campaign }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isDraft = campaign.started_at === null
  return (
    <Section title={w.title} help={helpGroup('experiments')}>
      <p className="small mute mb-2">{w.about}</p>
      {!isDraft && (campaign.experiment ? <Arms experiment={campaign.experiment} /> : <p className="mute">{w.none}</p>)}
      {isDraft && (campaign.experiment || isOpen) && (
        <ExperimentForm key={JSON.stringify(campaign.experiment)} campaign={campaign} />
      )}
      {isDraft && !campaign.experiment && !isOpen && (
        <Button small onClick={() => setOpen(true)}>
          {w.add}
        </Button>
      )}
    </Section>
  )
}

function Arms({ experiment }: { experiment: NonNullable<Campaign['experiment']> }) {
  const all = experiment.arms.reduce((sum, arm) => sum + arm.share, 0)
  const { outcomes, dispositions } = experiment.goal
  return (
    <Sheet pad>
      <dl className="kv">
        <dt>{w.name}</dt>
        <dd>{experiment.name}</dd>
        {experiment.arms.map((arm) => (
          <div key={arm.name} className="contents">
            <dt>{arm.name}</dt>
            <dd>
              {share(arm.share, all)}
              {arm.workflow_version_number !== null && ` · ${w.versionNumber(arm.workflow_version_number)}`}
              {arm.voice !== null && ` · ${arm.voice}`}
              {arm.hours && ` · ${w.hoursOf(arm.hours.start_time, arm.hours.end_time)}`}
              {arm.not_called && ` · ${w.control}`}
            </dd>
          </div>
        ))}
        <dt>{w.goal}</dt>
        <dd>{[...(outcomes.length > 0 ? [w.goalAnswered] : []), ...dispositions.map(resultWords)].join(', ')}</dd>
      </dl>
    </Sheet>
  )
}

function ExperimentForm({ campaign }: Props) {
  const stored = formOfCampaign(campaign)
  const [form, setForm] = useState(stored)
  const save = useMutation({ mutationFn: () => saveExperiment(campaign.id, bodyOfForm(form)) })
  const remove = useMutation({ mutationFn: () => removeExperiment(campaign.id) })
  const changeArm = (place: number, changed: Partial<ArmRow>) =>
    setForm({ ...form, arms: form.arms.map((arm, index) => (index === place ? { ...arm, ...changed } : arm)) })
  const changed = campaign.experiment === null || JSON.stringify(form) !== JSON.stringify(stored)
  return (
    <div className="stack gap-3">
      <ActionError title={w.notSaved} of={save.error} />
      <ActionError title={w.notRemoved} of={remove.error} />
      <label className="row">
        <span className="whitespace-nowrap">{w.name}</span>
        <input
          className="input"
          placeholder={w.exampleName}
          maxLength={255}
          value={form.name}
          onChange={({ target }) => setForm({ ...form, name: target.value })}
        />
      </label>
      {form.arms.map((arm, place) => (
        <ArmFields
          key={arm.key}
          campaign={campaign}
          arm={arm}
          place={place + 1}
          onChange={(changedArm) => changeArm(place, changedArm)}
          onRemove={
            form.arms.length > ARMS_MIN
              ? () => setForm({ ...form, arms: form.arms.filter((one) => one !== arm) })
              : undefined
          }
        />
      ))}
      {form.arms.length < ARMS_MAX && (
        <div className="row">
          <Button small onClick={() => setForm({ ...form, arms: [...form.arms, newArm(form.arms)] })}>
            {w.addArm}
          </Button>
        </div>
      )}
      <div className="row wrap">
        <label className="row">
          <span className="whitespace-nowrap">{w.goal}</span>
          <select
            className="select"
            value={form.goal}
            onChange={({ target }) => setForm({ ...form, goal: target.value as typeof form.goal })}
          >
            <option value="answered">{w.goalAnswered}</option>
            <option value="result">{w.goalResult}</option>
          </select>
        </label>
        {form.goal === 'result' && (
          <input
            className="input"
            aria-label={w.results}
            placeholder={w.exampleResults}
            value={form.results}
            onChange={({ target }) => setForm({ ...form, results: target.value })}
          />
        )}
      </div>
      {form.goal === 'result' && <p className="small mute">{w.resultsHelp}</p>}
      <div className="row wrap">
        {changed && (
          <Button small kind="primary" busy={save.isPending} disabled={!isComplete(form)} onClick={() => save.mutate()}>
            {w.save}
          </Button>
        )}
        {campaign.experiment && (
          <Button small busy={remove.isPending} onClick={() => remove.mutate()}>
            {w.removeAll}
          </Button>
        )}
      </div>
    </div>
  )
}

interface ArmFieldsProps extends Props {
  arm: ArmRow
  /** From 1. */
  place: number
  onChange(changed: Partial<ArmRow>): void
  onRemove: (() => void) | undefined
}

function ArmFields({ campaign, arm, place, onChange, onRemove }: ArmFieldsProps) {
  const { workflow_id, workflow_current_version_number: newest, telephony_configuration_id: carrier } = campaign
  const versions = useQuery(workflowVersions(workflow_id, newest)).data ?? []
  const showsNumbers = carrier !== null && (campaign.route?.length ?? 0) < 2
  const numbers = useQuery({ ...numbersOf(carrier ?? 0), enabled: showsNumbers }).data?.phone_numbers ?? []
  return (
    <Sheet pad>
      <div className="row wrap">
        <input
          className="input max-w-[220px]"
          aria-label={w.armName(place)}
          maxLength={40}
          value={arm.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <label className="row">
          <span className="small mute">{w.shareLabel}</span>
          <input
            className="input max-w-[80px]"
            type="number"
            min={1}
            max={1000}
            aria-label={w.share(place)}
            value={arm.share}
            onChange={({ target }) => onChange({ share: target.value })}
          />
        </label>
        {!arm.isNotCalled && (
          <select
            className="select max-w-[220px]"
            aria-label={w.version(place)}
            value={arm.version ?? ''}
            onChange={({ target }) => onChange({ version: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{w.campaignVersion}</option>
            {versions.map(({ version_number }) => (
              <option key={version_number} value={version_number}>
                {w.versionNumber(version_number)}
              </option>
            ))}
          </select>
        )}
        {!arm.isNotCalled && showsNumbers && numbers.length > 0 && (
          <select
            className="select max-w-[220px]"
            aria-label={w.number(place)}
            value={arm.numberId ?? ''}
            onChange={({ target }) => onChange({ numberId: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">{w.campaignNumbers}</option>
            {numbers
              .filter(({ is_active }) => is_active)
              .map(({ id, address_normalized }) => (
                <option key={id} value={id}>
                  {phone(address_normalized)}
                </option>
              ))}
          </select>
        )}
        {!arm.isNotCalled && <VoiceAndHours arm={arm} place={place} onChange={onChange} />}
        {place > 1 && (
          <label className="row">
            <input
              type="checkbox"
              checked={arm.isNotCalled}
              onChange={({ target }) => onChange({ isNotCalled: target.checked, ...AS_THE_CAMPAIGN })}
            />
            <span>{w.notCalled}</span>
          </label>
        )}
        {onRemove && (
          <Button small onClick={onRemove} aria-label={w.remove(place)}>
            ×
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function VoiceAndHours({ arm, place, onChange }: Pick<ArmFieldsProps, 'arm' | 'place' | 'onChange'>) {
  return (
    <>
      <input
        className="input max-w-[220px]"
        aria-label={w.voice(place)}
        placeholder={w.workflowVoice}
        maxLength={255}
        value={arm.voice}
        onChange={({ target }) => onChange({ voice: target.value })}
      />
      <span className="row">
        <span className="small mute whitespace-nowrap">{w.hours}</span>
        <input
          className="input max-w-[130px]"
          type="time"
          aria-label={w.from(place)}
          value={arm.from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <span className="small mute">{w.until}</span>
        <input
          className="input max-w-[130px]"
          type="time"
          aria-label={w.to(place)}
          value={arm.to}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </span>
    </>
  )
}
