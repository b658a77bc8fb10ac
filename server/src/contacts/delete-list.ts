import { ApiError } from '../kernel/errors.ts'
import type { Database, Queries } from '../storage/database.ts'
import { deleteList, lockReadyList, type StoredList } from './queries.ts'

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
