/**
 * Forms generated from the server's field metadata: carriers, node types. A new provider or node type needs no code here.
 * Required fields come first.
 */
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { count } from '../ui/format.ts'
import { Switch } from '../ui/switch.tsx'
import { shared } from '../words/shared.ts'
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
  minimum?: number | null
  maximum?: number | null
  pattern?: string | null
}

export type Values = Record<string, unknown>

interface MetadataFieldsProps {
  fields: readonly MetadataField[]
  values: Values
  /** The stored values with masked secrets; a secret that is not replaced stays. */
  stored?: Values
  faults?: ReadonlyMap<string, string>
  /** Path of the fields in the request body: `config.`. */
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

function boundsOf({ minimum, maximum }: MetadataField): string {
  if (minimum == null) return maximum == null ? '' : shared.atMost(count(maximum))
  return maximum == null ? shared.atLeast(count(minimum)) : shared.fromTo(count(minimum), count(maximum))
}

const helpOf = (field: MetadataField): string => [boundsOf(field), field.description].filter(Boolean).join(' ')

/** Splits name and unit of a label such as "Ring time-out (seconds)". */
function withUnit(label: string): { name: string; unit: string | null } {
  const found = /^(.*) \((\w+)\)$/.exec(label)
  if (found) return { name: found[1] ?? label, unit: found[2] ?? null }
  return { name: label, unit: /(?:per second|pro Sekunde)$/i.exec(label)?.[0] ?? null }
}

function MetadataInput({ field, value, stored, fault, onChange }: InputProps) {
  const dirty = value !== undefined && value !== (stored ?? '')
  const numeric = field.type === 'number' || field.type === 'integer'
  const { name, unit } = numeric ? withUnit(field.label) : { name: field.label, unit: null }
  return (
    <Field
      label={name}
      help={helpOf(field) || undefined}
      fault={fault}
      note={field.required ? undefined : shared.optional}
      dirty={dirty}
    >
      {(ids) => {
        if (field.sensitive || field.type === 'password')
          return <SecretInput {...{ field, value, stored, onChange, ids }} />
        if (field.type === 'boolean')
          return (
            <span className="row h-[30px]">
              <Switch
                id={ids.id}
                label={field.label}
                checked={Boolean(value ?? stored ?? field.default)}
                onChange={onChange}
              />
              <span className="soft">{(value ?? stored ?? field.default) ? shared.on : shared.off}</span>
            </span>
          )
        if (field.options)
          return (
            <select
              {...ids}
              className="select max-w-[260px]"
              value={String(value ?? stored ?? field.default ?? '')}
              onChange={(event) => onChange(event.target.value)}
            >
              {!field.required && <option value="">{String(field.default ?? shared.notSet)}</option>}
              {field.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )
        const input = (
          <input
            {...ids}
            className={`input ${/sid|_id$|key|token/.test(field.name) ? 'code' : ''}`}
            type={numeric ? 'number' : field.type === 'url' ? 'url' : 'text'}
            step={field.type === 'number' ? 'any' : undefined}
            placeholder={field.placeholder || (field.default == null ? '' : String(field.default))}
            value={String(value ?? stored ?? '')}
            onChange={(event) =>
              onChange(numeric && event.target.value !== '' ? Number(event.target.value) : event.target.value)
            }
          />
        )
        if (!numeric) return input
        return (
          <div className="affix max-w-[170px]">
            {input}
            {unit && <span className="unit">{unit}</span>}
          </div>
        )
      }}
    </Field>
  )
}

interface SecretProps extends Omit<InputProps, 'fault'> {
  ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
}

/** A stored secret is shown masked; replacing it starts with an empty field, and the old secret stays until the form is saved. */
function SecretInput({ field, value, stored, onChange, ids }: SecretProps) {
  const [replacing, setReplacing] = useState(false)
  if (stored && !replacing)
    return (
      <div className="affix">
        <input
          id={ids.id}
          className="input code"
          value={String(stored)}
          readOnly
          aria-describedby={ids['aria-describedby']}
        />
        <Button onClick={() => setReplacing(true)}>{shared.replace}</Button>
      </div>
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
          {shared.keepOld}
        </Button>
      )}
    </span>
  )
}
