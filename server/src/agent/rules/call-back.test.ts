import { expect, test } from 'vitest'
import { callBackAtMs } from './call-back.ts'

/** Monday. */
const NOW = Date.parse('2026-11-16T09:30:00Z')
const at = (text: string, timezone = 'America/New_York') => {
  const ms = callBackAtMs(text, { nowMs: NOW, timezone })
  return ms === null ? null : new Date(ms).toISOString()
}

test.each([
  ['a collected time, in their zone', '2026-11-17T15:00', '2026-11-17T20:00:00.000Z'],
  ['a collected day is at ten', '2026-11-17', '2026-11-17T15:00:00.000Z'],
  ['words', 'tomorrow at three pm', '2026-11-17T20:00:00.000Z'],
  ['a while from now', 'in two hours', '2026-11-16T11:30:00.000Z'],
  ['what is past', '2026-11-16T03:00', null],
  ['what is too far away', '2027-11-17T15:00', null],
  ['no time at all', 'whenever you like', null],
  ['nothing', '', null],
  ['what no calendar has', '2026-13-77T10:00', null],
])('%s', (_, text, expected) => {
  expect(at(text)).toBe(expected)
})

test('the hour is that of the day itself, also after the clocks have changed', () => {
  const beforeChange = Date.parse('2026-10-30T12:00:00Z')
  const ms = callBackAtMs('2026-11-02T10:00', { nowMs: beforeChange, timezone: 'America/New_York' })
  expect(new Date(ms ?? 0).toISOString()).toBe('2026-11-02T15:00:00.000Z')
})
