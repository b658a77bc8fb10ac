import { queryOptions } from '@tanstack/react-query'
import type { Run } from './campaigns.ts'
import { api } from './session.ts'

/** A live call, with the last step of its conversation that this page has received. */
export type LiveCall = Run & { step?: string }

/** As many as a page could show; an organization has 200 lines unless someone gave it more. */
export const LIVE_CALLS_MAX = 1_000

/** Kept up to date by the event stream; see `live/follow-calls.ts`. */
export const liveCalls = (campaignId: number | null) =>
  queryOptions({
    queryKey: ['live-calls', campaignId],
    queryFn: async ({ signal }): Promise<LiveCall[]> => {
      const query = { live: true, limit: LIVE_CALLS_MAX, ...(campaignId === null ? {} : { campaign_id: campaignId }) }
      const { data } = await api().GET('/api/v1/calls', { params: { query }, signal })
      return data!.runs.reverse()
    },
  })
