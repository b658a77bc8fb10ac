import type { Schemas } from '@outdial/sdk'
import { queryOptions } from '@tanstack/react-query'
import { language } from '../words/language.ts'
import { api } from './session.ts'

export type TelephonyConfiguration = Schemas['TelephonyConfiguration']
export type PhoneNumber = Schemas['PhoneNumber']

export const providerMetadata = () =>
  queryOptions({
    queryKey: ['telephony-providers'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { data } = await api().GET('/api/v1/organizations/telephony-providers/metadata', { signal })
      if (language !== 'de') return data!.providers
      const { germanCarrier } = await import('../words/server/carrier-fields-de.ts')
      return data!.providers.map((carrier) => germanCarrier(carrier))
    },
  })

export const configurationList = () =>
  queryOptions({
    queryKey: ['telephony-configs'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/organizations/telephony-configs', { signal })).data!,
  })

export const oneConfiguration = (id: number) =>
  queryOptions({
    queryKey: ['telephony-configs', id],
    queryFn: async ({ signal }) =>
      (
        await api().GET('/api/v1/organizations/telephony-configs/{config_id}', {
          params: { path: { config_id: id } },
          signal,
        })
      ).data!,
  })

export const numbersOf = (configurationId: number) =>
  queryOptions({
    queryKey: ['telephony-configs', configurationId, 'numbers'],
    queryFn: async ({ signal }) =>
      (
        await api().GET('/api/v1/organizations/telephony-configs/{config_id}/phone-numbers', {
          params: { path: { config_id: configurationId } },
          signal,
        })
      ).data!,
  })

/** Requests the numbers from the carrier, so it is read only on demand. */
export const accountNumbers = (configurationId: number) =>
  queryOptions({
    queryKey: ['account-numbers', configurationId],
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await api().GET('/api/v1/organizations/telephony-configs/{config_id}/account-numbers', {
          params: { path: { config_id: configurationId } },
          signal,
        })
      ).data!,
  })
