import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface Tab {
  to: string
  label: string
  count?: ReactNode
  current: boolean
}

/** Tabs are places: each has its address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
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
