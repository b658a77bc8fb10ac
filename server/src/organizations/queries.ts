/** All SQL of this room. */

import { sql } from 'kysely'
import type { Scope } from '../http/route.ts'
import type { EgressGrant, EgressState } from '../kernel/egress.ts'
import type { Database, Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import { hasDeletions, isBeingDeleted } from './deletion-queries.ts'
import { lockOrganization } from './lock-organization.ts'
import type { UserRole } from './user-roles.ts'

const SHOWN = [
  'id',
  'name',
  'key_prefix',
  'scope',
  'user_id',
  'addresses',
  'created_at',
  'expires_at',
  'last_used_at',
  'archived_at',
] as const

export interface StoredApiKey {
  id: number
  name: string
  key_prefix: string
  scope: string
  /** The user who owns the key; null: it belongs to the organization. */
  user_id: number | null
  addresses: string[] | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  archived_at: Date | null
}

export function listApiKeys(
  db: Queries,
  organizationId: number,
  includeArchived: boolean,
  page: PageRequest = {},
): Promise<Page<StoredApiKey>> {
  let query = db.selectFrom('api_keys').select(SHOWN).where('organization_id', '=', organizationId)
  if (!includeArchived) query = query.where('archived_at', 'is', null)
  return readPage(query, 'id', page)
}

/** A valid key: neither archived nor expired, and its user, if it has one, is active. */
export async function findKeyByHash(db: Queries, hash: Buffer, now: Date) {
  const found = await db
    .selectFrom('api_keys as key')
    .innerJoin('organizations as organization', 'organization.id', 'key.organization_id')
    .leftJoin('users as owner', 'owner.id', 'key.user_id')
    .select(['key.id', 'key.organization_id', 'key.scope', 'key.addresses', 'organization.suspended_at'])
    .select(['owner.id as user_id', 'owner.name as user_name', 'owner.role as user_role'])
    .where('key.key_hash', '=', hash)
    .where('key.archived_at', 'is', null)
    .where('owner.deactivated_at', 'is', null)
    .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
    .executeTakeFirst()
  if (!found) return undefined
  const { id, organization_id, addresses } = found
  return {
    id,
    organization_id,
    addresses,
    key_scope: found.scope as Scope,
    user: userOfRow(found),
    suspended: found.suspended_at !== null,
  }
}

/** The user of a row that is joined with `users`. */
export function userOfRow(row: { user_id: number | null; user_name: string | null; user_role: string | null }) {
  const { user_id: id, user_name: name, user_role: role } = row
  return id === null || name === null ? null : { id, name, role: role as UserRole }
}

/** Finds a key that is no longer valid: archived, expired, or of a deactivated user. */
export function findInvalidKey(db: Queries, hash: Buffer) {
  return db.selectFrom('api_keys').select(['id', 'organization_id']).where('key_hash', '=', hash).executeTakeFirst()
}

/**
 * Whether another active key than `id` may change keys, belongs to the organization and does not expire. The organization must be
 * locked.
 */
export async function hasOtherAdminKey(db: Queries, organizationId: number, id: number | null): Promise<boolean> {
  const found = await db
    .selectFrom('api_keys')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '!=', id ?? 0)
    .where('scope', '=', 'admin')
    .where('archived_at', 'is', null)
    .where('expires_at', 'is', null)
    .where('user_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export function findApiKey(db: Queries, organizationId: number, id: number): Promise<StoredApiKey | undefined> {
  return db
    .selectFrom('api_keys')
    .select(SHOWN)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertApiKey(
  db: Queries,
  key: {
    organizationId: number
    name: string
    prefix: string
    hash: Buffer
    scope?: Scope
    userId?: number
    expiresAt?: Date | null
    addresses?: string[] | null
    now: Date
  },
): Promise<StoredApiKey> {
  return db
    .insertInto('api_keys')
    .values({
      organization_id: key.organizationId,
      name: key.name,
      key_prefix: key.prefix,
      key_hash: key.hash,
      scope: key.scope ?? 'admin',
      user_id: key.userId ?? null,
      expires_at: key.expiresAt ?? null,
      addresses: key.addresses ?? null,
      created_at: key.now,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
}

/** Archives with a time, reactivates with null. An unchanged state keeps its time. */
export function setArchived(
  db: Queries,
  organizationId: number,
  id: number,
  archivedAt: Date | null,
): Promise<StoredApiKey | undefined> {
  return db
    .updateTable('api_keys')
    .set((eb) => ({ archived_at: archivedAt === null ? null : eb.fn.coalesce('archived_at', eb.val(archivedAt)) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirst()
}

export async function saveKeyUse(db: Queries, uses: ReadonlyArray<{ id: number; at: Date }>): Promise<void> {
  for (const use of uses) {
    await db.updateTable('api_keys').set({ last_used_at: use.at }).where('id', '=', use.id).execute()
  }
}

export async function isAnyKeyUsed(db: Queries): Promise<boolean> {
  const found = await db
    .selectFrom('api_keys')
    .select('id')
    .where('last_used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export function findOrganization(db: Queries, name: string): Promise<{ id: number } | undefined> {
  return db.selectFrom('organizations').select('id').where('name', '=', name).executeTakeFirst()
}

export async function ensureOrganization(db: Queries, name: string, now: Date): Promise<number> {
  await db
    .insertInto('organizations')
    .values({ name, created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await db.selectFrom('organizations').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
}

export async function setMaxConcurrency(db: Queries, name: string, limit: number): Promise<boolean> {
  const result = await db
    .updateTable('organizations')
    .set({ max_concurrency: limit })
    .where('name', '=', name)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type SuspensionResult = { kind: 'changed'; id: number } | { kind: 'unknown' } | { kind: 'being_deleted' }

/**
 * Suspends with a reason, resumes with null. An organization whose deletion has begun is never resumed: its rules may be gone
 * already.
 */
export function setSuspended(
  db: Database,
  name: string,
  suspended: { at: Date; reason: string } | null,
): Promise<SuspensionResult> {
  return db.transaction().execute(async (tx) => {
    const found = await findOrganization(tx, name)
    if (!found) return { kind: 'unknown' }
    await lockOrganization(tx, found.id)
    if (suspended === null && (await isBeingDeleted(tx, found.id))) return { kind: 'being_deleted' }
    await suspendOrganization(tx, found.id, suspended)
    return { kind: 'changed', id: found.id }
  })
}

/** Suspends an organization. It must be locked. */
export async function suspendOrganization(
  db: Queries,
  id: number,
  suspended: { at: Date; reason: string } | null,
): Promise<void> {
  const change = { suspended_at: suspended?.at ?? null, suspended_reason: suspended?.reason ?? null }
  await db.updateTable('organizations').set(change).where('id', '=', id).execute()
}

export async function storedQuotas(db: Queries, organizationId: number): Promise<Partial<Record<string, number>>> {
  const found = await db
    .selectFrom('organizations')
    .select('quotas')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return found.quotas as Partial<Record<string, number>>
}

/** Sets a quota; null restores the default. */
export async function setQuota(db: Queries, name: string, quota: string, limit: number | null): Promise<boolean> {
  const change =
    limit === null
      ? sql<string>`quotas - ${quota}::text`
      : sql<string>`quotas || jsonb_build_object(${quota}::text, ${limit}::bigint)`
  const result = await db
    .updateTable('organizations')
    .set({ quotas: change })
    .where('name', '=', name)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export function listOrganizations(db: Queries) {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'max_concurrency', 'live_calls', 'created_at', 'suspended_at', 'suspended_reason'])
    .orderBy('id')
    .execute()
}

/** The keys among these that are still valid. */
export async function activeKeys(db: Queries, apiKeyIds: readonly number[], nowMs: number): Promise<Set<number>> {
  if (apiKeyIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('api_keys as key')
    .innerJoin('organizations as organization', 'organization.id', 'key.organization_id')
    .leftJoin('users as owner', 'owner.id', 'key.user_id')
    .select('key.id')
    .where('key.id', 'in', apiKeyIds)
    .where('key.archived_at', 'is', null)
    .where('owner.deactivated_at', 'is', null)
    .where('organization.suspended_at', 'is', null)
    .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', new Date(nowMs))]))
    .execute()
  return new Set(rows.map((row) => row.id))
}

/**
 * After a deletion the remaining organization does not count as alone: private networks stay closed until the operator opens
 * them (EGRESS_ALLOW).
 */
async function isAlwaysAlone(db: Queries): Promise<boolean> {
  const organizations = await db.selectFrom('organizations').select('id').limit(2).execute()
  return organizations.length < 2 && !(await hasDeletions(db))
}

export async function organizationNames(db: Queries): Promise<string[]> {
  return (await db.selectFrom('organizations').select('name').orderBy('id').execute()).map(({ name }) => name)
}

/**
 * The facts that decide who may reach private addresses. The grants are read first, so that the creation of a second organization
 * in between removes no access.
 */
export async function egressState(db: Queries): Promise<EgressState> {
  const rows = await db.selectFrom('egress_grants').select(['organization_id', 'host', 'address']).execute()
  const grants = rows.map(({ organization_id, host, address }) => ({ organizationId: organization_id, host, address }))
  return { grants, alone: await isAlwaysAlone(db) }
}

export async function insertEgressGrant(
  db: Queries,
  { organizationId, host, address }: EgressGrant,
  now: Date,
): Promise<void> {
  await db
    .insertInto('egress_grants')
    .values({ organization_id: organizationId, host: host.toLowerCase(), address, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function organizationById(db: Queries, id: number) {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'time_zone', 'max_concurrency', 'live_calls', 'created_at', 'listening_allowed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Whether operators may listen to live calls. */
export async function isListeningAllowed(db: Queries, id: number): Promise<boolean> {
  const found = await db.selectFrom('organizations').select('listening_allowed').where('id', '=', id).executeTakeFirst()
  return found?.listening_allowed === true
}

export async function changeOrganization(
  db: Queries,
  id: number,
  change: { time_zone?: string | undefined; listening_allowed?: boolean | undefined },
): Promise<void> {
  await db.updateTable('organizations').set(change).where('id', '=', id).execute()
}

/**
 * Counts a change of the policy; nodes cache rules and zones until this number changes. Returns the previous value. The
 * organization must be locked.
 */
export async function incrementPolicyVersion(db: Queries, organizationId: number): Promise<number> {
  const { policy_version } = await db
    .updateTable('organizations')
    .set((eb) => ({ policy_version: eb('policy_version', '+', 1) }))
    .where('id', '=', organizationId)
    .returning('policy_version')
    .executeTakeFirstOrThrow()
  return policy_version - 1
}

/** Whether the organization or one of its campaigns has ever had a policy. */
export async function hasPolicy(db: Queries, organizationId: number): Promise<boolean> {
  const { policy_version } = await db
    .selectFrom('organizations')
    .select('policy_version')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return policy_version > 0
}

export interface OrganizationSpending {
  currency: string | null
  max_spend_per_day: number | null
  time_zone: string
  /** Date in the organization's time zone: `2026-11-16`. */
  spent_on: string | null
  spent_today: number
  spent_calls: number
}

export async function findSpending(db: Queries, id: number): Promise<OrganizationSpending> {
  const { rows } = await sql<OrganizationSpending>`
    select currency, max_spend_per_day, time_zone, spent_on, spent_today, spent_calls
      from organizations where id = ${id}`.execute(db)
  return rows[0] as OrganizationSpending
}

/** Sets limits and currency. Sums restart when the currency changes, because the old sums are meaningless in another one. */
export async function saveSpending(
  db: Queries,
  id: number,
  { currency, maxPerDay }: { currency: string | null; maxPerDay: number | null },
): Promise<void> {
  await sql`
    update organizations set max_spend_per_day = ${maxPerDay}, currency = ${currency},
           spent_today = case when currency is not distinct from ${currency} then spent_today else 0 end,
           spent_calls = case when currency is not distinct from ${currency} then spent_calls else 0 end
     where id = ${id}`.execute(db)
}
