import type { Schemas } from '@outdial/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type Suppression = Schemas['Suppression']

const PAGE = 1_000

export const suppressionList = () =>
  infiniteQueryOptions({
    queryKey: ['suppressions', 'numbers'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, offset: pageParam }
      return (await api().GET('/api/v1/suppressions', { params: { query }, signal })).data!.suppressions
    },
    getNextPageParam: (page, pages) => (page.length === PAGE ? pages.length * PAGE : undefined),
  })

export type SuppressionCandidate = Schemas['SuppressionCandidate']

/** Number of candidates read, oldest first; if there are this many, there may be more. */
export const CANDIDATES_MAX = 200

/** Numbers that may belong on the do-not-call list. They are called until an operator decides. */
export const suppressionCandidates = () =>
  queryOptions({
    queryKey: ['suppressions', 'candidates'],
    queryFn: async ({ signal }) => {
      const query = { state: 'open', limit: CANDIDATES_MAX } as const
      return (await api().GET('/api/v1/suppressions/candidates', { params: { query }, signal })).data!.candidates
    },
  })

async function readRanges(signal: AbortSignal) {
  return (await api().GET('/api/v1/suppressed-ranges', { signal })).data!.ranges
}

export type SuppressedRange = Awaited<ReturnType<typeof readRanges>>[number]

export const suppressedRanges = () =>
  queryOptions({ queryKey: ['suppressions', 'ranges'], queryFn: ({ signal }) => readRanges(signal) })
