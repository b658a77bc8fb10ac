/**
 * Completes a schema change when the last node that knows only the old schema is gone. Missing indexes of large tables are built
 * immediately in the background; the old indexes are kept until then.
 */
import type pg from 'pg'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import type { IndexBuilder } from '../../storage/build-indexes.ts'
import type { QueueLayout } from '../store-postgres-lanes.ts'
import {
  addLanesToOldCampaigns,
  clearPastRetries,
  dropEarlierKeys,
  dropOldCalls,
  dropOldQueue,
  hasOldCalls,
  hasOldQueue,
  nodesWithoutKeys,
  olderNodes,
  requeueBehindMarks,
  shutOutNodesWithoutKeys,
  shutOutOlderNodes,
  tablesWithEarlierKeys,
} from '../upgrade-queries.ts'

const EVERY_MS = 20_000
const ROWS_AT_ONCE = 5000

export interface FinishUpgradeDeps {
  pool: pg.Pool
  indexes: IndexBuilder
  /** How the dialer finds due contacts; set when the lanes can be used. */
  queue?: QueueLayout
}

export function finishUpgrade({ pool, indexes, queue }: FinishUpgradeDeps): RecurringJob {
  let finished = false
  return {
    name: 'finish-upgrade',
    everyMs: EVERY_MS,
    async runOnce() {
      const nothing = { requeued: 0, tidied: 0, indexesMissing: 0 }
      if (finished) return nothing
      const missing = await indexes.look()
      const indexesMissing = missing.length
      if (queue) queue.byLanes = !missing.includes('contacts_of_lane')
      const [oldQueue, oldCalls] = [await hasOldQueue(pool), await hasOldCalls(pool)]
      const oldKeys = await tablesWithEarlierKeys(pool)
      finished = !oldQueue && !oldCalls && oldKeys.length === 0 && indexesMissing === 0
      if (oldQueue) await addLanesToOldCampaigns(pool)
      // Dropping the old index now would wait for the index build, and dialing nodes would wait behind it. The claim needs the
      // old index until then.
      if (finished || indexesMissing > 0 || (await olderNodes(pool)) > 0) return { ...nothing, indexesMissing }
      if (oldQueue || oldCalls) await shutOutOlderNodes(pool)
      const done = oldQueue ? await finishQueue(pool) : nothing
      if (oldCalls) await dropOldCalls(pool)
      if (oldKeys.length > 0) await finishKeys(pool, oldKeys)
      return { ...done, indexesMissing }
    },
  }
}

/** Each table in a transaction of its own, so that a busy one holds back no other. */
async function finishKeys(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  if ((await nodesWithoutKeys(pool)) > 0) return
  await shutOutNodesWithoutKeys(pool)
  for (const table of tables) await dropEarlierKeys(pool, table)
}

async function finishQueue(pool: pg.Pool): Promise<{ requeued: number; tidied: number }> {
  const requeued = await requeueBehindMarks(pool)
  let tidied = 0
  for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; tidied += some) {
    some = await clearPastRetries(pool, ROWS_AT_ONCE)
  }
  await dropOldQueue(pool)
  return { requeued, tidied }
}
