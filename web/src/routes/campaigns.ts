import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from './page-route.ts'

export const campaignRoutes = (parent: AnyRoute) => [
  pageRoute(parent, '/campaigns', () => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  pageRoute(parent, '/campaigns/new', () => import('../pages/new-campaign/new-campaign-page.tsx'), 'NewCampaignPage'),
  pageRoute(parent, '/campaigns/$campaignId', () => import('../pages/campaign/campaign-page.tsx'), 'CampaignPage'),
  pageRoute(parent, '/campaigns/$campaignId/$tab', () => import('../pages/campaign/campaign-page.tsx'), 'CampaignPage'),
]
