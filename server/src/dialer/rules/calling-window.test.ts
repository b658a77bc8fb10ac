import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Schedule, type Slot, windowState } from './calling-window.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const SCANNED_DAYS = 9

/** Zones and moments a few days before their clocks change: forward, back, by half an hour, and across the date line's summer. */
const TURNING_POINTS: ReadonlyArray<readonly [zone: string, near: string]> = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['Asia/Kolkata', '2026-06-01T00:00:00Z'],
  ['Pacific/Kiritimati', '2026-01-01T00:00:00Z'],
  ['UTC', '2026-02-28T23:00:00Z'],
]

const formatters = new Map<string, Intl.DateTimeFormat>()

/** What a clock on the wall shows, read from Intl: another source than the rule's own. */
function wallClock(zone: string, atMs: number): { day: number; minute: number } {
  let formatter = formatters.get(zone)
  if (!formatter) {
    const format = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...format })
    formatters.set(zone, formatter)
  }
  const parts = Object.fromEntries(formatter.formatToParts(atMs).map((part) => [part.type, part.value]))
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.weekday as string)
  return { day, minute: Number(parts.hour) * 60 + Number(parts.minute) }
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function isOpenOnTheWall(slots: readonly Slot[], wall: { day: number; minute: number }): boolean {
  return slots.some(({ day_of_week, start_time, end_time }) => {
    const sinceMidnight = wall.minute + ((wall.day - day_of_week + 7) % 7) * 24 * 60
    const start = minuteOf(start_time)
    const end = minuteOf(end_time) + (minuteOf(end_time) < start ? 24 * 60 : 0)
    return sinceMidnight >= start && sinceMidnight < end
  })
}

/** Walks minute by minute; clocks change at whole quarters, so that each quarter needs the wall clock once. */
function scan(schedule: Schedule, fromMs: number): { open: boolean; changesAtMs: number | null } {
  let quarter = Number.NaN
  let wall = { day: 0, minute: 0 }
  const at = (ms: number) => {
    const floor = Math.floor(ms / QUARTER_MS) * QUARTER_MS
    if (floor !== quarter) {
      quarter = floor
      wall = wallClock(schedule.timezone, quarter)
    }
    return { day: wall.day, minute: wall.minute + (ms - quarter) / MINUTE_MS }
  }
  const firstMinute = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS
  const open = isOpenOnTheWall(schedule.slots, at(firstMinute))
  for (let ms = firstMinute + MINUTE_MS; ms <= firstMinute + SCANNED_DAYS * 24 * 60 * MINUTE_MS; ms += MINUTE_MS) {
    if (isOpenOnTheWall(schedule.slots, at(ms)) !== open) return { open, changesAtMs: ms }
  }
  return { open, changesAtMs: null }
}

const clockTime = (latestMinute: number) =>
  fc
    .oneof(fc.integer({ min: 0, max: latestMinute }), fc.constantFrom(0, 90, 120, 150, 180, latestMinute))
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)

const slot: fc.Arbitrary<Slot> = fc
  .record({
    day_of_week: fc.integer({ min: 0, max: 6 }),
    start_time: clockTime(24 * 60 - 1),
    end_time: clockTime(24 * 60),
  })
  .filter(({ start_time, end_time }) => start_time !== end_time)

