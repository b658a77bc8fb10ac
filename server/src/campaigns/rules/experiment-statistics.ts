/**
 * Compares the arms of an experiment so that one may look at any time, and stop at any time.
 *
 * Two arms, A and B, give a table: SA successes and FA failures in A, SB and FB in B. Under the hypothesis "the odds ratio is ψ"
 * the people of B are a share θs of all successes and θf of all failures, with θs/(1−θs) = ψ · θf/(1−θf). The evidence against ψ is
 *
 *   E(ψ) = M(SA, SB) · M(FA, FB) / max over θf of  θs^SB (1−θs)^SA θf^FB (1−θf)^FA
 *   M(a, b) = average over k of  B(kπ + b, k(1−π) + a) / B(kπ, k(1−π))
 *
 * where π is B's share by design, B(·,·) the beta function and k the weights of `PRIOR_WEIGHTS`. M is the likelihood averaged over
 * possible shares near π: a method of mixtures (H. Robbins, "Statistical methods related to the law of the iterated logarithm", 1970).
 * For the true shares the ratio of M to the likelihood is a non-negative martingale with mean 1, and the maximum in the
 * denominator only makes the quotient smaller. By Ville's inequality the probability that E ever exceeds 1/α is at most α (J. Ville, 1939;
 * A. Ramdas, P. Grünwald, V. Vovk, G. Shafer, "Game-theoretic statistics and safe anytime-valid inference", 2023). No normal
 * approximation, and no minimum number of people.
 *
 * The table is read as "which arm has a success come from", not as "has a person of this arm success", because outcomes change
 * with the age of a campaign: people who answer are finished first. The share of an arm among people finished does not change; if
 * it is not the share by design, the arms are `uneven` and not compared.
 */

/** Probability that one of all comparisons of an experiment without any difference ever claims one. */
export const FALSE_ALARM_MAX = 0.05

/** Small weights find large differences soon, large weights find small differences. */
const PRIOR_WEIGHTS = [100, 1000]

export interface ArmTally {
  share: number
  /** People whose contacts are all finished, at least one of them after a call. */
  finished: number
  successes: number
}

export interface Interval {
  low: number
  high: number
}

export type Verdict =
  | 'better'
  | 'worse'
  | 'undecided'
  /** The arms do not have their shares of the finished people, so that the comparison cannot be trusted. */
  | 'uneven'

export interface Comparison {
  verdict: Verdict
  /** Rate of the arm minus that of the first arm; null: one of them has no finished person. */
  difference: number | null
  /** The difference lies in this interval however often one looks. */
  interval: Interval | null
  /** How many more people have to finish if the rates stay as they are; null: decided, or it would take too long. */
  morePeople: number | null
}

/** Compares an arm with the first one. `comparisons`: how many arms are compared with it in this experiment. */
export function compareArms(first: ArmTally, arm: ArmTally, comparisons: number): Comparison {
  if (first.finished === 0 || arm.finished === 0)
    return { verdict: 'undecided', difference: null, interval: null, morePeople: null }
  const verdict = verdictOf(first, arm, comparisons)
  const difference = arm.successes / arm.finished - first.successes / first.finished
  if (verdict === 'uneven') return { verdict, difference, interval: null, morePeople: null }
  const table = tableOf(first, arm)
  const mixed = logMixtures(table)
  const threshold = thresholdFor(comparisons)
  const [rateOfFirst, rateOfArm] = [rateInterval(first, RATE_MISSED_MAX), rateInterval(arm, RATE_MISSED_MAX)]
  const lowest = lowestDifference(rateOfFirst, rateOfArm, edgeOf(table, mixed, threshold, -1))
  const highest = -lowestDifference(rateOfArm, rateOfFirst, 1 / edgeOf(table, mixed, threshold, 1))
  const interval = { low: Math.min(difference, lowest), high: Math.max(difference, highest) }
  return {
    verdict,
    difference,
    interval,
    morePeople: verdict === 'undecided' ? peopleUntilDecision(table, threshold) : null,
  }
}

/** The verdict alone, which costs a hundredth of the whole comparison. */
export function verdictOf(first: ArmTally, arm: ArmTally, comparisons: number): Verdict {
  const table = tableOf(first, arm)
  const mixed = logMixtures(table)
  const threshold = thresholdFor(comparisons)
  if (isUneven(table)) return 'uneven'
  if (mixed - logLikelihood(table, 1) < threshold) return 'undecided'
  return table.successesB * table.failuresA > table.successesA * table.failuresB ? 'better' : 'worse'
}

