/**
 * Predicts how the next call ends from earlier calls. People who did not answer before answer less often, people answer more at
 * some hours than at others, and lists differ. So rates depend on attempt number and local hour, and each simulated future
 * resembles one of the earlier campaigns. Pure: calls and randomness are passed in.
 */
import type { Outcome } from '../../dialer/rules/outcomes.ts'
import { pickRandom, type Rng } from '../../kernel/rng.ts'

/** The result of one past call. */
export interface PastCall {
  outcome: Outcome
  /** How long the call used its slot. */
  slotSeconds: number
  /** Number of the attempt, 1 for the first dial. If left out: 1. */
  attempt?: number
  /** Hour in the person's time zone; if left out, unknown. */
  localHour?: number
  campaignId?: number | null
}

export interface SimulatedCallResult {
  outcome: Outcome
  slotSeconds: number
}

export const CALL_ODDS_TUNING = {
  /** Answer rate of an attempt as a share of the previous attempt's rate, assumed if there are no calls to measure it. */
  answersAgain: 0.6,
  /** Weight of the assumed answer rates per attempt, expressed as a number of calls. */
  assumedCalls: 15,
  /** Weight of the rates of the whole day against those of one range of hours, expressed as a number of calls. */
  wholeDayCalls: 40,
  /** Weight of all campaigns against the one that the simulated future resembles, expressed as a number of calls. */
  allCampaignsCalls: 30,
  /** Extrapolation factor: a new list may differ from the average more than any of the few earlier lists. */
  listsDiffer: 1.6,
  /** A campaign with fewer calls is not used to measure how lists differ. */
  campaignCallsLeast: 20,
  attemptsApart: 3,
  hoursTogether: 3,
} as const

const STRETCHES = 24 / CALL_ODDS_TUNING.hoursTogether

/** The odds of one simulated future. */
export class CallOdds {
  readonly #rng: Rng
  readonly #outcomes: Outcome[]
  readonly #slots: number[][]
  /** Cumulative shares of outcomes, by attempt and then by range of hours (the last range: unknown hour). */
  readonly #sums: number[][][]

