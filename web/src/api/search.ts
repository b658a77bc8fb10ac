import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

/** Search results for names, numbers and ids in all data of the organization. */
export const searchResults = (words: string) =>
  queryOptions({
    queryKey: ['search', words],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/search', { params: { query: { q: words } }, signal })).data!,
    enabled: words.length >= 2,
    staleTime: 5_000,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
  })
