import type { Schemas } from '@outdial/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callRefetchMs } from './call-refetch.ts'
import type { ContactFilter, Run } from './campaigns.ts'
import { api } from './session.ts'

/** An entry of the call's timeline; besides `at` and `event` each kind has its own details. */
export interface TimelineEntry {
  at: string
  event: string
  [detail: string]: unknown
}

export interface TranscriptLine {
  at: string
  who: 'agent' | 'person'
  text: string
  /** The part of the agent's words that the person heard, if the agent was interrupted. */
  heard: string | null
  confidence: number | null
  node: string | null
  /** Document passages that the agent's words are based on. */
  sources?: readonly string[]
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

export interface CallFilter {
  outcome?: Exclude<NonNullable<ContactFilter['outcome']>, 'inbound'>
  /** The result of the conversation. */
  disposition?: string
  call_type?: 'inbound' | 'outbound'
  campaign_id?: number
  /** Start of the time range, inclusive; `to` is its end, exclusive. */
  from?: string
  to?: string
  /** Search text: the beginning of a number. */
  q?: string
}

const PAGE = 100

const readCalls = async (wanted: CallFilter, cursor: number | null, signal: AbortSignal) => {
  const query = { ...wanted, live: false, limit: PAGE, ...(cursor === null ? {} : { cursor }) }
  return (await api().GET('/api/v1/calls', { params: { query }, signal })).data!
}

/** Ended calls as of opening the list. New calls come through `newestCalls`, so that rows do not move. */
export const callList = (wanted: CallFilter) =>
  infiniteQueryOptions({
    queryKey: ['call-list', wanted],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => readCalls(wanted, pageParam, signal),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

/** The newest calls, read again after every event. */
export const newestCalls = (wanted: CallFilter) =>
  queryOptions({
    queryKey: ['calls', 'newest', wanted],
    queryFn: ({ signal }) => readCalls(wanted, null, signal),
    placeholderData: keepPreviousData,
  })

export const oneCall = (id: number) =>
  queryOptions({
    queryKey: ['call', id],
    queryFn: async ({ signal }) => {
      const { data } = await api().GET('/api/v1/calls/{call_id}', { params: { path: { call_id: id } }, signal })
      return data as Call
    },
    refetchInterval: ({ state: { data } }) => (data ? callRefetchMs(data, Date.now()) : false),
  })

export type { Run }
