import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type OrganizationPolicy = Schemas['OrganizationPolicy']
export type Policy = Schemas['PolicyInput']
export type Pack = Schemas['PolicyPack']
export type Duty = OrganizationPolicy['duties'][number]

export const packList = () =>
  queryOptions({
    queryKey: ['policy-packs'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/policies', { signal })).data!,
    staleTime: 3_600_000,
  })

export const organizationPolicy = () =>
  queryOptions({
    queryKey: ['policy'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/organizations/policy', { signal })).data!,
  })

export const policyVersions = () =>
  queryOptions({
    queryKey: ['policy', 'versions'],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/organizations/policy/versions', { signal })).data!.versions,
  })
