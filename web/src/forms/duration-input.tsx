import { useState } from 'react'
import { formWords as w } from '../words/forms.ts'

const UNITS = [
  { seconds: 1, label: w.units.seconds },
  { seconds: 60, label: w.units.minutes },
  { seconds: 3600, label: w.units.hours },
  { seconds: 86_400, label: w.units.days },
] as const

/** The largest unit in which the value is a whole number. */
const unitOf = (seconds: number): number =>
  UNITS.findLast((unit) => seconds > 0 && seconds % unit.seconds === 0)?.seconds ?? 60

export function DurationInput({
  id,
  value,
  onChange,
  label,
  disabled,
}: {
  id?: string
  value: number
  onChange(seconds: number): void
  label: string
  disabled?: boolean
}) {
  const [unit, setUnit] = useState(unitOf(value))
  return (
    <span className="row">
      <input
        id={id}
        className="input w-s"
        type="number"
        min={0}
        disabled={disabled}
        aria-label={label}
        value={value / unit}
        onChange={(event) => onChange(Math.max(0, Math.round(Number(event.target.value) * unit)))}
      />
      <select
        className="select w-[110px]"
        aria-label={w.unitOf(label)}
        disabled={disabled}
        value={unit}
        onChange={(event) => {
          const next = Number(event.target.value)
          onChange(Math.round((value / unit) * next))
          setUnit(next)
        }}
      >
        {UNITS.map((one) => (
          <option key={one.seconds} value={one.seconds}>
            {one.label}
          </option>
        ))}
      </select>
    </span>
  )
}
