/** Signing in to the console, and ending sessions, the current one and others. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { pageAnswer, pageQuery } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { id, optional, text, timestamp } from '../http/schemas.ts'
import { clearSessionCookie } from '../http/session-cookie.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import { API_KEY_PATTERN, hashApiKey } from './api-key.ts'
import type { Authenticator } from './authenticate.ts'
import { findInvalidKey } from './queries.ts'
import { hashToken } from './session.ts'
import { deleteSession, listSessions, takeSignInToken } from './session-queries.ts'
import { openSession, recordSignIn, type SessionDeps } from './sign-in/open-session.ts'
import { requireSameOrigin } from './sign-in/routes.ts'
import { sendPage, signedInPage } from './sign-in/sign-in-page.ts'

const TAG = 'Console sessions'

const session = z
  .object({
    id: z.int(),
    user_id: z.int().nullable().meta({ description: 'Null: signed in with a key that belongs to no user.' }),
    user_name: z.string().nullable(),
    api_key_id: z.int().nullable().meta({ description: 'Null: signed in without a key.' }),
    api_key_name: z.string().nullable(),
    address: z.string().nullable().meta({ description: 'The IP address that signed in.' }),
    user_agent: z.string().nullable().meta({ description: 'The user agent of the browser.' }),
    created_at: timestamp(),
    last_used_at: timestamp(),
    is_current: z.boolean().meta({ description: 'The session of this request.' }),
  })
  .meta({ id: 'ConsoleSession' })

const EXAMPLE = {
  id: 3,
  user_id: 4,
  user_name: 'Ada Byron',
  api_key_id: null,
  api_key_name: null,
  address: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  created_at: '2026-11-15T09:30:00.123Z',
  last_used_at: '2026-11-15T11:02:41.007Z',
  is_current: true,
}

export interface SessionRouteDeps extends SessionDeps {
  log: Log
  authenticator: Pick<Authenticator, 'authenticate' | 'forget'>
}

/** A closed key that a program keeps using is recorded in the audit trail once in this time; the log has every attempt. */
const REFUSAL_NOTED_EVERY_MS = 60_000

export function sessionRoutes({ db, clock, audit, log, authenticator }: SessionRouteDeps): Route[] {
  /** When a refusal of this key may be recorded again. Has at most one entry per closed key. */
  const quietUntilMs = new Map<number, number>()
  function isQuiet(apiKeyId: number): boolean {
    const nowMs = clock.monotonic()
    if (nowMs < (quietUntilMs.get(apiKeyId) ?? nowMs)) return true
    quietUntilMs.set(apiKeyId, nowMs + REFUSAL_NOTED_EVERY_MS)
    return false
  }
  /**
   * A wrong key belongs to no organization, so only the log has it; a closed one is recorded in its organization's audit trail.
   */
  async function noteRefusal(key: string, request: FastifyRequest): Promise<void> {
    const closed = API_KEY_PATTERN.test(key) ? await findInvalidKey(db, hashApiKey(key)) : undefined
    log.warn({ address: request.ip, api_key_id: closed?.id ?? null }, 'refusing a sign-in with an API key')
    if (!closed || isQuiet(closed.id)) return
    const { id: apiKeyId, organization_id: organizationId } = closed
    const author = `API key ${apiKeyId}`
    const principal = { organizationId, apiKeyId, userId: null, author, scope: 'report' as const, sessionId: null }
    await recordSignIn(audit, request, principal, 'signInRefused')
  }
  async function end(organizationId: number, sessionId: number): Promise<boolean> {
    const ended = await deleteSession(db, organizationId, sessionId)
    authenticator.forget()
    return ended
  }

  return [
    route({
      method: 'POST',
      path: '/api/v1/session',
      operation: 'signIn',
      tag: TAG,
      summary: 'Sign in to the console with an API key',
      audit: 'none',
      description:
        'Sets an http-only cookie that stands for the key until sign-out, twelve hours without a request, or seven days. Requests with the cookie must come from a page of this server.',
      access: 'none',
      guessable: true,
      body: z.object({ api_key: text({ minimum: 1, maximum: 255 }) }),
      bodyExample: { api_key: 'od_9fQ2c0Z7m4XhYw1bTt8rKpVn3sUaEjLdGiOq6yCxB5A' },
      answer: { schema: z.object({ session_id: z.int() }), example: { session_id: 3 } },
      errors: ['unauthorized', 'cross_site_request', 'organization_suspended', 'address_not_allowed'],
      async handle({ body, request, reply }) {
        requireSameOrigin(request)
        // A session cannot create another session.
        const caller = { address: request.ip, proxyUser: null }
        const isKey = API_KEY_PATTERN.test(body.api_key)
        const owner = isKey ? await authenticator.authenticate(body.api_key, caller) : null
        if (owner) return { session_id: await openSession({ db, clock, audit }, owner, request, reply) }
        await noteRefusal(body.api_key, request)
        throw new ApiError('unauthorized', { message: 'This API key is not valid.' })
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/session',
      operation: 'signOut',
      tag: TAG,
      summary: 'Sign out of the console',
      audit: 'none',
      scope: 'report',
      answer: { schema: z.object({ signed_out: z.boolean() }), example: { signed_out: true } },
      async handle({ principal, request, reply }) {
        clearSessionCookie(request, reply)
        const { organizationId, sessionId } = principal
        return { signed_out: sessionId !== null && (await end(organizationId, sessionId)) }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/sessions',
      operation: 'listSessions',
      tag: TAG,
      summary: 'List the console sessions',
      query: z.object(pageQuery),
      answer: pageAnswer('sessions', session, EXAMPLE),
      async handle({ principal, query }) {
        const { rows, next_cursor } = await listSessions(db, principal.organizationId, clock.now(), query)
        const sessions = rows.map((row) => ({ ...row, is_current: row.id === principal.sessionId }))
        return { sessions, next_cursor }
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/sessions/{session_id}',
      operation: 'endSession',
      tag: TAG,
      summary: 'End a console session',
      scope: 'admin',
      params: z.object({ session_id: id() }),
      answer: { schema: z.object({ id: z.int() }), example: { id: 3 } },
      errors: ['session_not_found'],
      async handle({ principal, params }) {
        if (!(await end(principal.organizationId, params.session_id))) throw new ApiError('session_not_found')
        return { id: params.session_id }
      },
    }),
    route({
      method: 'GET',
      path: '/welcome',
      operation: 'welcome',
      tag: TAG,
      summary: 'The address printed at the first start: signs in once and goes to the console',
      access: 'none',
      query: z.object({ token: optional(text({ maximum: 255 })) }),
      answer: { contentType: 'text/html', description: 'A page that goes to the console, signed in or not.' },
      async handle({ query, request, reply }) {
        const owner = query.token ? await takeSignInToken(db, hashToken(query.token), new Date(clock.now())) : null
        if (owner) {
          const signedIn = { ...owner, author: `API key ${owner.apiKeyId}`, scope: 'admin' as const }
          await openSession({ db, clock, audit }, signedIn, request, reply)
        }
        return sendPage(reply, 200, signedInPage())
      },
    }),
  ]
}
