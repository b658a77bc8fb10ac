import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export function Note({
  tone = '',
  title,
  children,
  acts,
}: {
  tone?: '' | 'warn' | 'bad' | 'good' | 'live'
  title?: ReactNode
  children?: ReactNode
  acts?: ReactNode
}) {
  return (
    <div className={`note ${tone}`}>
      <Icon name={tone === 'good' ? 'check' : tone === '' ? 'info' : 'alert'} />
      <div className="min-w-0 flex-1">
        {title && <b className="strong">{title}</b>}
        {children && <div className="soft">{children}</div>}
      </div>
      {acts && <div className="acts">{acts}</div>}
    </div>
  )
}
