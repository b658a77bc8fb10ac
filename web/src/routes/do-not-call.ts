import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from './page-route.ts'

export const doNotCallRoutes = (parent: AnyRoute) => [
  pageRoute(parent, '/do-not-call', () => import('../pages/do-not-call/do-not-call-page.tsx'), 'DoNotCallPage'),
  pageRoute(parent, '/number', () => import('../pages/number/number-page.tsx'), 'NumberPage'),
]
