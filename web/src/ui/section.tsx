import type { ReactNode } from 'react'
import { shared } from '../words/shared.ts'
import { Icon } from './icon.tsx'

interface SectionProps {
  title: ReactNode
  /** A count in grey beside the title. */
  count?: ReactNode
  aside?: ReactNode
  /** Address of the documentation about this section. */
  help?: string
  id?: string
  className?: string
  children: ReactNode
}

export function Section({ title, count, aside, help, id, className = '', children }: SectionProps) {
  return (
    <section className={`sec ${className}`} id={id}>
      <header>
        <h2>{title}</h2>
        {help !== undefined && (
          <a className="page-help" href={help} target="_blank" rel="noreferrer" title={shared.explanation}>
            <Icon name="help" small />
            <span className="vh">
              {shared.explanation}: {title}
            </span>
          </a>
        )}
        {count !== undefined && <span className="mute">{count}</span>}
        {aside !== undefined && <span className="aside">{aside}</span>}
      </header>
      {children}
    </section>
  )
}

/** A container for lists, tables and forms. */
export function Sheet({
  className = '',
  children,
  pad = false,
}: {
  className?: string
  children: ReactNode
  pad?: boolean
}) {
  return <div className={`sheet ${pad ? 'p-3.5' : ''} ${className}`}>{children}</div>
}
