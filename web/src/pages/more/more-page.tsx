import { Link } from '@tanstack/react-router'
import { signOut } from '../../api/session.ts'
import { ThemeButton } from '../../components/account-menu.tsx'
import { ConnectionState } from '../../components/connection-state.tsx'
import { helpHome } from '../../components/help.ts'
import { MORE_ENTRIES } from '../../components/navigation.tsx'
import { Page } from '../../components/page.tsx'
import { signedInAs, useOrganization } from '../../components/use-organization.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/section.tsx'
import { frameWords as w } from '../../words/frame.ts'

/** The entries that do not fit in a phone's navigation bar. */
export function MorePage() {
  const organization = useOrganization()
  return (
    <Page title={w.more}>
      <Sheet>
        {MORE_ENTRIES.map(({ to, label, icon }) => (
          <Link key={to} to={to} className="more-row">
            <Icon name={icon} />
            <span className="grow">{label}</span>
            <Icon name="right" small />
          </Link>
        ))}
        <a href={helpHome} className="more-row">
          <Icon name="help" />
          <span className="grow">{w.documentation}</span>
          <Icon name="right" small />
        </a>
        <a href={paths.docs} className="more-row">
          <Icon name="file" />
          <span className="grow">{w.reference}</span>
          <Icon name="right" small />
        </a>
      </Sheet>
      <ConnectionState />
      <div className="row between">
        <span className="small mute">{signedInAs(organization)}</span>
        <span className="row">
          <ThemeButton />
          <Button icon="exit" onClick={() => void signOut()}>
            {w.signOut}
          </Button>
        </span>
      </div>
    </Page>
  )
}
