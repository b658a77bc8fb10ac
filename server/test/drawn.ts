/**
 * For the time of the whole run only a part of some sweeps runs. The part is drawn for each run, so that many runs cover all of it;
 * `npm run proof -- NAME` runs the whole.
 */
import { randomInt } from 'node:crypto'

const everything = process.env.OUTDIAL_PROOF !== undefined

/** One in so many, evenly spread, from a start that is drawn. */
export function oneIn<T>(share: number, all: readonly T[]): T[] {
  const first = randomInt(share)
  return all.filter((_, index) => everything || index % share === first)
}

/** For tests of seconds that guard what rarely changes: `test.skipIf(leftOut())` holds one in three of them, or one in `share`. */
export const leftOut = (share = 3) => !everything && randomInt(share) > 0

/** Carriers of one dialect share most of their code: one of each is drawn; of the others every second. */
const DIALECTS = [
  ['twilio', 'signalwire', 'cloudonix'],
  ['plivo', 'vobiz'],
]

export function drawnCarriers<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  const kept = DIALECTS.map((names) => names[randomInt(names.length)])
  const others = oneIn(
    2,
    all.map(nameOf).filter((name) => !DIALECTS.some((names) => names.includes(name))),
  )
  return all.filter((one) => everything || [...kept, ...others].includes(nameOf(one)))
}
