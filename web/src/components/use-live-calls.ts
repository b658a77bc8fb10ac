import { useQuery } from '@tanstack/react-query'
import { type LiveCall, liveCalls } from '../api/live-calls.ts'

const NONE: readonly LiveCall[] = []

/** The organization's live calls, oldest first. */
export function useLiveCalls(): readonly LiveCall[] {
  return useQuery(liveCalls(null)).data ?? NONE
}
