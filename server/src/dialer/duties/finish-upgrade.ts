/** A change of the schema's form is completed when the last node that knows only the old one is gone. */
import type pg from 'pg'
import type { Duty } from '../../kernel/duty.ts'
import {
  addMissingLanes,
  dropOldCalls,
  dropOldQueue,
  forgetPastRetries,
  hasOldCalls,
  hasOldQueue,
  olderNodes,
  requeueBehindMarks,
  shutOutOlderNodes,
} from '../upgrade-queries.ts'

const EVERY_MS = 20_000
const ROWS_AT_ONCE = 5000

export function finishUpgrade(pool: pg.Pool): Duty {
  let finished = false
  return {
    name: 'finish-upgrade',
    everyMs: EVERY_MS,
    async runOnce() {
      const nothing = { requeued: 0, tidied: 0 }
      if (finished) return nothing
      const [oldQueue, oldCalls] = [await hasOldQueue(pool), await hasOldCalls(pool)]
      finished = !oldQueue && !oldCalls
      if (oldQueue) await addMissingLanes(pool)
      if (finished || (await olderNodes(pool)) > 0) return nothing
      await shutOutOlderNodes(pool)
      const done = oldQueue ? await finishQueue(pool) : nothing
      if (oldCalls) await dropOldCalls(pool)
      return done
    },
  }
}

async function finishQueue(pool: pg.Pool): Promise<{ requeued: number; tidied: number }> {
  const requeued = await requeueBehindMarks(pool)
  let tidied = 0
  for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; tidied += some) {
    some = await forgetPastRetries(pool, ROWS_AT_ONCE)
  }
  await dropOldQueue(pool)
  return { requeued, tidied }
}
