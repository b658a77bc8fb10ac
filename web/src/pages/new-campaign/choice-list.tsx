import type { ReactNode } from 'react'

export interface Choice {
  id: number
  title: string
  detail: ReactNode
  tag?: string | null
}

/** A choice among a few options with a describing sentence each. */
export function ChoiceList({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: Choice[]
  value: number | null
  onChange(id: number): void
}) {
  return (
    <div className="sheet" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.id} className="check-row">
          <input
            type="radio"
            className="check"
            name={label}
            checked={choice.id === value}
            onChange={() => onChange(choice.id)}
          />
          <span className="grow">
            <b className="strong">{choice.title}</b> {choice.tag && <span className="tag">{choice.tag}</span>}
            <span className="small mute block">{choice.detail}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
