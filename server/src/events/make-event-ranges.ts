import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { type EventRange, eventRanges, lastEventId, makeRange, timesIn } from './ranges.ts'

const EVERY_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** A range holds the events of about a day, within these limits. */
const RANGE_IDS_MIN = 1_000_000
const RANGE_IDS_MAX = 50_000_000
/** Ranges made ahead, in ranges of the current size: days in a large installation. A restore skips a million ids. */
const RANGES_AHEAD = 3
/** Ids assigned while a range is made, if none covers the present: these go to events_default. */
const IDS_LEFT_OUT = 100_000

/**
 * Recurring job: makes ranges of ids ahead of the sequence. An id without a range is stored in events_default: it is not lost, but
 * deleted row by row. The job then reports a failure, so that the alert on failing duties fires.
 */
export function makeEventRanges({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
  return {
    name: 'make-event-ranges',
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ made: number; failed: number }> {
      const last = await lastEventId(db)
      const ranges = await eventRanges(db)
      const size = await rangeSize(db, ranges, last, clock.now())
      let rangesEnd = ranges.at(-1)?.pastId ?? 0
      const isLate = rangesEnd <= last
      if (isLate)
        log.error({ lastEventId: last, rangesEnd }, 'making ranges of events too late; events are in events_default')
      let made = 0
      while (rangesEnd < last + RANGES_AHEAD * size) {
        const firstId = rangesEnd <= last ? last + IDS_LEFT_OUT : rangesEnd
        if ((await makeRange(db, rangesEnd, { firstId, pastId: firstId + size })) !== 'done') break
        rangesEnd = firstId + size
        made += 1
      }
      return { made, failed: isLate ? 1 : 0 }
    },
  }
}

/** Ids of a day at the speed of the current range and the one before it. */
async function rangeSize(db: Database, ranges: readonly EventRange[], last: number, nowMs: number): Promise<number> {
  const current = ranges.findIndex(({ firstId, pastId }) => (firstId ?? 0) <= last && last < pastId)
  for (const range of [ranges[current - 1], ranges[current]]) {
    if (!range || range.firstId === null) continue
    const times = await timesIn(db, range)
    if (!times) continue
    const days = Math.max((nowMs - times.oldest.getTime()) / DAY_MS, 1 / 24)
    const perDay = Math.ceil((last - range.firstId) / days)
    return Math.min(Math.max(perDay, RANGE_IDS_MIN), RANGE_IDS_MAX)
  }
  return RANGE_IDS_MIN
}
