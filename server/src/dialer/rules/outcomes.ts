/** How calls end, and what that means for the contact. */
import type { CarrierEndReason } from '../../telephony/provider.ts'
import { type CallFault, FAULT_CONSEQUENCES } from './fault-consequences.ts'

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

/** Results of contacts: that of their last call, or `inbound` if they called the organization and talked. */
export const CONTACT_OUTCOMES = [...OUTCOMES, 'inbound'] as const
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number]

export interface RetryRules {
  enabled: boolean
  max_retries: number
  retry_delay_seconds: number
  retry_on_busy: boolean
  retry_on_no_answer: boolean
  retry_on_voicemail: boolean
  /** Whether to call again although a message was left; otherwise a message finishes the contact. */
  retry_after_message?: boolean
  /** Delays in seconds by outcome; missing outcomes use `retry_delay_seconds`. */
  retry_delays?: RetryDelays
  /** Retries at another time of day: at least `OTHER_TIME_OF_DAY_DELAY_MS` earlier or later by the clock. */
  retry_other_time_of_day?: boolean
  /** A retry waits for an hour of the day in which the person was reached before (`reached-hours.ts`). */
  prefer_reached_hours?: boolean
}

export interface RetryDelays {
  busy?: number | undefined
  no_answer?: number | undefined
  voicemail?: number | undefined
}

export type ContactDecision =
  /** `isByDelay`: the time follows from the retry delay alone; no person was promised it. */
  | { kind: 'retry'; atMs: number; isByDelay?: true }
  /** The contact is called again without spending an attempt. */
  | { kind: 'given_back'; atMs: number }
  | { kind: 'final'; reached: boolean }

/** A contact who keeps asking for another time is finished after this many dials. */
const CALL_BACK_DIALS_MAX = 10
/** Minimum delay before a person who answered and heard no agent is called again. */
const POLITE_DELAY_MS = 120_000
/** Delay of a contact whose call the network or the account refused, so that other contacts come first. */
export const REFUSED_CONTACT_DELAY_MS = 30_000

/**
 * `dials` counts the calls that were actually placed, including this one: one retry budget for all reasons together. A person
 * who asked for another time is called regardless of the remaining budget. `declined` counts as busy, and a call with unknown
 * end as not answered.
 */
export function decideContact(
  outcome: Outcome,
  fault: CallFault | null,
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
  const { contact } = FAULT_CONSEQUENCES[fault ?? 'none']
  if (contact === 'given_back') return { kind: 'given_back', atMs: nowMs + REFUSED_CONTACT_DELAY_MS }
  if (contact === 'back_later' && dials <= Math.max(1, rules.enabled ? rules.max_retries : 0)) {
    return { kind: 'retry', atMs: nowMs + Math.max(delayMs, POLITE_DELAY_MS) }
  }
  const toldAlready = outcome === 'voicemail' && messageLeft && rules.retry_after_message !== true
  const wanted = contact === 'as_configured' && rules.enabled && isRetryable(outcome, rules) && !toldAlready
  if (wanted && hasAttemptLeft(dials, rules))
    return { kind: 'retry', atMs: retryAt(outcome, rules, nowMs), isByDelay: true }
  // A machine counts as reached only if the campaign leaves messages.
  return { kind: 'final', reached: outcome === 'answered' || (outcome === 'voicemail' && !wanted) }
}

/** Whether the retry budget allows another call after this many. */
export function hasAttemptLeft(dials: number, rules: Pick<RetryRules, 'enabled' | 'max_retries'>): boolean {
  return rules.enabled && dials <= rules.max_retries
}

const DAY_MS = 86_400_000
export const OTHER_TIME_OF_DAY_DELAY_MS = 3 * 3_600_000

/** Which delay an outcome uses: `declined` that of busy, a call with unknown end that of no answer. */
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

/** The first time from `atMs` on whose time of day differs enough from that of `lastMs`, in any zone. */
function atOtherTimeOfDay(lastMs: number, atMs: number): number {
  const apartMs = (atMs - lastMs) % DAY_MS
  if (apartMs < OTHER_TIME_OF_DAY_DELAY_MS) return atMs + OTHER_TIME_OF_DAY_DELAY_MS - apartMs
  return apartMs > DAY_MS - OTHER_TIME_OF_DAY_DELAY_MS ? atMs + DAY_MS - apartMs + OTHER_TIME_OF_DAY_DELAY_MS : atMs
}

/** Whether this time of day differs enough from that of the last attempt. */
export function isOtherTimeOfDay(lastMs: number, atMs: number): boolean {
  return atOtherTimeOfDay(lastMs, atMs) === atMs
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

/** Maps the carrier's end of a call, together with what is known about the answer, to an outcome. */
export function outcomeOf(
  as: CarrierEndReason,
  known: { answered: boolean; machine: boolean; agentMissing: boolean },
): Outcome {
  if (as === 'completed' || known.answered) {
    if (known.machine) return 'voicemail'
    return known.agentMissing ? 'failed' : 'answered'
  }
  return as === 'hung_up' ? 'no_answer' : as
}
