import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Icon } from '../ui/icon.tsx'
import { shared } from '../words/shared.ts'
import { helpOfPage } from './help.ts'
import { setTabTitle } from './tab-title.ts'

interface PageProps {
  title: string
  /** Breadcrumb before the title on wide screens. */
  crumb?: { to: string; label: string }
  /** The state, shown next to the title. */
  state?: ReactNode
  /** Facts in one line below or next to the title. */
  facts?: ReactNode
  beside?: ReactNode
  actions?: ReactNode
  /** Replaces the title if it is editable. */
  heading?: ReactNode
  className?: string
  children: ReactNode
}

/** Header and body of every page. The tab's title never contains personal data. */
export function Page({ title, crumb, state, facts, beside, actions, heading, className = '', children }: PageProps) {
  const { pathname } = useLocation()
  useEffect(() => {
    setTabTitle(title)
  }, [title])
  return (
    <>
      <header className="head">
        <div className="stack grow gap-0.5">
          <div className="row wrap gap-x-2.5 gap-y-1">
            {crumb && (
              <span className="crumb wide-only">
                <Link to={crumb.to}>{crumb.label}</Link> /
              </span>
            )}
            {heading ?? <h1 title={title}>{title}</h1>}
            {state && <span role="status">{state}</span>}
            <a
              className="page-help wide-only"
              href={helpOfPage(pathname)}
              target="_blank"
              rel="noreferrer"
              title={shared.helpOnPage}
              aria-label={shared.helpOnPage}
            >
              <Icon name="help" small />
            </a>
            {beside && <span className="mute wide-only">{beside}</span>}
          </div>
          {facts && <div className="small mute meta">{facts}</div>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      <main id="main" className={`body ${className}`} tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
