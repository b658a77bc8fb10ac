import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { policyInput } from '../src/policies/rules/policy.ts'
import { draw, oneIn } from '../test/drawn.ts'
import { replayDay } from './checkers/dry-run.ts'
import { FAULTS } from './faults-to-plant.ts'
import { WEEK_POLICY, weekOfRules } from './rules-week.ts'
import { FRESH_SEED_MAX, freshSeed, REGRESSIONS } from './seeds.ts'
import { liveOneDay } from './world.ts'

/** Together these days contain every order of ORDERS. Days that take long are run by `npm run sim` only. */
const FIXED_SEEDS = [3, 7, 17, 18, 19, 21, 22, 34, 43, 57]
const FRESH_SEEDS = 2
/** How long a day takes on this machine says nothing about its promises. */
const PATIENT = { timeout: 180_000 }

/** A failure names its seed and everything that was drawn, so that the day can be lived again: `npm run sim -- --seed N`. */
async function keepsEveryPromise(seed: number): Promise<void> {
  const { broken, drawn, orders } = await liveOneDay(seed)
  expect(broken, `seed ${seed} drew ${drawn}`).toBeNull()
  for (const kind of orders.keys()) carriedOut.add(kind)
}

const carriedOut = new Set<string>()
const ORDERS = [
  'a caller is taken',
  'a single call',
  'a single call to somebody on the line',
  'deletes',
  'drops the best hours of',
  'edits',
  'lifts rules',
  'lifts the hours of',
  'limits',
  'pauses',
  'pauses and deletes',
  'redials',
  'removes a number',
  'restores the route of',
  'revokes',
  'sets rules',
  'sets rules for',
  'starts',
  'stops the experiment of',
  'suppresses',
  'suspends',
]

describe('a seeded day', PATIENT, () => {
  test.each(FIXED_SEEDS)('%i keeps every promise', keepsEveryPromise)

  test.each(Array.from({ length: FRESH_SEEDS }, () => freshSeed(draw(FRESH_SEED_MAX))))(
    '%i, drawn for this commit, keeps every promise',
    keepsEveryPromise,
  )

  test.each(oneIn(3, REGRESSIONS))('%i keeps every promise: %s', keepsEveryPromise)

  test('and the others see every kind of order carried out', () => {
    expect([...carriedOut].sort()).toEqual(ORDERS)
  })

  test('is the same every time it is lived', async () => {
    for (const seed of oneIn(3, [3, 11, 27])) {
      const [first, second] = [await liveOneDay(seed), await liveOneDay(seed, { keepLines: true })]
      expect(second.hash).toBe(first.hash)
      expect(second.steps).toBe(first.steps)
      expect(second.lines.length).toBeGreaterThan(10)
    }
    expect((await liveOneDay(3)).hash).not.toBe((await liveOneDay(11)).hash)
  })
})

/** The whole week: `npm run sim -- --week 1`. */
test(
  'under packs of five countries nobody is rung outside the hours of their zones or too often, as clocks change',
  PATIENT,
  async () => {
    // Europe has changed its clocks that night; London, Berlin and Paris open one after the other, Australia closes.
    const part = { startMs: Date.parse('2026-10-26T07:40:00Z'), forMs: 100 * 60_000 }
    const day = await liveOneDay(5, { weather: weekOfRules(5, 60, part), finishedAfterMs: 0 })
    const { broken, calls, records, tables } = day
    expect(broken).toBeNull()
    expect(calls).toBeGreaterThan(20)
    expect(records).toBeGreaterThanOrEqual(calls)
    // Its own rules refuse none of its dials, stricter ones do.
    const [organizationId] = [...tables.ledger.keys()] as [number]
    const same = replayDay(tables, organizationId)
    expect(same.dials).toBeGreaterThan(20)
    expect(same).toMatchObject({ refused: 0, withoutRing: 0 })
    expect(Object.values(same.notJudged)).toEqual([0, 0, 0, 0])
    const once = policyInput.parse({ ...WEEK_POLICY, caps: [{ max: 1, hours: 168 }] })
    const stricter = replayDay(tables, organizationId, once)
    expect(stricter.refused).toBeGreaterThan(0)
    expect(stricter.refused).toBeLessThan(same.dials)
  },
)

test(
  'a retry waits for an hour in which the person was reached, and for none on a closed Saturday',
  PATIENT,
  async () => {
    // From Thursday morning on, and from Friday: in Germany and France no calls are allowed on the day after that.
    const waits = async (start: string) => {
      const part = { startMs: Date.parse(start), forMs: 200 * 60_000 }
      const { broken, tables } = await liveOneDay(6, { weather: weekOfRules(6, 90, part), finishedAfterMs: 0 })
      expect(broken).toBeNull()
      return [...tables.contacts.values()].filter(({ reachedAtMs }) => reachedAtMs).length
    }
    expect(await waits('2026-10-29T08:10:00Z')).toBeGreaterThan(0)
    await waits('2026-10-30T08:10:00Z')
  },
)

/** Trying them takes minutes: `npm run sim:plant`. */
describe('a planted fault', () => {
  const server = new URL('..', import.meta.url)
  /** Compiled and source differ by types, which no planted line has, and by these. */
  const bare = (text: string) => text.replace(/[\s;]/g, '')

  test.each(FAULTS)('can be planted, and the page says who notices: $what', ({ what, file, code, also }) => {
    const source = bare(readFileSync(new URL(file.replace(/\.js$/, '.ts'), server), 'utf8'))
    for (const part of also ? [code, also.code] : [code]) expect(source).toContain(bare(part))
    expect(readFileSync(new URL('README.md', import.meta.url), 'utf8')).toContain(`| ${what} | `)
  })
})
