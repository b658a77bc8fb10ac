/** The router of the console: sign-in pages, and all pages behind the sign-in. */
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { NotFound } from '../components/not-found.tsx'
import { PageFault } from '../components/page-fault.tsx'
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx'
import { pageRoute } from './page-route.ts'
import { pagesInside } from './pages.ts'
import { SignedIn } from './signed-in.tsx'

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
  routeTree: root.addChildren([signIn, invitation, inside.addChildren(pagesInside(inside))]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFault,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})
