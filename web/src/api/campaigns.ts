import type { Schemas } from '@outdial/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PreviewWorkflow } from './contact-lists.ts'
import { api } from './session.ts'
import { untilCounted } from './until-counted.ts'

export type Campaign = Schemas['Campaign']
export type CampaignProgress = Schemas['CampaignProgress']
export type Run = Schemas['Run']

/** The workflow version of the campaign's calls; it is not fixed before the start. */
export const pinnedWorkflow = ({ workflow_id, workflow_version_number }: Campaign): PreviewWorkflow => ({
  id: workflow_id,
  version: workflow_version_number,
})

/** Query keys start with the names that events use, so that the live layer finds the queries that an event affects. */
export const campaignKeys = {
  list: ['campaigns'] as const,
  one: (id: number) => ['campaign', id] as const,
  progress: (id: number) => ['campaign', id, 'progress'] as const,
  /** Not below the key `campaign`, because a long list is not read again as a whole; see `live/contact-pages.ts`. */
  contacts: (id: number) => ['contacts', id] as const,
  calls: (id: number) => ['campaign', id, 'calls'] as const,
}

export const campaignList = () =>
  queryOptions({
    queryKey: campaignKeys.list,
    queryFn: async ({ signal }) => {
      const { data } = await api().GET('/api/v1/campaign/', { params: { query: { limit: 1_000 } }, signal })
      return data!.campaigns
    },
  })

export const oneCampaign = (id: number) =>
  queryOptions({
    queryKey: campaignKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/{campaign_id}', { params: { path: { campaign_id: id } }, signal })).data!,
  })

export const allProgress = () =>
  queryOptions({
    queryKey: [...campaignKeys.list, 'progress'],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/progress', { params: { query: { limit: 1_000 } }, signal })).data!.progress,
  })

export const campaignProgress = (id: number) =>
  queryOptions({
    queryKey: campaignKeys.progress(id),
    refetchInterval: untilCounted,
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/{campaign_id}/progress', { params: { path: { campaign_id: id } }, signal }))
        .data!,
  })

export interface ContactFilter {
  state?: 'pending' | 'in_call' | 'done'
  outcome?: 'answered' | 'voicemail' | 'busy' | 'no_answer' | 'declined' | 'failed' | 'canceled' | 'lost' | 'inbound'
  q?: string
}

export const CONTACTS_PAGE = 200

/** One page at any position of the list, so that dragging the scrollbar to the middle reads only the middle. */
export const contactsPage = (id: number, wanted: ContactFilter, page: number) =>
  queryOptions({
    queryKey: [...campaignKeys.contacts(id), wanted, page],
    queryFn: async ({ signal }) => {
      const query = { ...wanted, limit: CONTACTS_PAGE, offset: page * CONTACTS_PAGE }
      const { data } = await api().GET('/api/v1/campaign/{campaign_id}/contacts', {
        params: { path: { campaign_id: id }, query },
        signal,
      })
      return data!.contacts
    },
  })

export type ListedContact = Awaited<ReturnType<NonNullable<ReturnType<typeof contactsPage>['queryFn']>>>[number]

export type Contact = Awaited<ReturnType<typeof readContact>>

async function readContact(campaignId: number, contactId: number, signal?: AbortSignal) {
  const { data } = await api().GET('/api/v1/campaign/{campaign_id}/contacts/{contact_id}', {
    params: { path: { campaign_id: campaignId, contact_id: contactId } },
    signal: signal ?? null,
  })
  return data!
}

export const oneContact = (campaignId: number, contactId: number) =>
  queryOptions({
    queryKey: ['campaign', campaignId, 'contact', contactId],
    queryFn: ({ signal }) => readContact(campaignId, contactId, signal),
    placeholderData: keepPreviousData,
  })

export const campaignCalls = (id: number, page: number, outcome?: Exclude<ContactFilter['outcome'], 'inbound'>) =>
  queryOptions({
    queryKey: [...campaignKeys.calls(id), page, outcome ?? null],
    queryFn: async ({ signal }) => {
      const query = { page, limit: 100, ...(outcome ? { outcome } : {}) }
      const { data } = await api().GET('/api/v1/campaign/{campaign_id}/runs', {
        params: { path: { campaign_id: id }, query },
        signal,
      })
      return data!
    },
    placeholderData: keepPreviousData,
  })

/** Live calls and the last ended ones, newest first. */
export const recentCalls = (campaignId: number | null) =>
  queryOptions({
    queryKey: campaignId === null ? ['calls', 'recent'] : [...campaignKeys.calls(campaignId), 'recent'],
    queryFn: async ({ signal }) => {
      const query = { limit: 200, ...(campaignId === null ? {} : { campaign_id: campaignId }) }
      return (await api().GET('/api/v1/calls', { params: { query }, signal })).data!.runs
    },
  })

/**
 * For the introduction: whether a single call was made. The key is not below `calls`, which every call of a campaign makes stale.
 */
export const firstStepsCallsQuery = () =>
  queryOptions({
    queryKey: ['first-steps', 'calls'],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/calls', { params: { query: { limit: 200 } }, signal })).data!.runs,
  })

/** Results of the conversations; each contact counts once, by its last call. */
export const campaignResults = (id: number) =>
  queryOptions({
    queryKey: ['campaign', id, 'results'],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/{campaign_id}/results', { params: { path: { campaign_id: id } }, signal }))
        .data!,
    staleTime: 30_000,
  })

export type CampaignRouteStep = Schemas['CampaignRoute']['steps'][number]

/** Through which carriers the campaign dials, in order; empty without a route. */
/** Reads all people of the campaign, so it is read when the page is opened and not with every event. */
export const campaignExperiment = (id: number) =>
  queryOptions({
    queryKey: ['experiment', id],
    queryFn: ({ signal }) => readExperiment(id, signal),
  })

async function readExperiment(id: number, signal: AbortSignal) {
  const { data } = await api().GET('/api/v1/campaign/{campaign_id}/experiment', {
    params: { path: { campaign_id: id } },
    signal,
  })
  return data!
}

export type ExperimentResult = Awaited<ReturnType<typeof readExperiment>>

export const campaignRoute = (id: number) =>
  queryOptions({
    queryKey: ['campaign', id, 'route'],
    // A back-off ends without an event.
    refetchInterval: 15_000,
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/campaign/{campaign_id}/route', { params: { path: { campaign_id: id } }, signal }))
        .data!,
  })
