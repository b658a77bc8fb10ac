/** Decides who answers and how, by the last two digits of the number; other numbers follow the configuration's rates. */
import { type Rng, randomChance, randomIntBetween } from '../../../kernel/rng.ts'

export type SimulatedEnding =
  | 'answered'
  | 'busy'
  | 'no_answer'
  | 'voicemail'
  | 'declined'
  | 'dead'
  | 'failed'
  | 'silent'
  | 'endless'
  /** Accepted first and refused afterwards, for any number. */
  | 'turned_away'

export interface OutcomeRates {
  busy: number
  noAnswer: number
  voicemail: number
  failed: number
}

/** The table of the README; numbers with other digits follow the rates. */
const BY_DIGITS: ReadonlyArray<readonly [from: number, to: number, ending: SimulatedEnding]> = [
  [60, 69, 'busy'],
  [70, 79, 'no_answer'],
  [80, 89, 'voicemail'],
  [90, 93, 'declined'],
  [94, 95, 'dead'],
  [96, 97, 'failed'],
  [98, 98, 'silent'],
  [99, 99, 'endless'],
]

export function endingFor(number: string, rates: OutcomeRates, rng: Rng): SimulatedEnding {
  const digits = Number(number.replace(/\D/g, '').slice(-2))
  const row = BY_DIGITS.find(([from, to]) => digits >= from && digits <= to)
  if (row) return row[2]
  const dice = rng.next()
  let edge = rates.busy
  if (dice < edge) return 'busy'
  edge += rates.noAnswer
  if (dice < edge) return 'no_answer'
  edge += rates.voicemail
  if (dice < edge) return 'voicemail'
  edge += rates.failed
  return dice < edge ? 'failed' : 'answered'
}

export interface CallDurations {
  ringMs: readonly [shortest: number, longest: number]
  talkMs: readonly [shortest: number, longest: number]
}

export function drawFromRange(range: readonly [number, number], rng: Rng): number {
  return range[0] === range[1] ? range[0] : randomIntBetween(rng, range[0], range[1])
}

/** Faults that can be configured; all zero by default. Values are probabilities, except the delay. */
export interface Faults {
  refused: number
  timeoutAfterAccepting: number
  lostEvents: number
  doubledEvents: number
  lateEvents: number
  lateByMs: number
  reordered: number
}

export type DrawnFaults = { [Fault in Exclude<keyof Faults, 'lateByMs'>]: boolean }

export function drawFaults(faults: Faults, rng: Rng): DrawnFaults {
  return {
    refused: faults.refused > 0 && randomChance(rng, faults.refused),
    timeoutAfterAccepting: faults.timeoutAfterAccepting > 0 && randomChance(rng, faults.timeoutAfterAccepting),
    lostEvents: faults.lostEvents > 0 && randomChance(rng, faults.lostEvents),
    doubledEvents: faults.doubledEvents > 0 && randomChance(rng, faults.doubledEvents),
    lateEvents: faults.lateEvents > 0 && randomChance(rng, faults.lateEvents),
    reordered: faults.reordered > 0 && randomChance(rng, faults.reordered),
  }
}
