import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export const contactLists = () =>
  queryOptions({
    queryKey: ['contact-lists'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/contact-lists', { signal })).data!.contact_lists,
  })

/** What the server has read of a list, held against the do-not-call list of this moment. */
export const listPreview = (sourceId: string) =>
  queryOptions({
    queryKey: ['contact-lists', sourceId, 'preview'],
    queryFn: async ({ signal }) =>
      (
        await api().GET('/api/v1/contact-lists/{source_id}/preview', {
          params: { path: { source_id: sourceId }, query: { limit: 1 } },
          signal,
        })
      ).data!,
  })
