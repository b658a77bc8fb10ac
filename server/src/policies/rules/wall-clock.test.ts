import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DaySpan,
  dateOfEpochDay,
  type HoursOfDay,
  mergeSpans,
  weekdayOfEpochDay,
  windowStateInAllZones,
  windowStateInZone,
} from './wall-clock.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const SCANNED_DAYS = 9

/** Zones and moments around which their clocks change: forward, back, by half an hour, at midnight, never. */
const TURNING_POINTS: ReadonlyArray<readonly [zone: string, near: string]> = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['America/Los_Angeles', '2026-11-01T09:00:00Z'],
  ['America/Phoenix', '2026-11-01T09:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['America/Havana', '2026-11-01T05:00:00Z'],
  ['Asia/Kolkata', '2026-06-01T00:00:00Z'],
  ['Pacific/Kiritimati', '2026-01-01T00:00:00Z'],
  ['Pacific/Pago_Pago', '2026-11-01T06:00:00Z'],
  ['UTC', '2026-02-28T23:00:00Z'],
]

const formatters = new Map<string, Intl.DateTimeFormat>()

const shown = new Map<string, { date: string; minute: number }>()

/** Many runs look at the same quarters of an hour. */
function wallClock(zone: string, atMs: number): { date: string; minute: number } {
  const quarter = Math.floor(atMs / QUARTER_MS) * QUARTER_MS
  const key = `${zone} ${quarter}`
  let clock = shown.get(key)
  if (!clock) {
    clock = readWallClock(zone, quarter)
    shown.set(key, clock)
  }
  return { date: clock.date, minute: clock.minute + Math.floor((atMs - quarter) / MINUTE_MS) }
}

/** What a clock on the wall shows, read from Intl: another source than the rule's own. */
function readWallClock(zone: string, atMs: number): { date: string; minute: number } {
  let formatter = formatters.get(zone)
  if (!formatter) {
    const format = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...format })
    formatters.set(zone, formatter)
  }
  const parts = Object.fromEntries(formatter.formatToParts(atMs).map((part) => [part.type, part.value]))
  return { date: `${parts.year}-${parts.month}-${parts.day}`, minute: Number(parts.hour) * 60 + Number(parts.minute) }
}

type Week = DaySpan[][]

function hoursOf(week: Week, closedDates: readonly string[]): HoursOfDay {
  return (day) => (closedDates.includes(dateOfEpochDay(day)) ? [] : (week[weekdayOfEpochDay(day)] ?? []))
}

function isOpenOnTheWall(zone: string, week: Week, closedDates: readonly string[], atMs: number): boolean {
  const { date, minute } = wallClock(zone, atMs)
  if (closedDates.includes(date)) return false
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return (week[weekday] ?? []).some(({ from, to }) => minute >= from && minute < to)
}

/** Clocks change at whole quarters and so do the hours drawn here: each quarter needs the wall clock once. */
function quarters(zones: readonly string[], week: Week, closed: readonly string[], fromMs: number): boolean[] {
  const first = Math.floor(fromMs / QUARTER_MS)
  return Array.from({ length: SCANNED_DAYS * 96 }, (_, index) =>
    zones.every((zone) => isOpenOnTheWall(zone, week, closed, (first + index) * QUARTER_MS)),
  )
}

const quarterOfDay = fc.integer({ min: 0, max: 96 }).map((quarter) => quarter * 15)
const day = fc
  .array(fc.tuple(quarterOfDay, quarterOfDay), { maxLength: 3 })
  .map((pairs) =>
    mergeSpans(pairs.filter(([a, b]) => a !== b).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))),
  )
const week = fc.array(day, { minLength: 7, maxLength: 7 })
const turningPoint = fc.constantFrom(...TURNING_POINTS)
const offsetMs = fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 }).map((minutes) => minutes * MINUTE_MS)

describe('hours on a wall clock', () => {
  it('agree with a scan of the wall clock, quarter by quarter, around every change of clocks', () => {
    fc.assert(
      fc.property(turningPoint, offsetMs, week, ([zone, near], offset, hours) => {
        const now = Date.parse(near) + offset
        const closed = [wallClock(zone, now + 86_400_000).date]
        const scan = quarters([zone], hours, closed, now)
        const state = windowStateInZone(zone, hoursOf(hours, closed), now, SCANNED_DAYS + 3)
        expect(state.open).toBe(scan[0])
        const change = scan.indexOf(!scan[0])
        if (change >= 0) expect(state.changesAtMs).toBe((Math.floor(now / QUARTER_MS) + change) * QUARTER_MS)
        else expect(state.changesAtMs === null || state.changesAtMs > now + (SCANNED_DAYS - 1) * 86_400_000).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('are open only where all zones are, and never for less than it rings', () => {
    const zones = fc.uniqueArray(fc.constantFrom(...new Set(TURNING_POINTS.map(([zone]) => zone))), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(
        turningPoint,
        offsetMs,
        week,
        zones,
        fc.constantFrom(0, 30_000, 20 * MINUTE_MS),
        (point, offset, hours, set, leastMs) => {
          const now = Date.parse(point[1]) + offset
          const scan = quarters(set, hours, [], now)
          const firstQuarter = Math.floor(now / QUARTER_MS)
          const openAt = (ms: number) => {
            const from = Math.floor(ms / QUARTER_MS) - firstQuarter
            const to = Math.floor((ms + leastMs) / QUARTER_MS) - firstQuarter
            return scan.slice(from, to + 1).every(Boolean)
          }
          const state = windowStateInAllZones(set, hoursOf(hours, []), now, { leastMs, horizonDays: SCANNED_DAYS })
          expect(state.open).toBe(openAt(now))
          const lastMs = now + (SCANNED_DAYS - 1) * 86_400_000
          const end = Math.min(state.changesAtMs ?? lastMs, lastMs)
          for (let at = now; at < end; at += MINUTE_MS * 5) expect(openAt(at)).toBe(state.open)
          if (state.changesAtMs !== null && state.changesAtMs < lastMs)
            expect(openAt(state.changesAtMs)).toBe(!state.open)
        },
      ),
      { numRuns: 80 },
    )
  })
})
