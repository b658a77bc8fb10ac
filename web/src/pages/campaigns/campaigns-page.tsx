import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function CampaignsPage() {
  return (
    <Page title="Campaigns">
      <Empty title="Campaigns">A list, a workflow and hours.</Empty>
    </Page>
  )
}
