import { useLiveCalls } from './use-live-calls.ts'
import { useOrganization } from './use-organization.ts'

export interface Lines {
  live: number
  talking: number
  /** How many calls the organization may have at once. */
  lines: number
}

export function useLines(): Lines {
  const { live_calls, max_concurrency } = useOrganization()
  const calls = useLiveCalls()
  const talking = calls.filter((call) => call.state === 'answered').length
  return { live: live_calls, talking: Math.min(talking, live_calls), lines: max_concurrency }
}
