import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from './page-route.ts'

export const overviewRoutes = (parent: AnyRoute) => [
  pageRoute(parent, '/', () => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
  pageRoute(parent, '/more', () => import('../pages/more/more-page.tsx'), 'MorePage'),
]
