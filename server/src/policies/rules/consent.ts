/** Has this person agreed to be called? Judged at the time of the call, from the consent records of the number. */
import type { RuleOrigin } from './merge.ts'
import type { Consent } from './policy.ts'

/** An entry in a person's consent records. `revoked` ends all consents given before it. */
export type ConsentEvent = Exclude<Consent, 'none' | 'opt_out'> | 'revoked'

export interface RecordedConsent {
  id: number
  kind: ConsentEvent
  atMs: number
  expiresMs: number | null
  source: string
}

export interface ConsentRule {
  from: RuleOrigin
  anyOf: readonly Consent[]
  /**
   * `required`: only a record about this person counts, not a statement about the whole list. `if_any`: no record is needed,
   * because the rule does not concern everybody; a revoked or expired consent forbids the call.
   */
  records: 'required' | 'list' | 'if_any'
  /**
   * Duties of the pack that requires the consent: a user who confirms or accepts them vouches for the whole list. Empty: this
   * is not possible.
   */
  duties: readonly string[]
  /** Whether the policy level that selected this rule declares that every person on its lists has given such a consent. */
  declared: boolean
}

export type ConsentState =
  | { state: 'given'; by: RecordedConsent }
  | { state: 'revoked' | 'expired'; atMs: number }
  | { state: 'missing' }

/**
 * A consent dated in the future, or older than the last revocation, is not valid. A revocation counts even if it is dated in the
 * future.
 */
export function consentState(
  recorded: readonly RecordedConsent[],
  anyOf: readonly Consent[],
  nowMs: number,
): ConsentState {
  const known = recorded.filter(({ kind, atMs }) => kind === 'revoked' || atMs <= nowMs)
  const revokedMs = latest(known.filter(({ kind }) => kind === 'revoked'))
  const wanted = known.filter(({ kind, atMs }) => anyOf.includes(kind as Consent) && atMs > revokedMs)
  const given = wanted
    .filter(({ expiresMs }) => expiresMs === null || expiresMs > nowMs)
    .sort((one, other) => other.atMs - one.atMs)[0]
  if (given) return { state: 'given', by: given }
  if (wanted.length > 0) return { state: 'expired', atMs: Math.max(...wanted.map(({ expiresMs }) => expiresMs ?? 0)) }
  if (revokedMs > Number.NEGATIVE_INFINITY) return { state: 'revoked', atMs: revokedMs }
  return { state: 'missing' }
}

function latest(events: readonly RecordedConsent[]): number {
  return events.reduce((last, { atMs }) => Math.max(last, atMs), Number.NEGATIVE_INFINITY)
}

/** Duties that a user confirmed or accepted for the list before its campaign started. `every`: all, as a start requires. */
export type ConfirmedDuties = readonly string[] | 'every'

export const NO_CONFIRMED_DUTIES: ConfirmedDuties = []

function isVouched({ duties }: ConsentRule, vouched: ConfirmedDuties): boolean {
  return duties.length > 0 && (vouched === 'every' || duties.every((duty) => vouched.includes(duty)))
}

function passesWithout(rule: ConsentRule, vouched: ConfirmedDuties): boolean {
  if (rule.records === 'if_any') return true
  return rule.records === 'list' && (rule.declared || isVouched(rule, vouched))
}

/** Null: the consent rule allows the call. */
export function missingConsent(
  rule: ConsentRule,
  recorded: readonly RecordedConsent[],
  vouched: ConfirmedDuties,
  nowMs: number,
): Exclude<ConsentState, { state: 'given' }> | null {
  const found = consentState(recorded, rule.anyOf, nowMs)
  if (found.state === 'given') return null
  if (found.state === 'missing' && passesWithout(rule, vouched)) return null
  return found
}
