/** Log events with which the dialer pauses a campaign automatically. */
export const STOP_EVENTS = [
  'circuit_breaker_tripped',
  'carrier_account_refused',
  'agent_missing',
  'dials_fail_alike',
  'no_caller_number_left',
  'spend_limit_reached',
] as const

export type StopEvent = (typeof STOP_EVENTS)[number]

/**
 * Why every campaign on a configuration stops. `calls`: calls that failed in the same way and are returned; `inARow`: how many in
 * a row.
 * `numberId`: the number that the carrier refused, so that it rests.
 */
export type ConfigurationStop =
  | { kind: 'failing'; configurationId: number; cause: string; calls: readonly number[]; inARow: number }
  | { kind: 'no_caller'; configurationId: number; cause: string; numberId: number }
