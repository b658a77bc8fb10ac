/** Signing in to the console without a key: at an identity provider, by a trusted proxy, or by an invitation link. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Route, type RouteRequest, route } from '../../http/route.ts'
import { optional, text } from '../../http/schemas.ts'
import {
  clearSignInAttemptCookie,
  isSameOriginRequest,
  presentedSignInAttempt,
  setSignInAttemptCookie,
} from '../../http/session-cookie.ts'
import { ApiError } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { apiKeyPrefixOf, hashApiKey, newApiKey } from '../api-key.ts'
import { authorOfUser } from '../authenticate.ts'
import { insertApiKey } from '../queries.ts'
import { insertUser, isSuspended, markInvitationAccepted, type StoredUser } from '../user-queries.ts'
import { scopeOfRole } from '../user-roles.ts'
import { admitPerson, requireInvitation } from './admit-person.ts'
import type { Identity } from './identity.ts'
import { openSession, type SessionDeps } from './open-session.ts'
import type { IdentityProvider, SignInAttempt } from './provider.ts'
import type { ProxyUsers } from './proxy-user.ts'
import type { SignInSettings } from './settings.ts'
import { refusalPage, sendPage, signedInPage } from './sign-in-page.ts'

export const CALLBACK_PATH = '/api/v1/sign-in/provider/callback'
const TAG = 'Console sessions'
/** Encryption context of the values stored in the browser while it is at the provider. */
const FLIGHT_PLACE = 'sign-in flight'
const FLIGHT_SECONDS = 600

export interface SignInDeps extends SessionDeps {
  log: Log
  secrets: Pick<SecretBox, 'seal' | 'open'>
  settings: SignInSettings
  provider: IdentityProvider | null
  proxy: ProxyUsers
}

const INVITATION = optional(text({ minimum: 1, maximum: 255 })).meta({
  description: 'The token of an invitation link: for a person who comes for the first time, or gets another role.',
})

export function signInRoutes(deps: SignInDeps): Route[] {
  return [methodsRoute(deps), leaveRoute(deps), arriveRoute(deps), proxyRoute(deps), invitationRoute(deps)]
}

function methodsRoute({ provider, proxy }: SignInDeps): Route {
  return route({
    method: 'GET',
    path: '/api/v1/sign-in',
    operation: 'getSignInMethods',
    tag: TAG,
    summary: 'The ways to sign in to the console',
    description: 'An API key is always one of them: `POST /api/v1/session`.',
    access: 'none',
    answer: {
      schema: z.object({
        provider: z
          .object({ name: z.string() })
          .nullable()
          .meta({ description: 'The identity provider (OpenID Connect), if one is configured.' }),
        proxy_user: z
          .string()
          .nullable()
          .meta({ description: 'The user that the trusted proxy reports as signed in.' }),
      }),
      example: { provider: { name: 'Example Login' }, proxy_user: null },
    },
    handle: async ({ request }) => ({
      provider: provider && { name: provider.name },
      proxy_user: proxy.userOf(request),
    }),
  })
}

function leaveRoute({ provider, secrets }: SignInDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/sign-in/provider',
    operation: 'beginProviderSignIn',
    tag: TAG,
    summary: 'Begin to sign in at the identity provider',
    description:
      'Returns the address to send the browser to. The provider sends it back to `/api/v1/sign-in/provider/callback`, within ten minutes and in the same browser.',
    access: 'none',
    body: z.object({ invitation: INVITATION }),
    bodyExample: {},
    answer: {
      schema: z.object({ url: z.string() }),
      example: { url: 'https://login.example.com/auth?client_id=outdial&response_type=code&…' },
    },
    errors: ['sign_in_not_configured', 'provider_unavailable', 'cross_site_request'],
    async handle({ body, request, reply }) {
      requireSameOrigin(request)
      if (provider === null) throw new ApiError('sign_in_not_configured')
      const { url, flight } = await provider.leave(body.invitation ?? null)
      setSignInAttemptCookie(request, reply, secrets.seal(JSON.stringify(flight), FLIGHT_PLACE), FLIGHT_SECONDS)
      return { url }
    },
  })
}

function arriveRoute(deps: SignInDeps): Route {
  const { provider, secrets, log } = deps
  /** Decrypts the values of the sign-in in progress; null with another SECRET_KEY or an expired cookie. */
  const flightOf = (request: FastifyRequest): SignInAttempt | null => {
    const sealed = presentedSignInAttempt(request)
    if (sealed === null) return null
    try {
      return JSON.parse(secrets.open(sealed, FLIGHT_PLACE)) as SignInAttempt
    } catch {
      return null
    }
  }
  const identify = async (request: FastifyRequest): Promise<[Identity, SignInAttempt]> => {
    const flight = flightOf(request)
    if (provider === null || flight === null) throw new ApiError('sign_in_failed')
    const at = request.url.indexOf('?')
    return [await provider.arrive(at < 0 ? '' : request.url.slice(at), flight), flight]
  }
  return route({
    method: 'GET',
    path: CALLBACK_PATH,
    operation: 'finishProviderSignIn',
    tag: TAG,
    summary: 'Where the identity provider sends the browser back to',
    access: 'none',
    answer: { contentType: 'text/html', description: 'A page that goes to the console, or says why not.' },
    errors: ['sign_in_failed', 'not_invited', 'provider_unavailable'],
    async handle({ request, reply }) {
      clearSignInAttemptCookie(request, reply)
      try {
        const [identity, { invitation }] = await identify(request)
        await enter(deps, await admit(deps, identity, invitation), request, reply, {})
        return sendPage(reply, 200, signedInPage())
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        log.warn({ code: error.code, address: request.ip }, 'refusing a sign-in by the identity provider')
        return sendPage(reply, error.status, refusalPage(error.message))
      }
    },
  })
}

