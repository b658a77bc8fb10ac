import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from './page-route.ts'

export const settingsRoutes = (parent: AnyRoute) => [
  pageRoute(parent, '/settings', () => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
  pageRoute(parent, '/settings/$page', () => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
]
