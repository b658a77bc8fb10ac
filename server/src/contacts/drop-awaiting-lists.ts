/** Deletes uploads that were announced and never arrived. */
import type { Clock } from '../kernel/clock.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import { deleteAwaitingLists } from './queries.ts'
import { EXPIRED_UPLOAD_KEPT_MS } from './upload-link.ts'

const EVERY_MS = 10 * 60_000

export function dropAwaitingLists({ db, clock }: { db: Database; clock: Clock }): RecurringJob {
  return {
    name: 'drop-awaiting-lists',
    everyMs: EVERY_MS,
    runOnce: async () => ({ lists: await deleteAwaitingLists(db, new Date(clock.now() - EXPIRED_UPLOAD_KEPT_MS)) }),
  }
}
