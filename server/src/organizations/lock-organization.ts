import type { Queries } from '../storage/database.ts'

/**
 * The first lock of every transaction that counts calls, moves a state or appends an event. It makes those of one
 * organization take turns: limits and counters stay exact, two defaults at once become one after the other, and events
 * are numbered in the order of commits.
 */
/** The same for statements that are written out. */
export const LOCK_ORGANIZATION = 'select id from organizations where id = $1 for no key update'

export async function lockOrganization(db: Queries, organizationId: number): Promise<void> {
  await db.selectFrom('organizations').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute()
}
