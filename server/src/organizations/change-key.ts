import { ApiError } from '../kernel/errors.ts'
import type { Database, Queries } from '../storage/database.ts'
import { lockOrganization } from './lock-organization.ts'
import { findApiKey, hasOtherAdminKey, type StoredApiKey, setArchived } from './queries.ts'
import { hasOtherAdministrator } from './user-queries.ts'

/** Whether another key or user with the right to create keys remains without this one. The organization must be locked. */
export async function doesAnotherAdminRemain(
  tx: Queries,
  organizationId: number,
  without: { keyId?: number; userId?: number },
): Promise<boolean> {
  return (
    (await hasOtherAdminKey(tx, organizationId, without.keyId ?? null)) ||
    (await hasOtherAdministrator(tx, organizationId, without))
  )
}

/** Archives with a time, reactivates with null. Another key or user that can create keys must remain. */
export function setKeyArchived(
  db: Database,
  organizationId: number,
  keyId: number,
  archivedAt: Date | null,
): Promise<StoredApiKey> {
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const key = await findApiKey(tx, organizationId, keyId)
    if (!key) throw new ApiError('api_key_not_found')
    const losesAdmin = archivedAt !== null && key.archived_at === null && key.scope === 'admin'
    if (losesAdmin && !(await doesAnotherAdminRemain(tx, organizationId, { keyId })))
      throw new ApiError('last_admin_key')
    return (await setArchived(tx, organizationId, keyId, archivedAt)) as StoredApiKey
  })
}
