/** All SQL of this room. */
import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'

interface Place {
  organizationId: number
  key: string
}

/** Claims the idempotency key for this request. Returns the existing entry instead if it is not older than `oldest`. */
export async function beginIdempotentRequest(
  db: Database,
  { organizationId, key, hash, now, oldest }: Place & { hash: Buffer; now: Date; oldest: Date },
): Promise<{ request_hash: Buffer; answer: string | null } | null> {
  for (;;) {
    const taken = await sql`
      insert into idempotency_keys (organization_id, key, request_hash, created_at)
      values (${organizationId}, ${key}, ${hash}, ${now})
      on conflict (organization_id, key) do update
        set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
        where idempotency_keys.created_at <= ${oldest}
      returning key`.execute(db)
    if (taken.rows.length > 0) return null
    const found = await db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'answer'])
      .where('organization_id', '=', organizationId)
      .where('key', '=', key)
      .executeTakeFirst()
    // If the entry was deleted in between, the first request failed, and this one may try.
    if (found) return found
  }
}

export async function finishIdempotentRequest(
  db: Database,
  { organizationId, key, answer }: Place & { answer: string },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .execute()
}

export async function forgetIdempotentRequest(db: Database, { organizationId, key }: Place): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('answer', 'is', null)
    .execute()
}

export async function deleteOldIdempotencyKeys(db: Database, before: Date): Promise<number> {
  const result = await db.deleteFrom('idempotency_keys').where('created_at', '<=', before).executeTakeFirst()
  return Number(result.numDeletedRows)
}
