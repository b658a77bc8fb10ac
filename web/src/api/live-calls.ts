import { queryOptions } from '@tanstack/react-query'
import type { Run } from './campaigns.ts'
import { api } from './session.ts'

/** A call under way, with the step its conversation has reached as far as this page has heard. */
export type LiveCall = Run & { step?: string }

/** As many as a page could show; an organization has 200 lines unless someone gave it more. */
const AT_MOST = 1_000

/** Kept up to date by what the stream tells; see `live/follow-calls.ts`. */
export const liveCalls = (campaignId: number | null) =>
  queryOptions({
    queryKey: ['live-calls', campaignId],
    queryFn: async ({ signal }): Promise<LiveCall[]> => {
      const query = { live: true, limit: AT_MOST, ...(campaignId === null ? {} : { campaign_id: campaignId }) }
      const { data } = await api().GET('/api/v1/calls', { params: { query }, signal })
      return data!.runs.reverse()
    },
  })
