import { expect, test } from 'vitest'
import { chartIntervalMs, minIntervalMs, nextReadAtMs, PendingRefetches } from './pace.ts'

test.each([
  [0, 1_000, 1_000, 1_000, 5_000],
  [5, 1_000, 1_000, 1_000, 5_000],
  [20, 4_000, 4_000, 4_000, 5_000],
  [300, 10_000, 20_000, 60_000, 60_000],
])('%i campaigns run: states after %i ms, live calls %i, figures %i, charts %i', (running, ...expected) => {
  const found = [
    minIntervalMs('state', running),
    minIntervalMs('live', running),
    minIntervalMs('figures', running),
    chartIntervalMs(running),
  ]
  expect(found).toEqual(expected)
  expect(minIntervalMs('act', running)).toBe(1_000)
})

test('the first event after a quiet time is answered after a second, further ones when the time is over', () => {
  expect(nextReadAtMs(100_000, undefined, 60_000)).toBe(101_000)
  expect(nextReadAtMs(100_000, 20_000, 60_000)).toBe(101_000)
  expect(nextReadAtMs(100_000, 90_000, 60_000)).toBe(150_000)
})

test('what lies below a key is read with it, and not once more for its own sake', () => {
  const reads = new PendingRefetches()
  const all = ['campaigns']
  const progress = ['campaigns', 'progress']
  const name = (key: string[]) => JSON.stringify(key)
  reads.note(all, 0, 60_000)
  reads.note(progress, 0, 60_000)
  reads.note(['campaignsOfOthers'], 0, 60_000)
  expect(reads.take(1_000)).toEqual([name(all), name(['campaignsOfOthers'])])
  expect(reads.nextMs()).toBeNull()
  // A minute after it was read as a part of the whole.
  expect(reads.note(progress, 30_000, 60_000)).toBe(61_000)
  expect([reads.take(60_999), reads.take(61_000), reads.take(62_000)]).toEqual([[], [name(progress)], []])
  // The whole was read a minute ago, a part of it since: the part does not hold up the whole.
  expect(reads.note(all, 70_000, 60_000)).toBe(71_000)
})
