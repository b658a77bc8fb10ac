/**
 * Audit trail for every route that changes something: the state as the API showed it before, and the answer after. Both are
 * stored as a client sees them, so they contain no secrets. Exports of data are recorded too, without the data.
 */
import type { FastifyRequest } from 'fastify'
import type { Principal, Route, RouteRequest } from './route.ts'

export interface AuditEntry {
  principal: Principal
  operation: string
  /** The changed path, with its ids. */
  subject: string
  before: unknown
  requestId: string | null
  /** The client's address; null on the command line of the installation. */
  address: string | null
}

export interface AuditTrail {
  /** Begins an entry and returns its id. Its result is unknown until the request ends. */
  begin(entry: AuditEntry): Promise<number>
  finish(id: number, after: unknown): Promise<void>
  /** Records something that is already finished: a sign-in, a file that was read. */
  note(entry: AuditEntry, after?: unknown): Promise<void>
  /** Deletes the entry, because nothing was changed. */
  forget(id: number): Promise<void>
}

type Asked = RouteRequest<never, never, never, never>

export interface Auditor {
  /** The state before the change; null if there is none. */
  before(asked: Asked): Promise<unknown>
}

/** Content types of exports: files with the data of many people. */
const EXPORTS = new Set(['text/csv', 'application/x-ndjson'])

/** Whether the audit trail records who read this route. */
export function isReadAudited(route: Route): boolean {
  if (route.method !== 'GET' || route.access === 'none') return false
  return route.audit === 'read' || ('contentType' in route.answer && EXPORTS.has(route.answer.contentType))
}

export const isAudited = (route: Route) => route.method !== 'GET' && route.access !== 'none' && route.audit !== 'none'

/**
 * The stored part of an answer or of the previous state: the route's fields, or everything except long, automatically changing
 * and secret values.
 */
export function auditedPartOf(route: Pick<Route, 'audit'>, value: unknown): unknown {
  const kept = withoutVolatileValues(value)
  if (typeof route.audit !== 'object' || kept === null) return kept
  const { fields } = route.audit
  return Object.fromEntries(Object.entries(kept as object).filter(([name]) => fields.includes(name)))
}

/**
 * Finds the route that shows what this route changes: at the same address, or at the nearest parent that identifies a resource.
 */
export function auditorFor(route: Route, routes: readonly Route[]): Auditor {
  const readers = new Map(routes.filter(showsOne).map((each) => [tidy(each.path), each]))
  const reader = above(tidy(route.path))
    .map((path) => readers.get(path))
    .find((found) => found !== undefined)
  if (!reader) return { before: async () => null }
  return {
    async before({ principal, params, request, reply }) {
      const asked = { principal, params, query: {}, headers: {}, body: undefined, request, reply }
      // A resource that cannot be read cannot be changed either; the change itself reports why.
      return reader.handle(asked as never).catch(() => null)
    },
  }
}

const tidy = (path: string) => path.replace(/\/$/, '')

/** Whether a route shows the state of one resource; lists and files do not. */
function showsOne(route: Route): boolean {
  if (route.method !== 'GET' || route.access === 'none' || route.bodyKind || !('schema' in route.answer)) return false
  return /\}\/?$|configuration$|organization$|policy$|retention$/.test(route.path)
}

/** The address itself and its parents, as long as they end in a resource. */
function above(path: string): string[] {
  const steps = path.split('/')
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('/')).filter((each) => each !== '')
}

const VALUE_MAX = 16 * 1024

/** Removes long and automatically changing values, values shown only once, and rejected cells of a file. */
export function withoutVolatileValues(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const {
    logs: _logs,
    errors: _errors,
    api_key: _key,
    provider_sync: _sync,
    ...rest
  } = value as Record<string, unknown>
  const kept = typeof _key === 'object' ? { ...rest, api_key: _key } : rest
  return JSON.stringify(kept).length > VALUE_MAX ? { too_large: true } : kept
}

export function auditSubjectOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] as string
}
