import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type KnowledgeDocument = Schemas['KnowledgeDocument']
export type Recording = Schemas['WorkflowRecording']

async function readDocuments(): Promise<KnowledgeDocument[]> {
  const documents: KnowledgeDocument[] = []
  for await (const one of api().all('listDocuments')) documents.push(one)
  return documents
}

/** Documents for look-ups by agents, newest first. */
export const documentList = () => queryOptions({ queryKey: ['documents'], queryFn: readDocuments })

/** A document with the names of the workflows that use it. */
export const oneDocument = (uuid: string) =>
  queryOptions({ queryKey: ['documents', uuid], staleTime: 0, queryFn: () => api().documents.get(uuid) })

/** Recordings that agents play; recordings of calls are separate. */
export const recordingList = () =>
  queryOptions({ queryKey: ['recordings'], queryFn: async () => (await api().recordings.list()).recordings })

export const oneRecording = (id: string) =>
  queryOptions({ queryKey: ['recordings', id], staleTime: 0, queryFn: () => api().recordings.get(id) })
