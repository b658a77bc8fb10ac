import type { ReactNode } from 'react'
import { helpAddress } from './help.ts'

interface HelpLinkProps {
  page: string
  anchor?: string
  children?: ReactNode
}

/** A link to the documentation of this version. */
export function HelpLink({ page, anchor, children = 'Help' }: HelpLinkProps) {
  return (
    <a className="link" href={helpAddress(page, anchor)} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
