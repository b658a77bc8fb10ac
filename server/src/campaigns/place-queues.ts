/** Copies the zones of a list to the contacts of its campaigns that are not over. */
import { campaignsToPlace, lookAgain, nameZones } from '../dialer/zones-of-queue.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { countPolicyChange } from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'

/** One campaign at a time, each under the lock of the organization: nobody is dialed by zones half changed. */
export async function placeQueues(db: Database, organizationId: number, listId: number): Promise<void> {
  for (const { id } of await campaignsToPlace(db, organizationId, listId)) {
    await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      await nameZones(tx, id)
      // The nodes remember which zones a campaign has, as long as this does not move.
      await countPolicyChange(tx, organizationId)
      await lookAgain(tx, id)
    })
  }
}
