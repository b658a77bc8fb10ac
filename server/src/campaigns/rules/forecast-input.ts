/** Input and result of a forecast. */
import type { Schedule } from '../../dialer/rules/calling-window.ts'
import type { RetryRules } from '../../dialer/rules/outcomes.ts'
import type { ConfirmedDuties } from '../../policies/rules/consent.ts'
import type { CompiledPolicy } from '../../policies/rules/merge.ts'
import type { NumberHistory } from '../../policies/rules/verdict.ts'
import type { PastCall } from './call-odds.ts'

/** Contacts with the same history who wait for the same time. */
export interface WaitingContacts {
  /** When these contacts are due. */
  atMs: number
  /** Number of dials in this campaign so far. */
  dials: number
  count: number
  /** Earlier calls to the number, as far as limits count them. */
  past?: Pick<NumberHistory, 'attemptsMs' | 'conversationsMs' | 'lastMs'>
  /** No call is dialed from this time on. */
  notAfterMs?: number
}

/** Number of dials that the limits allow. */
export interface DialLimits {
  /** Number of dials in the whole campaign; null: no limit. */
  total: number | null
  /** Daily limits: dials left until the end of the day in the zone, and dials on every following day. */
  daily: ReadonlyArray<{ zone: string; today: number; perDay: number }>
}

/** Contacts that may be called at the same hours. */
export interface ContactGroup {
  /** Number of contacts that were not dialed yet. */
  fresh: number
  /** Contacts that wait for a retry, have earlier calls, or have times of their own. */
  retries: readonly WaitingContacts[]
  /** Calls are possible only while all of these schedules are open. */
  schedules: readonly Schedule[]
  /** Zones as the policy's rules need them: `US,US-FL@America/Chicago,America/New_York`. */
  place?: string
}

export interface ForecastInput {
  nowMs: number
  groups: readonly ContactGroup[]
  maxConcurrency: number
  callsPerSecond: number
  retry: RetryRules
  history: readonly PastCall[]
  /** The campaign that is forecast: its own calls predict better than those of others. */
  campaignId?: number | null
  limits?: DialLimits
  /** The policy in force; null or left out: none is set. */
  policy?: { compiled: CompiledPolicy; ringMs: number; reachesNobody?: boolean; vouchedDuties?: ConfirmedDuties } | null
}

export interface Forecast {
  /** The predicted end; null: the campaign would not end within the horizon. */
  endsAtMs: { p10: number | null; p50: number | null; p90: number | null }
  calls: { p10: number; p50: number; p90: number }
  reached: { p10: number; p50: number; p90: number }
  /** Calls per hour in the median simulated future; only hours with calls. */
  callsPerHour: Array<{ atMs: number; calls: number }>
  /** Contacts that are not reached: no common hour of schedule and policy, none before the horizon, or an unknown zone. */
  leftOut: Array<{ reason: ExclusionReason; contacts: number }>
}

export const EXCLUSION_REASONS = [
  'suppressed',
  'zone_unknown',
  'uncovered',
  'registry',
  'suspension',
  'consent',
  'number_check',
  'cooldown',
  'not_after',
  'spend_limit',
  'no_open_hours',
  'beyond_horizon',
] as const
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number]

export const FORECAST_RUN_LIMITS = {
  /** Number of simulated futures. Longer lists vary less and take longer to compute, so they need fewer. */
  runsMax: 60,
  runsMin: 4,
  contactsInAllRuns: 400_000,
  horizonMs: 400 * 24 * 60 * 60_000,
} as const
