import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { deleteOldestEventsOf, organizationsWithOldEvents } from './queries.ts'
import { dropRange, eventRanges, lastEventId, timesIn } from './ranges.ts'

const EVERY_MS = 60 * 60_000
const BATCH = 5_000
const DAY_MS = 24 * 60 * 60_000
/** A range is dropped this much after its newest event is due, because the clocks of nodes and carriers differ. */
const CLOCKS_DIFFER_MS = 60 * 60_000
/** Rows of a range that spans no more than this are not deleted one by one: the range is dropped whole within that time. */
const SPAN_DROPPED_WHOLE_MS = 1.5 * DAY_MS

export interface DropDeps {
  db: Database
  clock: Clock
  retentionDays: number
}

/**
 * Recurring job: deletes events older than the retention. Ranges whose events are all too old are dropped whole. Rows are deleted
 * only in ranges that span more than about a day, so in small installations, in batches that hold no lock for long.
 */
export function dropOldEvents({ db, clock, retentionDays }: DropDeps) {
  return {
    name: 'drop-old-events',
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ dropped: number; rangesDropped: number; failed: number }> {
      const before = new Date(clock.now() - retentionDays * DAY_MS)
      const { rangesDropped, failed, rowsFromId } = await dropRanges(db, before)
      let dropped = 0
      // Ids that no range covered are in events_default, between those of ranges.
      for (const rows of [{ table: 'events', fromId: rowsFromId } as const, { table: 'events_default' } as const])
        for (const organizationId of await organizationsWithOldEvents(db, before, rows))
          for (let deleted = BATCH; deleted > 0; dropped += deleted)
            deleted = await deleteOldestEventsOf(db, organizationId, before, { batch: BATCH, ...rows })
      return { dropped, rangesDropped, failed }
    },
  }
}

/** Drops ranges from the oldest on. `rowsFromId`: rows before this id are in ranges that are soon dropped whole. */
async function dropRanges(db: Database, before: Date) {
  const last = await lastEventId(db)
  let [rangesDropped, failed, rowsFromId] = [0, 0, 0]
  for (const range of await eventRanges(db)) {
    // The sequence has not passed this range: it still gets events.
    if (range.pastId > last) break
    const times = await timesIn(db, range)
    const newestMs = times?.newest.getTime() ?? Number.NEGATIVE_INFINITY
    const newestDropped = new Date(before.getTime() - CLOCKS_DIFFER_MS)
    if (newestMs < newestDropped.getTime()) {
      const how = await dropRange(db, range, newestDropped)
      if (how === 'done') rangesDropped += 1
      if (how === 'locked') failed += 1
    } else if (times && newestMs - times.oldest.getTime() <= SPAN_DROPPED_WHOLE_MS) {
      if (times.oldest < before) rowsFromId = range.pastId
    } else break
  }
  return { rangesDropped, failed, rowsFromId }
}
