import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function CampaignPage() {
  return (
    <Page title="Campaign">
      <Empty title="One campaign">Its progress, contacts and calls.</Empty>
    </Page>
  )
}
