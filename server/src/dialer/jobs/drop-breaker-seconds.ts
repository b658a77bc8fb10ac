/** Deletes breaker counts that are older than the breaker windows. */
import { sql } from 'kysely'
import type { Clock } from '../../kernel/clock.ts'
import type { RecurringJob } from '../../kernel/recurring-job.ts'
import type { Database } from '../../storage/database.ts'

const EVERY_MS = 10 * 60_000
/** Twice the longest breaker window. */
const KEPT_MS = 2 * 24 * 60 * 60_000

export function dropBreakerSeconds({ db, clock }: { db: Database; clock: Clock }): RecurringJob {
  return {
    name: 'drop-breaker-seconds',
    everyMs: EVERY_MS,
    async runOnce() {
      const before = new Date(clock.now() - KEPT_MS)
      const { numAffectedRows } = await sql`delete from breaker_seconds where second < ${before}`.execute(db)
      return { seconds: Number(numAffectedRows ?? 0n) }
    },
  }
}
