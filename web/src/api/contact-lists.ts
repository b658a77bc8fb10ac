import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export const contactLists = () =>
  queryOptions({
    queryKey: ['contact-lists'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/contact-lists', { signal })).data!.contact_lists,
  })

async function readPreview(sourceId: string, workflowId: number | null, signal: AbortSignal) {
  const query = { limit: PREVIEW_ROWS, ...(workflowId === null ? {} : { workflow_id: workflowId }) }
  const { data } = await api().GET('/api/v1/contact-lists/{source_id}/preview', {
    params: { path: { source_id: sourceId }, query },
    signal,
  })
  return data!
}

const PREVIEW_ROWS = 4

export type ListPreview = Awaited<ReturnType<typeof readPreview>>

/** How the server read a list, against the do-not-call list of this moment and what a workflow asks for. */
export const listPreview = (sourceId: string, workflowId: number | null = null) =>
  queryOptions({
    queryKey: ['contact-lists', sourceId, 'preview', workflowId],
    queryFn: ({ signal }) => readPreview(sourceId, workflowId, signal),
    placeholderData: keepPreviousData,
  })
