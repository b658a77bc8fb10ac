import { expect, test } from 'vitest'
import { endOfDay, timeSince } from './time.ts'

test.each([
  ['2026-11-16', 'UTC', '2026-11-16T23:59:59.000Z'],
  ['2026-11-16', 'Europe/Berlin', '2026-11-16T22:59:59.000Z'],
  ['2026-07-01', 'America/Los_Angeles', '2026-07-02T06:59:59.000Z'],
  ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T09:59:59.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.000Z'],
  ['2026-10-24', 'Europe/Berlin', '2026-10-24T21:59:59.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.000Z'],
  ['2026-11-01', 'Asia/Kolkata', '2026-11-01T18:29:59.000Z'],
])('%s in %s ends at %s', (day, zone, end) => {
  expect(endOfDay(day, zone).toISOString()).toBe(end)
})

test('what has happened is never said to be in the future, although the clock of the page is behind', () => {
  expect(timeSince(10_000, 7_000)).toBe('now')
  expect(timeSince(8_000, 20_000)).toBe('12 s ago')
})
