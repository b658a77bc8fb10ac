import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { deleteSettledDeliveries } from './delivery-queries.ts'

const EVERY_MS = 60 * 60_000
const KEPT_MS = 7 * 24 * 60 * 60_000
const BATCH = 5000

/** Recurring job: deletes finished deliveries, which are shown for a week. */
export function dropDeliveries({ db, clock }: { db: Database; clock: Clock }) {
  return {
    name: 'drop-deliveries',
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ dropped: number }> {
      let dropped = 0
      for (;;) {
        const deleted = await deleteSettledDeliveries(db, new Date(clock.now() - KEPT_MS), BATCH)
        dropped += deleted
        if (deleted < BATCH) return { dropped }
      }
    },
  }
}