/** Probability that arms with their shares by design are ever called uneven. */
const UNEVEN_BY_CHANCE_MAX = 0.001

/** The same test for the number of finished people: are they spread over the arms as designed? */
function isUneven({ share, successesA, failuresA, successesB, failuresB }: Table): boolean {
  const [peopleA, peopleB] = [successesA + failuresA, successesB + failuresB]
  const expected = times(peopleB, share, 1) + times(peopleA, 1 - share, 1)
  return logMixture(peopleA, peopleB, share) - expected >= Math.log(1 / UNEVEN_BY_CHANCE_MAX)
}

const thresholdFor = (comparisons: number) => Math.log(comparisons / FALSE_ALARM_MAX)

interface Table {
  /** Share of B by design, among the people of A and B. */
  share: number
  successesA: number
  failuresA: number
  successesB: number
  failuresB: number
}

function tableOf(first: ArmTally, arm: ArmTally): Table {
  return {
    share: arm.share / (first.share + arm.share),
    successesA: first.successes,
    failuresA: first.finished - first.successes,
    successesB: arm.successes,
    failuresB: arm.finished - arm.successes,
  }
}

/** The logarithm of the largest likelihood under an odds ratio. */
function logLikelihood(table: Table, oddsRatio: number): number {
  const { successesA, failuresA, successesB, failuresB } = table
  const successes = successesA + successesB
  const failures = failuresA + failuresB
  const fitted = fittedSuccesses(table, oddsRatio)
  const fittedFailures = successesB + failuresB - fitted
  return (
    times(successesB, fitted, successes) +
    times(successesA, successes - fitted, successes) +
    times(failuresB, fittedFailures, failures) +
    times(failuresA, failures - fittedFailures, failures)
  )
}

/** count · ln(part / whole), where nothing was counted 0. */
function times(count: number, part: number, whole: number): number {
  return count === 0 ? 0 : count * Math.log(part / whole)
}

/**
 * Successes of B in the table with the same sums and this odds ratio, the most likely one under it: the root of
 * x (F − n + x) = ψ (S − x) (n − x), with n people in B, S successes and F failures.
 */
function fittedSuccesses({ successesA, failuresA, successesB, failuresB }: Table, oddsRatio: number): number {
  const successes = successesA + successesB
  const failures = failuresA + failuresB
  const people = successesB + failuresB
  const a = 1 - oddsRatio
  const b = failures - people + oddsRatio * (successes + people)
  const c = -oddsRatio * successes * people
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c))
  const fitted = b > 0 ? (-2 * c) / (b + root) : (root - b) / (2 * a)
  return Math.min(Math.max(fitted, 0, people - failures), successes, people)
}

/** The observed odds ratio, kept within what the search looks at. */
function oddsRatioOf({ successesA, failuresA, successesB, failuresB }: Table): number {
  const above = successesB * failuresA
  const below = successesA * failuresB
  if (above === below) return 1
  if (below === 0) return Math.exp(LOG_ODDS_MAX)
  return Math.exp(Math.min(Math.max(Math.log(above / below), -LOG_ODDS_MAX), LOG_ODDS_MAX))
}

/** Odds ratios beyond e^12 are no different from a certain outcome. */
const LOG_ODDS_MAX = 12
const HALVINGS = 40

/** The odds ratio at which the evidence reaches the threshold, below (-1) or above (1) the observed one. */
function edgeOf(table: Table, mixed: number, threshold: number, side: -1 | 1): number {
  const isPossible = (logOdds: number) => mixed - logLikelihood(table, Math.exp(logOdds)) < threshold
  let inside = Math.log(oddsRatioOf(table))
  let outside = side * LOG_ODDS_MAX
  if (isPossible(outside)) return Math.exp(outside)
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (inside + outside) / 2
    if (isPossible(middle)) inside = middle
    else outside = middle
  }
  return Math.exp(outside)
}

/** Probability that the rate of an arm ever lies outside of the interval that the difference of two arms is derived from. */
const RATE_MISSED_MAX = 0.001

