import { expect, test } from 'vitest'
import { carrierLimitSeconds, conversationLimitMs, deadlineOf, JOINED_SECONDS_MAX } from './call-duration.ts'

test.each([
  [null, null, 600_000],
  [{ longest_call_seconds: 120 }, null, 120_000],
  [{ longest_call_seconds: 1800 }, 300_000, 300_000],
  [{ longest_call_seconds: null }, 900_000, 600_000],
])('a conversation with the settings %j and the other limit %j ends after %d ms', (settings, otherMs, ms) => {
  expect(conversationLimitMs(settings, otherMs)).toBe(ms)
})

test('the carrier is asked for more where people may be joined, or where that is not known', () => {
  expect(carrierLimitSeconds(1800, false)).toBe(1800)
  expect(carrierLimitSeconds(1800, true)).toBe(JOINED_SECONDS_MAX)
  expect(carrierLimitSeconds(1800, null)).toBe(JOINED_SECONDS_MAX)
})

test('a call is over after ringing, talking and a margin for the carrier', () => {
  expect(deadlineOf(1_000, { ringTimeoutSeconds: 30, maxCallSeconds: 1800 })).toBe(1_000 + 1_830_000 + 90_000)
})
