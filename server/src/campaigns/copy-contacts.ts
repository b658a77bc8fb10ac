/**
 * A campaign's contacts, which may be a million, are copied before it is there, in portions that are transactions of their own:
 * a long one would make every other organization's claims slower the longer it lasts. Then the campaign is made, all at once.
 */
import type { Transaction } from 'kysely'
import { listVersion, lockListVersion } from '../contacts/queries.ts'
import type { CopiedContacts, StillWanted } from '../dialer/queue.ts'
import { askReview } from '../dialer/review-queues.ts'
import type { Database } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { beginCopy, finishCopy, giveUpCopy, goOnCopying } from './copy-queries.ts'
import { removeRows } from './remove-rows.ts'

export interface CampaignCopy {
  listId: number
  copy(campaignId: number, stillWanted: StillWanted): Promise<CopiedContacts>
  /** Makes the campaign, with this id; whatever it throws, nothing is left of the copy. */
  make(tx: Transaction<Schema>, campaignId: number, copied: CopiedContacts): Promise<void>
}

export async function copyThenMake(db: Database, { listId, copy, make }: CampaignCopy): Promise<number> {
  const campaignId = await beginCopy(db, listId)
  try {
    const version = await listVersion(db, listId)
    const copied = await copy(campaignId, async () => {
      if (!(await goOnCopying(db, campaignId))) throw givenUp()
    })
    await db.transaction().execute(async (tx) => {
      await make(tx, campaignId, copied)
      // Where the contacts of the list may be has been worked out anew meanwhile. After the organization's lock, as everywhere.
      const isOutdated = (await lockListVersion(tx, listId)) !== version
      if (isOutdated) await askReview(tx, [campaignId], { namesZones: true, stopsDialing: true })
      if (!(await finishCopy(tx, campaignId))) throw givenUp()
    })
    return campaignId
  } catch (error) {
    // If not even this can be written, the duty finds it later.
    const isToGo = await giveUpCopy(db, campaignId).catch(() => false)
    if (isToGo) await removeRows(db, campaignId).catch(() => {})
    throw error
  }
}

function givenUp(): Error {
  return new Error('copying the contacts took too long and was given up')
}
