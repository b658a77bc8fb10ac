import { expect, test } from 'vitest'
import { heatColourIndex } from './heat-map.tsx'

test.each([
  ['rates from 10 to 25 %', 0.1, 0.25, [0, 2, 5]],
  ['rates from 30 to 60 %', 0.3, 0.6, [0, 2, 5]],
  ['rates that hardly differ', 0.2, 0.23, [0, 0, 1]],
  ['a single rate', 0.2, 0.2, [0, 0, 0]],
])('%s: the lowest, one below the middle, the highest', (_name, lowest, highest, expected) => {
  const below = lowest + (highest - lowest) * 0.45
  expect([lowest, below, highest].map((share) => heatColourIndex(share, lowest, highest))).toEqual(expected)
})
