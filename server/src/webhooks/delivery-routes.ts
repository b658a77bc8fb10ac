import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { cursorParameter, nextCursor } from '../http/paging.ts'
import { type Route, route } from '../http/route.ts'
import { id, integer, optional } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { findDelivery, insertDirectDelivery, listDeliveries, resendDelivery } from './delivery-queries.ts'
import { requireWebhook, WEBHOOK_PATH, WEBHOOKS_TAG, type WebhookRouteDeps } from './route-kit.ts'
import { RETRY_PERIOD_MS } from './rules/back-off.ts'
import { DELIVERY_EXAMPLE, DELIVERY_STATES, deliveryShape, serializeDelivery } from './shapes.ts'

const DEFAULT_PAGE = 50
const PAGE_MAX = 200
/** Longer than an attempt can take, so that no other node sends the delivery in the meantime. */
const TEST_LEASE_MS = 60_000
const TEST_TYPE = 'webhook_test'

const TEST_EXAMPLE = {
  ...DELIVERY_EXAMPLE,
  kind: 'test',
  message_id: 'test_9f2c',
  event_id: null,
  event_type: TEST_TYPE,
  payload: { type: TEST_TYPE, timestamp: '2026-11-15T09:30:00.123Z', data: { webhook_id: 1 } },
}

export function deliveryRoutes(deps: WebhookRouteDeps): Route[] {
  return [testRoute(deps), ...readRoutes(deps), againRoute(deps)]
}

function testRoute({ db, clock, sender }: WebhookRouteDeps): Route {
  return route({
    method: 'POST',
    path: `${WEBHOOK_PATH}/test`,
    operation: 'testWebhook',
    tag: WEBHOOKS_TAG,
    summary: 'Send a test message and return the receiver’s answer',
    audit: 'none',
    description: 'It has the type `webhook_test` and is sent once, also to a webhook that is off.',
    scope: 'admin',
    params: z.object({ webhook_id: id() }),
    answer: { schema: deliveryShape, example: TEST_EXAMPLE },
    errors: ['webhook_not_found'],
    async handle({ principal, params }) {
      const found = await requireWebhook(db, principal, params.webhook_id)
      const now = new Date(clock.now())
      const messageId = `test_${randomBytes(12).toString('hex')}`
      const payload = { type: TEST_TYPE, timestamp: now.toISOString(), data: { webhook_id: found.id } }
      const lease = new Date(clock.now() + TEST_LEASE_MS)
      const message = await insertDirectDelivery(db, {
        organizationId: principal.organizationId,
        webhookId: found.id,
        kind: 'test',
        lane: messageId,
        messageId,
        eventType: TEST_TYPE,
        contactId: null,
        callId: null,
        reference: null,
        request: null,
        payload: JSON.stringify(payload),
        state: 'sending',
        nextAttemptAt: lease,
        expiresAt: lease,
        now,
      })
      return serializeDelivery(await sender.sendOne(found, message))
    },
  })
}

function readRoutes({ db }: WebhookRouteDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: `${WEBHOOK_PATH}/deliveries`,
      operation: 'listWebhookDeliveries',
      tag: WEBHOOKS_TAG,
      summary: 'List deliveries with their answers, newest first',
      description:
        'Deliveries are kept for seven days after they arrived or were given up. `before` and `next_before` are the same as `cursor` and `next_cursor`.',
      params: z.object({ webhook_id: id() }),
      query: z.object({
        state: optional(z.enum(DELIVERY_STATES)),
        cursor: cursorParameter(),
        before: optional(integer({ minimum: 0 })).meta({ description: 'Only deliveries with a smaller id.' }),
        limit: optional(integer({ minimum: 1, maximum: PAGE_MAX })).meta({ description: '50 if left out.' }),
      }),
      answer: {
        schema: z.object({
          deliveries: z.array(deliveryShape),
          next_cursor: nextCursor(),
          next_before: z.int().nullable(),
        }),
        example: { deliveries: [DELIVERY_EXAMPLE], next_cursor: null, next_before: null },
      },
      errors: ['webhook_not_found'],
      async handle({
        principal,
        params: { webhook_id },
        query: { state, before, cursor = before, limit = DEFAULT_PAGE },
      }) {
        await requireWebhook(db, principal, webhook_id)
        const page = { state, cursor, limit }
        const { rows, next_cursor } = await listDeliveries(db, principal.organizationId, webhook_id, page)
        return { deliveries: rows.map(serializeDelivery), next_cursor, next_before: next_cursor }
      },
    }),
    route({
      method: 'GET',
      path: `${WEBHOOK_PATH}/deliveries/{delivery_id}`,
      operation: 'getWebhookDelivery',
      tag: WEBHOOKS_TAG,
      summary: 'One delivery with its tries',
      params: z.object({ webhook_id: id(), delivery_id: id() }),
      answer: { schema: deliveryShape, example: DELIVERY_EXAMPLE },
      errors: ['webhook_delivery_not_found'],
      async handle({ principal: { organizationId }, params: { webhook_id, delivery_id } }) {
        const found = await findDelivery(db, { organizationId, webhookId: webhook_id, id: delivery_id })
        if (!found) throw new ApiError('webhook_delivery_not_found')
        return serializeDelivery(found)
      },
    }),
  ]
}

function againRoute({ db, clock, sender }: WebhookRouteDeps): Route {
  return route({
    method: 'POST',
    path: `${WEBHOOK_PATH}/deliveries/{delivery_id}/redeliver`,
    operation: 'redeliverWebhook',
    tag: WEBHOOKS_TAG,
    summary: 'Send one message again',
    description:
      'Sends immediately, and repeats for another 24 hours if it fails. Later messages about the same contact wait for it.',
    scope: 'admin',
    params: z.object({ webhook_id: id(), delivery_id: id() }),
    answer: {
      schema: deliveryShape,
      example: { ...DELIVERY_EXAMPLE, state: 'pending', settled_at: null, next_attempt_at: '2026-11-15T09:31:00.000Z' },
    },
    errors: ['webhook_delivery_not_found'],
    async handle({ principal: { organizationId }, params: { webhook_id, delivery_id } }) {
      const place = { organizationId, webhookId: webhook_id, id: delivery_id }
      const now = clock.now()
      const found = await resendDelivery(db, place, new Date(now), new Date(now + RETRY_PERIOD_MS))
      if (!found) throw new ApiError('webhook_delivery_not_found')
      sender.wake()
      return serializeDelivery(found)
    },
  })
}
