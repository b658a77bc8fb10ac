import type { Policy } from '../../../api/policy.ts'
import { Field } from '../../../forms/field.tsx'
import { NumberInput } from '../../../forms/number-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/section.tsx'
import { callingRuleWords } from '../../../words/calling-rules.ts'
import { COOLDOWN_CAUSES } from './policy-words.ts'

const { often: w } = callingRuleWords

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
        label={w.gap}
        dirty={changed.has('least_gap_minutes')}
        fault={faults.get('policy.least_gap_minutes')}
        help={w.gapHelp}
      >
        {(ids) => (
          <NumberInput
            {...ids}
            unit={w.minutes}
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
    <Field label={w.atMost} dirty={changed.has('caps')} fault={faultOf(faults, 'caps')}>
      {() => (
        <div className="stack gap-2">
          {caps.map((cap, at) => (
            <span key={at} className="row wrap">
              <NumberInput
                aria-label={w.howMany}
                min={1}
                value={cap.max}
                onChange={(max) => set(at, { max: max ?? 1 })}
              />
              <select
                className="select w-[130px]"
                aria-label={w.ofWhat}
                value={cap.count ?? 'attempts'}
                onChange={({ target }) => set(at, { count: target.value as 'attempts' })}
              >
                <option value="attempts">{w.calls}</option>
                <option value="conversations">{w.conversations}</option>
              </select>
              {w.in}
              <NumberInput
                aria-label={w.withinHours}
                min={1}
                unit={w.hours}
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
              {caps.length === 0 ? w.addLimit : w.anotherLimit}
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
    <Field label={w.coolDown} dirty={changed.has('cooldowns')} fault={faultOf(faults, 'cooldowns')}>
      {() => (
        <div className="stack gap-2">
          {cooldowns.map((cooldown, at) => (
            <span key={at} className="row wrap">
              {w.after}
              <select
                className="select w-[210px]"
                aria-label={w.afterWhat}
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
                aria-label={w.forHours}
                min={1}
                unit={w.hours}
                placeholder={w.forEver}
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
              {w.addCoolDown}
            </Button>
          </span>
        </div>
      )}
    </Field>
  )
}

function RemoveRule({ onRemove }: { onRemove(): void }) {
  return <Button kind="quiet" small icon="x" aria-label={w.remove} onClick={onRemove} />
}
