/**
 * Who changed what, for every route that changes something: what the interface showed of it before, and what it answered after.
 * Both are as a client sees them, so no secret is among them. Who took data out is noted too, without the data.
 */
import type { FastifyRequest } from 'fastify'
import type { Principal, Route, RouteRequest } from './route.ts'

export interface AuditEntry {
  principal: Principal
  operation: string
  /** The path that was changed, with its ids. */
  subject: string
  before: unknown
  requestId: string | null
  /** Where the request came from; null on the command line of the installation. */
  address: string | null
}

export interface AuditTrail {
  /** Gives the id of the entry, which says of its end: not known. */
  begin(entry: AuditEntry): Promise<number>
  finish(id: number, after: unknown): Promise<void>
  /** Something that is over when it is noted: a sign-in, a file that was read. */
  note(entry: AuditEntry, after?: unknown): Promise<void>
  /** Nothing was changed. */
  forget(id: number): Promise<void>
}

type Asked = RouteRequest<never, never, never, never>

export interface Auditor {
  /** What is there before the change; null where there is nothing to look at. */
  before(asked: Asked): Promise<unknown>
}

/** Routes that change nothing although they are no GET: trying and asking. */
const CHANGES_NOTHING = /\/(test|validate|forecast|preview)$|^\/api\/v1\/session$/

/** Files with the data of many people. */
const EXPORTS = new Set(['text/csv', 'application/x-ndjson'])

/** Routes whose readers are noted. */
export function isReadAudited(route: Route): boolean {
  if (route.method !== 'GET' || route.access === 'none') return false
  return route.audit === 'read' || ('contentType' in route.answer && EXPORTS.has(route.answer.contentType))
}

export const isAudited = (route: Route) =>
  route.method !== 'GET' &&
  route.access !== 'none' &&
  !route.hidden &&
  route.audit !== 'none' &&
  !CHANGES_NOTHING.test(route.path)

/** What is kept of an answer, or of the state before: what the route names, or all but what is long, changes by itself or is secret. */
export function keptOf(route: Pick<Route, 'audit'>, value: unknown): unknown {
  const kept = shortened(value)
  if (typeof route.audit !== 'object' || kept === null) return kept
  const { fields } = route.audit
  return Object.fromEntries(Object.entries(kept as object).filter(([name]) => fields.includes(name)))
}

/** The route that shows what this one changes: at the same address, or at the nearest one above that names a thing. */
export function auditorFor(route: Route, routes: readonly Route[]): Auditor {
  const readers = new Map(routes.filter(showsOne).map((each) => [tidy(each.path), each]))
  const reader = above(tidy(route.path))
    .map((path) => readers.get(path))
    .find((found) => found !== undefined)
  if (!reader) return { before: async () => null }
  return {
    async before({ principal, params, request, reply }) {
      const asked = { principal, params, query: {}, headers: {}, body: undefined, request, reply }
      // What cannot be shown cannot be changed either; the change itself will say why.
      return reader.handle(asked as never).catch(() => null)
    },
  }
}

const tidy = (path: string) => path.replace(/\/$/, '')

/** Lists are no state of one thing, files no state at all. */
function showsOne(route: Route): boolean {
  if (route.method !== 'GET' || route.access === 'none' || route.bodyKind || !('schema' in route.answer)) return false
  return /\}\/?$|configuration$|organization$|policy$|retention$/.test(route.path)
}

/** The address itself, then without its last steps, as long as it ends in a thing. */
function above(path: string): string[] {
  const steps = path.split('/')
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('/')).filter((each) => each !== '')
}

const VALUE_MAX = 16 * 1024

/** Without what is long or changes by itself, without what is shown once, and without the rejected cells of a file. */
export function shortened(value: unknown): unknown {
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

export function subjectOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] as string
}
