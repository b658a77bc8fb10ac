import { ApiError, badReference } from '../kernel/errors.ts'
import type { Database, Queries } from '../storage/database.ts'
import { deleteList, findReadyList, lockReadyList, type StoredList } from './queries.ts'

export interface DeleteListDeps {
  db: Database
  /** Whether a campaign is made of it. */
  isListUsed(db: Queries, organizationId: number, listId: number): Promise<boolean>
}

export async function removeList(deps: DeleteListDeps, organizationId: number, sourceId: string): Promise<StoredList> {
  return deps.db.transaction().execute(async (tx) => {
    const list = await lockReadyList(tx, organizationId, sourceId)
    if (!list) throw new ApiError('contact_list_not_found')
    if (await deps.isListUsed(tx, organizationId, list.id)) throw new ApiError('contact_list_in_use')
    await deleteList(tx, organizationId, list.id)
    return list
  })
}

/** Asked before a file is read that shall take its place. */
export async function requireReplaceable(
  deps: DeleteListDeps,
  organizationId: number,
  sourceId: string,
): Promise<void> {
  const list = await findReadyList(deps.db, organizationId, sourceId)
  if (!list) throw badReference('contact_list_not_found')
  if (await deps.isListUsed(deps.db, organizationId, list.id)) throw new ApiError('contact_list_in_use')
}

/** The new list is there. Whoever made a campaign of the old one meanwhile keeps it. */
export async function dropReplaced(deps: DeleteListDeps, organizationId: number, sourceId: string): Promise<void> {
  try {
    await removeList(deps, organizationId, sourceId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
