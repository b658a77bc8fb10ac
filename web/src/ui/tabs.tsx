import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useScrollCurrentIntoView } from './use-scroll-current-into-view.ts'

export interface Tab {
  to: string
  label: string
  count?: ReactNode
  current: boolean
}

/** A row of tabs; each tab has its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const row = useScrollCurrentIntoView(tabs.find(({ current }) => current)?.to ?? '')
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{}}
          resetScroll={false}
        >
          {tab.label}
          {tab.count !== undefined && <small>{tab.count}</small>}
        </Link>
      ))}
    </nav>
  )
}