/**
 * The lowest difference `rateB − rateA` that these intervals and odds ratios from ψ on allow. An odds ratio alone says little about
 * the difference while there are few failures or few successes: then the intervals of the rates limit it. rateB is at least
 * ψ rateA / (1 − rateA + ψ rateA), and the difference is lowest at an end of the interval of A, where that bound is steepest, or
 * where it meets the interval of B.
 */
function lowestDifference(rateA: Interval, rateB: Interval, oddsRatio: number): number {
  const at = (a: number) => Math.max(rateB.low, (oddsRatio * a) / (1 - a + oddsRatio * a)) - a
  const steepest = 1 / (1 + Math.sqrt(oddsRatio))
  const meeting = rateB.low / (rateB.low + oddsRatio * (1 - rateB.low))
  const within = [steepest, meeting].filter((a) => a > rateA.low && a < rateA.high)
  return Math.min(...[rateA.low, rateA.high, ...within].map(at))
}

/** A decision that needs more than this many times the people so far is not announced. */
const PATIENCE = 50

function peopleUntilDecision(table: Table, threshold: number): number | null {
  const people = table.successesA + table.failuresA + table.successesB + table.failuresB
  const isDecidedWith = (factor: number) => {
    const more = scaled(table, factor)
    return logMixtures(more) - logLikelihood(more, 1) >= threshold
  }
  if (!isDecidedWith(PATIENCE)) return null
  let few = 1
  let enough = PATIENCE
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (few + enough) / 2
    if (isDecidedWith(middle)) enough = middle
    else few = middle
  }
  return Math.ceil(people * (enough - 1))
}

function scaled(table: Table, factor: number): Table {
  return {
    ...table,
    successesA: table.successesA * factor,
    failuresA: table.failuresA * factor,
    successesB: table.successesB * factor,
    failuresB: table.failuresB * factor,
  }
}

function logMixtures({ successesA, failuresA, successesB, failuresB, share }: Table): number {
  return logMixture(successesA, successesB, share) + logMixture(failuresA, failuresB, share)
}

/** ln M(a, b). */
function logMixture(ofA: number, ofB: number, share: number): number {
  const logs = priorsFor(share).map(({ a, b, logBetaOfPrior }) => logBeta(b + ofB, a + ofA) - logBetaOfPrior)
  const most = Math.max(...logs)
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0) / logs.length)
}

let priors: { share: number; of: Array<{ a: number; b: number; logBetaOfPrior: number }> } | null = null

/** Kept from one call to the next, because comparisons of one pair of arms follow one another. */
function priorsFor(share: number) {
  if (priors?.share === share) return priors.of
  const of = PRIOR_WEIGHTS.map((weight) => {
    const b = weight * share
    return { a: weight - b, b, logBetaOfPrior: logBeta(b, weight - b) }
  })
  priors = { share, of }
  return of
}

/**
 * The rate of one arm, in an interval that all looks together miss with probability `missedMax` at most: all rates p for which
 * B(½ + successes, ½ + failures) / B(½, ½) / (p^successes (1−p)^failures) stays below 1 / `missedMax`.
 */
export function rateInterval(
  { finished, successes }: Pick<ArmTally, 'finished' | 'successes'>,
  missedMax = FALSE_ALARM_MAX,
): Interval {
  const failures = finished - successes
  const mixed = logBeta(0.5 + successes, 0.5 + failures) - logBeta(0.5, 0.5)
  const isPossible = (rate: number) =>
    mixed - times(successes, rate, 1) - times(failures, 1 - rate, 1) < Math.log(1 / missedMax)
  const observed = finished === 0 ? 0.5 : successes / finished
  const edge = (end: 0 | 1) => {
    if (isPossible(end)) return end
    let inside = observed
    let outside: number = end
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (inside + outside) / 2
      if (isPossible(middle)) inside = middle
      else outside = middle
    }
    return outside
  }
  return { low: edge(0), high: edge(1) }
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

/** Stirling's series (NIST DLMF 5.11.1), after small arguments are raised by Γ(x+1) = x Γ(x); exact to about 1e-12. */
function logGamma(x: number): number {
  let shift = 1
  let at = x
  while (at < 10) shift *= at++
  const inverse = 1 / at
  const square = inverse * inverse
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))
  return (at - 0.5) * Math.log(at) - at + 0.9189385332046727 + series - Math.log(shift)
}
