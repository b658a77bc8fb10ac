import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field.tsx'

type Labels = Omit<FieldProps, 'children'>
type Input = Omit<InputHTMLAttributes<HTMLInputElement>, keyof Labels | 'id' | 'value' | 'onChange'>

interface TextFieldProps extends Labels, Input {
  value: string
  onChange(text: string): void
}

/** A labeled text input; `className` applies to the input, `w-s` for a short one. */
export function TextField({
  label,
  help,
  fault,
  note,
  dirty,
  value,
  onChange,
  className = '',
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, help, fault, note }} dirty={dirty ?? false}>
      {(ids) => (
        <input
          {...ids}
          {...input}
          className={`input ${className}`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
