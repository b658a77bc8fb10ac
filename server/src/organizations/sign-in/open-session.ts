/** Opens a console session: a row with its origin, a cookie, and an event in the audit trail. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditTrail } from '../../http/audit.ts'
import type { Scope } from '../../http/route.ts'
import { setSessionCookie } from '../../http/session-cookie.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../storage/database.ts'
import { hashToken, newSessionToken, SESSION_MS_MAX } from '../session.ts'
import { insertSession, type SessionOwner } from '../session-queries.ts'

const USER_AGENT_MAX = 300

export interface SessionDeps {
  db: Database
  clock: Clock
  audit: Pick<AuditTrail, 'note'>
}

export interface SignedIn extends SessionOwner {
  author: string
  scope: Scope
}

export async function openSession(
  { db, clock, audit }: SessionDeps,
  owner: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const token = newSessionToken()
  const { organizationId, apiKeyId, userId, author, scope } = owner
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null
  const { id: sessionId } = await insertSession(db, {
    ...owner,
    hash: hashToken(token),
    address: request.ip,
    userAgent,
    now: new Date(clock.now()),
  })
  const principal = { organizationId, apiKeyId, userId, author, scope, sessionId }
  await recordSignIn(audit, request, principal, 'signIn')
  setSessionCookie(request, reply, token, SESSION_MS_MAX / 1000)
  return sessionId
}

/** Records `signIn`, or `signInRefused` for a credential whose organization is known. */
export function recordSignIn(
  audit: Pick<AuditTrail, 'note'>,
  request: FastifyRequest,
  principal: Parameters<AuditTrail['note']>[0]['principal'],
  operation: 'signIn' | 'signInRefused',
): Promise<void> {
  const subject = '/api/v1/session'
  return audit.note({ principal, operation, subject, before: null, requestId: request.id, address: request.ip })
}
