import type { ReactNode } from 'react'

interface SectionProps {
  title: ReactNode
  /** In grey beside the title. */
  count?: ReactNode
  aside?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

export function Section({ title, count, aside, id, className = '', children }: SectionProps) {
  return (
    <section className={`sec ${className}`} id={id}>
      <header>
        <h2>{title}</h2>
        {count !== undefined && <span className="mute">{count}</span>}
        {aside !== undefined && <span className="aside">{aside}</span>}
      </header>
      {children}
    </section>
  )
}

/** Holds lists, tables and forms. */
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
