import type { AnyRoute } from '@tanstack/react-router'
import { pageRoute } from './page-route.ts'

export const workflowRoutes = (parent: AnyRoute) => [
  pageRoute(parent, '/workflows', () => import('../pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  pageRoute(parent, '/workflows/$workflowId', () => import('../pages/workflows/workflow-page.tsx'), 'WorkflowPage'),
]
