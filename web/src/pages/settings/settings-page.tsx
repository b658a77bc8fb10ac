import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function SettingsPage() {
  return (
    <Page title="Settings">
      <Empty title="Settings">Keys, model and voice, appearance.</Empty>
    </Page>
  )
}
