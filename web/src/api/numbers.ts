import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { NUMBER_HISTORY_MAX } from './history-max.ts'
import { api } from './session.ts'

export type NumberHistory = Schemas['NumberHistory']

/** Everything that is stored about one number: attempts, lists, do-not-call entries, and whether it may be called. */
export const numberHistory = (address: string) =>
  queryOptions({
    queryKey: ['number', address],
    staleTime: 5_000,
    queryFn: async ({ signal }) =>
      (
        await api().GET('/api/v1/numbers/{address}/history', {
          params: { path: { address }, query: { limit: NUMBER_HISTORY_MAX } },
          signal,
        })
      ).data!,
  })
