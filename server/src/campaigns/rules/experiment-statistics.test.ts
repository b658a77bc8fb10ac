import { describe, expect, test } from 'vitest'
import { drawnArm } from '../../dialer/rules/experiment.ts'
import { type Rng, seededRng } from '../../kernel/rng.ts'
import { type ArmTally, compareArms, FALSE_ALARM_MAX, rateInterval, verdictOf } from './experiment-statistics.ts'

/** `npm run proof -- experiments 1` runs ten thousand campaigns; here are a few, always the same ones. */
const isProof = process.env.OUTDIAL_PROOF === 'experiments'
const CAMPAIGNS = isProof ? 10_000 : 40
const PEOPLE = isProof ? 4000 : 400
const POWER_CAMPAIGNS = isProof ? 1000 : 20

const PATIENT_MS = 900_000

const tally = (successes: number, finished: number, share = 50): ArmTally => ({ successes, finished, share })

interface Trial {
  shares: number[]
  people: number
  campaignId: number
  /** By the dialer's own draw, which takes longer than one by chance. */
  isDrawnByDialer?: boolean
  /** Whether the person of this arm has success; `age`: how far the campaign is, from 0 to 1. */
  succeeds(arm: number, rng: Rng, age: number): boolean
}

/** People finish one after the other, and the arms are compared after each. Returns after how many people there was a verdict. */
function peopleUntilVerdict({ shares, people, campaignId, isDrawnByDialer, succeeds }: Trial, rng: Rng): number | null {
  const all = shares.reduce((sum, share) => sum + share)
  const arms = shares.map((share, index) => ({ name: `${index}`, share }))
  const tallies = shares.map((share) => tally(0, 0, share))
  for (let person = 1; person <= people; person++) {
    const index = isDrawnByDialer
      ? drawnArm({ arms }, campaignId, { phoneNumber: `+4930${1_000_000 + person}` })
      : armAt(shares, rng.next() * all)
    const own = tallies[index] as ArmTally
    own.finished++
    if (succeeds(index, rng, person / people)) own.successes++
    const [first, ...others] = tallies as [ArmTally, ...ArmTally[]]
    const compared = index === 0 ? others : [own]
    if (compared.some((other) => verdictOf(first, other, others.length) !== 'undecided')) return person
  }
  return null
}

function armAt(shares: readonly number[], point: number): number {
  let left = point
  return shares.findIndex((share) => {
    left -= share
    return left < 0
  })
}

function shareWithVerdict(trial: Omit<Trial, 'campaignId'>, campaigns: number, seed: number) {
  const found: number[] = []
  for (let campaignId = 1; campaignId <= campaigns; campaignId++) {
    const people = peopleUntilVerdict({ ...trial, campaignId }, seededRng(seed * 1_000_003 + campaignId))
    if (people !== null) found.push(people)
  }
  found.sort((a, b) => a - b)
  return { share: found.length / campaigns, median: found[Math.floor(found.length / 2)] ?? null }
}

describe('arms without a difference', () => {
  const rate = (p: number) => (_: number, rng: Rng) => rng.next() < p
  const cases: Array<[string, Omit<Trial, 'people' | 'campaignId'>]> = [
    ['a rate of 30 %', { shares: [50, 50], isDrawnByDialer: true, succeeds: rate(0.3) }],
    ['a rate of 2 %', { shares: [50, 50], succeeds: rate(0.02) }],
    ['unequal shares', { shares: [90, 10], succeeds: rate(0.3) }],
    ['five arms', { shares: [1, 1, 1, 1, 1], succeeds: rate(0.3) }],
    // People who answer are finished immediately, the others only after their retries.
    [
      'a rate that falls from 90 % to 5 %',
      { shares: [50, 50], succeeds: (_, rng, age) => rng.next() < 0.9 - 0.85 * age },
    ],
  ]
  test.each(cases)(
    'raise a false alarm in at most one of twenty campaigns with a look after every person: %s',
    (name, trial) => {
      const people = trial.isDrawnByDialer ? PEOPLE : Math.min(PEOPLE, 1000)
      const { share } = shareWithVerdict({ ...trial, people }, CAMPAIGNS, 7)
      const alarmed = `${(100 * share).toFixed(2)} % of ${CAMPAIGNS} campaigns of ${people} people`
      if (isProof) console.log(`  proof: no difference, ${name}: ${alarmed}`)
      expect(share).toBeLessThanOrEqual(FALSE_ALARM_MAX)
    },
    PATIENT_MS,
  )
})

