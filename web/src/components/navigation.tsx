import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { campaignList } from '../api/campaigns.ts'
import { paths } from '../paths.ts'
import { count } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { frameWords as w } from '../words/frame.ts'
import { AccountMenu, ThemeButton } from './account-menu.tsx'
import { displayStateOf, needsAttention } from './campaign-actions.ts'
import { ConnectionState } from './connection-state.tsx'
import { LiveCallMeter } from './live-call-meter.tsx'
import { OutdialLogo } from './outdial-logo.tsx'
import { setTabTitleCount } from './tab-title.ts'
import { useLineUsage } from './use-line-usage.ts'
import { signedInAs, useOrganization } from './use-organization.ts'

interface Place {
  to: string
  label: string
  icon: IconName
}

const PLACES: readonly Place[] = [
  { to: paths.overview, label: w.overview, icon: 'overview' },
  { to: paths.campaigns, label: w.campaigns, icon: 'campaigns' },
  { to: paths.calls, label: w.calls, icon: 'calls' },
  { to: paths.workflows, label: w.workflows, icon: 'workflows' },
  { to: paths.telephony, label: w.telephony, icon: 'telephony' },
  { to: paths.doNotCall, label: w.doNotCall, icon: 'dnc' },
  { to: paths.settings, label: w.settings, icon: 'settings' },
]

function useCurrent(): (to: string) => 'page' | undefined {
  const { pathname } = useLocation()
  return (to) => ((to === '/' ? pathname === '/' : pathname.startsWith(to)) ? 'page' : undefined)
}

export function Sidebar({ onSearch, onHelp }: { onSearch(): void; onHelp(): void }) {
  const current = useCurrent()
  const organization = useOrganization()
  const campaigns = useQuery(campaignList()).data ?? []
  const running = campaigns.filter((campaign) => campaign.state === 'running').length
  const stopped = campaigns.filter((campaign) => needsAttention(displayStateOf(campaign))).length
  // The tab's title shows the number of stopped campaigns on every page.
  useEffect(() => setTabTitleCount('stopped', stopped), [stopped])
  const { live } = useLineUsage()
  return (
    <aside className="nav" aria-label={w.main}>
      <Link className="brand" to={paths.overview} title={w.overview}>
        <OutdialLogo />
        <div>
          <b>Outdial</b>
          <span className="org">{organization.name}</span>
        </div>
      </Link>
      <button className="jump" type="button" onClick={onSearch} aria-label={w.search}>
        <Icon name="search" />
        <span>{w.search}</span>
        <kbd>/</kbd>
      </button>
      <nav className="stack gap-0.5" aria-label={w.pages}>
        {PLACES.map(({ to, label, icon }) => (
          <Link key={to} className="item" to={to} aria-current={current(to)} activeProps={{}} title={label}>
            <Icon name={icon} />
            <span>{label}</span>
            {to === paths.campaigns && running > 0 && (
              <span className="n" title={w.running(running)}>
                {count(running)}
              </span>
            )}
            {to === paths.calls && live > 0 && (
              <span className="n" title={w.live(live)}>
                <StatusMark name="live" />
                {count(live)}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className="foot">
        <LiveCallMeter />
        <ConnectionState />
        <div className="me">
          <span className="trunc">{signedInAs(organization)}</span>
          <div className="icons">
            <ThemeButton />
            <AccountMenu onHelp={onHelp} />
          </div>
        </div>
      </div>
    </aside>
  )
}

/** Navigation bar on a phone: five entries; the rest is behind More. */
export function MobileNavigation() {
  const current = useCurrent()
  return (
    <nav className="dock" aria-label={w.mainSmall}>
      {PLACES.slice(0, 4).map(({ to, label, icon }) => (
        <Link key={to} to={to} aria-current={current(to)} activeProps={{}}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
      <Link
        to="/more"
        aria-current={['/more', ...PLACES.slice(4).map(({ to }) => to)].some((to) => current(to)) ? 'page' : undefined}
        activeProps={{}}
      >
        <Icon name="more" />
        {w.more}
      </Link>
    </nav>
  )
}

export const MORE_ENTRIES = PLACES.slice(4)
