/**
 * A campaign may have a million contacts. They are copied before the campaign exists, in portions with a transaction each: one
 * long transaction would slow down the claims of every other organization. Then the campaign is created in one step.
 */
import type { Transaction } from 'kysely'
import { listVersion, lockListVersion } from '../contacts/queries.ts'
import type { CheckNotCanceled, CopiedContacts } from '../dialer/queue.ts'
import { requestReview } from '../dialer/review-queues.ts'
import type { Database } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { abandonCopy, beginCopy, finishCopy, renewCopyLease } from './copy-queries.ts'
import { removeCampaignRows } from './remove-rows.ts'

export interface CampaignCopy {
  organizationId: number
  listId: number
  copy(campaignId: number, stillWanted: CheckNotCanceled): Promise<CopiedContacts>
  /** Creates the campaign with this id; if it throws, the copy is removed. */
  make(tx: Transaction<Schema>, campaignId: number, copied: CopiedContacts): Promise<void>
}

export async function copyThenCreate(db: Database, request: CampaignCopy): Promise<number> {
  const { organizationId, listId, copy, make } = request
  const campaign = await beginCopy(db, organizationId, listId)
  const campaignId = campaign.id
  try {
    const version = await listVersion(db, listId)
    const copied = await copy(campaignId, async () => {
      if (!(await renewCopyLease(db, campaign))) throw givenUp()
    })
    await db.transaction().execute(async (tx) => {
      await make(tx, campaignId, copied)
      // The list's zones were computed again during the copy. The lock on the list comes after the organization's, as everywhere.
      const isOutdated = (await lockListVersion(tx, listId)) !== version
      if (isOutdated) await requestReview(tx, [campaignId], { namesZones: true, stopsDialing: true })
      if (!(await finishCopy(tx, campaign))) throw givenUp()
    })
    return campaignId
  } catch (error) {
    // If this fails too, a recurring job finds and removes the copy later.
    const isToGo = await abandonCopy(db, campaign).catch(() => false)
    if (isToGo) await removeCampaignRows(db, campaignId).catch(() => {})
    throw error
  }
}

function givenUp(): Error {
  return new Error('copying the contacts took too long and was given up')
}
