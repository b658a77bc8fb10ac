import type { Schemas } from '@outdial/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './session.ts'

export type CampaignExplanation = Schemas['CampaignExplanation']
export type ContactExplanation = Schemas['ContactExplanation']
export type CampaignForecast = Schemas['CampaignForecast']

export const campaignExplanation = (id: number) =>
  queryOptions({
    queryKey: ['campaign', id, 'explain'],
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

/** Costs the server up to two seconds: asked when a page opens and when the campaign changes, not at every call. */
export const campaignForecast = (id: number) =>
  queryOptions({
    queryKey: ['forecast', id],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/{campaign_id}/forecast', { params: { path: { campaign_id: id } }, signal }))
        .data!,
  })
