/** How calls end, and what that means for the contact. */
import type { EndedAs } from '../../telephony/provider.ts'

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

export interface RetryRules {
  enabled: boolean
  max_retries: number
  retry_delay_seconds: number
  retry_on_busy: boolean
  retry_on_no_answer: boolean
  retry_on_voicemail: boolean
}

export type ContactDecision = { kind: 'retry'; atMs: number } | { kind: 'final'; reached: boolean }

/**
 * `dials` counts the calls that were really placed, this one included: one budget for all reasons together.
 * Declining is a way of being busy; a call nobody could account for is one nobody answered.
 */
export function decideContact(
  outcome: Outcome,
  permanent: boolean,
  dials: number,
  rules: RetryRules,
  nowMs: number,
): ContactDecision {
  const wanted = rules.enabled && !permanent && isRetryable(outcome, rules)
  if (wanted && dials <= rules.max_retries) return { kind: 'retry', atMs: nowMs + rules.retry_delay_seconds * 1000 }
  // A machine is somebody reached only where the campaign is content with machines.
  return { kind: 'final', reached: outcome === 'answered' || (outcome === 'voicemail' && !wanted) }
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
  return as
}

/** What the breaker counts: the carrier's failures and ours. Busy and no answer are people's business. */
export function isFailure(outcome: Outcome): boolean {
  return outcome === 'failed'
}
