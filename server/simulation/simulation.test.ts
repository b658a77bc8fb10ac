import { describe, expect, test } from 'vitest'
import { weekOfRules } from './rules-week.ts'
import { freshSeed, REGRESSIONS } from './seeds.ts'
import { liveOneDay } from './world.ts'

const FIXED_SEEDS = 16
const FRESH_SEEDS = 8

/** A failure names its seed and everything that was drawn, so that the day can be lived again: `npm run sim -- --seed N`. */
async function keepsEveryPromise(seed: number): Promise<void> {
  const { broken, drawn } = await liveOneDay(seed)
  expect(broken, `seed ${seed} drew ${drawn}`).toBeNull()
}

describe('a seeded day', () => {
  test.each(Array.from({ length: FIXED_SEEDS }, (_, index) => index + 1))('%i keeps every promise', keepsEveryPromise)

  test.each(Array.from({ length: FRESH_SEEDS }, freshSeed))(
    '%i, drawn for this run, keeps every promise',
    keepsEveryPromise,
  )

  test.each(REGRESSIONS)('%i keeps every promise: %s', keepsEveryPromise)

  test('is the same every time it is lived', async () => {
    for (const seed of [3, 11, 27]) {
      const [first, second] = [await liveOneDay(seed), await liveOneDay(seed, { keepLines: true })]
      expect(second.hash).toBe(first.hash)
      expect(second.steps).toBe(first.steps)
      expect(second.lines.length).toBeGreaterThan(10)
    }
    expect((await liveOneDay(3)).hash).not.toBe((await liveOneDay(11)).hash)
  })
})

/** The whole week: `npm run sim -- --week 1`. */
test('under packs of five countries nobody is rung outside the hours of their zones or too often, as clocks change', async () => {
  // Europe has changed its clocks that night; London, Berlin and Paris open one after the other, Australia closes.
  const part = { startMs: Date.parse('2026-10-26T07:40:00Z'), forMs: 100 * 60_000 }
  const { broken, calls, records } = await liveOneDay(5, { weather: weekOfRules(5, 60, part), finishedAfterMs: 0 })
  expect(broken).toBeNull()
  expect(calls).toBeGreaterThan(20)
  expect(records).toBeGreaterThanOrEqual(calls)
})
