/** All SQL of this room. */
import type { Queries } from '../storage/database.ts'

const SHOWN = ['id', 'name', 'key_prefix', 'created_at', 'last_used_at', 'archived_at'] as const

export interface StoredApiKey {
  id: number
  name: string
  key_prefix: string
  created_at: Date
  last_used_at: Date | null
  archived_at: Date | null
}

export function listApiKeys(db: Queries, organizationId: number, includeArchived: boolean): Promise<StoredApiKey[]> {
  let query = db.selectFrom('api_keys').select(SHOWN).where('organization_id', '=', organizationId).orderBy('id')
  if (!includeArchived) query = query.where('archived_at', 'is', null)
  return query.execute()
}

export function findKeyByHash(db: Queries, hash: Buffer): Promise<{ id: number; organization_id: number } | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'organization_id'])
    .where('key_hash', '=', hash)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

export function insertApiKey(
  db: Queries,
  key: { organizationId: number; name: string; prefix: string; hash: Buffer; now: Date },
): Promise<StoredApiKey> {
  return db
    .insertInto('api_keys')
    .values({
      organization_id: key.organizationId,
      name: key.name,
      key_prefix: key.prefix,
      key_hash: key.hash,
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

export async function rememberUse(db: Queries, uses: ReadonlyArray<{ id: number; at: Date }>): Promise<void> {
  for (const use of uses) {
    await db.updateTable('api_keys').set({ last_used_at: use.at }).where('id', '=', use.id).execute()
  }
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

export function listOrganizations(db: Queries) {
  return db
    .selectFrom('organizations')
    .select(['id', 'name', 'max_concurrency', 'live_calls', 'created_at'])
    .orderBy('id')
    .execute()
}

/** Of these keys, the ones that still open something. */
export async function activeKeys(db: Queries, apiKeyIds: readonly number[]): Promise<Set<number>> {
  if (apiKeyIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', apiKeyIds)
    .where('archived_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}
