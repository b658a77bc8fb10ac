import { Switch } from '../ui/switch.tsx'
import { formWords as w } from '../words/forms.ts'
import { breakerWords, type CampaignSettings, keepOpenWords, retryWords } from './campaign-settings.ts'
import { DurationInput } from './duration-input.tsx'
import { Field } from './field.tsx'
import { NumberInput } from './number-input.tsx'

interface PaceFieldsProps {
  value: CampaignSettings
  onChange(value: CampaignSettings): void
  faults?: ReadonlyMap<string, string>
  disabled?: boolean
}

/** Fields for concurrency, retries and the circuit breaker, each with an explaining sentence. */
export function PaceFields({ value, onChange, faults, disabled = false }: PaceFieldsProps) {
  const { retry, breaker } = value
  const setRetry = (part: Partial<typeof retry>) => onChange({ ...value, retry: { ...retry, ...part } })
  const setBreaker = (part: Partial<typeof breaker>) => onChange({ ...value, breaker: { ...breaker, ...part } })
  return (
    <div className="form">
      <Field label={w.atOnce} help={w.atOnceHelp} fault={faults?.get('max_concurrency')}>
        {(ids) => (
          <NumberInput
            {...ids}
            min={1}
            max={100}
            disabled={disabled}
            value={value.max_concurrency}
            onChange={(max_concurrency) => onChange({ ...value, max_concurrency })}
          />
        )}
      </Field>
      <Field
        label={w.retries}
        help={retryWords(retry)}
        fault={faults?.get('retry_config.max_retries') ?? faults?.get('retry_config.retry_delay_seconds')}
      >
        {(ids) => (
          <div className="stack">
            <span className="row wrap">
              <NumberInput
                {...ids}
                min={0}
                max={10}
                disabled={disabled}
                value={retry.enabled ? retry.max_retries : 0}
                onChange={(max) => setRetry({ enabled: (max ?? 0) > 0, max_retries: max ?? 0 })}
                unit={w.moreTries}
              />
              <DurationInput
                label={w.pauseBetween}
                disabled={disabled}
                value={retry.retry_delay_seconds}
                onChange={(retry_delay_seconds) => setRetry({ retry_delay_seconds })}
              />
              <span className="mute small">{w.apart}</span>
            </span>
            <span className="row wrap gap-4">
              {(
                [
                  ['retry_on_busy', w.after.busy],
                  ['retry_on_no_answer', w.after.no_answer],
                  ['retry_on_voicemail', w.after.voicemail],
                ] as const
              ).map(([key, label]) => (
                <label key={key} className="row">
                  <input
                    type="checkbox"
                    className="check"
                    disabled={disabled}
                    checked={retry[key]}
                    onChange={(event) => setRetry({ [key]: event.target.checked })}
                  />
                  {label}
                </label>
              ))}
            </span>
            <OwnPauses retry={retry} disabled={disabled} onChange={setRetry} />
            <label className="row">
              <input
                type="checkbox"
                className="check"
                disabled={disabled}
                checked={retry.retry_other_time_of_day ?? false}
                onChange={(event) => setRetry({ retry_other_time_of_day: event.target.checked })}
              />
              {w.otherTime}
            </label>
            <label className="row">
              <input
                type="checkbox"
                className="check"
                disabled={disabled}
                checked={retry.prefer_reached_hours ?? false}
                onChange={(event) => setRetry({ prefer_reached_hours: event.target.checked })}
              />
              {w.reachedHours}
            </label>
          </div>
        )}
      </Field>
      <Field
        label={w.automaticStop}
        help={breakerWords(breaker)}
        fault={faults?.get('circuit_breaker.failure_threshold')}
      >
        {(ids) => (
          <span className="row wrap">
            <Switch
              id={ids.id}
              label={w.stopWhen}
              disabled={disabled}
              checked={breaker.enabled}
              onChange={(enabled) => setBreaker({ enabled })}
            />
            {breaker.enabled && (
              <>
                <NumberInput
                  aria-label={w.shareFailed}
                  min={1}
                  max={100}
                  disabled={disabled}
                  value={Math.round(breaker.failure_threshold * 100)}
                  onChange={(share) => setBreaker({ failure_threshold: (share ?? 50) / 100 })}
                  unit={w.ofAtLeast}
                />
                <NumberInput
                  aria-label={w.callsAtLeast}
                  min={1}
                  disabled={disabled}
                  value={breaker.min_calls_in_window}
                  onChange={(calls) => setBreaker({ min_calls_in_window: calls ?? 5 })}
                  unit={w.callsWithin}
                />
                <DurationInput
                  label={w.within}
                  disabled={disabled}
                  value={breaker.window_seconds}
                  onChange={(window_seconds) => setBreaker({ window_seconds })}
                />
              </>
            )}
          </span>
        )}
      </Field>
      <Field label={w.keepOpen} help={keepOpenWords(value.keepOpen)} fault={faults?.get('keep_open')}>
        {(ids) => (
          <Switch
            id={ids.id}
            label={w.keepOpenLong}
            disabled={disabled}
            checked={value.keepOpen}
            onChange={(keepOpen) => onChange({ ...value, keepOpen })}
          />
        )}
      </Field>
    </div>
  )
}

type Retry = CampaignSettings['retry']

const RESULTS = [
  ['busy', w.after.busy],
  ['no_answer', w.after.no_answer],
  ['voicemail', w.after.voicemail],
] as const

interface PausesProps {
  retry: Retry
  disabled: boolean
  onChange(part: Partial<Retry>): void
}

/** Fields for a separate delay for each retried outcome; otherwise one delay applies to all. */
function OwnPauses({ retry, disabled, onChange }: PausesProps) {
  const own = retry.retry_delays ?? {}
  const isOwn = Object.values(own).some((seconds) => seconds !== undefined)
  const every = {
    busy: retry.retry_delay_seconds,
    no_answer: retry.retry_delay_seconds,
    voicemail: retry.retry_delay_seconds,
  }
  return (
    <>
      <label className="row">
        <input
          type="checkbox"
          className="check"
          disabled={disabled}
          checked={isOwn}
          onChange={({ target }) => onChange({ retry_delays: target.checked ? every : {} })}
        />
        {w.ownPauses}
      </label>
      {isOwn && (
        <span className="row wrap gap-4">
          {RESULTS.filter(([result]) => retry[`retry_on_${result}`]).map(([result, label]) => (
            <span key={result} className="row">
              <DurationInput
                label={w.pauseAfter(label)}
                disabled={disabled}
                value={own[result] ?? retry.retry_delay_seconds}
                onChange={(seconds) => onChange({ retry_delays: { ...own, [result]: seconds } })}
              />
              <span className="mute small">{label}</span>
            </span>
          ))}
        </span>
      )}
    </>
  )
}
