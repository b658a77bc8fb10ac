import { OutdialError, type Schemas } from '@outdial/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'
import { untilCounted } from './until-counted.ts'

export type CampaignExplanation = Schemas['CampaignExplanation']
export type ContactExplanation = Schemas['ContactExplanation']
export type CampaignForecast = Schemas['CampaignForecast']
export type StartCheck = Schemas['StartCheck']

export const campaignExplanation = (id: number) =>
  queryOptions({
    queryKey: ['campaign', id, 'explain'],
    refetchInterval: untilCounted,
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/{campaign_id}/explain', { params: { path: { campaign_id: id } }, signal }))
        .data!,
    placeholderData: keepPreviousData,
  })

export const contactExplanation = (campaignId: number, contactId: number) =>
  queryOptions({
    queryKey: ['campaign', campaignId, 'contact', contactId, 'explain'],
    queryFn: async ({ signal }) =>
      (
        await api().GET('/api/v1/campaign/{campaign_id}/contacts/{contact_id}/explain', {
          params: { path: { campaign_id: campaignId, contact_id: contactId } },
          signal,
        })
      ).data!,
  })

const FORECAST_RETRIES = 4

/** A node computes few forecasts at a time and refuses others for the moment. */
export const retryBusyForecast = (failures: number, error: unknown): boolean =>
  failures < FORECAST_RETRIES && error instanceof OutdialError && error.status === 429

/**
 * Takes the server up to two seconds, so it is requested only when a page opens and when the campaign changes, not at every call.
 */
export const campaignForecast = (id: number) =>
  queryOptions({
    queryKey: ['forecast', id],
    staleTime: 60_000,
    retry: retryBusyForecast,
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/{campaign_id}/forecast', { params: { path: { campaign_id: id } }, signal }))
        .data!,
  })

/** Read when a dialog opens, because the result must be current when the user decides. */
export const startCheck = (id: number, takesCurrentVersion = false) =>
  queryOptions({
    queryKey: ['start-check', id, takesCurrentVersion],
    refetchInterval: untilCounted,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await api().GET('/api/v1/campaign/{campaign_id}/start-check', {
          params: { path: { campaign_id: id }, query: { use_current_version: takesCurrentVersion } },
          signal,
        })
      ).data!,
  })

/**
 * Contacts that were left out, by reason. The server counts all of them, so it is read again only when their number has changed.
 */
export const excludedContacts = (id: number, contacts: number) =>
  queryOptions({
    queryKey: ['left-out', id, contacts],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: contacts > 0,
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/{campaign_id}/left-out', { params: { path: { campaign_id: id } }, signal }))
        .data!.left_out,
    placeholderData: keepPreviousData,
  })
