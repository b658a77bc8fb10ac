import type { Pack, Policy } from '../../../api/policy.ts'
import { helpGroup } from '../../../components/help.ts'
import { useOrganization } from '../../../components/use-organization.ts'
import { Field } from '../../../forms/field.tsx'
import { NumberInput } from '../../../forms/number-input.tsx'
import { hoursOf, slotsOf } from '../../../forms/policy-hours.ts'
import { WEEKDAYS_9_TO_18 } from '../../../forms/week.ts'
import { WeekGrid } from '../../../forms/week-grid.tsx'
import { Section, Sheet } from '../../../ui/section.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { callingRuleWords } from '../../../words/calling-rules.ts'
import { PARTIES, PURPOSES } from './policy-words.ts'
import { RuleRows } from './rule-rows.tsx'

const words = callingRuleWords
const { kind: w } = words

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
      <Section help={helpGroup('limitsOfCalls')} title={words.often.title} aside={words.often.aside}>
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
    <Section help={helpGroup('hours')} title={words.hours.title} aside={words.hours.aside}>
      <div className="stack gap-3">
        <Segmented
          label={words.hours.title}
          value={hours ? 'hours' : 'any'}
          choices={[
            { key: 'any', label: words.hours.noRule },
            { key: 'hours', label: words.hours.within },
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
          <p className="soft">{words.hours.onlyPacks}</p>
        )}
      </div>
    </Section>
  )
}

function Kind(props: RulesProps) {
  return (
    <Section help={helpGroup('policy')} title={w.title} aside={w.aside}>
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
      <Field label={w.purpose} dirty={changed.has('calls')} fault={faults.get('policy.calls.purpose')}>
        {(ids) => (
          <select
            {...ids}
            className="select w-m"
            value={calls.purpose ?? ''}
            onChange={({ target }) => set({ purpose: (target.value || null) as never })}
          >
            <option value="">{w.purposeUnknown}</option>
            {PURPOSES.map((purpose) => (
              <option key={purpose} value={purpose}>
                {w.purposes[purpose]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={w.party}>
        {(ids) => (
          <select
            {...ids}
            className="select w-m"
            value={calls.party ?? ''}
            onChange={({ target }) => set({ party: (target.value || null) as never })}
          >
            <option value="">{w.partyUnknown}</option>
            {PARTIES.map((party) => (
              <option key={party} value={party}>
                {w.parties[party]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={w.consent} help={w.consentHelp}>
        {() => (
          <Ticks
            choices={Object.entries(w.consents)}
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
      label={w.zoneUnknown}
      dirty={changed.has('unknown_zone') || changed.has('fallback_timezone')}
      help={w.zoneUnknownHelp}
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
          <option value="">{w.asPacks}</option>
          <option value="refuse">{w.doNotCall}</option>
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
    <Field label={w.holidays} dirty={changed.has('holidays')} help={w.holidaysHelp}>
      {() => <Ticks choices={calendars.map((name) => [name, name])} value={chosen} onChange={set} />}
    </Field>
  )
}

function ShortestRing({ policy, faults, changed, onChange }: RulesProps) {
  return (
    <Field
      label={w.shortestRing}
      dirty={changed.has('shortest_ring_seconds')}
      fault={faults.get('policy.shortest_ring_seconds')}
    >
      {(ids) => (
        <NumberInput
          {...ids}
          unit={w.seconds}
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
      label={w.lastChecked}
      note={name}
      dirty={changed.has('scrubbed_on')}
      help={w.lastCheckedHelp(max_age_days)}
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
