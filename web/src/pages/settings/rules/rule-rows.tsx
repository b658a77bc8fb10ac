import type { Policy } from '../../../api/policy.ts'
import { Field } from '../../../forms/field.tsx'
import { NumberInput } from '../../../forms/number-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/section.tsx'
import { AFTER } from './policy-words.ts'

interface RowsProps {
  policy: Policy
  faults: ReadonlyMap<string, string>
  changed: ReadonlySet<keyof Policy>
  onChange(change: Partial<Policy>): void
}

const replaced = <T,>(rows: readonly T[], at: number, change: Partial<T>): T[] =>
  rows.map((row, index) => (index === at ? { ...row, ...change } : row))

/** Caps, the gap and what follows a conversation: sentences with a number in them. */
export function RuleRows({ policy, faults, changed, onChange }: RowsProps) {
  const caps = policy.caps ?? []
  const cooldowns = policy.cooldowns ?? []
  const faultOf = (name: string) => [...faults].find(([path]) => path.startsWith(`policy.${name}`))?.[1]
  return (
    <Sheet className="pad">
      <Field label="At most" dirty={changed.has('caps')} fault={faultOf('caps')}>
        {() => (
          <div className="stack gap-2">
            {caps.map((cap, at) => (
              <span key={at} className="row wrap">
                <NumberInput
                  aria-label="How many"
                  min={1}
                  value={cap.max}
                  onChange={(max) => onChange({ caps: replaced(caps, at, { max: max ?? 1 }) })}
                />
                <select
                  className="select w-[130px]"
                  aria-label="Of what"
                  value={cap.count ?? 'attempts'}
                  onChange={({ target }) =>
                    onChange({ caps: replaced(caps, at, { count: target.value as 'attempts' }) })
                  }
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
                  onChange={(hours) => onChange({ caps: replaced(caps, at, { hours: hours ?? 1 }) })}
                />
                <Button
                  kind="quiet"
                  small
                  icon="x"
                  aria-label="Remove this rule"
                  onClick={() => onChange({ caps: caps.filter((_, index) => index !== at) })}
                />
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
      <Field
        label="Gap between calls"
        dirty={changed.has('least_gap_minutes')}
        fault={faults.get('policy.least_gap_minutes')}
        help="At least so long between two calls to the same person."
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
      <Field label="Then leave alone" dirty={changed.has('cooldowns')} fault={faultOf('cooldowns')}>
        {() => (
          <div className="stack gap-2">
            {cooldowns.map((cooldown, at) => (
              <span key={at} className="row wrap">
                after
                <select
                  className="select w-[210px]"
                  aria-label="After what"
                  value={cooldown.after}
                  onChange={({ target }) =>
                    onChange({ cooldowns: replaced(cooldowns, at, { after: target.value as 'refusal' }) })
                  }
                >
                  {AFTER.map(([key, words]) => (
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
                  onChange={(hours) =>
                    onChange({ cooldowns: replaced(cooldowns, at, { hours: hours ?? ('forever' as never) }) })
                  }
                />
                <Button
                  kind="quiet"
                  small
                  icon="x"
                  aria-label="Remove this rule"
                  onClick={() => onChange({ cooldowns: cooldowns.filter((_, index) => index !== at) })}
                />
              </span>
            ))}
            <span>
              <Button
                small
                icon="plus"
                onClick={() => onChange({ cooldowns: [...cooldowns, { after: 'conversation', hours: 168 }] })}
              >
                Add a rest
              </Button>
            </span>
          </div>
        )}
      </Field>
    </Sheet>
  )
}
