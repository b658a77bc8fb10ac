import type { Schemas } from '@outdial/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ContactsWanted, Run } from './campaigns.ts'
import { api } from './session.ts'

/** What the agent's journal keeps of a moment; beyond `at` and `event` each kind has its own details. */
export interface TimelineEntry {
  at: string
  event: string
  [detail: string]: unknown
}

export interface TranscriptLine {
  at: string
  who: 'agent' | 'person'
  text: string
  /** What was heard of the agent's words, where they were cut off. */
  heard: string | null
  confidence: number | null
  node: string | null
}

export interface Latencies {
  first_audio_ms?: number
  reply_gap_p50_ms?: number
  reply_gap_max_ms?: number
  replies?: number
}

export type Call = Omit<Schemas['Call'], 'timeline' | 'transcript' | 'latencies'> & {
  timeline: TimelineEntry[]
  transcript: TranscriptLine[]
  latencies: Latencies
}

export interface CallsWanted {
  outcome?: NonNullable<ContactsWanted['outcome']>
  call_type?: 'inbound' | 'outbound'
  campaign_id?: number
}

const PAGE = 100

const readCalls = async (wanted: CallsWanted, page: number, limit: number, signal: AbortSignal) =>
  (await api().GET('/api/v1/calls', { params: { query: { ...wanted, page, limit } }, signal })).data!

/** As it was when it was opened; what is new comes through `newestCalls`, so that nothing moves while it is read. */
export const callList = (wanted: CallsWanted) =>
  infiniteQueryOptions({
    queryKey: ['call-list', wanted],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readCalls(wanted, pageParam, PAGE, signal),
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

/** Read again whenever something happened. */
export const newestCalls = (wanted: CallsWanted) =>
  queryOptions({
    queryKey: ['calls', 'newest', wanted],
    queryFn: ({ signal }) => readCalls(wanted, 1, PAGE, signal),
    placeholderData: keepPreviousData,
  })

/** The journal of a live call grows without an event for every word, so that one call is asked for again. */
const LIVE_MS = 1_000

export const oneCall = (id: number) =>
  queryOptions({
    queryKey: ['call', id],
    queryFn: async ({ signal }) => {
      const { data } = await api().GET('/api/v1/calls/{call_id}', { params: { path: { call_id: id } }, signal })
      return data as Call
    },
    refetchInterval: ({ state }) => (state.data && !state.data.is_completed ? LIVE_MS : false),
  })

export type { Run }
