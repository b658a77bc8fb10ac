/** May we dial at this moment, and when does the answer change? Wall time in the campaign's zone, with its gaps and overlaps. */
import { Temporal } from 'temporal-polyfill'

export interface Slot {
  /** 0 = Monday … 6 = Sunday. */
  day_of_week: number
  /** `HH:MM`. */
  start_time: string
  /** `HH:MM`, `24:00` included. Before the start: the slot goes on over midnight. */
  end_time: string
}

export interface Schedule {
  enabled: boolean
  timezone: string
  slots: readonly Slot[]
}

export interface WindowState {
  open: boolean
  /** The next moment at which `open` may change; null if it never does. */
  changesAtMs: number | null
}

const DAY_MINUTES = 24 * 60
const ALWAYS: WindowState = { open: true, changesAtMs: null }

/**
 * Open means: the wall clock in the zone reads a time inside a slot, start included, end not. Read that way a DST gap
 * needs no rule of its own (the skipped hour is never on the clock), and in an overlap both passes of the hour count.
 */
export function windowState(schedule: Schedule | null, nowMs: number): WindowState {
  if (!schedule?.enabled || schedule.slots.length === 0) return ALWAYS
  // Temporal takes whole milliseconds only; our clock, set by the database's, has fractions.
  const here = Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs)).toZonedDateTimeISO(schedule.timezone)
  const open = isInside(schedule.slots, here)
  return { open, changesAtMs: nextChange(schedule, here, open) }
}

function isInside(slots: readonly Slot[], here: Temporal.ZonedDateTime): boolean {
  const day = here.dayOfWeek - 1
  const minute = here.hour * 60 + here.minute
  return slots.some((slot) => {
    const start = minutes(slot.start_time)
    const end = minutes(slot.end_time)
    if (start < end) return slot.day_of_week === day && minute >= start && minute < end
    const dayAfter = (slot.day_of_week + 1) % 7
    return (slot.day_of_week === day && minute >= start) || (dayAfter === day && minute < end)
  })
}

/** A week, and one more, because the change of clocks may swallow a slot that comes once a week. */
const DAYS_AHEAD = 15

/**
 * Every wall time at which a slot begins or ends, from yesterday on for two weeks, as instants; plus the zone's own
 * transitions, because the wall clock jumps there. The first of them after now where the answer differs is the change.
 */
function nextChange(schedule: Schedule, here: Temporal.ZonedDateTime, open: boolean): number | null {
  const edges = new Set<number>()
  const today = here.toPlainDate()
  for (let offset = -1; offset <= DAYS_AHEAD; offset++) {
    const date = today.add({ days: offset })
    for (const slot of schedule.slots) {
      if (slot.day_of_week !== date.dayOfWeek - 1) continue
      const start = minutes(slot.start_time)
      const end = minutes(slot.end_time)
      addWallTime(edges, date, start, schedule.timezone)
      addWallTime(edges, date, start < end ? end : end + DAY_MINUTES, schedule.timezone)
    }
  }
  const transition = here.getTimeZoneTransition('next')
  if (transition) edges.add(transition.epochMilliseconds)
  for (const edge of [...edges].sort((a, b) => a - b)) {
    if (edge <= here.epochMilliseconds) continue
    const there = Temporal.Instant.fromEpochMilliseconds(edge).toZonedDateTimeISO(schedule.timezone)
    if (isInside(schedule.slots, there) !== open) return edge
  }
  return null
}

/** In an overlap a wall time happens twice; both count. In a gap it happens never; the transition itself is an edge. */
function addWallTime(edges: Set<number>, date: Temporal.PlainDate, minute: number, zone: string): void {
  const day = date.add({ days: Math.floor(minute / DAY_MINUTES) })
  const time = { hour: Math.floor((minute % DAY_MINUTES) / 60), minute: minute % 60 }
  const wall = day.toPlainDateTime(time)
  for (const disambiguation of ['earlier', 'later'] as const) {
    edges.add(wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds)
  }
}

function minutes(time: string): number {
  const [hours, rest] = time.split(':')
  return Number(hours) * 60 + Number(rest)
}
