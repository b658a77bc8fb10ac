import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Run, recentCalls } from '../api/campaigns.ts'

/** The calls under way in the organization, oldest first. */
export function useLiveCalls(): readonly Run[] {
  const { data } = useQuery(recentCalls(null))
  return useMemo(() => (data ?? []).filter((call) => !call.is_completed).reverse(), [data])
}
