import { queryOptions } from '@tanstack/react-query'
import type { Run } from './campaigns.ts'
import { api } from './session.ts'

/** A live call, with the last step of its conversation that this page has received. */
export type LiveCall = Run & { step?: string }

/** Maximum number of live calls that are read; an organization has 200 slots by default. */
export const LIVE_CALLS_MAX = 1_000

/** Live calls; the event stream keeps them up to date, see `live/follow-calls.ts`. */
export const liveCalls = (campaignId: number | null) =>
  queryOptions({
    queryKey: ['live-calls', campaignId],
    queryFn: async ({ signal }): Promise<LiveCall[]> => {
      const query = { live: true, limit: LIVE_CALLS_MAX, ...(campaignId === null ? {} : { campaign_id: campaignId }) }
      const { data } = await api().GET('/api/v1/calls', { params: { query }, signal })
      return data!.runs.reverse()
    },
  })
