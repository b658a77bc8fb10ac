/** Deletes used media tokens after their expiry; until then they are stored so that none can be used twice. */
import type { Clock } from '../kernel/clock.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import { deleteExpiredMediaTokens } from './queries.ts'

const EVERY_MS = 10 * 60_000

export function dropMediaTokens({ db, clock }: { db: Database; clock: Clock }): RecurringJob {
  return {
    name: 'drop-media-tokens',
    everyMs: EVERY_MS,
    runOnce: async () => ({ tokens: await deleteExpiredMediaTokens(db, new Date(clock.now())) }),
  }
}