  /** `likeId`: the campaign itself, if it has calls. Null: any of the earlier campaigns. */
  constructor(history: readonly PastCall[], rng: Rng, likeId: number | null = null) {
    this.#rng = rng
    // Bootstrap: each future draws its own sample of the history, so that a short history shows as a wide range.
    const drawn = history.map(() => pickRandom(rng, history))
    this.#outcomes = [...new Set(drawn.map(({ outcome }) => outcome))]
    if (this.#outcomes.length > 0 && !this.#outcomes.includes('no_answer')) this.#outcomes.push('no_answer')
    const indexOf = new Map(this.#outcomes.map((outcome, index) => [outcome, index]))
    this.#slots = this.#outcomes.map((outcome) =>
      drawn.filter((call) => call.outcome === outcome).map(({ slotSeconds }) => slotSeconds),
    )
    const like = likeWhich(drawn, rng, likeId)
    const byAttempt = counters(CALL_ODDS_TUNING.attemptsApart, this.#outcomes.length)
    const ofLike = counters(CALL_ODDS_TUNING.attemptsApart, this.#outcomes.length)
    const byStretch = counters(STRETCHES, this.#outcomes.length)
    const all = new Array<number>(this.#outcomes.length).fill(0)
    for (const call of drawn) {
      const index = indexOf.get(call.outcome) as number
      const attempt = attemptIndex(call.attempt ?? 1)
      addOne(byAttempt[attempt], index)
      if (like !== null && call.campaignId === like.id) addOne(ofLike[attempt], index)
      if (call.localHour !== undefined) addOne(byStretch[stretchOf(call.localHour)], index)
      addOne(all, index)
    }
    if (like !== null)
      byAttempt.forEach((counts, index) => void resemble(counts, ofLike[index] as number[], like.isOwn))
    const attempts = this.#attemptShares(byAttempt, all)
    const stretches = [...byStretch, null]
    this.#sums = attempts.map((shares) => stretches.map((counts) => sums(atHours(shares, counts, all))))
  }

  draw(attempt: number, localHour: number | null): SimulatedCallResult {
    const row = this.#sums[attemptIndex(attempt)] as number[][]
    const shares = row[localHour === null ? STRETCHES : stretchOf(localHour)] as number[]
    const at = this.#rng.next() * (shares.at(-1) as number)
    let index = 0
    while (index < shares.length - 1 && at >= (shares[index] as number)) index++
    const slots = this.#slots[index] as number[]
    return {
      outcome: this.#outcomes[index] as Outcome,
      slotSeconds: slots.length > 0 ? pickRandom(this.#rng, slots) : ASSUMED_RING_SECONDS,
    }
  }

  /** Shares per attempt. With few calls they are completed from the previous attempt, with fewer answers. */
  #attemptShares(counts: readonly number[][], all: readonly number[]): number[][] {
    const answered = this.#outcomes.indexOf('answered')
    const silent = this.#outcomes.indexOf('no_answer')
    const found: number[][] = []
    counts.forEach((count, index) => {
      const before = found[index - 1]
      let assumed = before ?? normalized(all)
      if (before && answered >= 0) {
        const fewer = (before[answered] as number) * (1 - CALL_ODDS_TUNING.answersAgain)
        assumed = before.map((share, at) => (at === answered ? share - fewer : at === silent ? share + fewer : share))
      }
      // If there are calls, the first attempt needs no assumption, because every campaign has made first attempts.
      const strength = before ? CALL_ODDS_TUNING.assumedCalls : 1e-9
      found.push(normalized(assumed.map((share, at) => share * strength + (count[at] as number))))
    })
    return found
  }
}

/** Ring time that is assumed if there are no unanswered calls to measure it. */
const ASSUMED_RING_SECONDS = 30

function counters(rows: number, columns: number): number[][] {
  return Array.from({ length: rows }, () => new Array<number>(columns).fill(0))
}

const attemptIndex = (attempt: number) => Math.min(Math.max(attempt, 1), CALL_ODDS_TUNING.attemptsApart) - 1
const stretchOf = (hour: number) => Math.floor((hour % 24) / CALL_ODDS_TUNING.hoursTogether)

function addOne(counts: number[] | undefined, index: number): void {
  if (counts) counts[index] = (counts[index] ?? 0) + 1
}

/** The campaign that a simulated future resembles: itself if it has calls, else an earlier one. Null: there are too few calls. */
function likeWhich(calls: readonly PastCall[], rng: Rng, likeId: number | null): { id: number; isOwn: boolean } | null {
  const counts = new Map<number, number>()
  for (const { campaignId } of calls) {
    if (typeof campaignId === 'number') counts.set(campaignId, (counts.get(campaignId) ?? 0) + 1)
  }
  const least = CALL_ODDS_TUNING.campaignCallsLeast
  if (likeId !== null && (counts.get(likeId) ?? 0) >= least) return { id: likeId, isOwn: true }
  const large = [...counts].filter(([, count]) => count >= least)
  return large.length > 1 ? { id: pickRandom(rng, large)[0], isOwn: false } : null
}

/**
 * Moves the counts of all campaigns towards those of one campaign, in proportion to its calls. For an earlier campaign it
 * extrapolates beyond them.
 */
function resemble(counts: number[], ofLike: readonly number[], isOwn: boolean): void {
  const sum = counts.reduce((total, count) => total + count, 0)
  const some = ofLike.reduce((total, count) => total + count, 0)
  if (some === 0) return
  const trust = some / (some + CALL_ODDS_TUNING.allCampaignsCalls)
  const step = isOwn ? trust : trust * CALL_ODDS_TUNING.listsDiffer
  const [usual, like] = [normalized(counts), normalized(ofLike)]
  counts.forEach((_, index) => {
    const share = (usual[index] as number) + step * ((like[index] as number) - (usual[index] as number))
    counts[index] = Math.max(0, share) * sum
  })
}

/** Shares of an attempt at some hours, relative to the whole day. */
function atHours(shares: readonly number[], counts: readonly number[] | null, all: readonly number[]): number[] {
  if (counts === null) return [...shares]
  const day = normalized(all)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return shares.map((share, index) => {
    const usual = day[index] as number
    if (usual <= 0) return share
    const strength = CALL_ODDS_TUNING.wholeDayCalls
    return share * (((counts[index] as number) + strength * usual) / (total + strength) / usual)
  })
}

function normalized(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0)
  return sum > 0 ? values.map((value) => value / sum) : values.map(() => 1 / Math.max(1, values.length))
}

function sums(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}
