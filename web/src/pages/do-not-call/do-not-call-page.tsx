import { Page } from '../../components/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function DoNotCallPage() {
  return (
    <Page title="Do not call">
      <Empty title="Who is never called">The numbers that no campaign calls.</Empty>
    </Page>
  )
}
