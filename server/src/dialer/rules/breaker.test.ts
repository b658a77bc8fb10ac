import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTripped } from './breaker.ts'

const breaker = { enabled: true, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 5 }

describe('the breaker', () => {
  test('trips at its threshold, not before, and never on too few calls', () => {
    expect(isTripped(breaker, { finished: 4, failed: 4 })).toBe(false)
    expect(isTripped(breaker, { finished: 5, failed: 2 })).toBe(false)
    expect(isTripped(breaker, { finished: 6, failed: 3 })).toBe(true)
    expect(isTripped({ ...breaker, enabled: false }, { finished: 6, failed: 6 })).toBe(false)
  })

  test('never trips without a failure, however low the threshold', () => {
    expect(isTripped({ ...breaker, failure_threshold: 0 }, { finished: 100, failed: 0 })).toBe(false)
    expect(isTripped({ ...breaker, failure_threshold: 0 }, { finished: 100, failed: 1 })).toBe(true)
  })

  test('once tripped, more failures keep it tripped', () => {
    const counts = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat(200), fc.nat(50))
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), ([finished, part, more], failure_threshold) => {
        const failed = Math.min(finished, part)
        const rules = { ...breaker, failure_threshold }
        if (!isTripped(rules, { finished, failed })) return
        expect(isTripped(rules, { finished: finished + more, failed: failed + more })).toBe(true)
      }),
      { seed: 7 },
    )
  })
})
