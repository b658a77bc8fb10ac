import { useQuery } from '@tanstack/react-query'
import { type LiveCall, liveCalls } from '../api/live-calls.ts'

const NONE: readonly LiveCall[] = []

/** The calls under way in the organization, oldest first. */
export function useLiveCalls(): readonly LiveCall[] {
  return useQuery(liveCalls(null)).data ?? NONE
}
