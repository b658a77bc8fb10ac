import type { ComponentProps } from 'react'

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: number | null
  onChange(value: number | null): void
  unit?: string
}

export function NumberInput({ value, onChange, unit, className = '', ...rest }: NumberInputProps) {
  const input = (
    <input
      {...rest}
      className={`input w-s ${className}`}
      type="number"
      inputMode="decimal"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    />
  )
  if (!unit) return input
  return (
    <span className="row">
      {input}
      <span className="mute small nowrap">{unit}</span>
    </span>
  )
}
