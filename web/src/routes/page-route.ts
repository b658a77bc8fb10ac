import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadPhoneFormats } from '../ui/format.ts'

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
    component: lazyRouteComponent(path === FIRST_PAGE ? (load as () => Promise<Pages>) : withPhoneFormats(load), name),
  }) as unknown as AnyRoute
}

/** The overview shows hardly any number, and is drawn sooner without the formats of all countries. */
const FIRST_PAGE = '/'

const withPhoneFormats = (load: () => Promise<object>) => async (): Promise<Pages> => {
  const [page] = await Promise.all([load(), loadPhoneFormats().catch(() => {})])
  return page as Pages
}
