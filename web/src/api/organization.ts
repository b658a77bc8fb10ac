import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export const organization = () =>
  queryOptions({
    queryKey: ['organization'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/organization', { signal })).data!,
  })
