import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type Workflow = Schemas['Workflow']

export const workflowList = () =>
  queryOptions({
    queryKey: ['workflows'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/workflow/fetch', { signal })).data!,
  })

export const oneWorkflow = (id: number) =>
  queryOptions({
    queryKey: ['workflow', id],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/workflow/fetch/{workflow_id}', { params: { path: { workflow_id: id } }, signal }))
        .data!,
  })

/** How many conversations of the last 30 days took each exit. */
export const workflowTraffic = (id: number) =>
  queryOptions({
    queryKey: ['workflow', id, 'traffic'],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/workflow/{workflow_id}/traffic', { params: { path: { workflow_id: id } }, signal }))
        .data!,
  })

/** The kinds of steps and their fields; they change with the program alone. */
export const nodeTypes = () =>
  queryOptions({
    queryKey: ['node-types'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api().GET('/api/v1/node-types', { signal })).data!.node_types,
  })
