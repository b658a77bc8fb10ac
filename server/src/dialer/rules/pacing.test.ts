import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availableTokens, BACKOFF_MS_MAX, backoffEnd, consumeTokens, nextTokenAt, paceOf } from './pacing.ts'

const callsPerSecond = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom(0.1, 0.5, 1.5, 7.5, 10.5, 12.3))

describe('pacing', () => {
  test('never lets more dials go than the rate in any second, however it is laid', () => {
    fc.assert(
      fc.property(callsPerSecond, fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 300 }), (rate, waits) => {
        const pace = paceOf(rate)
        const dials: number[] = []
        let nowMs = 1_800_000_000_000
        let pacedUntilMs = 0
        for (const waitMs of waits) {
          nowMs += waitMs
          const free = availableTokens(pace, pacedUntilMs, nowMs)
          if (free > 0) pacedUntilMs = consumeTokens(pace, pacedUntilMs, nowMs, free)
          for (let dial = 0; dial < free; dial++) dials.push(nowMs)
        }
        const most = Math.ceil(rate)
        for (let index = most; index < dials.length; index++) {
          expect((dials[index] as number) - (dials[index - most] as number)).toBeGreaterThanOrEqual(999)
        }
      }),
      { seed: 7 },
    )
  })

  test('says the moment of the next token: none before, one then', () => {
    fc.assert(
      fc.property(callsPerSecond, fc.integer({ min: 1, max: 40 }), (rate, rounds) => {
        const pace = paceOf(rate)
        let nowMs = 1_800_000_000_000
        let pacedUntilMs = 0
        for (let round = 0; round < rounds; round++) {
          const free = availableTokens(pace, pacedUntilMs, nowMs)
          expect(free).toBeGreaterThan(0)
          pacedUntilMs = consumeTokens(pace, pacedUntilMs, nowMs, free)
          const next = nextTokenAt(pace, pacedUntilMs)
          expect(next).toBeGreaterThan(nowMs)
          expect(availableTokens(pace, pacedUntilMs, next - 2)).toBe(0)
          nowMs = next
        }
      }),
      { seed: 7 },
    )
  })

  test('reaches nine tenths of the rate when asked as often as tokens come', () => {
    for (const rate of [1, 3, 10, 11, 25, 50, 100]) {
      const pace = paceOf(rate)
      const startMs = 1_800_000_000_000
      let nowMs = startMs
      let pacedUntilMs = 0
      let dials = 0
      while (nowMs < startMs + 60_000) {
        const free = availableTokens(pace, pacedUntilMs, nowMs)
        pacedUntilMs = consumeTokens(pace, pacedUntilMs, nowMs, free)
        dials += free
        nowMs = Math.max(nowMs + 1, nextTokenAt(pace, pacedUntilMs))
      }
      expect(dials).toBeGreaterThanOrEqual(rate * 60 * 0.88)
    }
  })

  test('an unused hour saves up no burst', () => {
    const pace = paceOf(20)
    expect(availableTokens(pace, 0, 1_800_000_000_000)).toBe(2)
    expect(availableTokens(paceOf(1), 0, 1_800_000_000_000)).toBe(1)
  })

  test('does not wait for a moment that was written before the clock was put back', () => {
    const pace = paceOf(5)
    const nowMs = 1_800_000_000_000
    const beforeMs = nowMs + 3_600_000
    const pacedUntilMs = consumeTokens(pace, 0, beforeMs, 1)
    expect(availableTokens(pace, pacedUntilMs, nowMs)).toBe(1)
    const nextMs = consumeTokens(pace, pacedUntilMs, nowMs, 1)
    expect(nextMs).toBe(nowMs + 200)
    expect(availableTokens(pace, nextMs, nowMs + 100)).toBe(0)
  })
})

test('a back-off that is longer than any was written before the clock was put back, and counts as past', () => {
  const nowMs = 1_800_000_000_000
  expect(backoffEnd(null, nowMs)).toBeNull()
  for (const untilMs of [nowMs - 1, nowMs + 1, nowMs + BACKOFF_MS_MAX + 1000])
    expect(backoffEnd(untilMs, nowMs)).toBe(untilMs)
  for (const untilMs of [nowMs + 2 * BACKOFF_MS_MAX, nowMs + 7_200_000]) expect(backoffEnd(untilMs, nowMs)).toBeNull()
})
