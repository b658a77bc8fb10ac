import { useState } from 'react'
import type { PhoneNumber } from '../../api/telephony.ts'
import { Field } from '../../forms/field.tsx'
import { NumberInput } from '../../forms/number-input.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count, phone, share } from '../../ui/format.ts'
import { changeNumber } from './number-acts.ts'

/** "31 % of the last 200 answered, at most 5 at once, 300 a day". */
export function numberWords({ answer_rate, max_calls_at_once, max_calls_per_day }: PhoneNumber): string {
  const parts = [
    answer_rate.rate !== null &&
      `${share(answer_rate.answered, answer_rate.placed)} of the last ${count(answer_rate.placed)} answered`,
    max_calls_at_once !== null && `at most ${count(max_calls_at_once)} at once`,
    max_calls_per_day !== null && `at most ${count(max_calls_per_day)} a day`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** A caller ID that is used too often is soon flagged as spam. */
export function NumberLimits({ number, onClose }: { number: PhoneNumber; onClose(): void }) {
  const [atOnce, setAtOnce] = useState(number.max_calls_at_once)
  const [perDay, setPerDay] = useState(number.max_calls_per_day)
  return (
    <Confirm
      open
      onClose={onClose}
      title={`How often is ${phone(number.address_normalized)} shown?`}
      verb="Save the limits"
      act={() => changeNumber(number, { max_calls_at_once: atOnce ?? 0, max_calls_per_day: perDay ?? 0 })}
    >
      <Field label="Calls at once">
        {(ids) => <NumberInput {...ids} min={1} placeholder="any" value={atOnce} onChange={setAtOnce} />}
      </Field>
      <Field label="Calls a day" help="A day begins at midnight, UTC.">
        {(ids) => <NumberInput {...ids} min={1} placeholder="any" value={perDay} onChange={setPerDay} />}
      </Field>
      <p className="soft small">People wait for the next number or the next day; nobody is skipped.</p>
    </Confirm>
  )
}
