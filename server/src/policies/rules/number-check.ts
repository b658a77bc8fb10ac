/**
 * The number check: the organization's own service is asked about each number before it is called. Its answer is valid for a
 * time.
 */
import type { Policy } from './policy.ts'

export type NumberCheckRule = NonNullable<Policy['number_check']>

export interface NumberCheck {
  /**
   * `failed`: no answer, a late answer or an invalid one. `not_sent`: the request could not be sent because its credential is
   * missing or its address is not permitted; that is an error in the settings here, never an outage of the service.
   */
  verdict: 'allowed' | 'barred' | 'failed' | 'not_sent'
  atMs: number
  /** The reason that the service gave, or why the request failed. */
  reason: string | null
}

/** Delay before the service is asked again after a failure. */
export const FAILED_CHECK_MS = 60_000

/** The time until which an answer is valid. */
export function checkedUntilMs({ fresh_hours }: NumberCheckRule, { verdict, atMs }: NumberCheck): number {
  return atMs + (verdict === 'failed' || verdict === 'not_sent' ? FAILED_CHECK_MS : fresh_hours * 3_600_000)
}

export type CheckState =
  | { state: 'passed'; check: NumberCheck }
  /** There is no answer, or it has expired. */
  | { state: 'waiting' }
  | { state: 'barred' | 'failed'; check: NumberCheck; untilMs: number }

/** Without an answer the contact waits; after a failure the call is allowed only if the policy says so. */
export function checkState(rule: NumberCheckRule, check: NumberCheck | null, nowMs: number): CheckState {
  if (check === null || check.atMs > nowMs + FAILED_CHECK_MS) return { state: 'waiting' }
  const untilMs = checkedUntilMs(rule, check)
  if (nowMs >= untilMs) return { state: 'waiting' }
  if (check.verdict === 'allowed') return { state: 'passed', check }
  if (check.verdict === 'failed' && rule.on_failure === 'call') return { state: 'passed', check }
  return { state: check.verdict === 'barred' ? 'barred' : 'failed', check, untilMs }
}
