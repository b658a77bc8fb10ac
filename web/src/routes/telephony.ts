import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from './page-route.ts'

export const telephonyRoutes = (parent: AnyRoute) => [
  pageRoute(parent, '/telephony', () => import('../pages/telephony/telephony-page.tsx'), 'TelephonyPage'),
  pageRoute(
    parent,
    '/telephony/$configurationId',
    () => import('../pages/telephony/telephony-page.tsx'),
    'TelephonyPage',
  ),
]
