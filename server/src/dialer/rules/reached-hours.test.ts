import { describe, expect, test } from 'vitest'
import { seededRng } from '../../kernel/rng.ts'
import { type Schedule, windowState } from './calling-window.ts'
import { isOtherTimeOfDay } from './outcomes.ts'
import { hourOf, type PlannedRetry, preferReachedHour, REACHED_HOUR_WAIT_MS_MAX } from './reached-hours.ts'

const ZONE = 'Europe/Berlin'
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Local time in Berlin, in winter an hour ahead of UTC. */
const at = (text: string) => Date.parse(`${text}:00+01:00`)
const always = () => ({ open: true, changesAtMs: null })

const retry = (more: Partial<PlannedRetry>): PlannedRetry => ({
  dueMs: at('2026-11-16T10:20'),
  reachedMs: [],
  zone: ZONE,
  notAfterMs: null,
  window: always,
  ...more,
})

const daily = (start_time: string, end_time: string): Schedule => ({
  enabled: true,
  timezone: ZONE,
  slots: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time, end_time })),
})

describe('the best hour of a retry', () => {
  test('is the next hour of the day in which the person was reached', () => {
    const reachedMs = [at('2026-11-09T18:40'), at('2026-11-02T18:05'), at('2026-11-03T20:00')]
    expect(preferReachedHour(retry({ reachedMs }))).toEqual({
      atMs: at('2026-11-16T18:00'),
      reachedAtMs: at('2026-11-09T18:40'),
    })
  })

  test('changes nothing for a person who was never reached, or if the retry is due in such an hour', () => {
    expect(preferReachedHour(retry({}))).toBeNull()
    expect(preferReachedHour(retry({ reachedMs: [at('2026-11-09T10:59')] }))).toBeNull()
    expect(preferReachedHour(retry({ reachedMs: [at('2026-08-01T18:00')] }))).toBeNull()
  })

  test('may be on the next day, but never later than the bound', () => {
    const reachedMs = [at('2026-11-09T09:10')]
    expect(preferReachedHour(retry({ reachedMs }))?.atMs).toBe(at('2026-11-17T09:00'))
    const isMonday = (atMs: number) => ({ open: atMs < at('2026-11-17T00:00'), changesAtMs: at('2026-11-18T00:00') })
    expect(preferReachedHour(retry({ reachedMs, window: isMonday }))).toBeNull()
    // Closed until ten minutes after the bound, in the hour in which the person was reached.
    const opensMs = at('2026-11-17T10:30')
    const fromTuesday = (atMs: number) => ({ open: atMs >= opensMs, changesAtMs: atMs >= opensMs ? null : opensMs })
    expect(preferReachedHour(retry({ reachedMs: [at('2026-11-09T10:40')], window: fromTuesday }))).toBeNull()
  })

  test('lies within the calling hours, which may begin in the middle of it', () => {
    const reachedMs = [at('2026-11-09T18:10'), at('2026-11-09T21:10')]
    const within = (from: string, to: string) => (atMs: number) => windowState(daily(from, to), atMs, 30_000)
    expect(preferReachedHour(retry({ reachedMs, window: within('18:30', '22:00') }))?.atMs).toBe(at('2026-11-16T18:30'))
    expect(preferReachedHour(retry({ reachedMs, window: within('19:00', '22:00') }))?.atMs).toBe(at('2026-11-16T21:00'))
    expect(preferReachedHour(retry({ reachedMs, window: within('09:00', '18:00') }))).toBeNull()
  })

  test('ends before the time until which the person may be called', () => {
    const reachedMs = [at('2026-11-09T18:10')]
    expect(preferReachedHour(retry({ reachedMs, notAfterMs: at('2026-11-16T18:45') }))).toBeNull()
    expect(preferReachedHour(retry({ reachedMs, notAfterMs: at('2026-11-16T19:00') }))?.atMs).toBe(
      at('2026-11-16T18:00'),
    )
  })

  test('is at another time of day than the last attempt if the campaign wants that', () => {
    const lastMs = at('2026-11-16T18:00')
    const isAllowed = (atMs: number) => isOtherTimeOfDay(lastMs, atMs)
    const reachedMs = [at('2026-11-09T19:10'), at('2026-11-09T13:00')]
    const dueMs = at('2026-11-17T09:00')
    expect(preferReachedHour(retry({ dueMs, reachedMs, isAllowed }))?.atMs).toBe(at('2026-11-17T13:00'))
    expect(preferReachedHour(retry({ dueMs, reachedMs: reachedMs.slice(0, 1), isAllowed }))).toBeNull()
  })

  test('for any person: later than due, within the bound, open, and in an hour in which they answered', () => {
    const rng = seededRng(11)
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']
    for (let round = 0; round < 2000; round++) {
      const pick = (below: number) => Math.floor(rng.next() * below)
      const zone = zones[pick(zones.length)] as string
      // Both clock changes of a year are among these days.
      const dueMs = Date.parse('2026-01-01T00:00:00Z') + pick(365 * 24 * 60) * 60_000
      const reachedMs = Array.from({ length: 1 + pick(3) }, () => dueMs - pick(90 * DAY))
      const start = pick(20)
      const schedule = { ...daily(`${String(start).padStart(2, '0')}:30`, '23:00'), timezone: zone }
      const notAfterMs = rng.next() < 0.3 ? dueMs + pick(2 * DAY) : null
      const window = (atMs: number) => windowState(schedule, atMs, 30_000)
      const found = preferReachedHour({ dueMs, reachedMs, zone, notAfterMs, window })
      if (!found) continue
      expect(found.atMs).toBeGreaterThan(dueMs)
      expect(found.atMs).toBeLessThanOrEqual(dueMs + REACHED_HOUR_WAIT_MS_MAX)
      expect(window(found.atMs).open).toBe(true)
      expect(reachedMs).toContain(found.reachedAtMs)
      expect(hourOf(zone, found.atMs)).toBe(hourOf(zone, found.reachedAtMs))
      if (notAfterMs !== null) expect(found.atMs).toBeLessThan(notAfterMs)
    }
  })
})
