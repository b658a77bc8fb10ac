/** Calling hours of a week, as pure functions over slots. Days count from Monday; minutes from the day's midnight. */
import { wallClock } from '../ui/time.ts'
import { DAYS, SHORT_DAYS } from '../ui/weekdays.ts'
import { formWords as w } from '../words/forms.ts'

export interface ApiSlot {
  day_of_week: number
  start_time: string
  end_time: string
}

/** A slot; `end` may exceed 24 hours, then it continues over midnight. */
export interface Slot {
  day: number
  start: number
  end: number
}

export const DAY_MINUTES = 24 * 60
export const WEEK_MINUTES = 7 * DAY_MINUTES
export const SLOT_STEP_MINUTES = 15
const minutes = (time: string): number => {
  const [hours = '0', rest = '0'] = time.split(':')
  return Number(hours) * 60 + Number(rest)
}

export function formatMinute(minute: number): string {
  const inDay = minute > DAY_MINUTES ? minute - DAY_MINUTES : minute
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

export function slotsFromApi(slots: readonly ApiSlot[]): Slot[] {
  return slots.map(({ day_of_week, start_time, end_time }) => {
    const start = minutes(start_time)
    const end = minutes(end_time)
    return { day: day_of_week, start, end: end <= start ? end + DAY_MINUTES : end }
  })
}

export function slotsToApi(slots: readonly Slot[]): ApiSlot[] {
  return inOrder(slots).map(({ day, start, end }) => ({
    day_of_week: day,
    start_time: formatMinute(start),
    end_time: formatMinute(end),
  }))
}

const inOrder = (slots: readonly Slot[]): Slot[] => [...slots].sort((a, b) => a.day - b.day || a.start - b.start)

/** Merges touching and overlapping slots, so that no hour is drawn twice. */
export function mergeSlots(slots: readonly Slot[]): Slot[] {
  const result: Slot[] = []
  for (const slot of inOrder(slots)) {
    const last = result.at(-1)
    if (last && last.day === slot.day && slot.start <= last.end) last.end = Math.max(last.end, slot.end)
    else result.push({ ...slot })
  }
  return result
}

/** Minutes per week in which calls may be placed; an hour in two slots counts once. */
export function openMinutes(slots: readonly Slot[]): number {
  const open = new Uint8Array(WEEK_MINUTES)
  for (const { day, start, end } of slots)
    for (let at = day * DAY_MINUTES + start; at < day * DAY_MINUTES + end; at++) open[at % WEEK_MINUTES] = 1
  return open.reduce((sum, minute) => sum + minute, 0)
}

function isOpen(slots: readonly Slot[], minute: number): boolean {
  return slots.some(({ day, start, end }) => {
    const from = day * DAY_MINUTES + start
    const length = end - start
    return (minute - from + WEEK_MINUTES) % WEEK_MINUTES < length
  })
}

export interface OpeningState {
  open: boolean
  /** Number of minutes until the state changes; null if it never does. */
  changesIn: number | null
}

export function openingStateAt(slots: readonly Slot[], at: number, zone: string): OpeningState {
  const { day, minute } = wallClock(at, zone)
  const now = day * DAY_MINUTES + minute
  const open = isOpen(slots, now)
  for (let ahead = 1; ahead <= WEEK_MINUTES; ahead++)
    if (isOpen(slots, (now + ahead) % WEEK_MINUTES) !== open) return { open, changesIn: ahead }
  return { open, changesIn: null }
}

/** A sentence such as "Open now, until 18:00." or "Closed now; opens tomorrow, 09:00." */
export function openingWords(slots: readonly Slot[], at: number, zone: string): string {
  if (slots.length === 0) return w.noneDrawn
  const { open, changesIn } = openingStateAt(slots, at, zone)
  if (changesIn === null) return open ? w.alwaysOpen : w.neverOpen
  const { day, minute } = wallClock(at, zone)
  const then = day * DAY_MINUTES + minute + changesIn
  const days = Math.floor(then / DAY_MINUTES) - day
  const time = formatMinute(then % DAY_MINUTES)
  const when =
    days === 0 ? time : days === 1 ? w.tomorrow(time) : `${DAYS[Math.floor(then / DAY_MINUTES) % 7]}, ${time}`
  return open ? w.openUntil(when) : w.opens(days === 0 ? w.today(time) : when)
}

/** Hours as text: "Mon to Fri 09:00 to 18:00", "Mon, Wed 09:00 to 12:00", "8 periods a week". */
export function hoursInWords(slots: readonly Slot[]): string {
  if (slots.length === 0) return w.noHours
  const first = slots[0] as Slot
  const alike = slots.every((slot) => slot.start === first.start && slot.end === first.end)
  if (!alike) return w.periods(slots.length, Math.round((openMinutes(slots) / 60) * 10) / 10)
  const days = [...new Set(slots.map((slot) => slot.day))].sort((a, b) => a - b)
  const short = (day: number) => SHORT_DAYS[day] as string
  const run = days.length > 2 && days.every((day, index) => index === 0 || day === (days[index - 1] as number) + 1)
  const names = run ? w.to(short(days[0] as number), short(days.at(-1) as number)) : days.map(short).join(', ')
  return `${names} ${w.to(formatMinute(first.start), formatMinute(first.end))}`
}

export const WEEKDAYS_9_TO_18: Slot[] = [0, 1, 2, 3, 4].map((day) => ({ day, start: 9 * 60, end: 18 * 60 }))
