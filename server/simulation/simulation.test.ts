import { describe, expect, test } from 'vitest'
import { liveOneDay } from './world.ts'

const SEEDS_EACH_RUN = 24

/** Seeds that showed a fault, of the engine as it was or of one broken on purpose, with what it was. */
const REGRESSIONS: ReadonlyArray<readonly [seed: number, fault: string]> = []

async function keepsEveryPromise(seed: number): Promise<void> {
  const { broken } = await liveOneDay(seed)
  expect(broken).toBeNull()
}

describe('a seeded day', () => {
  test.each(Array.from({ length: SEEDS_EACH_RUN }, (_, index) => index + 1))(
    '%i keeps every promise',
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
