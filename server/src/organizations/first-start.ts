/** Sets up an empty database for a new user: an organization with a key. */
import { sql, type Transaction } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { apiKeyPrefixOf, hashApiKey, newApiKey } from './api-key.ts'
import { ensureOrganization, insertApiKey } from './queries.ts'

export const FIRST_ORGANIZATION = 'Default'

export interface FirstStartResult {
  organizationId: number
  apiKeyId: number
  apiKey: string
}

/**
 * Returns null unless this was the first start. Nodes that start at the same time are serialized by a lock on the table, held
 * until the transaction ends.
 */
export async function firstStart(
  { db, clock }: { db: Database; clock: Clock },
  givenKey: string | null,
  /** Creates everything else of a new organization, in the same transaction. */
  made: (tx: Transaction<Schema>, organizationId: number, now: Date) => Promise<void> = async () => {},
): Promise<FirstStartResult | null> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table organizations in share row exclusive mode`.execute(tx)
    const found = await tx.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
    if (found) return null
    const now = new Date(clock.now())
    const organizationId = await ensureOrganization(tx, FIRST_ORGANIZATION, now)
    const apiKey = givenKey ?? newApiKey()
    const { id: apiKeyId } = await insertApiKey(tx, {
      organizationId,
      name: 'first key',
      prefix: apiKeyPrefixOf(apiKey),
      hash: hashApiKey(apiKey),
      now,
    })
    await made(tx, organizationId, now)
    return { organizationId, apiKeyId, apiKey }
  })
}
