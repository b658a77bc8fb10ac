import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'
import { shared } from '../words/shared.ts'
import { Page } from './page.tsx'

export function NotFound() {
  return (
    <Page title={shared.notHere}>
      <Empty
        title={shared.noPage}
        acts={
          <ButtonLink kind="primary" to={paths.overview}>
            {shared.goToOverview}
          </ButtonLink>
        }
      >
        {shared.noPageText}
      </Empty>
    </Page>
  )
}
