/** A change of the queue's form is completed when the last node that knows only the old one is gone. */
import type pg from 'pg'
import type { Duty } from '../../kernel/duty.ts'
import {
  addMissingLanes,
  dropOldQueue,
  forgetPastRetries,
  hasOldQueue,
  olderNodes,
  requeueBehindMarks,
} from '../upgrade-queries.ts'

const EVERY_MS = 20_000
const ROWS_AT_ONCE = 5000

export function finishUpgrade(pool: pg.Pool): Duty {
  let finished = false
  return {
    name: 'finish-upgrade',
    everyMs: EVERY_MS,
    async runOnce() {
      if (finished) return { requeued: 0, tidied: 0 }
      if (!(await hasOldQueue(pool))) {
        finished = true
        return { requeued: 0, tidied: 0 }
      }
      await addMissingLanes(pool)
      if ((await olderNodes(pool)) > 0) return { requeued: 0, tidied: 0 }
      const requeued = await requeueBehindMarks(pool)
      let tidied = 0
      for (let some = ROWS_AT_ONCE; some === ROWS_AT_ONCE; tidied += some) {
        some = await forgetPastRetries(pool, ROWS_AT_ONCE)
      }
      await dropOldQueue(pool)
      return { requeued, tidied }
    },
  }
}
