/**
 * The campaign goes under the lock, at once; its calls and contacts, which may be millions, go afterwards in portions that
 * hold up nobody. What a crash leaves is finished by the duty, on whichever node.
 */
import { removeCallRecords } from '../calls/queries.ts'
import { callsToRemove, forgetBreaker, removeCalls, removeContacts } from '../dialer/queue.ts'
import type { Duty } from '../kernel/duty.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Database } from '../storage/database.ts'
import { type Actor, type CampaignDeps, lockFor } from './change-state.ts'
import { giveUpOldCopies } from './copy-queries.ts'
import { finishRemoval, noteRemoval, removeCampaign, type StoredCampaign, unfinishedRemovals } from './queries.ts'

const AT_ONCE = 2000
const EVERY_MS = 60_000

export async function deleteCampaign(
  deps: Pick<CampaignDeps, 'db'>,
  actor: Actor,
  id: number,
): Promise<StoredCampaign> {
  const campaign = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockFor(tx, actor, id, 'delete')
    if (locked.live_calls > 0) {
      throw new ApiError('campaign_has_live_calls', {
        message: `${locked.live_calls} calls of this campaign are still going on; wait until they have ended.`,
      })
    }
    await forgetBreaker(tx, id)
    await noteRemoval(tx, id)
    await removeCampaign(tx, id)
    return locked
  })
  await removeRows(deps.db, id)
  return campaign
}

/** Each portion is a transaction of its own. */
export async function removeRows(db: Database, campaignId: number): Promise<void> {
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
  await finishRemoval(db, campaignId)
}

export function finishDeletions({ db }: { db: Database }): Duty {
  return {
    name: 'finish-deletions',
    everyMs: EVERY_MS,
    async runOnce() {
      await giveUpOldCopies(db)
      const unfinished = await unfinishedRemovals(db)
      for (const id of unfinished) await removeRows(db, id)
      return { finished: unfinished.length }
    },
  }
}
