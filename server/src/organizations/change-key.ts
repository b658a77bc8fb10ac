import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { lockOrganization } from './lock-organization.ts'
import { findApiKey, hasOtherAdminKey, type StoredApiKey, setArchived } from './queries.ts'

/** Archives with a time, reactivates with null. Somebody must always be left who can make keys. */
export function changeArchived(
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
    if (losesAdmin && !(await hasOtherAdminKey(tx, organizationId, keyId))) throw new ApiError('last_admin_key')
    return (await setArchived(tx, organizationId, keyId, archivedAt)) as StoredApiKey
  })
}
