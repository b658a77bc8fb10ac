/** One field of a step, generated from the catalogue. */
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { shared } from '../../../words/shared.ts'
import { workflowWords as w } from '../../../words/workflows.ts'
import type { NodeProperty } from './definition.ts'
import { isReference, ReferenceInput } from './reference-input.tsx'
import { VariableTextarea } from './variable-textarea.tsx'

interface PropertyProps {
  property: NodeProperty
  value: unknown
  fault?: string | undefined
  onChange(value: unknown): void
}

type Row = Record<string, unknown>

export function PropertyField({ property, value, fault, onChange }: PropertyProps) {
  const id = useId()
  const help = (
    <>
      {property.description && (
        <p className="help" id={`${id}-help`}>
          {property.description}
        </p>
      )}
      {fault && (
        <p className="err bad small row" role="alert">
          <Icon name="alert" small />
          {fault}
        </p>
      )}
    </>
  )
  if (property.type === 'boolean')
    return (
      <div className="f">
        <div className="row between">
          <span className="label">{property.display_name}</span>
          <Switch label={property.display_name} checked={Boolean(value ?? property.default)} onChange={onChange} />
        </div>
        {help}
      </div>
    )
  if (property.properties !== null)
    return (
      <div className="f">
        <Collection property={property} value={value} onChange={onChange} />
        {help}
      </div>
    )
  return (
    <div className="f">
      <label htmlFor={id}>
        {property.display_name}
        {!property.required && <span className="opt"> {shared.optional}</span>}
      </label>
      <PropertyInput {...{ property, value, onChange, id }} invalid={fault !== undefined} />
      {help}
    </div>
  )
}

interface InputProps extends Omit<PropertyProps, 'fault'> {
  id: string
  invalid: boolean
}

function PropertyInput({ property, value, onChange, id, invalid }: InputProps) {
  const common = { id, 'aria-invalid': invalid || undefined, 'aria-describedby': `${id}-help` }
  const shown = value === undefined || value === null ? '' : String(value)
  const type: string = property.type
  if (isReference(type))
    return <ReferenceInput kind={type} label={property.display_name} {...{ value, onChange, common }} />
  if (type === 'json') return <JsonInput {...{ value, onChange, common }} />
  if (property.options)
    return (
      <select
        {...common}
        className="select"
        value={shown}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{property.default ? String(property.default) : w.notSet}</option>
        {property.options.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    )
  if (type === 'mention_textarea')
    return (
      <VariableTextarea
        {...common}
        rows={Math.min(8, Math.max(2, Math.ceil(shown.length / 38)))}
        placeholder={property.placeholder ?? ''}
        maxLength={property.max_length ?? undefined}
        value={shown}
        onChange={(text) => onChange(text || undefined)}
      />
    )
  const numeric = type === 'number' || type === 'integer'
  return (
    <input
      {...common}
      className="input"
      type={numeric ? 'number' : type === 'url' ? 'url' : 'text'}
      min={property.min_value ?? undefined}
      max={property.max_value ?? undefined}
      maxLength={property.max_length ?? undefined}
      placeholder={property.placeholder ?? ''}
      value={shown}
      onChange={(event) => {
        const text = event.target.value
        onChange(text === '' ? undefined : numeric ? Number(text) : text)
      }}
    />
  )
}

/** An input for JSON: incomplete text stays in the field, and only valid JSON is stored. */
function JsonInput({ value, onChange, common }: { value: unknown; onChange(value: unknown): void; common: object }) {
  const [text, setText] = useState(value === undefined || value === null ? '' : JSON.stringify(value, null, 2))
  const [broken, setBroken] = useState(false)
  return (
    <>
      <textarea
        {...common}
        className="input area code"
        rows={4}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          try {
            onChange(event.target.value.trim() === '' ? undefined : JSON.parse(event.target.value))
            setBroken(false)
          } catch {
            setBroken(true)
          }
        }}
      />
      {broken && <p className="small bad">{w.notJson}</p>}
    </>
  )
}

/** One set of fields, or several; an empty set is left out. */
function Collection({ property, value, onChange }: Omit<PropertyProps, 'fault'>) {
  // A collection that is not a list is one object.
  const isList = property.type === 'fixed_collection'
  const rows: Row[] = isList ? ((value as Row[] | undefined) ?? []) : value ? [value as Row] : []
  const put = (next: Row[]) => onChange(isList ? (next.length > 0 ? next : undefined) : next[0])
  const fresh = (): Row =>
    Object.fromEntries(
      (property.properties ?? [])
        .filter(({ required }) => required)
        .map(({ name, options }) => [name, options?.[0]?.value ?? '']),
    )
  const canAdd = isList || rows.length === 0
  return (
    <>
      <div className="row between">
        <span className="label">{property.display_name}</span>
        {canAdd && (
          <Button
            kind="quiet"
            small
            icon="plus"
            aria-label={w.addNamed(property.display_name)}
            onClick={() => put([...rows, fresh()])}
          >
            {w.add}
          </Button>
        )}
      </div>
      {rows.map((row, index) => (
        <fieldset key={index} className="one-of m-0 mt-1.5 border-0 p-0">
          {(property.properties ?? []).map((field) => (
            <PropertyField
              key={field.name}
              property={field}
              value={row[field.name]}
              onChange={(next) => {
                const { [field.name]: _, ...rest } = row
                put(rows.with(index, next === undefined ? rest : { ...row, [field.name]: next }))
              }}
            />
          ))}
          <Button kind="quiet" small icon="x" onClick={() => put(rows.filter((_, other) => other !== index))}>
            {w.remove}
          </Button>
        </fieldset>
      ))}
    </>
  )
}
