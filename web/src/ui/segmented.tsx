import { onRadioKey, radioTabIndex } from './radio-keys.ts'

interface SegmentedProps<K extends string> {
  label: string
  choices: { key: K; label: string }[]
  value: K
  onChange(value: K): void
}

export function Segmented<K extends string>({ label, choices, value, onChange }: SegmentedProps<K>) {
  return (
    <div className="seg" role="radiogroup" aria-label={label} onKeyDown={onRadioKey}>
      {choices.map((choice, index) => (
        <button
          key={choice.key}
          type="button"
          role="radio"
          aria-checked={choice.key === value}
          tabIndex={radioTabIndex(
            choice.key === value,
            choices.some(({ key }) => key === value),
            index,
          )}
          onClick={() => onChange(choice.key)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
