/** How calls end, and what that means for the contact. */
import type { EndedAs } from '../../telephony/provider.ts'
import { type Fault, WHO_PAYS } from './who-pays.ts'

export const OUTCOMES = [
  'answered',
  'voicemail',
  'busy',
  'no_answer',
  'declined',
  'failed',
  'canceled',
  'lost',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How contacts end: as their last call did, or because they called us and talked. */
export const CONTACT_OUTCOMES = [...OUTCOMES, 'inbound'] as const
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number]

export interface RetryRules {
  enabled: boolean
  max_retries: number
  retry_delay_seconds: number
  retry_on_busy: boolean
  retry_on_no_answer: boolean
  retry_on_voicemail: boolean
  /** Call again although a message was left. Otherwise a message left is the end for that contact. */
  retry_after_message?: boolean
  /** By how the call ended, in seconds; what is left out waits `retry_delay_seconds`. */
  retry_delays?: RetryDelays
  /** Not at the same time of day again: at least `OTHER_TIME_MS` earlier or later by the clock. */
  retry_other_time_of_day?: boolean
}

export interface RetryDelays {
  busy?: number | undefined
  no_answer?: number | undefined
  voicemail?: number | undefined
}

export type ContactDecision =
  | { kind: 'retry'; atMs: number }
  /** Called again without an attempt spent. */
  | { kind: 'given_back'; atMs: number }
  | { kind: 'final'; reached: boolean }

/** Who asks again and again for another time means something else by it. */
const CALL_BACK_DIALS_MAX = 10
/** Who answered and found nobody there is not called again sooner. */
const POLITE_DELAY_MS = 120_000
/** Whom the network or the account turned away steps back behind the others so long. */
export const STEP_BACK_MS = 30_000

/**
 * `dials` counts the calls that were really placed, this one included: one budget for all reasons together.
 * Who asked to be called at another time is, whatever is left of the budget.
 * Declining is a way of being busy; a call whose end is unknown counts as not answered.
 */
export function decideContact(
  outcome: Outcome,
  fault: Fault | null,
  dials: number,
  rules: RetryRules,
  nowMs: number,
  messageLeft = false,
  callBackAtMs: number | null = null,
): ContactDecision {
  if (callBackAtMs !== null && outcome === 'answered' && fault === null && dials < CALL_BACK_DIALS_MAX) {
    return { kind: 'retry', atMs: Math.max(nowMs, callBackAtMs) }
  }
  const delayMs = rules.retry_delay_seconds * 1000
  const { contact } = WHO_PAYS[fault ?? 'none']
  if (contact === 'given_back') return { kind: 'given_back', atMs: nowMs + STEP_BACK_MS }
  if (contact === 'back_later' && dials <= Math.max(1, rules.enabled ? rules.max_retries : 0)) {
    return { kind: 'retry', atMs: nowMs + Math.max(delayMs, POLITE_DELAY_MS) }
  }
  const toldAlready = outcome === 'voicemail' && messageLeft && rules.retry_after_message !== true
  const wanted = contact === 'as_configured' && rules.enabled && isRetryable(outcome, rules) && !toldAlready
  if (wanted && dials <= rules.max_retries) return { kind: 'retry', atMs: retryAt(outcome, rules, nowMs) }
  // A machine is somebody reached only where the campaign is content with machines.
  return { kind: 'final', reached: outcome === 'answered' || (outcome === 'voicemail' && !wanted) }
}

const DAY_MS = 86_400_000
export const OTHER_TIME_MS = 3 * 3_600_000

/** Declining is a way of being busy; a call nobody could account for is one nobody answered. */
const DELAY_OF: Partial<Record<Outcome, keyof RetryDelays>> = {
  busy: 'busy',
  declined: 'busy',
  no_answer: 'no_answer',
  lost: 'no_answer',
  voicemail: 'voicemail',
}

function retryAt(outcome: Outcome, rules: RetryRules, nowMs: number): number {
  const own = DELAY_OF[outcome]
  const delaySeconds = (own && rules.retry_delays?.[own]) ?? rules.retry_delay_seconds
  const atMs = nowMs + delaySeconds * 1000
  return rules.retry_other_time_of_day ? atOtherTimeOfDay(nowMs, atMs) : atMs
}

/** The first moment from `atMs` on whose time of day is far enough from that of `lastMs`, in whichever zone it is read. */
function atOtherTimeOfDay(lastMs: number, atMs: number): number {
  const apartMs = (atMs - lastMs) % DAY_MS
  if (apartMs < OTHER_TIME_MS) return atMs + OTHER_TIME_MS - apartMs
  return apartMs > DAY_MS - OTHER_TIME_MS ? atMs + DAY_MS - apartMs + OTHER_TIME_MS : atMs
}

function isRetryable(outcome: Outcome, rules: RetryRules): boolean {
  switch (outcome) {
    case 'busy':
    case 'declined':
      return rules.retry_on_busy
    case 'no_answer':
    case 'lost':
      return rules.retry_on_no_answer
    case 'voicemail':
      return rules.retry_on_voicemail
    case 'answered':
    case 'failed':
    case 'canceled':
      return false
  }
}

/** The carrier's word for the end, with what we know of the answer, as our outcome. */
export function outcomeOf(as: EndedAs, known: { answered: boolean; machine: boolean; agentMissing: boolean }): Outcome {
  if (as === 'completed' || known.answered) {
    if (known.machine) return 'voicemail'
    return known.agentMissing ? 'failed' : 'answered'
  }
  return as === 'hung_up' ? 'no_answer' : as
}
