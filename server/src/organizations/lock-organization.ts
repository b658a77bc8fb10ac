import { sql, type Transaction } from 'kysely'
import { systemClock } from '../kernel/clock.ts'
import { type Database, isStatementTimeout, type Queries } from '../storage/database.ts'
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

export type PortionEnd<T> = { isCancelled: false; result: T; heldMs: number } | { isCancelled: true }

/**
 * Runs one portion of long work under the organization's lock, in a transaction of its own. The lock is not held while the disk is
 * waited for: a crash can undo the last portions, so the work must be able to repeat them. `heldMs` is how long the lock was held,
 * which decides the size of the next portion. A statement that takes longer than `statementMsMax` is cancelled and the portion
 * undone, so that the lock is free again; null: no limit.
 */
export async function runPortionUnderLock<T>(
  db: Database,
  organizationId: number,
  statementMsMax: number | null,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<PortionEnd<T>> {
  let startedMs = 0
  try {
    const result = await db.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx)
      await lockForPortion(tx, organizationId, statementMsMax)
      startedMs = systemClock.monotonic()
      return work(tx)
    })
    return { isCancelled: false, result, heldMs: systemClock.monotonic() - startedMs }
  } catch (error) {
    if (statementMsMax !== null && startedMs > 0 && isStatementTimeout(error)) return { isCancelled: true }
    throw error
  }
}

/** The limit applies from the next statement on, so waiting for the lock does not count. */
async function lockForPortion(db: Queries, organizationId: number, statementMsMax: number | null): Promise<void> {
  if (statementMsMax === null) return lockOrganization(db, organizationId)
  await sql`select set_config('statement_timeout', ${String(statementMsMax)}, true)
              from organizations where id = ${organizationId} for no key update`.execute(db)
}
