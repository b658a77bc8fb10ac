import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useKey } from '../keys/use-key.ts'
import { useConnection } from '../live/connection.ts'
import { Alarms } from '../ui/alarm.tsx'
import { Button } from '../ui/button.tsx'
import { loadPhoneFormats } from '../ui/format.ts'
import { useIsPagePushed } from '../ui/pushed.ts'
import { Toasts } from '../ui/toast.tsx'
import { frameWords as w } from '../words/frame.ts'
import { ConnectionBanner } from './connection-state.tsx'
import { LiveCallMeter } from './live-call-meter.tsx'
import { MobileNavigation, Sidebar } from './navigation.tsx'
import { OutdialLogo } from './outdial-logo.tsx'
import { CommandPalettePlaceholder } from './palette-field.tsx'
import { endResumeQuestion, useAskedToResume } from './resume-asked.ts'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'
import { useGoKeys } from './use-go-keys.ts'
import { useOrganization } from './use-organization.ts'

/** The palette shows numbers, which the first page may have done without. */
const Palette = lazy(async () => (await Promise.all([import('./palette.tsx'), loadPhoneFormats().catch(() => {})]))[0])
const KeyHelp = lazy(() => import('./key-help.tsx'))
const ResumeQuestion = lazy(() => import('./resume-question.tsx'))

/** The text is kept here: letters typed while the palette is loaded or drawn for the first time are part of it. */
function Search({ onClose, onHelp }: { onClose(): void; onHelp(): void }) {
  const [query, setQuery] = useState('')
  return (
    <Suspense fallback={<CommandPalettePlaceholder onType={setQuery} onClose={onClose} />}>
      <Palette query={query} onQuery={setQuery} onClose={onClose} onHelp={onHelp} />
    </Suspense>
  )
}

/** Pages on which the navigation is always collapsed, because the workflow editor needs the width. */
const RAIL = /^\/workflows\/[^/]+/

export function AppFrame() {
  const [searching, setSearching] = useState(false)
  const [helping, setHelping] = useState(false)
  const { pathname } = useLocation()
  const { face } = useConnection()
  const pushed = useIsPagePushed()
  const organization = useOrganization()
  const resuming = useAskedToResume()
  useGoKeys()
  useFocusAfterNavigation()
  useKey('/', () => setSearching(true))
  useKey('mod+k', () => setSearching(true))
  useKey('?', () => setHelping(true))
  const moving = face === 'reconnecting' || face === 'lost' ? 'stale-moving' : ''
  return (
    <div className={`app ${RAIL.test(pathname) ? 'rail-nav' : ''} ${moving} ${face === 'lost' ? 'stale-long' : ''}`}>
      <a className="skip" href="#main">
        {w.skip}
      </a>
      <Sidebar onSearch={() => setSearching(true)} onHelp={() => setHelping(true)} />
      <div className={`page ${pushed ? 'pushed' : ''}`}>
        <div className="topbar">
          <Link to="/" className="row" title={w.overview}>
            <OutdialLogo />
            <b className="strong">{organization.name}</b>
          </Link>
          <Button
            kind="quiet"
            icon="search"
            aria-label={w.search}
            onClick={() => setSearching(true)}
            className="ml-auto"
          />
          <LiveCallMeter />
        </div>
        <Alarms />
        <ConnectionBanner />
        <Outlet />
      </div>
      <MobileNavigation />
      <Toasts />
      <Suspense>
        {resuming !== null && <ResumeQuestion key={resuming} id={resuming} onClose={endResumeQuestion} />}
      </Suspense>
      {searching && <Search onClose={() => setSearching(false)} onHelp={() => setHelping(true)} />}
      <Suspense>{helping && <KeyHelp onClose={() => setHelping(false)} />}</Suspense>
    </div>
  )
}
