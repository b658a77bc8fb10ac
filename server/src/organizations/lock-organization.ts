import { sql, type Transaction } from 'kysely'
import { systemClock } from '../kernel/clock.ts'
import type { Database, Queries } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'

/**
 * SQL of the first lock of every transaction that counts calls, changes a state or appends an event. The lock serializes these
 * transactions per organization: limits and counters stay exact, concurrent changes of a default cannot both win, and events are
 * numbered in commit order.
 */
export const LOCK_ORGANIZATION = 'select id from organizations where id = $1 for no key update'

/** Takes the lock of `LOCK_ORGANIZATION`. */
export async function lockOrganization(db: Queries, organizationId: number): Promise<void> {
  await db.selectFrom('organizations').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute()
}

/**
 * Runs one portion of long work under the organization's lock, in a transaction of its own. The lock is not held while the disk is
 * waited for: a crash can undo the last portions, so the work must be able to repeat them. `heldMs` is how long the lock was held,
 * which decides the size of the next portion.
 */
export async function runPortionUnderLock<T>(
  db: Database,
  organizationId: number,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<{ result: T; heldMs: number }> {
  let startedMs = 0
  const result = await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await lockOrganization(tx, organizationId)
    startedMs = systemClock.monotonic()
    return work(tx)
  })
  return { result, heldMs: systemClock.monotonic() - startedMs }
}
