import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title="Not here">
      <Empty
        title="There is no page at this address"
        acts={
          <ButtonLink kind="primary" to={paths.overview}>
            Go to the overview
          </ButtonLink>
        }
      >
        It may have been deleted, or the address was cut short.
      </Empty>
    </Page>
  )
}
