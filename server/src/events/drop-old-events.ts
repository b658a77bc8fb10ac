import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { deleteOldestEvents } from './queries.ts'

const EVERY_MS = 60 * 60_000
const BATCH = 5_000
const DAY_MS = 24 * 60 * 60_000

export interface DropDeps {
  db: Database
  clock: Clock
  retentionDays: number
}

/** Recurring job: deletes events older than the retention, in batches that hold no lock for long. */
export function dropOldEvents({ db, clock, retentionDays }: DropDeps) {
  return {
    name: 'drop-old-events',
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ dropped: number }> {
      const before = new Date(clock.now() - retentionDays * DAY_MS)
      let dropped = 0
      for (;;) {
        const deleted = await deleteOldestEvents(db, before, BATCH)
        dropped += deleted
        if (deleted < BATCH) return { dropped }
      }
    },
  }
}
