import type { Schemas } from '@outdial/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { api } from './session.ts'

export type Webhook = Schemas['Webhook']
export type Delivery = Schemas['WebhookDelivery']

export const webhookList = () =>
  queryOptions({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }) => (await api().GET('/api/v1/webhooks', { signal })).data!.webhooks,
  })

const PAGE = 50
/** No event reports deliveries, so an open list of them is polled. */
const LOOK_EVERY_MS = 3_000

export const deliveriesOf = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) }
      const params = { path: { webhook_id: id }, query }
      return (await api().GET('/api/v1/webhooks/{webhook_id}/deliveries', { params, signal })).data!
    },
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : LOOK_EVERY_MS),
  })

export const eventTypes = () =>
  queryOptions({
    queryKey: ['event-types'],
    queryFn: async ({ signal }) =>
      (await api().GET('/api/v1/event-types', { signal })).data!.event_types.filter(({ live }) => !live),
    staleTime: 3_600_000,
  })

export const refetchWebhooks = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] })
