/** The organization's own service is asked about each number before it is called; what it said holds for a time. */
import type { Policy } from './policy.ts'

export type NumberCheckRule = NonNullable<Policy['number_check']>

export interface NumberCheck {
  /**
   * `failed`: it did not answer, or not in time, or something that is no answer. `not_sent`: the question could not be put, for want of
   * its credential or of a permitted address; that is a fault of the settings here, and never an outage of the service.
   */
  verdict: 'allowed' | 'barred' | 'failed' | 'not_sent'
  atMs: number
  /** As the service says it, or why it failed. */
  reason: string | null
}

/** A failure is asked about again after this. */
export const FAILED_CHECK_MS = 60_000

/** Until when an answer counts. */
export function checkedUntilMs({ fresh_hours }: NumberCheckRule, { verdict, atMs }: NumberCheck): number {
  return atMs + (verdict === 'failed' || verdict === 'not_sent' ? FAILED_CHECK_MS : fresh_hours * 3_600_000)
}

export type CheckState =
  | { state: 'passed'; check: NumberCheck }
  /** Nothing is known, or it is too old. */
  | { state: 'waiting' }
  | { state: 'barred' | 'failed'; check: NumberCheck; untilMs: number }

/** Without an answer the number waits; a failure lets it pass only where the policy says so. */
export function checkState(rule: NumberCheckRule, check: NumberCheck | null, nowMs: number): CheckState {
  if (check === null || check.atMs > nowMs + FAILED_CHECK_MS) return { state: 'waiting' }
  const untilMs = checkedUntilMs(rule, check)
  if (nowMs >= untilMs) return { state: 'waiting' }
  if (check.verdict === 'allowed') return { state: 'passed', check }
  if (check.verdict === 'failed' && rule.on_failure === 'call') return { state: 'passed', check }
  return { state: check.verdict === 'barred' ? 'barred' : 'failed', check, untilMs }
}
