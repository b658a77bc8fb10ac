/** The addresses of all pages except the sign-in pages. Each page is loaded when it is first opened. */
import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from './page-route.ts'

const CAMPAIGN = () => import('../pages/campaign/campaign-page.tsx')
const SETTINGS = () => import('../pages/settings/settings-page.tsx')
const TELEPHONY = () => import('../pages/telephony/telephony-page.tsx')

export const pagesInside = (parent: AnyRoute) => [
  pageRoute(parent, '/', () => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
  pageRoute(parent, '/more', () => import('../pages/more/more-page.tsx'), 'MorePage'),
  pageRoute(parent, '/campaigns', () => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  pageRoute(parent, '/campaigns/new', () => import('../pages/new-campaign/new-campaign-page.tsx'), 'NewCampaignPage'),
  pageRoute(parent, '/campaigns/$campaignId', CAMPAIGN, 'CampaignPage'),
  pageRoute(parent, '/campaigns/$campaignId/$tab', CAMPAIGN, 'CampaignPage'),
  pageRoute(parent, '/calls', () => import('../pages/calls/calls-page.tsx'), 'CallsPage'),
  pageRoute(parent, '/calls/$callId', () => import('../pages/calls/call-page.tsx'), 'CallPage'),
  pageRoute(parent, '/workflows', () => import('../pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  pageRoute(parent, '/workflows/$workflowId', () => import('../pages/workflows/workflow-page.tsx'), 'WorkflowPage'),
  pageRoute(parent, '/telephony', TELEPHONY, 'TelephonyPage'),
  pageRoute(parent, '/telephony/$configurationId', TELEPHONY, 'TelephonyPage'),
  pageRoute(parent, '/do-not-call', () => import('../pages/do-not-call/do-not-call-page.tsx'), 'DoNotCallPage'),
  pageRoute(parent, '/number', () => import('../pages/number/number-page.tsx'), 'NumberPage'),
  pageRoute(parent, '/settings', SETTINGS, 'SettingsPage'),
  pageRoute(parent, '/settings/$page', SETTINGS, 'SettingsPage'),
]