describe('a calling window', () => {
  test('is open exactly when the clock on the wall stands inside a slot, and says when that changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TURNING_POINTS),
        fc.integer({ min: -5 * 24 * 60, max: 24 * 60 }),
        fc.double({ min: 0, max: MINUTE_MS - 1, noNaN: true }),
        fc.array(slot, { minLength: 1, maxLength: 5 }),
        ([zone, near], offsetMinutes, restMs, slots) => {
          const schedule = { enabled: true, timezone: zone, slots }
          const nowMs = Date.parse(near) + offsetMinutes * MINUTE_MS + restMs
          const expected = scan(schedule, nowMs)
          const state = windowState(schedule, nowMs)
          expect(state.open).toBe(expected.open)
          if (expected.changesAtMs !== null) expect(state.changesAtMs).toBe(expected.changesAtMs)
        },
      ),
      { numRuns: 150, seed: 7 },
    )
  })

  test('without slots, or switched off, is always open', () => {
    const slots = [{ day_of_week: 0, start_time: '09:00', end_time: '10:00' }]
    const always = { open: true, changesAtMs: null }
    expect(windowState(null, 0)).toEqual(always)
    expect(windowState({ enabled: true, timezone: 'UTC', slots: [] }, 0)).toEqual(always)
    expect(windowState({ enabled: false, timezone: 'UTC', slots }, 0)).toEqual(always)
  })

  test('that the whole week long is open never closes', () => {
    const slots = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day_of_week: day, start_time: '00:00', end_time: '24:00' }))
    for (const [timezone, near] of TURNING_POINTS) {
      const state = windowState({ enabled: true, timezone, slots }, Date.parse(near) - 3_600_000)
      expect(state).toEqual({ open: true, changesAtMs: null })
    }
  })

  test('of a day ends at 24:00 and not a minute later', () => {
    const slots = [{ day_of_week: 6, start_time: '20:00', end_time: '24:00' }]
    const sunday = { enabled: true, timezone: 'Europe/Berlin', slots }
    const midnight = Date.parse('2026-06-07T22:00:00Z')
    expect(windowState(sunday, midnight - 1)).toEqual({ open: true, changesAtMs: midnight })
    expect(windowState(sunday, midnight).open).toBe(false)
  })

  test('that the change of clocks swallows whole opens again the week after', () => {
    const slots = [{ day_of_week: 6, start_time: '02:10', end_time: '02:50' }]
    const weekly = { enabled: true, timezone: 'Europe/Berlin', slots }
    const afterTheLastOne = Date.parse('2026-03-22T12:00:00Z')
    const state = windowState(weekly, afterTheLastOne)
    expect(state).toEqual({ open: false, changesAtMs: Date.parse('2026-04-05T00:10:00Z') })
  })

  test('inside the doubled hour is open in both passes', () => {
    const slots = [{ day_of_week: 6, start_time: '02:15', end_time: '02:45' }]
    const doubled = { enabled: true, timezone: 'Europe/Berlin', slots }
    const first = Date.parse('2026-10-25T00:15:00Z')
    expect(windowState(doubled, first)).toEqual({ open: true, changesAtMs: first + 30 * MINUTE_MS })
    const between = windowState(doubled, first + 30 * MINUTE_MS)
    expect(between).toEqual({ open: false, changesAtMs: first + 60 * MINUTE_MS })
    expect(windowState(doubled, first + 60 * MINUTE_MS).open).toBe(true)
  })

  test('closes so early that no phone rings after its end, and a slot too short to ring in never opens', () => {
    const RING_MS = 30_000
    const monday = (start_time: string, end_time: string): Schedule => ({
      enabled: true,
      timezone: 'UTC',
      slots: [{ day_of_week: 0, start_time, end_time }],
    })
    const close = Date.parse('2026-11-16T17:00:00Z')
    const nextWeek = Date.parse('2026-11-23T09:00:00Z')
    const hours = monday('09:00', '17:00')
    expect(windowState(hours, close - RING_MS - 1, RING_MS)).toEqual({ open: true, changesAtMs: close - RING_MS })
    expect(windowState(hours, close - RING_MS, RING_MS)).toEqual({ open: false, changesAtMs: nextWeek })
    expect(windowState(hours, close - RING_MS, 0).open).toBe(true)
    expect(windowState(monday('09:00', '09:01'), close, 60_000)).toEqual({ open: false, changesAtMs: null })
    // The end of one slot that is the start of the next closes nothing.
    const day = monday('00:00', '24:00')
    const whole = { ...day, slots: [...day.slots, { day_of_week: 1, start_time: '00:00', end_time: '12:00' }] }
    const midnight = Date.parse('2026-11-17T00:00:00Z')
    expect(windowState(whole, midnight - 1000, RING_MS).open).toBe(true)
  })
})
