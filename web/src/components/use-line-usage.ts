import { useQuery } from '@tanstack/react-query'
import { liveCalls } from '../api/live-calls.ts'
import { useOrganization } from './use-organization.ts'

export interface LineUsage {
  live: number
  talking: number
  /** The organization's limit of concurrent calls. */
  lines: number
}

export function useLineUsage(): LineUsage {
  const { live_calls, max_concurrency } = useOrganization()
  const calls = useQuery(liveCalls(null)).data
  const talking = calls?.filter((call) => call.state === 'answered').length ?? 0
  // One source for all values, so that ticks, meter and figure are consistent.
  return { live: calls?.length ?? live_calls, talking, lines: max_concurrency }
}
