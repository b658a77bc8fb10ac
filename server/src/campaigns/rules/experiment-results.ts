/** What an experiment says so far, in figures and in a sentence for each arm. */
import type { Experiment } from '../../dialer/rules/experiment.ts'
import { type ArmTally, type Comparison, compareArms, type Interval, rateInterval } from './experiment-statistics.ts'

export interface ArmCounts {
  people: number
  finished: number
  successes: number
  uncalled: number
}

export interface ArmResult extends ArmCounts {
  name: string
  rate: number | null
  interval: Interval | null
  /** The arm has other hours, and not nearly all people of both arms are finished: the slower arm would look different. */
  isWaiting: boolean
  /** Null for the first arm, and for a control group, whose people have no calls to compare. */
  comparison: Comparison | null
  sentence: string
}

export interface ExperimentResult {
  arms: ArmResult[]
  /** An arm is better than the first one, or all are worse. */
  mayStop: boolean
  sentence: string
}

export function experimentResult({ arms }: Experiment, counts: readonly ArmCounts[]): ExperimentResult {
  const tallies = arms.map(({ share }, index) => ({ ...(counts[index] as ArmCounts), share }))
  const first = tallies[0] as ArmTally
  const firstName = arms[0]?.name ?? ''
  const comparisons = arms.filter(({ not_called }, index) => index > 0 && !not_called).length
  const results = arms.map(({ name, not_called }, index): ArmResult => {
    const { people, finished, successes, uncalled } = counts[index] as ArmCounts
    const isCompared = index > 0 && !not_called
    const isWaiting = isCompared && hasOtherHours(arms, index) && ![0, index].every((one) => isNearlyDone(counts[one]))
    const comparison = isCompared ? compareArms(first, tallies[index] as ArmTally, comparisons) : null
    return {
      name,
      people,
      finished,
      successes,
      uncalled,
      rate: finished === 0 ? null : successes / finished,
      interval: not_called ? null : rateInterval({ finished, successes }),
      isWaiting,
      comparison: comparison && isWaiting ? { ...comparison, verdict: 'undecided', morePeople: null } : comparison,
      sentence: isWaiting
        ? `${name} has other hours than ${firstName}. They are compared when nearly all people of both are finished.`
        : comparison
          ? comparisonSentence(name, firstName, comparison)
          : uncomparedSentence(name, index),
    }
  })
  const compared = results.flatMap(({ comparison }) => comparison ?? [])
  const better = results.filter(({ comparison }) => comparison?.verdict === 'better')
  const mayStop = better.length > 0 || (compared.length > 0 && compared.every(({ verdict }) => verdict === 'worse'))
  return { arms: results, mayStop, sentence: wholeSentence(results, better, mayStop, firstName) }
}

/** An arm with other hours is finished later, and among people finished early those who answer are more frequent. */
const NEARLY_DONE_SHARE = 0.95

function hasOtherHours(arms: Experiment['arms'], index: number): boolean {
  return JSON.stringify(arms[0]?.hours) !== JSON.stringify(arms[index]?.hours)
}

function isNearlyDone(counts: ArmCounts | undefined): boolean {
  if (!counts) return false
  return counts.finished + counts.uncalled >= NEARLY_DONE_SHARE * counts.people
}

function wholeSentence(
  results: readonly ArmResult[],
  better: readonly ArmResult[],
  mayStop: boolean,
  firstName: string,
): string {
  const [best] = [...better].sort((a, b) => (b.rate ?? 0) - (a.rate ?? 0))
  if (best) return best.sentence
  if (mayStop) return `${firstName} is better than every other arm. You may stop the experiment.`
  const compared = results.filter(({ comparison }) => comparison)
  if (compared.length === 0) return 'No arm is compared by results of calls: all but the first one are control groups.'
  return compared.length === 1 ? (compared[0]?.sentence ?? '') : 'Not decided yet. The experiment may continue.'
}

function uncomparedSentence(name: string, index: number): string {
  if (index === 0) return 'The other arms are compared with this one.'
  return `The people of ${name} are not called. Compare them by your own records.`
}

function comparisonSentence(
  name: string,
  first: string,
  { verdict, difference, interval, morePeople }: Comparison,
): string {
  if (difference === null) return `Not decided yet: ${name} or ${first} has no finished person.`
  if (verdict === 'uneven')
    return `${name} and ${first} do not have their shares of the finished people. They cannot be compared.`
  if (verdict === 'better') {
    const by = pointsBetween(difference, interval)
    return `${name} is better than ${first} by ${by}. You may stop the experiment.`
  }
  if (verdict === 'worse') {
    const opposite = interval && { low: -interval.high, high: -interval.low }
    return `${name} is worse than ${first} by ${pointsBetween(-difference, opposite)}.`
  }
  const range = interval
    ? ` The true difference may be anything from ${points(interval.low)} to ${points(interval.high)} percentage points.`
    : ''
  if (morePeople === null) return `Not decided: ${name} and ${first} are about equal so far.${range}`
  return `Not decided yet between ${name} and ${first}.${range} At these rates about ${morePeople} more people decide it.`
}

function pointsBetween(difference: number, interval: Comparison['interval']): string {
  const between = interval ? ` (between ${points(interval.low)} and ${points(interval.high)})` : ''
  return `${points(difference)} percentage points${between}`
}

const points = (share: number) => (100 * share).toFixed(1)
