import { expect, test } from 'vitest'
import { CLAIMS_AHEAD_RATE, claimsAheadFrom } from './claims-ahead.ts'

test('at every rate a full deck is used up well before its claims are too old', () => {
  for (const rate of [20, 50, 100, CLAIMS_AHEAD_RATE, 5000]) {
    const { ends, withinMs, ageMs, sizeMax = Number.POSITIVE_INFINITY } = claimsAheadFrom(rate)
    expect((ends / withinMs) * 1000).toBeGreaterThanOrEqual(rate)
    expect((sizeMax / rate) * 1000).toBeLessThanOrEqual(ageMs / 2)
  }
})

test('the deck of a low rate is small, that of a high one has at most a hundred contacts', () => {
  expect(claimsAheadFrom(50)).toMatchObject({ ends: 17, sizeMax: 17 })
  expect(claimsAheadFrom(5000)).toMatchObject({ sizeMax: 100 })
})
