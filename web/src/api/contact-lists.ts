import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export const contactLists = () =>
  queryOptions({
    queryKey: ['contact-lists'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/contact-lists', { signal })).data!.contact_lists,
  })

async function readPreview(sourceId: string, workflow: PreviewWorkflow, signal: AbortSignal) {
  const query = {
    limit: PREVIEW_ROWS,
    ...(workflow.id === null ? {} : { workflow_id: workflow.id }),
    ...(workflow.version === null ? {} : { workflow_version_number: workflow.version }),
  }
  const { data } = await api().GET('/api/v1/contact-lists/{source_id}/preview', {
    params: { path: { source_id: sourceId }, query },
    signal,
  })
  return data!
}

const PREVIEW_ROWS = 4

export interface PreviewWorkflow {
  id: number | null
  /** Workflow version; null: the current one. A started campaign uses one version, and enrolment is checked against it. */
  version: number | null
}

export type ListPreview = Awaited<ReturnType<typeof readPreview>>

/** How the server read a list, compared with the current do-not-call list and the variables of a workflow. */
export const listPreview = (sourceId: string, workflow: PreviewWorkflow = { id: null, version: null }) =>
  queryOptions({
    queryKey: ['contact-lists', sourceId, 'preview', workflow],
    queryFn: ({ signal }) => readPreview(sourceId, workflow, signal),
    placeholderData: keepPreviousData,
  })
