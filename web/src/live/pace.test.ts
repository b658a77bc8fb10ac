import { expect, test } from 'vitest'
import { chartsMs, dueMs, leastMs } from './pace.ts'

test.each([
  [0, 1_000, 1_000, 1_000, 5_000],
  [5, 1_000, 1_000, 1_000, 5_000],
  [20, 4_000, 4_000, 4_000, 5_000],
  [300, 10_000, 15_000, 60_000, 60_000],
])('%i campaigns run: states after %i ms, live calls %i, figures %i, charts %i', (running, ...expected) => {
  const found = [leastMs('state', running), leastMs('live', running), leastMs('figures', running), chartsMs(running)]
  expect(found).toEqual(expected)
  expect(leastMs('act', running)).toBe(1_000)
})

test('the first event after a quiet time is answered after a second, further ones when the time is over', () => {
  expect(dueMs(100_000, undefined, 60_000)).toBe(101_000)
  expect(dueMs(100_000, 20_000, 60_000)).toBe(101_000)
  expect(dueMs(100_000, 90_000, 60_000)).toBe(150_000)
})