describe('arms with a difference', () => {
  const cases: Array<[number, number]> = isProof
    ? [
        [0.3, 0.36],
        [0.3, 0.4],
        [0.05, 0.08],
        [0.2, 0.25],
      ]
    : [[0.3, 0.6]]
  test.each(cases)(
    'rates of %f and %f are told apart',
    (a, b) => {
      const succeeds = (arm: number, rng: Rng) => rng.next() < (arm === 0 ? a : b)
      const found = shareWithVerdict({ shares: [50, 50], people: PEOPLE, succeeds }, POWER_CAMPAIGNS, 11)
      if (isProof)
        console.log(
          `  proof: ${a} against ${b}: found in ${(100 * found.share).toFixed(1)} % of ${POWER_CAMPAIGNS} campaigns of ${PEOPLE} people, median after ${found.median}`,
        )
      else expect(found.share).toBeGreaterThan(0.9)
    },
    PATIENT_MS,
  )

  test('the verdict names the direction, and the interval does not contain zero', () => {
    const better = compareArms(tally(300, 1000), tally(400, 1000), 1)
    expect(better).toMatchObject({ verdict: 'better', morePeople: null })
    expect(better.difference).toBeCloseTo(0.1)
    expect(better.interval?.low).toBeGreaterThan(0)
    expect(better.interval?.high).toBeLessThan(0.2)
    const worse = compareArms(tally(400, 1000), tally(300, 1000), 1)
    expect(worse.verdict).toBe('worse')
    expect(worse.interval?.low).toBeCloseTo(-(better.interval?.high ?? 0), 6)
  })

  test('more compared arms ask for more evidence', () => {
    const [a, b] = [tally(300, 1000), tally(380, 1000)]
    expect(verdictOf(a, b, 1)).toBe('better')
    expect(verdictOf(a, b, 4)).toBe('undecided')
  })

  test('the people announced are about those after which there is a verdict', () => {
    const { verdict, morePeople } = compareArms(tally(90, 300), tally(108, 300), 1)
    expect(verdict).toBe('undecided')
    const factor = 1 + (morePeople as number) / 600
    expect(verdictOf(tally(90 * factor, 300 * factor), tally(108 * factor, 300 * factor), 1)).toBe('better')
    expect(verdictOf(tally(85 * factor, 300 * factor), tally(103 * factor, 300 * factor), 1)).not.toBe('worse')
  })
})

describe('tables at their edges', () => {
  test.each([
    [tally(0, 0), tally(0, 0)],
    [tally(0, 0), tally(3, 5)],
  ])('an arm without a finished person is not compared', (a, b) => {
    expect(compareArms(a, b, 1)).toEqual({ verdict: 'undecided', difference: null, interval: null, morePeople: null })
  })

  test.each([
    [tally(0, 40), tally(0, 40)],
    [tally(40, 40), tally(40, 40)],
    [tally(0, 5), tally(5, 5)],
    [tally(1, 1), tally(0, 1)],
  ])('no success, only successes, or one person each give finite figures', (a, b) => {
    const { interval, difference } = compareArms(a, b, 4)
    expect(interval?.low).toBeLessThanOrEqual(difference as number)
    expect(interval?.high).toBeGreaterThanOrEqual(difference as number)
    expect(Math.abs(interval?.low as number)).toBeLessThanOrEqual(1)
    expect(Math.abs(interval?.high as number)).toBeLessThanOrEqual(1)
  })

  test('equal arms announce no end', () => {
    expect(compareArms(tally(300, 1000), tally(300, 1000), 1)).toMatchObject({ verdict: 'undecided', morePeople: null })
  })

  test('arms that do not have their shares are not compared', () => {
    expect(verdictOf(tally(300, 1000), tally(60, 200), 1)).toBe('uneven')
    expect(verdictOf(tally(300, 1000, 50), tally(60, 200, 10), 1)).toBe('undecided')
  })

  test('the interval of a difference is wide while nearly all people succeed, or nearly none', () => {
    const few = compareArms({ share: 1, finished: 32, successes: 32 }, { share: 1, finished: 23, successes: 22 }, 1)
    expect(few.interval?.low).toBeLessThan(-0.2)
    expect(few.interval?.high).toBeGreaterThan(0.1)
    const none = compareArms({ share: 1, finished: 30, successes: 0 }, { share: 1, finished: 30, successes: 0 }, 1)
    expect(none.interval?.low).toBeLessThan(-0.1)
    expect(none.interval?.high).toBeGreaterThan(0.1)
  })

  test('the interval of a difference contains the true one at every look, whatever the rates', () => {
    const rng = seededRng(5)
    let missed = 0
    const campaigns = 300
    for (let campaign = 0; campaign < campaigns; campaign++) {
      const rates = [rng.next() ** 2, 1 - rng.next() ** 2] as const
      const arms = rates.map(() => ({ share: 1, finished: 0, successes: 0 })) as [ArmTally, ArmTally]
      const isMissed = Array.from({ length: 60 }).some(() => {
        for (let person = 0; person < 5; person++) {
          const arm = rng.next() < 0.5 ? 0 : 1
          arms[arm].finished += 1
          if (rng.next() < rates[arm]) arms[arm].successes += 1
        }
        const { interval } = compareArms(...arms, 1)
        const difference = rates[1] - rates[0]
        return interval !== null && (difference < interval.low || difference > interval.high)
      })
      if (isMissed) missed += 1
    }
    expect(missed / campaigns).toBeLessThan(0.052)
  })

  test('the interval of a rate contains it and becomes narrower', () => {
    const few = rateInterval(tally(3, 10))
    const many = rateInterval(tally(3000, 10_000))
    expect(few.low).toBeLessThan(0.3)
    expect(few.high).toBeGreaterThan(0.3)
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 10)
    expect(rateInterval(tally(0, 0))).toEqual({ low: 0, high: 1 })
    expect(rateInterval(tally(0, 100)).low).toBe(0)
  })
})
