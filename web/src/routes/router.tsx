/** The pages and their addresses. Each area has its own file, so that a change to one does not touch the others. */
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { NotFound } from '../components/not-found.tsx'
import { PageFault } from '../components/page-fault.tsx'
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx'
import { callRoutes } from './calls.ts'
import { campaignRoutes } from './campaigns.ts'
import { doNotCallRoutes } from './do-not-call.ts'
import { overviewRoutes } from './overview.ts'
import { pageRoute } from './page-route.ts'
import { settingsRoutes } from './settings.ts'
import { SignedIn } from './signed-in.tsx'
import { telephonyRoutes } from './telephony.ts'
import { workflowRoutes } from './workflows.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: (search: Record<string, unknown>) => (typeof search.to === 'string' ? { to: search.to } : {}),
})

/** The invitation token is after the hash sign, so it appears in no server's log. */
const invitation = pageRoute(
  root,
  '/invitation',
  () => import('../pages/sign-in/invitation-page.tsx'),
  'InvitationPage',
)

/** Parent of all pages except the sign-in pages. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: SignedIn })

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    invitation,
    inside.addChildren([
      ...overviewRoutes(inside),
      ...campaignRoutes(inside),
      ...callRoutes(inside),
      ...workflowRoutes(inside),
      ...telephonyRoutes(inside),
      ...doNotCallRoutes(inside),
      ...settingsRoutes(inside),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFault,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})
