/**
 * Forms drawn from what the server says about fields: carriers, node types. A new provider or node needs no code here.
 * Required fields first, then the optional ones.
 */
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Switch } from '../ui/switch.tsx'
import { Field } from './field.tsx'

export interface MetadataField {
  name: string
  label: string
  type: string
  required: boolean
  sensitive?: boolean
  description?: string
  placeholder?: string
  options?: { value: string; label: string }[] | null
  default?: unknown
  min?: number | null
  max?: number | null
}

export type Values = Record<string, unknown>

interface MetadataFieldsProps {
  fields: readonly MetadataField[]
  values: Values
  /** What is stored, secrets masked; a secret that is not replaced stays. */
  stored?: Values
  faults?: ReadonlyMap<string, string>
  /** Where the fields stand in the body: `config.`. */
  faultPrefix?: string
  onChange(name: string, value: unknown): void
}

export function MetadataFields({ fields, values, stored, faults, faultPrefix = '', onChange }: MetadataFieldsProps) {
  const ordered = [...fields.filter((field) => field.required), ...fields.filter((field) => !field.required)]
  return (
    <div className="form">
      {ordered.map((field) => (
        <MetadataInput
          key={field.name}
          field={field}
          value={values[field.name]}
          stored={stored?.[field.name]}
          fault={faults?.get(`${faultPrefix}${field.name}`)}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}

interface InputProps {
  field: MetadataField
  value: unknown
  stored: unknown
  fault: string | undefined
  onChange(value: unknown): void
}

function helpOf({ description, min, max }: MetadataField): string {
  const bounds = [min == null ? '' : `at least ${min}`, max == null ? '' : `at most ${max}`].filter(Boolean).join(', ')
  return [description, bounds && `${bounds.charAt(0).toUpperCase()}${bounds.slice(1)}.`].filter(Boolean).join(' ')
}

function MetadataInput({ field, value, stored, fault, onChange }: InputProps) {
  const dirty = value !== undefined && value !== stored
  return (
    <Field
      label={field.label}
      help={helpOf(field) || undefined}
      fault={fault}
      note={field.required ? undefined : 'optional'}
      dirty={dirty}
    >
      {(ids) => {
        if (field.sensitive || field.type === 'password')
          return <SecretInput {...{ field, value, stored, onChange, ids }} />
        if (field.type === 'boolean')
          return (
            <Switch
              id={ids.id}
              label={field.label}
              checked={Boolean(value ?? stored ?? field.default)}
              onChange={onChange}
            />
          )
        if (field.options)
          return (
            <select
              {...ids}
              className="select max-w-[260px]"
              value={String(value ?? stored ?? field.default ?? '')}
              onChange={(event) => onChange(event.target.value)}
            >
              {!field.required && <option value="">{String(field.default ?? 'Not set')}</option>}
              {field.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )
        const numeric = field.type === 'number' || field.type === 'integer'
        return (
          <input
            {...ids}
            className={`input ${numeric ? 'w-s' : ''}`}
            type={numeric ? 'number' : field.type === 'url' ? 'url' : 'text'}
            step={field.type === 'number' ? 'any' : undefined}
            placeholder={field.placeholder || (field.default == null ? '' : String(field.default))}
            value={String(value ?? stored ?? '')}
            onChange={(event) =>
              onChange(numeric && event.target.value !== '' ? Number(event.target.value) : event.target.value)
            }
          />
        )
      }}
    </Field>
  )
}

interface SecretProps extends Omit<InputProps, 'fault'> {
  ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
}

/** A stored secret is shown masked; replacing it starts with an empty field, and the old one stays until saved. */
function SecretInput({ field, value, stored, onChange, ids }: SecretProps) {
  const [replacing, setReplacing] = useState(false)
  if (stored && !replacing)
    return (
      <span className="row">
        <output className="code" id={ids.id}>
          {String(stored)}
        </output>
        <Button small onClick={() => setReplacing(true)}>
          Replace
        </Button>
      </span>
    )
  return (
    <span className="row">
      <input
        {...ids}
        className="input code"
        type="password"
        autoComplete="new-password"
        placeholder={field.placeholder ?? ''}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value)}
      />
      {Boolean(stored) && (
        <Button
          small
          kind="quiet"
          onClick={() => {
            setReplacing(false)
            onChange(undefined)
          }}
        >
          Keep the old one
        </Button>
      )}
    </span>
  )
}
