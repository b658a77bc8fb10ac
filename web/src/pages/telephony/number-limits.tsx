import { useState } from 'react'
import type { PhoneNumber } from '../../api/telephony.ts'
import { Field } from '../../forms/field.tsx'
import { NumberInput } from '../../forms/number-input.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { count, phone, share } from '../../ui/format.ts'
import { telephonyWords as w } from '../../words/telephony.ts'
import { changeNumber } from './number-requests.ts'

/** Usage and limits as text: "31 % of the last 200 answered, at most 5 at the same time, 300 a day". */
export function numberLimitsText({ answer_rate, max_calls_at_once, max_calls_per_day }: PhoneNumber): string {
  const parts = [
    answer_rate.rate !== null &&
      w.answeredOfLast(share(answer_rate.answered, answer_rate.placed), count(answer_rate.placed)),
    max_calls_at_once !== null && w.atOnce(count(max_calls_at_once)),
    max_calls_per_day !== null && w.perDay(count(max_calls_per_day)),
  ]
  return parts.filter(Boolean).join(', ')
}

/** Limits of a caller ID: one that is used too often is soon flagged as spam. */
export function NumberLimits({ number, onClose }: { number: PhoneNumber; onClose(): void }) {
  const [atOnce, setAtOnce] = useState(number.max_calls_at_once)
  const [perDay, setPerDay] = useState(number.max_calls_per_day)
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.limitsOf(phone(number.address_normalized))}
      verb={w.saveLimits}
      act={() => changeNumber(number, { max_calls_at_once: atOnce ?? 0, max_calls_per_day: perDay ?? 0 })}
    >
      <Field label={w.callsAtOnce}>
        {(ids) => <NumberInput {...ids} min={1} placeholder={w.any} value={atOnce} onChange={setAtOnce} />}
      </Field>
      <Field label={w.callsPerDay} help={w.callsPerDayHelp}>
        {(ids) => <NumberInput {...ids} min={1} placeholder={w.any} value={perDay} onChange={setPerDay} />}
      </Field>
      <p className="soft small">{w.limitsText}</p>
    </Confirm>
  )
}
