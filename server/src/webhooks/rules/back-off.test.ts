import { expect, test } from 'vitest'
import { backOffMs, nextAttemptMs, RETRY_PERIOD_MS } from './back-off.ts'

function whole(retryAfterMs: number | null): number[] {
  const moments: number[] = []
  for (let nowMs = 0, attempts = 1; ; attempts++) {
    const next = nextAttemptMs({ nowMs, attempts, expiresAtMs: RETRY_PERIOD_MS, retryAfterMs })
    if (next === null) return moments
    moments.push(next)
    nowMs = next
  }
}

test('a message is tried again soon, then ever more seldom, and for the last time when its 24 hours end', () => {
  const moments = whole(null)
  expect(moments[0]).toBe(5_000)
  expect(moments.at(-1)).toBe(RETRY_PERIOD_MS)
  const waits = moments.slice(0, -1).map((moment, index) => moment - (moments[index - 1] ?? 0))
  expect(waits).toEqual([...waits].sort((one, other) => one - other))
  expect(moments.length).toBeLessThan(20)
})

test('Retry-After is heeded, up to an hour', () => {
  expect(whole(60_000)[0]).toBe(60_000)
  expect(whole(7 * 24 * 3_600_000)[0]).toBe(3_600_000)
})

test('a receiver that fails is left alone for longer each time, a quarter of an hour at most', () => {
  expect([1, 2, 3, 20, 2000].map(backOffMs)).toEqual([1000, 2000, 4000, 900_000, 900_000])
})
