/** Input and result of a forecast. */
import type { Schedule } from '../../dialer/rules/calling-window.ts'
import type { RetryRules } from '../../dialer/rules/outcomes.ts'
import type { VouchedDuties } from '../../policies/rules/consent.ts'
import type { CompiledPolicy } from '../../policies/rules/merge.ts'
import type { NumberHistory } from '../../policies/rules/verdict.ts'
import type { PastCall } from './call-odds.ts'

/** Contacts with the same history who wait for the same time. */
export interface WaitingContacts {
  /** When they are due. */
  atMs: number
  /** Dials in this campaign. */
  dials: number
  count: number
  /** Earlier calls with the number, as far as limits count them. */
  past?: Pick<NumberHistory, 'attemptsMs' | 'conversationsMs' | 'lastMs'>
  /** No dial from this time on. */
  notAfterMs?: number
}

/** Number of dials that the limits allow. */
export interface DialLimits {
  /** Over the whole campaign; null: no limit. */
  total: number | null
  /** Each until the end of the day in its zone, and on every following day. */
  daily: ReadonlyArray<{ zone: string; today: number; perDay: number }>
}

/** Contacts that may be called at the same hours. */
export interface ContactGroup {
  /** Not dialed yet. */
  fresh: number
  /** Waiting for a retry, with earlier calls, or with times of their own. */
  retries: readonly WaitingContacts[]
  /** All of them must be open. */
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
  /** The campaign itself, whose own calls predict better than those of others. */
  campaignId?: number | null
  limits?: DialLimits
  /** Left out or null: none is set. */
  policy?: { compiled: CompiledPolicy; ringMs: number; reachesNobody?: boolean; vouchedDuties?: VouchedDuties } | null
}

export interface Forecast {
  /** Null: it would not end within the horizon. */
  endsAtMs: { p10: number | null; p50: number | null; p90: number | null }
  calls: { p10: number; p50: number; p90: number }
  reached: { p10: number; p50: number; p90: number }
  /** From the median run; only hours with calls. */
  callsPerHour: Array<{ atMs: number; calls: number }>
  /** Contacts that no hour of schedule and policy, or none before the horizon, would reach; and those with unknown zone. */
  leftOut: Array<{ reason: LeftOut; contacts: number }>
}

export const LEFT_OUT = [
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
export type LeftOut = (typeof LEFT_OUT)[number]

export const FORECAST = {
  /** Number of simulated futures. Longer lists vary less and cost more. */
  runsMax: 60,
  runsMin: 4,
  contactsInAllRuns: 400_000,
  horizonMs: 400 * 24 * 60 * 60_000,
} as const
