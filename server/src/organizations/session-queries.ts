/** SQL of console sessions. A session ends with its key or user, after idle time, by age, or by being deleted. */
import { sql } from 'kysely'
import type { Scope } from '../http/route.ts'
import type { Queries } from '../storage/database.ts'
import { type PageRequest, readPage } from '../storage/read-page.ts'
import { userOfRow } from './queries.ts'
import { sessionLimits } from './session.ts'

function living(db: Queries, nowMs: number) {
  const { begunAfter, usedAfter } = sessionLimits(nowMs)
  return db
    .selectFrom('console_sessions as session')
    .innerJoin('organizations as organization', 'organization.id', 'session.organization_id')
    .leftJoin('api_keys as key', 'key.id', 'session.api_key_id')
    .leftJoin('users as owner', 'owner.id', 'session.user_id')
    .where('key.archived_at', 'is', null)
    .where('owner.deactivated_at', 'is', null)
    .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', new Date(nowMs))]))
    .where('session.created_at', '>', begunAfter)
    .where('session.last_used_at', '>', usedAfter)
}

const USER = ['owner.id as user_id', 'owner.name as user_name', 'owner.role as user_role'] as const

export async function findSessionByHash(db: Queries, hash: Buffer, nowMs: number) {
  const found = await living(db, nowMs)
    .select(['session.id', 'session.organization_id', 'session.api_key_id', 'session.proxy_user'])
    .select(['key.scope', 'key.addresses', 'organization.suspended_at'])
    .select(USER)
    .where('session.token_hash', '=', hash)
    .executeTakeFirst()
  if (!found) return undefined
  const { id, organization_id, api_key_id, proxy_user, addresses } = found
  return {
    id,
    organization_id,
    api_key_id,
    proxy_user,
    addresses,
    key_scope: found.scope as Scope | null,
    user: userOfRow(found),
    suspended: found.suspended_at !== null,
  }
}

export function listSessions(db: Queries, organizationId: number, nowMs: number, page: PageRequest) {
  const query = living(db, nowMs)
    .select(['session.id', 'session.api_key_id', 'key.name as api_key_name', 'owner.id as user_id'])
    .select(['owner.name as user_name', 'session.address', 'session.user_agent'])
    .select(['session.created_at', 'session.last_used_at'])
    .where('session.organization_id', '=', organizationId)
  return readPage(query, 'session.id', page)
}

/** The sessions among `ids` that are still open. */
export async function activeSessions(db: Queries, ids: readonly number[], nowMs: number): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await living(db, nowMs)
    .select('session.id')
    .where('session.id', 'in', ids)
    .where('organization.suspended_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

export interface SessionOwner {
  organizationId: number
  apiKeyId: number | null
  userId: number | null
  /** The user that the trusted proxy reported; the session is valid only while the proxy reports the same user. */
  proxyUser?: string
}

export async function insertSession(
  db: Queries,
  session: SessionOwner & { hash: Buffer; address: string; userAgent: string | null; now: Date },
): Promise<{ id: number; created_at: Date }> {
  return db
    .insertInto('console_sessions')
    .values({
      organization_id: session.organizationId,
      api_key_id: session.apiKeyId,
      user_id: session.userId,
      proxy_user: session.proxyUser ?? null,
      address: session.address,
      user_agent: session.userAgent,
      token_hash: session.hash,
      created_at: session.now,
      last_used_at: session.now,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
}

export async function deleteSession(db: Queries, organizationId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('console_sessions')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function saveSessionUse(db: Queries, uses: ReadonlyArray<{ id: number; at: Date }>): Promise<void> {
  for (const use of uses) {
    await db.updateTable('console_sessions').set({ last_used_at: use.at }).where('id', '=', use.id).execute()
  }
}

export async function insertSignInToken(
  db: Queries,
  token: { apiKeyId: number; hash: Buffer; expiresAt: Date },
): Promise<void> {
  const { apiKeyId, hash, expiresAt } = token
  await db
    .insertInto('sign_in_tokens')
    .values({ api_key_id: apiKeyId, token_hash: hash, expires_at: expiresAt })
    .execute()
}

/** Consumes a valid token and returns its key. */
export async function takeSignInToken(db: Queries, hash: Buffer, now: Date): Promise<SessionOwner | null> {
  const taken = await db
    .deleteFrom('sign_in_tokens')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('api_key_id')
    .executeTakeFirst()
  if (!taken) return null
  const key = await db
    .selectFrom('api_keys')
    .select(['id', 'organization_id', 'user_id'])
    .where('id', '=', taken.api_key_id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return key ? { organizationId: key.organization_id, apiKeyId: key.id, userId: key.user_id } : null
}

export async function dropOldSessions(db: Queries, nowMs: number): Promise<number> {
  const { begunAfter, usedAfter } = sessionLimits(nowMs)
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<=', new Date(nowMs)).execute()
  const result = await sql`
    delete from console_sessions where created_at <= ${begunAfter} or last_used_at <= ${usedAfter}`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
