import type { ReactNode } from 'react'
import { helpAddress } from './help.ts'

interface HelpLinkProps {
  page: string
  anchor?: string
  children?: ReactNode
}

/** Leads to the documentation of this very version. */
export function HelpLink({ page, anchor, children = 'Help' }: HelpLinkProps) {
  return (
    <a className="link" href={helpAddress(page, anchor)} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
