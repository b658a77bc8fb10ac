import type { Pack, Policy } from '../../../api/policy.ts'
import { helpGroup } from '../../../components/help.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { Field } from '../../../forms/field.tsx'
import { NumberInput } from '../../../forms/number-input.tsx'
import { hoursOf, slotsOf } from '../../../forms/policy-hours.ts'
import { WEEKDAYS_9_TO_18 } from '../../../forms/week.ts'
import { WeekGrid } from '../../../forms/week-grid.tsx'
import { capitalized } from '../../../ui/format.ts'
import { Section, Sheet } from '../../../ui/section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { CONSENTS, PARTIES, PURPOSES } from './policy-words.ts'
import { RuleRows } from './rule-rows.tsx'

interface RulesProps {
  policy: Policy
  packs: readonly Pack[]
  calendars: readonly string[]
  faults: ReadonlyMap<string, string>
  changed: ReadonlySet<keyof Policy>
  onChange(change: Partial<Policy>): void
}

const NO_HOLIDAYS = { calendars: [], added: [], removed: [] }
const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]

export function OwnRules(props: RulesProps) {
  return (
    <>
      <HoursRule {...props} />
      <Section help={helpGroup('limitsOfCalls')} title="How often" aside="for one person, over all campaigns">
        <RuleRows {...props} />
      </Section>
      <Kind {...props} />
    </>
  )
}

function HoursRule({ policy, onChange }: RulesProps) {
  const { time_zone: zone } = useOrganization()
  const { hours } = policy
  return (
    <Section
      help={helpGroup('hours')}
      title="Hours"
      aside="in the local time of the person called; a campaign may be stricter, never looser"
    >
      <div className="stack gap-3">
        <Segmented
          label="Hours"
          value={hours ? 'hours' : 'any'}
          choices={[
            { key: 'any', label: 'No rule of our own' },
            { key: 'hours', label: 'Within hours' },
          ]}
          onChange={(key) => onChange({ hours: key === 'any' ? null : hoursOf(WEEKDAYS_9_TO_18, null) })}
        />
        {hours ? (
          <WeekGrid
            slots={slotsOf(hours)}
            zone={zone}
            onChange={(slots) => onChange({ hours: hoursOf(slots, hours) })}
          />
        ) : (
          <p className="soft">Only the packs in force and each campaign’s own hours count.</p>
        )}
      </div>
    </Section>
  )
}

function Kind(props: RulesProps) {
  return (
    <Section help={helpGroup('policy')} title="What kind of calls" aside="decides which rules of a pack apply">
      <Sheet className="pad">
        <Purpose {...props} />
        <UnknownZone {...props} />
        <Holidays {...props} />
        <ShortestRing {...props} />
        <Registries {...props} />
      </Sheet>
    </Section>
  )
}

function Purpose({ policy, faults, changed, onChange }: RulesProps) {
  const calls: NonNullable<Policy['calls']> = policy.calls ?? { consents: [] }
  const { consents } = calls
  const set = (part: Partial<typeof calls>) => onChange({ calls: { ...calls, ...part } })
  return (
    <>
      <Field label="Purpose" dirty={changed.has('calls')} fault={faults.get('policy.calls.purpose')}>
        {(ids) => (
          <select
            {...ids}
            className="select w-m"
            value={calls.purpose ?? ''}
            onChange={({ target }) => set({ purpose: (target.value || null) as never })}
          >
            <option value="">not said: every rule applies</option>
            {PURPOSES.map((purpose) => (
              <option key={purpose}>{purpose}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Who is called">
        {(ids) => (
          <select
            {...ids}
            className="select w-m"
            value={calls.party ?? ''}
            onChange={({ target }) => set({ party: (target.value || null) as never })}
          >
            <option value="">not said</option>
            {PARTIES.map((party) => (
              <option key={party}>{party}</option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Consent you have"
        help="Consent given by every contact on your lists. Some rules do not apply with consent."
      >
        {() => (
          <Ticks
            choices={CONSENTS.map(([key, label]) => [key, capitalized(label)])}
            value={consents}
            onChange={(next) => set({ consents: next as typeof consents })}
          />
        )}
      </Field>
    </>
  )
}

/** A multiple choice among a few options. */
function Ticks({
  choices,
  value,
  onChange,
}: {
  choices: readonly (readonly [string, string])[]
  value: readonly string[]
  onChange(value: string[]): void
}) {
  return (
    <div className="row wrap">
      {choices.map(([key, label]) => (
        <label key={key} className="row">
          <input
            type="checkbox"
            checked={value.includes(key)}
            onChange={({ target }) => onChange(target.checked ? [...value, key] : value.filter((one) => one !== key))}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

function UnknownZone({ policy, faults, changed, onChange }: RulesProps) {
  return (
    <Field
      label="Time zone not known"
      dirty={changed.has('unknown_zone') || changed.has('fallback_timezone')}
      help="A number does not always say where its owner is."
      fault={faults.get('policy.fallback_timezone')}
    >
      {(ids) => (
        <select
          {...ids}
          className="select w-m"
          value={policy.unknown_zone === 'refuse' ? 'refuse' : (policy.fallback_timezone ?? '')}
          onChange={({ target }) =>
            onChange(
              target.value === 'refuse'
                ? { unknown_zone: 'refuse', fallback_timezone: null }
                : { unknown_zone: target.value ? 'fallback' : null, fallback_timezone: target.value || null },
            )
          }
        >
          <option value="">as the packs say</option>
          <option value="refuse">do not call</option>
          {ZONES.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Holidays({ policy, calendars, changed, onChange }: RulesProps) {
  const { calendars: chosen, added, removed } = policy.holidays ?? NO_HOLIDAYS
  const set = (next: string[]) =>
    onChange({
      holidays: next.length + added.length + removed.length === 0 ? null : { calendars: next, added, removed },
    })
  return (
    <Field
      label="Public holidays"
      dirty={changed.has('holidays')}
      help="Public holidays. Special hours apply where a rule defines them."
    >
      {() => <Ticks choices={calendars.map((name) => [name, name])} value={chosen} onChange={set} />}
    </Field>
  )
}

function ShortestRing({ policy, faults, changed, onChange }: RulesProps) {
  return (
    <Field
      label="Shortest ring"
      dirty={changed.has('shortest_ring_seconds')}
      fault={faults.get('policy.shortest_ring_seconds')}
    >
      {(ids) => (
        <NumberInput
          {...ids}
          unit="seconds"
          value={policy.shortest_ring_seconds ?? null}
          onChange={(shortest_ring_seconds) => onChange({ shortest_ring_seconds })}
        />
      )}
    </Field>
  )
}

/** Dates on which the lists were last checked against each registry of a selected pack. */
function Registries({ policy, packs, changed, onChange }: RulesProps) {
  const dates = (policy.scrubbed_on ?? {}) as Record<string, string>
  const named = packs.filter(({ id }) => policy.packs?.includes(id)).flatMap(({ rules }) => rules.registries ?? [])
  return named.map(({ id, name, max_age_days }) => (
    <Field
      key={id}
      label="Lists last checked against"
      note={name}
      dirty={changed.has('scrubbed_on')}
      help={`If this day is more than ${max_age_days} days ago, or empty, contacts that this registry concerns are held. A registry that is imported here sets the day by itself.`}
    >
      {(ids) => (
        <input
          {...ids}
          type="date"
          className="input w-m"
          value={dates[id] ?? ''}
          onChange={({ target }) => {
            const { [id]: _, ...rest } = dates
            onChange({ scrubbed_on: target.value ? { ...rest, [id]: target.value } : rest })
          }}
        />
      )}
    </Field>
  ))
}
