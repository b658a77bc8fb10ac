import type { ReactNode } from 'react'
import { shared } from '../words/shared.ts'
import { count } from './format.ts'
import { Icon } from './icon.tsx'
import { StatusMark, type StatusMarkName } from './status-mark.tsx'

export interface ChipChoice<K extends string> {
  key: K
  label: string
  count?: number | undefined
  mark?: StatusMarkName
  tone?: StatusMarkName | 'ink'
}

/** The main filter of a list; a choice with count zero stays visible, greyed. */
export function Chips<K extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: ChipChoice<K>[]
  value: K
  onChange(value: K): void
}) {
  return (
    <fieldset className="row scroll-x wrap m-0 border-0 p-0" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.key}
          type="button"
          className={`chip ${choice.count === 0 && choice.key !== value ? 'zero' : ''}`}
          aria-pressed={choice.key === value}
          onClick={() => onChange(choice.key)}
        >
          {choice.mark && <StatusMark name={choice.mark} {...(choice.tone ? { tone: choice.tone } : {})} />}
          {choice.label} {choice.count !== undefined && <b>{count(choice.count)}</b>}
        </button>
      ))}
    </fieldset>
  )
}

/** A removable filter: `outcome: voicemail ×`. */
export function RemovableChip({ children, onDrop, label }: { children: ReactNode; onDrop(): void; label: string }) {
  return (
    <button type="button" className="chip x" onClick={onDrop} aria-label={shared.removeFilter(label)}>
      {children}
      <Icon name="x" small />
    </button>
  )
}

export function Search({
  label,
  value,
  onChange,
  placeholder,
}: {
  label: string
  value: string
  onChange(value: string): void
  placeholder: string
}) {
  return (
    <label className="find">
      <Icon name="search" small />
      <input
        className="input"
        type="search"
        placeholder={placeholder}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
