/**
 * How often what is shown is read again. With few campaigns that is a second after an event; the more campaigns run, the rarer
 * and the larger the answers are, so that an open page beside 300 running campaigns costs at most 0.2 requests and 20 KB a second
 * (`npm run bench -- console` measures it).
 */

/** Events that come together are answered by one read. */
const GATHER_MS = 1_000
const PER_RUNNING_CAMPAIGN_MS = 200

/** By what the event changes: an act of this user, the state of a campaign, the list of live calls, figures. */
const AT_MOST_MS = { act: GATHER_MS, state: 10_000, live: 15_000, figures: 60_000 }
export type Touched = keyof typeof AT_MOST_MS

/** The least time between two reads of the same thing. */
export const leastMs = (touched: Touched, running: number): number =>
  Math.min(AT_MOST_MS[touched], Math.max(GATHER_MS, running * PER_RUNNING_CAMPAIGN_MS))

/** When to read what an event has just made stale. The first event after a quiet time is answered after a second. */
export const dueMs = (now: number, lastRead: number | undefined, least: number): number =>
  Math.max(now + GATHER_MS, (lastRead ?? Number.NEGATIVE_INFINITY) + least)

const CHARTS_MS = 5_000

/** Charts are looked at, not watched. */
export const chartsMs = (running: number): number => Math.max(CHARTS_MS, leastMs('figures', running))
