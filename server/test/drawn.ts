/**
 * For the time of the whole run only a part of some sweeps runs. The part is drawn for each commit, so that many commits cover all of it;
 * `npm run proof -- NAME` runs the whole. The run prints its draw, and OUTDIAL_DRAW sets another. No test may need what another one
 * did: with OUTDIAL_DRAW=none every drawn test is left out.
 */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'

const everything = process.env.OUTDIAL_PROOF !== undefined
const nothing = process.env.OUTDIAL_DRAW === 'none'
const seed = process.env.OUTDIAL_DRAW ?? String(Date.now())
const draws = new Map<string, number>()

/** A number from 0 on. Each file has its own series: the draw of one does not depend on which files its worker ran before. */
export function draw(below: number): number {
  const file = expect.getState().testPath?.replace(/^.*\/(server|web)\//, '') ?? ''
  const count = (draws.get(file) ?? 0) + 1
  draws.set(file, count)
  return createHash('sha256').update(`${seed} ${file} ${count}`).digest().readUInt32BE() % below
}

/** One in so many, evenly spread, from a start that is drawn. */
export function oneIn<T>(share: number, all: readonly T[]): T[] {
  const first = draw(share)
  return all.filter((_, index) => everything || index % share === first)
}

/** For tests of seconds that guard what rarely changes: `test.skipIf(leftOut())` holds one in three of them, or one in `share`. */
export const leftOut = (share = 3) => !everything && (nothing || draw(share) > 0)

/** Carriers of one dialect share most of their code: one of each is drawn; of the others every second. */
const DIALECTS = [
  ['twilio', 'signalwire', 'cloudonix'],
  ['plivo', 'vobiz'],
]

export function drawnCarriers<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  const kept = DIALECTS.map((names) => names[draw(names.length)])
  const others = oneIn(
    2,
    all.map(nameOf).filter((name) => !DIALECTS.some((names) => names.includes(name))),
  )
  return all.filter((one) => everything || [...kept, ...others].includes(nameOf(one)))
}
