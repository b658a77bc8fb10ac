/** Converts hours of a calling rule to slots of a week, and back. */
import type { Policy } from '../api/policy.ts'
import { DAY_MINUTES, formatMinute, type Slot } from './week.ts'

type Hours = NonNullable<Policy['hours']>

const DAY_KEYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const minute = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

export function slotsOf(hours: Policy['hours']): Slot[] {
  return DAY_KEYS.flatMap((key, day) =>
    (hours?.[key] ?? []).map(({ start, end }) => ({ day, start: minute(start), end: minute(end) || DAY_MINUTES })),
  )
}

/** Rules apply per local day of the called person, so a slot over midnight continues on the next morning. */
export function hoursOf(slots: readonly Slot[], before: Policy['hours']): Hours {
  const days = DAY_KEYS.map((): { start: string; end: string }[] => [])
  for (const { day, start, end } of slots) {
    days[day]?.push({ start: formatMinute(start), end: formatMinute(Math.min(end, DAY_MINUTES)) })
    if (end > DAY_MINUTES) days[(day + 1) % 7]?.unshift({ start: '00:00', end: formatMinute(end) })
  }
  const week = Object.fromEntries(DAY_KEYS.map((key, day) => [key, days[day]]))
  const { holiday, holiday_eve } = before ?? {}
  return { ...week, ...(holiday ? { holiday } : {}), ...(holiday_eve ? { holiday_eve } : {}) } as Hours
}
