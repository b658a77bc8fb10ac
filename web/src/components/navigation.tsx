import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { campaignList } from '../api/campaigns.ts'
import { paths } from '../paths.ts'
import { count } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import { AccountMenu, ThemeButton } from './account-menu.tsx'
import { ConnectionState } from './connection-state.tsx'
import { LineMeter } from './line-meter.tsx'
import { MarkLogo } from './mark-logo.tsx'
import { useLines } from './use-lines.ts'
import { signedInAs, useOrganization } from './use-organization.ts'

interface Place {
  to: string
  label: string
  icon: IconName
}

const PLACES: readonly Place[] = [
  { to: paths.overview, label: 'Overview', icon: 'overview' },
  { to: paths.campaigns, label: 'Campaigns', icon: 'campaigns' },
  { to: paths.calls, label: 'Calls', icon: 'calls' },
  { to: paths.workflows, label: 'Workflows', icon: 'workflows' },
  { to: paths.telephony, label: 'Telephony', icon: 'telephony' },
  { to: paths.doNotCall, label: 'Do not call', icon: 'dnc' },
  { to: paths.settings, label: 'Settings', icon: 'settings' },
]

function useCurrent(): (to: string) => 'page' | undefined {
  const { pathname } = useLocation()
  return (to) => ((to === '/' ? pathname === '/' : pathname.startsWith(to)) ? 'page' : undefined)
}

export function Sidebar({ onSearch, onHelp }: { onSearch(): void; onHelp(): void }) {
  const current = useCurrent()
  const organization = useOrganization()
  const running = useQuery(campaignList()).data?.filter((campaign) => campaign.state === 'running').length ?? 0
  const { live } = useLines()
  return (
    <aside className="nav" aria-label="Main">
      <Link className="brand" to={paths.overview} title="Overview">
        <MarkLogo />
        <div>
          <b>Outdial</b>
          <span className="org">{organization.name}</span>
        </div>
      </Link>
      <button className="jump" type="button" onClick={onSearch} aria-label="Search or jump">
        <Icon name="search" />
        <span>Search or jump</span>
        <kbd>/</kbd>
      </button>
      <nav className="stack gap-0.5" aria-label="Pages">
        {PLACES.map(({ to, label, icon }) => (
          <Link key={to} className="item" to={to} aria-current={current(to)} activeProps={{}} title={label}>
            <Icon name={icon} />
            <span>{label}</span>
            {to === paths.campaigns && running > 0 && (
              <span className="n" title={`${running} running`}>
                {count(running)}
              </span>
            )}
            {to === paths.calls && live > 0 && (
              <span className="n" title={`${live} live`}>
                <Mark name="live" />
                {count(live)}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className="foot">
        <LineMeter />
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

/** The five of a phone; the rest is behind More. */
export function Dock() {
  const current = useCurrent()
  return (
    <nav className="dock" aria-label="Main, small">
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
        More
      </Link>
    </nav>
  )
}

export const MORE_PLACES = PLACES.slice(4)
