import { locale } from '../words/language.ts'

/** Names of weekdays, Monday first; the first of January 2024 was a Monday. */
const dayNames = (weekday: 'long' | 'short'): readonly string[] => {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)))
}
export const DAYS = dayNames('long')
export const SHORT_DAYS = dayNames('short')
