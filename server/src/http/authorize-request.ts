/** Authentication and authorization of a request, before its body is read. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../kernel/errors.ts'
import type { FailedAuthLimit } from './failed-auth-limit.ts'
import { type Caller, INCLUDED_SCOPES, type Principal, type Route, type Scope } from './route.ts'
import { isSameOriginRequest, presentedSession } from './session-cookie.ts'

/** Stored outside the request object, so that no other code can set the principal. */
const principals = new WeakMap<FastifyRequest, Principal>()

export const principalOf = (request: FastifyRequest): Principal | undefined => principals.get(request)

export interface RequestAuthenticator {
  authenticate(credential: string, caller: Caller): Promise<Principal | null>
  guessing: FailedAuthLimit
  /** The user that a trusted proxy reports as signed in. */
  proxyUser?(request: FastifyRequest): string | null
}

export const callerOf = (request: FastifyRequest, { proxyUser }: Pick<RequestAuthenticator, 'proxyUser'>): Caller => ({
  address: request.ip,
  proxyUser: proxyUser?.(request) ?? null,
})

export async function authorizeRequest(
  route: Route,
  door: RequestAuthenticator,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (route.access === 'none') return
  const credential = presentedCredential(request)
  if (credential === null) throw new ApiError('unauthorized')
  const principal = await door.authenticate(credential, callerOf(request, door))
  if (!principal) throw refusedCredential(door.guessing, request, reply)
  refuseNarrow(route, principal)
  principals.set(request, principal)
}

/** Counts a wrong credential. Only wrong credentials are delayed: a valid one is accepted even from the same address. */
export function refusedCredential(guessing: FailedAuthLimit, request: FastifyRequest, reply: FastifyReply): ApiError {
  const waitSeconds = guessing.waitSeconds(request.ip)
  if (waitSeconds === null) {
    guessing.wrong(request.ip)
    return new ApiError('unauthorized')
  }
  reply.header('retry-after', String(waitSeconds))
  return new ApiError('too_many_requests', { message: 'Too many wrong keys from this address; wait a moment.' })
}

/** A key sent by a program takes precedence over the cookie that a browser adds automatically. */
function presentedCredential(request: FastifyRequest): string | null {
  const key = presentedKey(request)
  if (key !== null) return key
  const session = presentedSession(request)
  if (session !== null && !isSameOriginRequest(request)) throw new ApiError('cross_site_request')
  return session
}

function presentedKey(request: FastifyRequest): string | null {
  const direct = request.headers['x-api-key']
  if (typeof direct === 'string' && direct !== '') return direct
  const match = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

export function scopeNeeded(route: Pick<Route, 'scope' | 'method'>): Scope {
  return route.scope ?? (route.method === 'GET' ? 'read' : 'operate')
}

function refuseNarrow(route: Route, { scope, userId }: Principal): void {
  const needed = scopeNeeded(route)
  if (INCLUDED_SCOPES[scope].includes(needed)) return
  const message =
    userId === null
      ? `This key may only ${scope}; this needs a key that may ${needed}.`
      : `Your role allows only "${scope}"; this needs "${needed}". Ask an administrator of your organization.`
  throw new ApiError('scope_too_narrow', { message })
}
