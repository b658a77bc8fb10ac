/** The remaining budget, and how many calls it pays for. Amounts in millionths of the organization's currency. */
import { dateOfEpochDay, wallClockIn } from '../../policies/rules/wall-clock.ts'

/** Spending of an organization that has a currency. */
export interface DaySpending {
  currency: string
  timeZone: string
  maxPerDay: number | null
  /** The date of the figures, in the organization's time zone; null: nothing was spent yet. */
  spentOn: string | null
  spentToday: number
  /** Number of calls whose cost is in these figures. */
  callsToday: number
}

/** Spending of a campaign since its creation. */
export interface CampaignSpending {
  max: number | null
  spent: number
  calls: number
}

export interface Spending {
  max: number
  spent: number
  calls: number
}

/** Share of a limit at which operators are warned. */
export const SPEND_ALARM_SHARE = 0.8

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** The date in the organization's time zone: `2026-11-16`. */
export function localDate(timeZone: string, nowMs: number): string {
  return dateOfEpochDay(wallClockIn(timeZone, nowMs).day)
}

/** When the next day begins in that time zone. A day with a clock change is an hour shorter or longer. */
export function nextLocalDay(timeZone: string, nowMs: number): number {
  const { day, minute } = wallClockIn(timeZone, nowMs)
  const guessMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + (DAY_MINUTES - minute) * MINUTE_MS
  const there = wallClockIn(timeZone, guessMs)
  if (there.day <= day) return guessMs + (DAY_MINUTES - there.minute) * MINUTE_MS
  const earlierMs = guessMs - there.minute * MINUTE_MS
  return wallClockIn(timeZone, earlierMs).day > day ? earlierMs : guessMs
}

/** Cache: the current day of each time zone, which every transaction of the dialer needs for each organization. */
const currentDays = new Map<string, { startMs: number; nextMs: number }>()

/** When the current day began in that time zone. */
export function startOfLocalDay(timeZone: string, nowMs: number): number {
  const known = currentDays.get(timeZone)
  if (known && known.startMs <= nowMs && nowMs < known.nextMs) return known.startMs
  let startMs = nextLocalDay(timeZone, nowMs - 2 * DAY_MINUTES * MINUTE_MS)
  for (;;) {
    const nextMs = nextLocalDay(timeZone, startMs)
    if (nextMs > nowMs) {
      currentDays.set(timeZone, { startMs, nextMs })
      return startMs
    }
    startMs = nextMs
  }
}

/** Today's spending against the daily limit; null: there is no daily limit. */
export function spendingToday(spending: DaySpending | null | undefined, nowMs: number): Spending | null {
  if (!spending || spending.maxPerDay === null) return null
  const isToday = spending.spentOn === localDate(spending.timeZone, nowMs)
  return {
    max: spending.maxPerDay,
    spent: isToday ? spending.spentToday : 0,
    calls: isToday ? spending.callsToday : 0,
  }
}

export function campaignLimit(spending: CampaignSpending | undefined): Spending | null {
  return spending && spending.max !== null ? { ...spending, max: spending.max } : null
}

export function isBudgetSpent({ max, spent }: Spending): boolean {
  return spent >= max
}

/**
 * How many more calls the remaining budget pays for. The cost of live calls is unknown yet: each counts with the average so
 * far. The first calls of a day have no average, and are not held.
 */
export function callsWithinBudget(spending: Spending | null, liveCalls: number): number {
  if (spending === null) return Number.POSITIVE_INFINITY
  const { max, spent, calls } = spending
  if (spent >= max) return 0
  if (calls <= 0 || spent <= 0) return Number.POSITIVE_INFINITY
  return Math.max(0, Math.ceil(((max - spent) * calls) / spent) - liveCalls)
}

export type CrossedThreshold = 'alarm' | 'reached'

/** The threshold that an added amount has crossed; if both were crossed, the higher one. */
export function crossedThreshold(max: number, before: number, after: number): CrossedThreshold | null {
  if (before < max && after >= max) return 'reached'
  const alarm = max * SPEND_ALARM_SHARE
  return before < alarm && after >= alarm ? 'alarm' : null
}
