/** Public holidays: the known calendars, and whether a date is a holiday. */
import { HOLIDAYS } from './holiday-data.ts'
import { epochDayOfDate } from './wall-clock.ts'

interface Calendar {
  /** Dates as days since 1970-01-01. */
  days: ReadonlySet<number>
  years: ReadonlySet<string>
}

const calendars = new Map<string, Calendar>()

/** Whether a holiday calendar with this name exists: `FR`, `US-RI`. */
export function isCalendar(name: string): boolean {
  return Object.hasOwn(HOLIDAYS, name)
}

export function calendarNames(): string[] {
  return Object.keys(HOLIDAYS)
}

function calendar(name: string): Calendar {
  let known = calendars.get(name)
  if (!known) {
    const days: number[] = []
    const years: string[] = []
    for (const line of (HOLIDAYS[name] ?? '').split(';')) {
      const [year = '', ...dates] = line.trim().split(' ')
      years.push(year)
      for (const date of dates) days.push(epochDayOfDate(`${year}-${date}`))
    }
    known = { days: new Set(days), years: new Set(years) }
    calendars.set(name, known)
  }
  return known
}

export interface HolidayRules {
  calendars: readonly string[]
  /** Dates as days since 1970-01-01. */
  added: ReadonlySet<number>
  removed: ReadonlySet<number>
}

/** A day that the policy removes is not a holiday, whatever the calendars contain. */
export function isHoliday(rules: HolidayRules, day: number): boolean {
  if (rules.removed.has(day)) return false
  return rules.added.has(day) || rules.calendars.some((name) => calendar(name).days.has(day))
}

/** Calendars without dates for this year: users who rely on them must be warned. */
export function calendarsWithoutYear(rules: HolidayRules, year: number): string[] {
  return rules.calendars.filter((name) => !calendar(name).years.has(String(year)))
}
