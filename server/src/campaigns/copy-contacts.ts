/**
 * A campaign's contacts, which may be a million, are copied before it is there, in portions that are transactions of their own:
 * a long one would make every other organization's claims slower the longer it lasts. Then the campaign is made, all at once.
 */
import type { Transaction } from 'kysely'
import type { CopiedContacts } from '../dialer/queue.ts'
import type { Database } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { beginCopy, finishCopy, giveUpCopy } from './copy-queries.ts'
import { removeRows } from './remove-rows.ts'

export interface CampaignCopy {
  listId: number
  copy(campaignId: number): Promise<CopiedContacts>
  /** Makes the campaign, with this id; whatever it throws, nothing is left of the copy. */
  make(tx: Transaction<Schema>, campaignId: number, copied: CopiedContacts): Promise<void>
}

export async function copyThenMake(db: Database, { listId, copy, make }: CampaignCopy): Promise<number> {
  const campaignId = await beginCopy(db, listId)
  try {
    const copied = await copy(campaignId)
    await db.transaction().execute(async (tx) => {
      await make(tx, campaignId, copied)
      if (!(await finishCopy(tx, campaignId))) throw new Error('copying the contacts took too long and was given up')
    })
    return campaignId
  } catch (error) {
    // If not even this can be written, the duty finds it later.
    const givenUp = await giveUpCopy(db, campaignId).catch(() => false)
    if (givenUp) await removeRows(db, campaignId).catch(() => {})
    throw error
  }
}
