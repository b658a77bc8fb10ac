import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream'
import { z } from 'zod'
import { cursorParameter } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { bool, id, integer, optional, timestamp } from '../http/schemas.ts'
import type { Database } from '../storage/database.ts'
import { readEvents } from './queries.ts'
import type { EventStreams } from './streams.ts'
import { EVENT_TYPE_NAMES, EVENT_TYPES, LIVE_EVENT_TYPE_NAMES, LIVE_EVENT_TYPES } from './types.ts'

const BASE = '/api/v1/events'
const TAG = 'Events'
const DEFAULT_PAGE = 100
const PAGE_MAX = 1_000

const eventId = () => optional(integer({ minimum: 0 }))

const event = z
  .object({
    id: z.int(),
    at: timestamp(),
    type: z.enum(EVENT_TYPE_NAMES).meta({ id: 'EventType', description: documented(EVENT_TYPES) }),
    campaign_id: z.int().nullable(),
    contact_id: z.int().nullable(),
    call_id: z.int().nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' })

const liveEvent = event
  .extend({
    id: z.null(),
    type: z.enum(LIVE_EVENT_TYPE_NAMES).meta({ id: 'LiveEventType', description: documented(LIVE_EVENT_TYPES) }),
  })
  .meta({ id: 'LiveEvent' })

function documented(types: Readonly<Record<string, string>>): string {
  return Object.entries(types)
    .map(([type, sentence]) => `- \`${type}\`: ${sentence}`)
    .join('\n')
}

const EXAMPLE = {
  id: 118,
  at: '2026-11-15T09:30:00.123Z',
  type: 'campaign_started',
  campaign_id: 7,
  contact_id: null,
  call_id: null,
  data: {},
}

const LIVE_EXAMPLE = {
  id: null,
  at: '2026-11-15T09:30:02.500Z',
  type: 'call_answered',
  campaign_id: 7,
  contact_id: 31,
  call_id: 42,
  data: { attempt: 1, direction: 'outbound' },
}

export function eventRoutes({ db, streams }: { db: Database; streams: Pick<EventStreams, 'open'> }): Route[] {
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'listEvents',
      tag: TAG,
      summary: 'List events in order',
      description:
        'The log has no last page: `next_cursor` is never null, and an empty list means that there are no newer events. `after` is the same as `cursor`.',
      query: z.object({
        cursor: cursorParameter(),
        after: eventId().meta({ description: 'Only events after this one; from the oldest kept if left out.' }),
        limit: optional(integer({ minimum: 1, maximum: PAGE_MAX })).meta({ description: '100 if left out.' }),
        campaign_id: optional(id()).meta({ description: 'Only events of this campaign.' }),
      }),
      answer: {
        schema: z.object({ events: z.array(event), next_cursor: z.int() }),
        example: { events: [EXAMPLE], next_cursor: 118 },
      },
      async handle({ principal, query }) {
        const after = query.cursor ?? query.after ?? 0
        const events = await readEvents(db, {
          organizationId: principal.organizationId,
          after,
          campaignId: query.campaign_id ?? null,
          limit: query.limit ?? DEFAULT_PAGE,
        })
        return { events, next_cursor: events.at(-1)?.id ?? after }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/event-types',
      operation: 'listEventTypes',
      tag: TAG,
      summary: 'List the types of events',
      answer: {
        schema: z.object({
          event_types: z.array(z.object({ type: z.string(), description: z.string(), live: z.boolean() })),
          examples: z.object({ event, live_event: liveEvent }),
        }),
        example: {
          event_types: [{ type: 'campaign_started', description: EVENT_TYPES.campaign_started, live: false }],
          examples: { event: EXAMPLE, live_event: LIVE_EXAMPLE },
        },
      },
      handle: async () => ({
        event_types: [...listed(EVENT_TYPES, false), ...listed(LIVE_EVENT_TYPES, true)],
        examples: { event: EXAMPLE, live_event: LIVE_EXAMPLE },
      }),
    }),
    streamRoute(streams),
  ]
}

function listed(types: Readonly<Record<string, string>>, live: boolean) {
  return Object.entries(types).map(([type, description]) => ({ type, description, live }))
}

function streamRoute(streams: Pick<EventStreams, 'open'>): Route {
  return route({
    method: 'GET',
    path: `${BASE}/stream`,
    operation: 'streamEvents',
    tag: TAG,
    summary: 'Stream events as server-sent events',
    description:
      'The first message has the event name `ready`. It has the `cursor`, and in `behind` the number of events between the cursor and now (10,001 stands for more than 10,000). Each further message has an event as its data and the id of this event as its id. After a lost connection continue with the header `Last-Event-ID`, which every EventSource sends automatically. Without it and without `after` the stream begins now. With `live=true` there are also messages with the event name `live` and without an id: changes of calls in progress (schema LiveEvent), at most ten messages a second with the newest state of each call. They are sent only to connected readers, are never stored and may get lost: `GET /api/v1/calls?live=true` has the current state. Comments are heartbeats: every 15 seconds without messages, with `live=true` every second.',
    query: z.object({
      after: eventId().meta({ description: 'Only events after this one. The header takes precedence.' }),
      campaign_id: optional(id()).meta({ description: 'Only events of this campaign.' }),
      live: optional(bool()).meta({ description: 'Also send changes of calls in progress.' }),
    }),
    headers: z.object({
      'last-event-id': eventId().meta({ description: 'The id of the last message seen.' }),
    }),
    answer: { contentType: 'text/event-stream', description: 'A stream that stays open; comments are heartbeats.' },
    errors: ['too_many_streams'],
    async handle({ principal, query, headers, reply }) {
      const stream = await streams.open({
        principal,
        after: headers['last-event-id'] ?? query.after ?? null,
        campaignId: query.campaign_id ?? null,
        live: query.live ?? false,
      })
      // Fastify no longer handles the reply: a client that disconnects is the normal end of a stream, not a failed answer.
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Without this header, nginx would buffer events.
        'x-accel-buffering': 'no',
      })
      pipeline(stream, reply.raw, () => {})
    },
  })
}
