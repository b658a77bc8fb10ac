import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type ApiKey = Schemas['ApiKey']
export type Scope = ApiKey['scope']

export const keyList = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/user/api-keys', { params: { query: { include_archived: true } }, signal })).data!,
  })

export const sessionList = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/sessions', { signal })).data!,
  })
