import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function TelephonyPage() {
  return (
    <Page title="Telephony">
      <Empty title="Carriers and numbers">Your carrier accounts and the numbers they show.</Empty>
    </Page>
  )
}
