import { OutdialError, type Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type Prices = Schemas['Prices']
export type Spending = Schemas['Spending']

/** The prices of a telephony configuration; null: it has none. */
async function readPrices(configurationId: number, signal: AbortSignal): Promise<Prices | null> {
  try {
    const params = { path: { config_id: configurationId } }
    return (await api().GET('/api/v1/organizations/telephony-configs/{config_id}/prices', { params, signal })).data!
  } catch (error) {
    if (error instanceof OutdialError && error.code === 'prices_not_found') return null
    throw error
  }
}

export const pricesOf = (configurationId: number) =>
  queryOptions({
    queryKey: ['spending', 'prices', configurationId],
    queryFn: ({ signal }) => readPrices(configurationId, signal),
  })

/** Currency, daily limit and today's cost. */
export const spendingToday = () =>
  queryOptions({
    queryKey: ['spending', 'today'],
    staleTime: 30_000,
    // Polled, because the end of a day causes no event.
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => (await api().GET('/api/v1/organizations/spending', { signal })).data!,
  })

/** The last 30 days, by day and campaign. */
export const spendingByDay = () =>
  queryOptions({
    queryKey: ['spending', 'days'],
    staleTime: 30_000,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => (await api().GET('/api/v1/spending', { signal })).data!,
  })