function proxyRoute(deps: SignInDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/sign-in/proxy',
    operation: 'signInByProxy',
    tag: TAG,
    summary: 'Sign in as the user that the trusted proxy names',
    description: 'The session ends when the proxy names another user or none.',
    access: 'none',
    body: z.object({ invitation: INVITATION }),
    bodyExample: {},
    answer: { schema: z.object({ session_id: z.int() }), example: { session_id: 3 } },
    errors: [
      'sign_in_not_configured',
      'sign_in_failed',
      'cross_site_request',
      'not_invited',
      'invitation_not_valid',
      'invitation_for_another',
      'user_elsewhere',
      'last_administrator',
      'user_deactivated',
      'organization_suspended',
    ],
    async handle({ body, request, reply }) {
      requireSameOrigin(request)
      try {
        const identity = deps.proxy.identityOf(request)
        if (identity === null) throw new ApiError('sign_in_not_configured')
        const user = await admit(deps, identity, body.invitation ?? null)
        return { session_id: await enter(deps, user, request, reply, { proxyUser: identity.subject }) }
      } catch (error) {
        if (error instanceof ApiError)
          deps.log.warn({ code: error.code, address: request.ip }, 'refusing a sign-in by the trusted proxy')
        throw error
      }
    },
  })
}

function invitationRoute(deps: SignInDeps): Route {
  return route({
    method: 'POST',
    path: '/api/v1/sign-in/invitation',
    operation: 'acceptInvitation',
    tag: TAG,
    summary: 'Accept an invitation where people sign in with keys',
    description:
      'Creates the user, signs in, and returns a key of their own, shown this once. With an identity provider or a trusted proxy, accept the invitation by signing in there.',
    access: 'none',
    body: z.object({
      invitation: text({ minimum: 1, maximum: 255 }),
      name: text({ minimum: 1, maximum: 255 }),
    }),
    bodyExample: { invitation: 'kT4w…', name: 'Ada Byron' },
    answer: {
      schema: z.object({ session_id: z.int(), user_id: z.int(), api_key: z.string() }),
      example: { session_id: 3, user_id: 4, api_key: 'od_9fQ2c0Z7m4XhYw1bTt8rKpVn3sUaEjLdGiOq6yCxB5A' },
    },
    errors: ['invitation_not_valid', 'sign_in_elsewhere', 'cross_site_request', 'organization_suspended'],
    handle: (asked) => acceptWithKey(deps, asked),
  })
}

type Accepting = Pick<RouteRequest<undefined, undefined, undefined, undefined>, 'request' | 'reply'> & {
  body: { invitation: string; name: string }
}

async function acceptWithKey(deps: SignInDeps, { body, request, reply }: Accepting) {
  const { db, clock, provider, settings } = deps
  requireSameOrigin(request)
  if (provider !== null || settings.proxy !== null) throw new ApiError('sign_in_elsewhere')
  const now = new Date(clock.now())
  const key = newApiKey()
  const { user, apiKeyId } = await db.transaction().execute(async (tx) => {
    const invitation = await requireInvitation(tx, body.invitation, now)
    const { organization_id: organizationId, role, email } = invitation
    if (await isSuspended(tx, organizationId)) throw new ApiError('organization_suspended')
    const roleFrom = 'invitation' as const
    const made = await insertUser(tx, { organizationId, name: body.name, email, role, roleFrom, identity: null, now })
    await markInvitationAccepted(tx, invitation.id, made.id, now)
    const stored = await insertApiKey(tx, {
      organizationId,
      name: `key of ${body.name}`.slice(0, NAME_MAX),
      prefix: apiKeyPrefixOf(key),
      hash: hashApiKey(key),
      scope: scopeOfRole(role),
      userId: made.id,
      now,
    })
    return { user: made, apiKeyId: stored.id }
  })
  const session_id = await enter(deps, user, request, reply, { apiKeyId })
  return { session_id, user_id: user.id, api_key: key }
}

const NAME_MAX = 255

function admit({ db, clock, settings }: SignInDeps, identity: Identity, invitation: string | null) {
  return admitPerson(db, { identity, invitation, settings, now: new Date(clock.now()) })
}

function enter(
  deps: SessionDeps,
  user: StoredUser,
  request: FastifyRequest,
  reply: FastifyReply,
  { proxyUser, apiKeyId = null }: { proxyUser?: string; apiKeyId?: number | null },
): Promise<number> {
  const owner = {
    organizationId: user.organization_id,
    apiKeyId,
    userId: user.id,
    author: authorOfUser(user),
    scope: scopeOfRole(user.role),
    ...(proxyUser === undefined ? {} : { proxyUser }),
  }
  return openSession(deps, owner, request, reply)
}

/** Protects against login CSRF: a page of another site must not sign a visitor in under another account. */
export function requireSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if ((origin !== undefined || site !== undefined) && !isSameOriginRequest(request))
    throw new ApiError('cross_site_request')
}
