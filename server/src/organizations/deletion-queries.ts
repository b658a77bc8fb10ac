/** The SQL of deleting an organization, besides its rows in other tables. */
import type { Queries } from '../storage/database.ts'

export interface Deletion {
  id: number
  name: string
  reason: string
  begun_at: Date
  finished_at: Date | null
  rows_deleted: number
  recordings_deleted: number
}

/** Deletions, oldest first. */
export function listDeletions(db: Queries): Promise<Deletion[]> {
  return db.selectFrom('organization_deletions').selectAll().orderBy('begun_at').execute()
}

export async function hasDeletions(db: Queries): Promise<boolean> {
  return (await db.selectFrom('organization_deletions').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Whether a deletion of this organization, or of an older one, has ever begun. */
export async function hasDeletionUpTo(db: Queries, id: number): Promise<boolean> {
  const found = db.selectFrom('organization_deletions').select('id').where('id', '<=', id).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

export async function isBeingDeleted(db: Queries, id: number): Promise<boolean> {
  const found = db.selectFrom('organization_deletions').select('id').where('id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}

/** Records the begin of a deletion. An interrupted one is continued with its first reason. */
export async function recordDeletionBegun(
  db: Queries,
  { id, name, reason, begun_at }: Pick<Deletion, 'id' | 'name' | 'reason' | 'begun_at'>,
): Promise<void> {
  await db
    .insertInto('organization_deletions')
    .values({ id, name, reason, begun_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function addDeletedCounts(
  db: Queries,
  id: number,
  { rows, recordings }: { rows: number; recordings: number },
): Promise<void> {
  await db
    .updateTable('organization_deletions')
    .set((column) => ({
      rows_deleted: column('rows_deleted', '+', rows),
      recordings_deleted: column('recordings_deleted', '+', recordings),
    }))
    .where('id', '=', id)
    .execute()
}

/** Deletes the organization's row, in one transaction with the record that the deletion is complete. */
export async function finishDeletion(db: Queries, id: number, finished_at: Date): Promise<void> {
  await db.deleteFrom('organizations').where('id', '=', id).execute()
  await db.updateTable('organization_deletions').set({ finished_at }).where('id', '=', id).execute()
}
