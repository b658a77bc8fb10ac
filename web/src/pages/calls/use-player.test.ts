import { expect, test } from 'vitest'
import { endOfSilence } from './use-player.ts'

/** Two seconds in twenty points: the person speaks in the first half second, the agent in the last. */
const peaks = {
  seconds: 2,
  person: Array.from({ length: 20 }, (_, at) => (at < 5 ? 0.5 : 0)),
  agent: Array.from({ length: 20 }, (_, at) => (at >= 15 ? 0.25 : 0)),
}

test('only silence that is long enough is skipped, to just before the next sound', () => {
  expect(endOfSilence(peaks, 0.2)).toBeNull()
  expect(endOfSilence(peaks, 0.5)).toBeCloseTo(1.4)
  expect(endOfSilence(peaks, 1.2)).toBeNull()
})
