import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

type Pages = Record<string, ComponentType>

/** A route whose page is loaded when it is first opened: `pageRoute(inside, '/calls', () => import('…'), 'CallsPage')`. */
export function pageRoute<M extends object>(
  parent: AnyRoute,
  path: string,
  load: () => Promise<M>,
  name: keyof M & string,
): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(load as () => Promise<Pages>, name),
  }) as unknown as AnyRoute
}
