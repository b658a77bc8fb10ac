/** Recurring job: deletes the times of calls to erased persons as soon as no calling rule counts them. */
import { dropErasedAttempts, organizationsWithErasedAttempts } from '../dialer/erasure-queries.ts'
import type { Clock } from '../kernel/clock.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import { loadHistoryNeeded } from '../policies/load-policy.ts'
import type { Database } from '../storage/database.ts'

const EVERY_MS = 60 * 60_000
const BATCH = 1000

export function forgetErasedAttempts({ db, clock, log }: { db: Database; clock: Clock; log: Log }): RecurringJob {
  const name = 'forget-erased-attempts'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce() {
      let attempts = 0
      const each = { log, job: name, fieldsOf: (id: number) => ({ organization_id: id }) }
      const failed = await eachSeparately(await organizationsWithErasedAttempts(db), each, async (organizationId) => {
        const needed = await loadHistoryNeeded(db, organizationId)
        const now = new Date(clock.now())
        for (let some = BATCH; some === BATCH; attempts += some) {
          some = await dropErasedAttempts(db, organizationId, { now, needed, batch: BATCH })
        }
      })
      return { attempts, failed }
    },
  }
}
