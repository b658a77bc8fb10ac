import type { Schemas } from '@outdial/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type Suppression = Schemas['Suppression']

const PAGE = 1_000

export const suppressionList = () =>
  infiniteQueryOptions({
    queryKey: ['suppressions'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, offset: pageParam }
      return (await api().GET('/api/v1/suppressions', { params: { query }, signal })).data!.suppressions
    },
    getNextPageParam: (page, pages) => (page.length === PAGE ? pages.length * PAGE : undefined),
  })
