import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { language } from '../words/language.ts'
import { withTexts } from '../words/server/translate-texts.ts'
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

/** The newest version number is part of the key, so that the list is read again after a save. */
export const workflowVersions = (id: number, newest: number) =>
  queryOptions({
    queryKey: ['workflow', id, 'versions', newest],
    queryFn: async ({ signal }) => {
      const params = { path: { workflow_id: id }, query: { limit: 100 } }
      return (await api().GET('/api/v1/workflow/{workflow_id}/versions', { params, signal })).data!.versions
    },
  })

async function readDifference(id: number, number: number, signal: AbortSignal) {
  const params = { path: { workflow_id: id, version_number: number } }
  return (await api().GET('/api/v1/workflow/{workflow_id}/versions/{version_number}/compare', { params, signal })).data!
}

/** Changes from the previous version. */
export const versionDifference = (id: number, number: number) =>
  queryOptions({
    queryKey: ['workflow-difference', id, number],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readDifference(id, number, signal),
  })

export type VersionDifference = Awaited<ReturnType<typeof readDifference>>
export type WorkflowVersion = Awaited<ReturnType<NonNullable<ReturnType<typeof workflowVersions>['queryFn']>>>[number]

/** How many conversations of the last 30 days took each exit. */
export const workflowTraffic = (id: number) =>
  queryOptions({
    queryKey: ['workflow', id, 'traffic'],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/workflow/{workflow_id}/traffic', { params: { path: { workflow_id: id } }, signal }))
        .data!,
  })

/** Phrases at a step that none of its exits expected. */
export const unexpectedPhrases = (id: number) =>
  queryOptions({
    queryKey: ['workflow', id, 'unexpected-phrases'],
    queryFn: async ({ signal }) => {
      const params = { path: { workflow_id: id } }
      return (await api().GET('/api/v1/workflow/{workflow_id}/unexpected-phrases', { params, signal })).data!.phrases
    },
  })

/** The simulated people for try-outs of a workflow; constant for a version of the program. */
export const simulatedPeople = () =>
  queryOptions({
    queryKey: ['simulated-people'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api().GET('/api/v1/workflow/try/people', { signal })).data!.people,
  })

/** Kinds of steps, and the fields of steps, exits and settings; constant for a version of the program. */
export const nodeTypes = () =>
  queryOptions({
    queryKey: ['node-types'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { query: { foreign_names: false } }
      const { data } = await api().GET('/api/v1/node-types', { params, signal })
      if (language !== 'de') return data!
      const { WORKFLOW_TEXTS_DE } = await import('../words/server/workflow-texts-de.ts')
      return withTexts(data!, WORKFLOW_TEXTS_DE)
    },
  })
