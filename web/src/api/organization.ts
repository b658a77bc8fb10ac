import { queryOptions } from '@tanstack/react-query'
import { setHomeZone } from '../ui/time.ts'
import { api } from './session.ts'

export const organization = () =>
  queryOptions({
    queryKey: ['organization'],
    queryFn: async ({ signal }) => {
      const { data } = await api().GET('/api/v1/organization', { signal })
      setHomeZone(data!.time_zone)
      return data!
    },
  })
