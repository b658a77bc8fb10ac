import { removeCallRecords } from '../calls/queries.ts'
import { callsToRemove, hasCampaignRows, removeCalls, removeContacts } from '../dialer/queue.ts'
import type { Database } from '../storage/database.ts'
import { finishRemoval } from './queries.ts'

const AT_ONCE = 2000

/** Deletes calls and contacts of a deleted campaign. Each portion is a transaction. */
export async function removeCampaignRows(db: Database, campaignId: number): Promise<void> {
  for (;;) {
    const left = await db.transaction().execute(async (tx) => {
      const ids = await callsToRemove(tx, campaignId, AT_ONCE)
      if (ids.length > 0) {
        await removeCallRecords(tx, ids)
        await removeCalls(tx, ids)
      }
      return ids.length
    })
    if (left === 0) break
  }
  while ((await removeContacts(db, campaignId, AT_ONCE)) > 0);
  // Rows that this node did not find may be being deleted by another node; if that node stops, they still have to be removed.
  if (!(await hasCampaignRows(db, campaignId))) await finishRemoval(db, campaignId)
}
