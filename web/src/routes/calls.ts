import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from './page-route.ts'

export const callRoutes = (parent: AnyRoute) => [
  pageRoute(parent, '/calls', () => import('../pages/calls/calls-page.tsx'), 'CallsPage'),
  pageRoute(parent, '/calls/$callId', () => import('../pages/calls/call-page.tsx'), 'CallPage'),
]
