/** Recurring job: deletes the times of calls to erased persons as soon as no calling rule counts them. */
import { dropErasedAttempts, organizationsWithErasedAttempts } from '../dialer/erasure-queries.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import { loadHistoryNeeded } from '../policies/load-policy.ts'
import type { Database } from '../storage/database.ts'

const EVERY_MS = 60 * 60_000
const BATCH = 1000

export function forgetErasedAttempts({ db, clock }: { db: Database; clock: Clock }): RecurringJob {
  return {
    name: 'forget-erased-attempts',
    everyMs: EVERY_MS,
    async runOnce() {
      let attempts = 0
      for (const organizationId of await organizationsWithErasedAttempts(db)) {
        const needed = await loadHistoryNeeded(db, organizationId)
        const now = new Date(clock.now())
        for (let some = BATCH; some === BATCH; attempts += some) {
          some = await dropErasedAttempts(db, organizationId, { now, needed, batch: BATCH })
        }
      }
      return { attempts }
    },
  }
}
