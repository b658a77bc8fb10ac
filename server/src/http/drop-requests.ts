/** Deletes idempotency keys after a day; the same request then counts as a new one. */
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Idempotency } from './idempotency.ts'

const EVERY_MS = 10 * 60_000

export function dropOldIdempotencyKeys(idempotency: Pick<Idempotency, 'dropOld'>): RecurringJob {
  return {
    name: 'drop-requests',
    everyMs: EVERY_MS,
    runOnce: async () => ({ requests: await idempotency.dropOld() }),
  }
}
