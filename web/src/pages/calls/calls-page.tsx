import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function CallsPage() {
  return (
    <Page title="Calls">
      <Empty title="Calls">Every call with its outcome. The calls of one campaign are on its own page.</Empty>
    </Page>
  )
}
