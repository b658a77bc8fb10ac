import type { Schemas } from '@outdial/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type CallStatistics = Schemas['CallStatistics']
export type CallColumn = CallStatistics['columns'][number]
export type AnswerRates = Schemas['AnswerRates']

interface StatisticsWanted {
  campaignId?: number
  /** ISO time; if left out, the server's default. */
  from?: string
  to?: string
  bucket?: 'minute' | 'quarter' | 'hour' | 'day'
}

async function readStatistics(
  { campaignId, ...query }: StatisticsWanted,
  signal: AbortSignal,
): Promise<CallStatistics> {
  const params = { query: { ...query, ...(campaignId === undefined ? {} : { campaign_id: campaignId }) } }
  return (await api().GET('/api/v1/statistics/calls', { params, signal })).data!
}

/** Statistics of a past range, which do not change: they are not read again with the charts. */
export const pastStatistics = (name: string, wanted: () => StatisticsWanted) =>
  queryOptions({ queryKey: ['past-statistics', name], queryFn: ({ signal }) => readStatistics(wanted(), signal) })

/** `name` represents the filter in the query key: a range that ends now would be another key at every moment. */
export const callStatistics = (name: string, wanted: () => StatisticsWanted) =>
  queryOptions({
    queryKey: ['statistics', 'calls', name],
    queryFn: ({ signal }) => readStatistics(wanted(), signal),
    placeholderData: keepPreviousData,
  })

const RATES_FRESH_MS = 10 * 60_000

/** Answer rates over weeks of calls: the last minutes make no difference, so they are not read again with the charts. */
export const answerRates = (campaignId?: number, weeks = 8) =>
  queryOptions({
    queryKey: ['answer-rates', campaignId ?? null, weeks],
    staleTime: RATES_FRESH_MS,
    refetchInterval: RATES_FRESH_MS,
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - weeks * 7 * 86_400_000).toISOString()
      const query = { from, ...(campaignId === undefined ? {} : { campaign_id: campaignId }) }
      return (await api().GET('/api/v1/statistics/answer-rates', { params: { query }, signal })).data!
    },
  })
