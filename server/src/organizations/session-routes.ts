/** Signing in to the console, and out of it again, here and elsewhere. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import { id, optional, text, timestamp } from '../http/schemas.ts'
import { cameFromOurPage, clearSessionCookie, setSessionCookie } from '../http/session-cookie.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { API_KEY_PATTERN } from './api-key.ts'
import type { Authenticator } from './authenticate.ts'
import { hashToken, newSessionToken, SESSION_MS_MAX } from './session.ts'
import { deleteSession, insertSession, listSessions, takeSignInToken } from './session-queries.ts'

const TAG = 'Console sessions'

const session = z
  .object({
    id: z.int(),
    api_key_id: z.int(),
    api_key_name: z.string(),
    created_at: timestamp(),
    last_used_at: timestamp(),
    is_current: z.boolean().meta({ description: 'The one that asks.' }),
  })
  .meta({ id: 'ConsoleSession' })

const EXAMPLE = {
  id: 3,
  api_key_id: 1,
  api_key_name: 'first key',
  created_at: '2026-11-15T09:30:00.123Z',
  last_used_at: '2026-11-15T11:02:41.007Z',
  is_current: true,
}

/** Goes to the console at once. A link inside our own page, unlike a redirect, lets the browser send the new cookie. */
const WELCOME_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/">
<title>Outdial</title><p><a href="/">Go to the console</a></p></html>`
const WELCOME_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface SessionDeps {
  db: Database
  clock: Clock
  authenticator: Pick<Authenticator, 'authenticate' | 'forget'>
}

export function sessionRoutes({ db, clock, authenticator }: SessionDeps): Route[] {
  async function open(
    owner: { organizationId: number; apiKeyId: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<number> {
    const token = newSessionToken()
    const opened = await insertSession(db, { ...owner, hash: hashToken(token), now: new Date(clock.now()) })
    setSessionCookie(request, reply, token, SESSION_MS_MAX / 1000)
    return opened.id
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
      description:
        'Sets an http-only cookie that stands for the key until sign-out, twelve hours without a request, or seven days. Requests with the cookie must come from a page of this server.',
      access: 'none',
      guessable: true,
      body: z.object({ api_key: text({ minimum: 1, maximum: 255 }) }),
      bodyExample: { api_key: 'od_9fQ2c0Z7m4XhYw1bTt8rKpVn3sUaEjLdGiOq6yCxB5A' },
      answer: { schema: z.object({ session_id: z.int() }), example: { session_id: 3 } },
      errors: ['unauthorized', 'cross_site_request'],
      async handle({ body, request, reply }) {
        if (request.headers.origin !== undefined && !cameFromOurPage(request)) throw new ApiError('cross_site_request')
        // A session does not beget another.
        const key = API_KEY_PATTERN.test(body.api_key) ? await authenticator.authenticate(body.api_key) : null
        if (!key) throw new ApiError('unauthorized', { message: 'This API key is not valid.' })
        return { session_id: await open(key, request, reply) }
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/session',
      operation: 'signOut',
      tag: TAG,
      summary: 'Sign out of the console',
      scope: 'read',
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
      summary: 'Who is signed in to the console',
      answer: { schema: z.object({ sessions: z.array(session) }), example: { sessions: [EXAMPLE] } },
      async handle({ principal }) {
        const rows = await listSessions(db, principal.organizationId, clock.now())
        return {
          sessions: rows.map(({ name, ...row }) => ({
            ...row,
            api_key_name: name,
            is_current: row.id === principal.sessionId,
          })),
        }
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
        if (owner) await open(owner, request, reply)
        return reply
          .header('content-type', 'text/html; charset=utf-8')
          .header('content-security-policy', WELCOME_POLICY)
          .send(WELCOME_PAGE)
      },
    }),
  ]
}
