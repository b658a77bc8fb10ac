/** Response shapes of webhooks and deliveries. */
import { z } from 'zod'
import { EVENT_TYPE_NAMES } from '../events/types.ts'
import { timestamp } from '../http/schemas.ts'
import type { Delivery, DeliveryAttempt } from './delivery-queries.ts'
import type { Webhook } from './queries.ts'

export const webhookShape = z
  .object({
    id: z.int(),
    url: z.string(),
    description: z.string(),
    event_types: z.array(z.enum(EVENT_TYPE_NAMES)).nullable().meta({ description: 'Null: every type.' }),
    is_active: z.boolean(),
    state: z.enum(['ok', 'failing', 'off']).meta({ description: '`failing`: the newest message did not arrive.' }),
    failing_since: timestamp().nullable(),
    disabled_reason: z
      .enum(['failing', 'gone'])
      .nullable()
      .meta({ description: 'Why the program switched it off; null if it did not.' }),
    cursor: z.int().meta({ description: 'The newest event that has become a delivery, or was not wanted.' }),
    secret_rotates_until: timestamp().nullable().meta({ description: 'Until then the previous secret signs too.' }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Webhook' })

export const webhookWithSecretShape = webhookShape
  .extend({ secret: z.string().meta({ description: 'Signs every message. Shown this once.' }) })
  .meta({ id: 'WebhookWithSecret' })

export function serializeWebhook(found: Webhook, nowMs: number) {
  const until = found.previous_secret_until
  return {
    id: found.id,
    url: found.url,
    description: found.description,
    event_types: found.event_types,
    is_active: found.is_active,
    state: found.is_active ? (found.failures > 0 ? 'failing' : 'ok') : 'off',
    failing_since: found.failing_since,
    disabled_reason: found.disabled_reason,
    cursor: found.cursor,
    secret_rotates_until: until !== null && until.getTime() > nowMs ? until : null,
    created_at: found.created_at,
    updated_at: found.updated_at,
  }
}

export const WEBHOOK_EXAMPLE = {
  id: 1,
  url: 'https://crm.example.com/outdial',
  description: 'CRM',
  event_types: ['call_ended', 'campaign_completed'],
  is_active: true,
  state: 'ok',
  failing_since: null,
  disabled_reason: null,
  cursor: 118,
  secret_rotates_until: null,
  created_at: '2026-11-15T09:30:00.123Z',
  updated_at: '2026-11-15T09:30:00.123Z',
}

const oneTry = z.object({
  at: timestamp(),
  status: z.int().nullable().meta({ description: 'Null: no answer came.' }),
  reason: z
    .enum(['refused', 'redirected', 'time_out', 'not_reached', 'forbidden_address', 'unreadable'])
    .nullable()
    .meta({ description: 'Null: it arrived (2xx).' }),
  message: z.string().nullable(),
  ms: z.int(),
  answer: z.string().meta({ description: 'The beginning of the answer of the receiver.' }),
})

export const DELIVERY_STATES = ['pending', 'sending', 'delivered', 'failed', 'canceled'] as const

export const deliveryShape = z
  .object({
    id: z.int(),
    webhook_id: z.int(),
    kind: z.enum(['event', 'test']),
    message_id: z.string().meta({ description: 'Sent as `webhook-id`, the same at every try.' }),
    event_id: z.int().nullable(),
    event_type: z.string().nullable(),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    next_attempt_at: timestamp().nullable(),
    created_at: timestamp(),
    settled_at: timestamp().nullable(),
    tries: z.array(oneTry).meta({ description: 'The newest twenty, oldest first.' }),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'The body of the message.' }),
  })
  .meta({ id: 'WebhookDelivery' })

export function serializeDelivery(found: Delivery) {
  return {
    id: found.id,
    webhook_id: found.webhook_id,
    kind: found.kind,
    message_id: found.message_id,
    event_id: found.event_id,
    event_type: found.event_type,
    state: found.state,
    attempts: found.attempts,
    next_attempt_at: found.state === 'pending' ? found.next_attempt_at : null,
    created_at: found.created_at,
    settled_at: found.settled_at,
    tries: found.tries as unknown as DeliveryAttempt[],
    payload: JSON.parse(found.payload) as unknown,
  }
}

export const DELIVERY_EXAMPLE = {
  id: 5,
  webhook_id: 1,
  kind: 'event',
  message_id: 'evt_118',
  event_id: 118,
  event_type: 'call_ended',
  state: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  created_at: '2026-11-15T09:30:00.123Z',
  settled_at: '2026-11-15T09:30:00.301Z',
  tries: [{ at: '2026-11-15T09:30:00.301Z', status: 204, reason: null, message: null, ms: 42, answer: '' }],
  payload: {
    type: 'call_ended',
    timestamp: '2026-11-15T09:30:00.101Z',
    data: {
      id: 118,
      at: '2026-11-15T09:30:00.101Z',
      type: 'call_ended',
      campaign_id: 7,
      contact_id: 31,
      call_id: 42,
      data: { outcome: 'answered', attempt: 1, duration_seconds: 31 },
    },
  },
}
