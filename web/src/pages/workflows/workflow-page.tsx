import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function WorkflowPage() {
  return (
    <Page title="Workflow">
      <Empty title="One workflow">Its steps as a graph.</Empty>
    </Page>
  )
}
