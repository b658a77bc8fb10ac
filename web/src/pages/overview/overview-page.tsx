import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function OverviewPage() {
  return (
    <Page title="Overview">
      <Empty title="Overview">What runs, what needs you, what comes next.</Empty>
    </Page>
  )
}
