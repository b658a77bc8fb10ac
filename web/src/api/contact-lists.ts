import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export const contactLists = () =>
  queryOptions({
    queryKey: ['contact-lists'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/contact-lists', { signal })).data!.contact_lists,
  })
