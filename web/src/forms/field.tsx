import { type ReactNode, useId } from 'react'
import { Icon } from '../ui/icon.tsx'

export interface FieldProps {
  label: string
  help?: ReactNode
  fault?: string | undefined
  /** Note below the label: "optional". */
  note?: string | undefined
  dirty?: boolean
  children: (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }) => ReactNode
}

/** Label on the left, control on the right, help and error below it. */
export function Field({ label, help, fault, note, dirty = false, children }: FieldProps) {
  const id = useId()
  const described = [help ? `${id}-help` : null, fault ? `${id}-fault` : null].filter(Boolean).join(' ') || undefined
  return (
    <div className={`field ${dirty ? 'dirty' : ''}`}>
      <label htmlFor={id}>
        {label}
        {note && <span className="opt">{note}</span>}
      </label>
      <div>
        {children({ id, 'aria-describedby': described, 'aria-invalid': fault ? true : undefined })}
        {help && (
          <div className="help" id={`${id}-help`}>
            {help}
          </div>
        )}
        {fault && (
          <div className="err" id={`${id}-fault`} role="alert">
            <Icon name="alert" small />
            {fault}
          </div>
        )}
      </div>
    </div>
  )
}
