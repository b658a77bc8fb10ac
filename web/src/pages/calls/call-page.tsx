import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function CallPage() {
  return (
    <Page title="Call">
      <Empty title="One call">Transcript, timeline and recording.</Empty>
    </Page>
  )
}
