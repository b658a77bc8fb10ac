import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

async function readTools(signal: AbortSignal) {
  // The server lists active tools unless another state is requested.
  const read = async (status: string) =>
    (await api().GET('/api/v1/tools/', { params: { query: { status } }, signal })).data!
  return [...(await read('active')), ...(await read('archived'))]
}

export type Tool = Awaited<ReturnType<typeof readTools>>[number]

export const toolList = () => queryOptions({ queryKey: ['tools'], queryFn: ({ signal }) => readTools(signal) })

async function readCredentials(signal: AbortSignal) {
  return (await api().GET('/api/v1/credentials/', { signal })).data!
}

export type Credential = Awaited<ReturnType<typeof readCredentials>>[number]

export const credentialList = () =>
  queryOptions({ queryKey: ['credentials'], queryFn: ({ signal }) => readCredentials(signal) })
