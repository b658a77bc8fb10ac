import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function WorkflowsPage() {
  return (
    <Page title="Workflows">
      <Empty title="Workflows">What the voice agent says and asks.</Empty>
    </Page>
  )
}
