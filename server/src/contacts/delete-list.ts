import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { deleteList, isUsedByCampaign, lockReadyList, type StoredList } from './queries.ts'

export async function removeList(db: Database, organizationId: number, sourceId: string): Promise<StoredList> {
  return db.transaction().execute(async (tx) => {
    const list = await lockReadyList(tx, organizationId, sourceId)
    if (!list) throw new ApiError('contact_list_not_found')
    if (await isUsedByCampaign(tx, organizationId, list.id)) throw new ApiError('contact_list_in_use')
    await deleteList(tx, organizationId, list.id)
    return list
  })
}
