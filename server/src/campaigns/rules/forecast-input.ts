/** What a forecast is made from, and what it says. */
import type { Schedule } from '../../dialer/rules/calling-window.ts'
import type { RetryRules } from '../../dialer/rules/outcomes.ts'
import type { VouchedDuties } from '../../policies/rules/consent.ts'
import type { CompiledPolicy } from '../../policies/rules/merge.ts'
import type { NumberHistory } from '../../policies/rules/verdict.ts'
import type { PastCall } from './call-odds.ts'

/** Contacts with the same past who wait for the same moment. */
export interface WaitingContacts {
  /** When they are due. */
  atMs: number
  /** Dials of this campaign. */
  dials: number
  count: number
  /** Earlier calls with the number, as far as limits count them. */
  past?: Pick<NumberHistory, 'attemptsMs' | 'conversationsMs' | 'lastMs'>
  /** No dial from then on. */
  notAfterMs?: number
}

/** Dials that a limit leaves. */
export interface DialLimits {
  /** Over the whole campaign; null: no limit. */
  total: number | null
  /** Each until the end of the day in its zone, and on every day after. */
  daily: ReadonlyArray<{ zone: string; today: number; perDay: number }>
}

/** Contacts that may be called at the same hours. */
export interface ContactGroup {
  /** Not dialed yet. */
  fresh: number
  /** Between attempts, with earlier calls, or with times of their own. */
  retries: readonly WaitingContacts[]
  /** All of them must be open. */
  schedules: readonly Schedule[]
  /** Where they may be, as the policy's rules ask: `US,US-FL@America/Chicago,America/New_York`. */
  place?: string
}

export interface ForecastInput {
  nowMs: number
  groups: readonly ContactGroup[]
  maxConcurrency: number
  callsPerSecond: number
  retry: RetryRules
  history: readonly PastCall[]
  /** The campaign itself, whose own calls say more than those of others. */
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
  /** Of the run in the middle; only hours with calls. */
  callsPerHour: Array<{ atMs: number; calls: number }>
  /** Whom no hour of schedule and policy, or no hour before the horizon, would reach; and whose zone cannot be told. */
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
  /** Possible futures. Longer lists vary less, and cost more. */
  runsMax: 60,
  runsMin: 4,
  contactsInAllRuns: 400_000,
  horizonMs: 400 * 24 * 60 * 60_000,
} as const
