import type { Queries } from '../storage/database.ts'

/**
 * The first lock of every transaction that counts calls, changes a state or appends an event. The lock serializes these
 * transactions per organization: limits and counters stay exact, concurrent changes of a default cannot both win, and events are
 * numbered in commit order.
 */
/** The same statement as SQL text. */
export const LOCK_ORGANIZATION = 'select id from organizations where id = $1 for no key update'

export async function lockOrganization(db: Queries, organizationId: number): Promise<void> {
  await db.selectFrom('organizations').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute()
}
