/** Recurring job: sums figures by minute to quarters of an hour. Minutes are kept only for the charts of the last hours. */
import type { Clock } from '../kernel/clock.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import { sumMinutesIntoQuarterHours } from './queries.ts'
import { QUARTER_HOUR_MS } from './rules/buckets.ts'

const EVERY_MS = 60_000
const MINUTES_KEPT_MS = 3 * 60 * 60_000

/** The time since which figures by minute exist. */
export function minutesKeptFromMs(nowMs: number): number {
  return Math.floor((nowMs - MINUTES_KEPT_MS) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
}

export function sumUpMinutesJob({ db, clock }: { db: Database; clock: Clock }): RecurringJob {
  return {
    name: 'sum-up-minutes',
    everyMs: EVERY_MS,
    runOnce: async () => ({ minutes: await sumMinutesIntoQuarterHours(db, new Date(minutesKeptFromMs(clock.now()))) }),
  }
}
