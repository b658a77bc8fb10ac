import type { Policy } from '../../../api/policy.ts'
import { Field } from '../../../forms/field.tsx'
import { NumberInput } from '../../../forms/number-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/section.tsx'
import { COOLDOWN_CAUSES } from './policy-words.ts'

interface RowsProps {
  policy: Policy
  faults: ReadonlyMap<string, string>
  changed: ReadonlySet<keyof Policy>
  onChange(change: Partial<Policy>): void
}

const replaced = <T,>(rows: readonly T[], at: number, change: Partial<T>): T[] =>
  rows.map((row, index) => (index === at ? { ...row, ...change } : row))

/** Caps, the minimum gap and cooldowns, as sentences with an editable number. */
export function RuleRows(props: RowsProps) {
  const { policy, faults, changed, onChange } = props
  return (
    <Sheet className="pad">
      <Caps {...props} />
      <Field
        label="Gap between calls"
        dirty={changed.has('least_gap_minutes')}
        fault={faults.get('policy.least_gap_minutes')}
        help="Minimum time between two calls to the same person."
      >
        {(ids) => (
          <NumberInput
            {...ids}
            unit="minutes"
            value={policy.least_gap_minutes ?? null}
            onChange={(least_gap_minutes) => onChange({ least_gap_minutes })}
          />
        )}
      </Field>
      <Cooldowns {...props} />
    </Sheet>
  )
}

const faultOf = (faults: RowsProps['faults'], name: string): string | undefined =>
  [...faults].find(([path]) => path.startsWith(`policy.${name}`))?.[1]

function Caps({ policy, faults, changed, onChange }: RowsProps) {
  const caps = policy.caps ?? []
  const set = (at: number, change: Partial<(typeof caps)[number]>) => onChange({ caps: replaced(caps, at, change) })
  return (
    <Field label="At most" dirty={changed.has('caps')} fault={faultOf(faults, 'caps')}>
      {() => (
        <div className="stack gap-2">
          {caps.map((cap, at) => (
            <span key={at} className="row wrap">
              <NumberInput
                aria-label="How many"
                min={1}
                value={cap.max}
                onChange={(max) => set(at, { max: max ?? 1 })}
              />
              <select
                className="select w-[130px]"
                aria-label="Of what"
                value={cap.count ?? 'attempts'}
                onChange={({ target }) => set(at, { count: target.value as 'attempts' })}
              >
                <option value="attempts">calls</option>
                <option value="conversations">conversations</option>
              </select>
              in
              <NumberInput
                aria-label="Within how many hours"
                min={1}
                unit="hours"
                value={cap.hours}
                onChange={(hours) => set(at, { hours: hours ?? 1 })}
              />
              <RemoveRule onRemove={() => onChange({ caps: caps.filter((_, index) => index !== at) })} />
            </span>
          ))}
          <span>
            <Button
              small
              icon="plus"
              onClick={() => onChange({ caps: [...caps, { max: 3, hours: 24, count: 'attempts' }] })}
            >
              {caps.length === 0 ? 'Add a limit' : 'Another limit'}
            </Button>
          </span>
        </div>
      )}
    </Field>
  )
}

function Cooldowns({ policy, faults, changed, onChange }: RowsProps) {
  const cooldowns = policy.cooldowns ?? []
  const set = (at: number, change: Partial<(typeof cooldowns)[number]>) =>
    onChange({ cooldowns: replaced(cooldowns, at, change) })
  return (
    <Field label="Cool-down" dirty={changed.has('cooldowns')} fault={faultOf(faults, 'cooldowns')}>
      {() => (
        <div className="stack gap-2">
          {cooldowns.map((cooldown, at) => (
            <span key={at} className="row wrap">
              after
              <select
                className="select w-[210px]"
                aria-label="After what"
                value={cooldown.after}
                onChange={({ target }) => set(at, { after: target.value as 'refusal' })}
              >
                {COOLDOWN_CAUSES.map(([key, words]) => (
                  <option key={key} value={key}>
                    {words}
                  </option>
                ))}
              </select>
              <NumberInput
                aria-label="For how many hours"
                min={1}
                unit="hours"
                placeholder="for ever"
                value={typeof cooldown.hours === 'number' ? cooldown.hours : null}
                onChange={(hours) => set(at, { hours: hours ?? 'forever' })}
              />
              <RemoveRule onRemove={() => onChange({ cooldowns: cooldowns.filter((_, index) => index !== at) })} />
            </span>
          ))}
          <span>
            <Button
              small
              icon="plus"
              onClick={() => onChange({ cooldowns: [...cooldowns, { after: 'conversation', hours: 168 }] })}
            >
              Add a cool-down
            </Button>
          </span>
        </div>
      )}
    </Field>
  )
}

function RemoveRule({ onRemove }: { onRemove(): void }) {
  return <Button kind="quiet" small icon="x" aria-label="Remove this rule" onClick={onRemove} />
}
