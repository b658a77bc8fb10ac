/** Formats times, each in a given zone. */

import { locale } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { duration } from './format.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** A formatter for display; `CALCULATED` is for values that this file parses again, which must be the same in every language. */
function format(zone: string, options: Intl.DateTimeFormatOptions, language = locale): Intl.DateTimeFormat {
  const key = `${language}:${zone}:${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, { timeZone: zone, ...options })
  formats.set(key, made)
  return made
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

let home: string | null = null

export function setHomeZone(zone: string): void {
  home = zone
}

/**
 * The zone of times without their own zone: the organization's, so that all its users read the same; before sign-in the
 * browser's.
 */
export const homeZone = (): string => home ?? ownZone()

/** The city of a zone: "London" for Europe/London. */
export const zoneName = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

export const timeOfDay = (at: Date | number, zone: string, seconds = false): string =>
  format(zone, { hour: '2-digit', minute: '2-digit', ...(seconds ? { second: '2-digit' } : {}) }).format(at)

const CALCULATED = 'en-GB'

const dayKey = (at: Date | number, zone: string): string =>
  format(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }, CALCULATED).format(at)

/** A complete time, "Fri 13 Nov 2026, 16:02", for texts that are read later or by others. */
export const fullMoment = (at: Date | number, zone: string): string =>
  `${format(zone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(at).replace(',', '')}, ${timeOfDay(at, zone)}`

/** A short time: "11:31" today, "Wed 09:50" within a week, "Fri 13 Nov, 16:02" beyond, with the year if it is another one. */
export function shortMoment(at: Date | number, zone: string, now = Date.now()): string {
  const time = timeOfDay(at, zone)
  if (dayKey(at, zone) === dayKey(now, zone)) return time
  const days = Math.abs(Number(at) - now) / 86_400_000
  if (days < 6) return `${format(zone, { weekday: 'short' }).format(at)} ${time}`
  if (yearOf(at, zone) !== yearOf(now, zone)) return fullMoment(at, zone)
  return `${format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at).replace(',', '')}, ${time}`
}

const yearOf = (at: Date | number, zone: string): string => format(zone, { year: 'numeric' }).format(at)

export const longDay = (at: Date | number, zone: string): string =>
  format(zone, { weekday: 'long', day: 'numeric', month: 'long' }).format(at).replace(',', '')

/** A relative time: "11 min ago", "in 3 s". */
export function relativeTime(at: Date | number, now = Date.now()): string {
  const seconds = (Number(at) - now) / 1000
  if (Math.abs(seconds) < 1.5) return shared.now
  const long = Math.abs(seconds)
  const words = long < 3600 || long >= 86_400 * 2 ? duration(long).split(' ').slice(0, 2).join(' ') : duration(long)
  return seconds < 0 ? shared.ago(words) : shared.in(words)
}

/** How long ago something happened. It is never in the future, although this page's clock may be behind. */
export const timeSince = (at: number, now = Date.now()): string => relativeTime(at, Math.max(at, now))

/** The day as a word: "ends today", "ends tomorrow", "ends Wed". */
export function dayWord(at: Date | number, zone: string, now = Date.now()): string {
  if (dayKey(at, zone) === dayKey(now, zone)) return shared.today
  if (dayKey(at, zone) === dayKey(now + 86_400_000, zone)) return shared.tomorrow
  if (dayKey(at, zone) === dayKey(now - 86_400_000, zone)) return shared.yesterday
  return format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at)
}

export const utcTitle = (at: Date | number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** The last second of a day (`2026-11-16`) in a zone. */
export const endOfDay = (day: string, zone: string): Date => dateOfWallClock(`${day}T23:59:59`, zone)

/** The following date (`2026-11-17`). */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** A wall-clock time (`2026-11-16T10:30`) in a zone, as a Date. */
export function dateOfWallClock(wall: string, zone: string): Date {
  const wanted = Date.parse(`${wall}Z`)
  const ahead = (at: number) => {
    const { minute } = wallClock(at, zone)
    const days = Math.round(
      (Date.parse(`${isoDay(at, zone)}T00:00:00Z`) - Math.floor(at / 86_400_000) * 86_400_000) / 86_400_000,
    )
    return days * 1440 + minute - Math.floor((at % 86_400_000) / 60_000)
  }
  const first = wanted - ahead(wanted) * 60_000
  // The offset may differ at that time because of a clock change, so it is computed again.
  return new Date(wanted - ahead(first) * 60_000)
}

const isoDay = (at: number, zone: string): string => dayKey(at, zone).split('/').reverse().join('-')

/** Start of the day in a zone; may be wrong on the day of a clock change. */
export function startOfDay(at: number, zone: string): number {
  const minute = Math.floor(at / 60_000) * 60_000
  return minute - wallClock(at, zone).minute * 60_000
}

/** Minutes since midnight and the day (Monday 0) in a zone. */
export function wallClock(at: Date | number, zone: string): { day: number; minute: number } {
  const parts = format(zone, { weekday: 'short', hour: '2-digit', minute: '2-digit' }, CALCULATED).formatToParts(at)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday'))
  return { day, minute: (Number(part('hour')) % 24) * 60 + Number(part('minute')) }
}
