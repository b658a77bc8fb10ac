import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function NewCampaignPage() {
  return (
    <Page title="New campaign">
      <Empty title="New campaign">Bring a list.</Empty>
    </Page>
  )
}
