/** Recurring job: deletes figures older than two years. */
import type { Clock } from '../kernel/clock.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import { deleteQuarterHours } from './queries.ts'
import { dropWorkflowTraffic } from './traffic-queries.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_DAYS = 800

export function dropOldStatistics({ db, clock }: { db: Database; clock: Clock }): RecurringJob {
  return {
    name: 'drop-old-figures',
    everyMs: DAY_MS,
    async runOnce() {
      const before = new Date(clock.now() - KEPT_DAYS * DAY_MS)
      return { quarters: await deleteQuarterHours(db, before), traffic: await dropWorkflowTraffic(db, before) }
    },
  }
}
