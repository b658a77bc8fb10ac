/** With these words in its log the dialer pauses a campaign by itself. */
export const STOP_EVENTS = [
  'circuit_breaker_tripped',
  'carrier_account_refused',
  'agent_missing',
  'dials_fail_alike',
] as const

export type StopEvent = (typeof STOP_EVENTS)[number]
