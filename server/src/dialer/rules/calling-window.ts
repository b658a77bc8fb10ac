/**
 * Decides whether calling hours allow a dial now, and when that changes. Uses wall time in the campaign's zone, with its gaps and
 * overlaps.
 */
import {
  DAY_MINUTES,
  type DaySpan,
  type HoursOfDay,
  mergeSpans,
  parseMinuteOfDay,
  type WindowState,
  weekdayOfEpochDay,
  windowStateInAllZones,
  windowStateInZone,
} from '../../policies/rules/wall-clock.ts'

export type { WindowState }

export interface Slot {
  /** Day of the week: 0 = Monday … 6 = Sunday. */
  day_of_week: number
  /** Start of the slot, `HH:MM`. */
  start_time: string
  /** End of the slot, `HH:MM`, up to `24:00`. If it is before the start, the slot continues over midnight. */
  end_time: string
}

export interface Schedule {
  enabled: boolean
  timezone: string
  slots: readonly Slot[]
}

const ALWAYS: WindowState = { open: true, changesAtMs: null }

/** How many days ahead are searched: two weeks and a day, because a clock change may skip a slot that occurs once a week. */
const DAYS_AHEAD = 15

/** `ringMs`: how long a phone may ring. No call starts that could still ring after closing time. */
export function windowState(schedule: Schedule | null, nowMs: number, ringMs = 0): WindowState {
  if (!hasSlots(schedule)) return ALWAYS
  const { timezone, slots } = schedule
  if (ringMs === 0) return windowStateInZone(timezone, hoursOf(slots), nowMs, DAYS_AHEAD)
  return windowStateInAllZones([timezone], hoursOf(slots), nowMs, { leastMs: ringMs, horizonDays: DAYS_AHEAD })
}

export function hasSlots(schedule: Schedule | null): schedule is Schedule {
  return schedule?.enabled === true && schedule.slots.length > 0
}

/** The hours of each day; a slot over midnight is split into the end of its day and the beginning of the next. */
function hoursOf(slots: readonly Slot[]): HoursOfDay {
  const week: DaySpan[][] = Array.from({ length: 7 }, () => [])
  for (const slot of slots) {
    const from = parseMinuteOfDay(slot.start_time)
    const to = parseMinuteOfDay(slot.end_time)
    week[slot.day_of_week]?.push({ from, to: from < to ? to : DAY_MINUTES })
    if (from >= to) week[(slot.day_of_week + 1) % 7]?.push({ from: 0, to })
  }
  const tidied = week.map(mergeSpans)
  return (day) => tidied[weekdayOfEpochDay(day)] ?? []
}
