/** Deletes expired sessions and unused sign-in tokens. */
import type { Clock } from '../kernel/clock.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import { dropOldSessions } from './session-queries.ts'

const EVERY_MS = 10 * 60_000

export function dropSessions({ db, clock }: { db: Database; clock: Clock }): RecurringJob {
  return {
    name: 'drop-sessions',
    everyMs: EVERY_MS,
    runOnce: async () => ({ sessions: await dropOldSessions(db, clock.now()) }),
  }
}
