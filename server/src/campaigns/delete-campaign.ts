/**
 * Deletes the campaign itself immediately, under the lock. Its calls and contacts, which may be millions, are deleted
 * afterwards in portions that block nothing. After a crash the recurring job finishes, on any node.
 */

import { eachSeparately } from '../kernel/each-separately.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import { type Actor, lockForAction, type OperationDeps } from './change-state.ts'
import type { StoredCampaign } from './queries.ts'
import type { RemovalStore } from './store.ts'

const EVERY_MS = 60_000

export async function deleteCampaign(
  deps: Pick<OperationDeps, 'campaigns'>,
  actor: Actor,
  id: number,
): Promise<StoredCampaign> {
  const campaign = await deps.campaigns.transaction(async (tx) => {
    const locked = await lockForAction(tx, actor, id, 'delete')
    if (locked.live_calls > 0) {
      throw new ApiError('campaign_has_live_calls', {
        message: `${locked.live_calls} calls of this campaign are still in progress; wait until they have ended.`,
      })
    }
    const key = { id, organizationId: actor.organizationId }
    await tx.resetBreakerCounts(key)
    await tx.noteRemoval(key)
    await tx.remove(id)
    return locked
  })
  await deps.campaigns.removeRows(id)
  return campaign
}

export function finishDeletions({ campaigns, log }: { campaigns: RemovalStore; log: Log }): RecurringJob {
  const name = 'finish-deletions'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce() {
      const unfinished = await campaigns.unfinishedRemovals()
      const each = { log, job: name, fieldsOf: (id: number) => ({ campaign_id: id }) }
      const failed = await eachSeparately(unfinished, each, (id) => campaigns.removeRows(id))
      return { finished: unfinished.length - failed, failed }
    },
  }
}
