import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { newestEventId } from '../events/queries.ts'
import { EVENT_TYPE_NAMES } from '../events/types.ts'
import { type Route, route } from '../http/route.ts'
import { bool, customIssue, id, integer, optional, text } from '../http/schemas.ts'
import { ApiError } from '../kernel/errors.ts'
import { openOrNull } from '../kernel/secret-box.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { requireQuota } from '../organizations/quotas.ts'
import { cancelDeliveriesAfter, sendPendingNow } from './delivery-queries.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import {
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  enableWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
} from './queries.ts'
import { requireWebhook, WEBHOOK_PATH, WEBHOOKS_PATH, WEBHOOKS_TAG, type WebhookRouteDeps } from './route-kit.ts'
import { RETRY_PERIOD_MS } from './rules/back-off.ts'
import { formatSigningSecret, webhookSecretSealContext } from './rules/sign.ts'
import { serializeWebhook, WEBHOOK_EXAMPLE, webhookShape, webhookWithSecretShape } from './shapes.ts'

const URL_MAX = 2000
const SECRET_BYTES = 32
/** Time for receivers to adopt a new secret. */
const ROTATION_MS = 24 * 60 * 60_000

const address = () =>
  text({ minimum: 1, maximum: URL_MAX }).refine(
    isWebAddress,
    customIssue(
      'url_parsing',
      'Input should be a valid URL, beginning with http:// or https://, without a password and without #',
    ),
  )

function isWebAddress(value: string): boolean {
  // Its length is named as the fault; two megabytes would take 20 ms to parse.
  if (value.length > URL_MAX) return true
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hash } = new URL(value)
  return /^https?:$/.test(protocol) && `${username}${password}${hash}` === ''
}

/** Null means every type of event. A type that is named again is kept once. */
const eventTypes = () =>
  z
    .array(z.enum(EVENT_TYPE_NAMES))
    .min(1)
    .overwrite((types) => [...new Set(types)])
    .nullable()

export function webhookRoutes(deps: WebhookRouteDeps): Route[] {
  return [...oneByOne(deps), changeRoute(deps), rotateRoute(deps), replayRoute(deps), ...deliveryRoutes(deps)]
}

function oneByOne({ db, clock, secrets }: WebhookRouteDeps): Route[] {
  return [
    route({
      method: 'GET',
      path: WEBHOOKS_PATH,
      operation: 'listWebhooks',
      tag: WEBHOOKS_TAG,
      summary: 'List webhooks',
      answer: { schema: z.object({ webhooks: z.array(webhookShape) }), example: { webhooks: [WEBHOOK_EXAMPLE] } },
      handle: async ({ principal }) => ({
        webhooks: (await listWebhooks(db, principal.organizationId)).map((each) => serializeWebhook(each, clock.now())),
      }),
    }),
    route({
      method: 'POST',
      path: WEBHOOKS_PATH,
      operation: 'createWebhook',
      tag: WEBHOOKS_TAG,
      summary: 'Create a webhook that sends events to an address',
      description:
        'Messages follow the Standard Webhooks scheme: POST with `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the body `{type, timestamp, data}` where `data` is the event as `GET /api/v1/events` shows it. They come at least once and in order for each contact; answer 2xx within 10 seconds. Failed deliveries are repeated for 24 hours with growing pauses. A receiver that fails for 24 hours is switched off; when it is switched on again, delivery continues where it stopped. The secret is shown in this answer only.',
      scope: 'admin',
      body: z.object({
        url: address(),
        description: optional(text({ maximum: 255 })),
        event_types: eventTypes().optional().meta({ description: 'Null or left out: every type.' }),
        is_active: optional(bool()),
      }),
      bodyExample: { url: 'https://crm.example.com/outdial', event_types: ['call_ended', 'campaign_completed'] },
      answer: {
        schema: webhookWithSecretShape,
        example: { ...WEBHOOK_EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      },
      errors: ['quota_exceeded'],
      handle: ({ principal: { organizationId }, body }) =>
        db.transaction().execute(async (tx) => {
          // Under this lock, no event can be appended while the newest one is read.
          await lockOrganization(tx, organizationId)
          await requireQuota(tx, organizationId, 'webhooks', async () => (await countWebhooks(tx, organizationId)) + 1)
          const secret = formatSigningSecret(randomBytes(SECRET_BYTES))
          const made = await insertWebhook(tx, {
            organizationId,
            url: body.url,
            description: body.description ?? '',
            eventTypes: body.event_types ?? null,
            isActive: body.is_active ?? true,
            secret: '',
            cursor: await newestEventId(tx, organizationId),
            now: new Date(clock.now()),
          })
          // The encrypted secret is bound to the row, whose id is known only now.
          const sealed = secrets.seal(secret, webhookSecretSealContext(made.id))
          await changeWebhook(tx, organizationId, made.id, { secret: sealed }, new Date(clock.now()))
          return { ...serializeWebhook(made, clock.now()), secret }
        }),
    }),
    route({
      method: 'GET',
      path: WEBHOOK_PATH,
      operation: 'getWebhook',
      tag: WEBHOOKS_TAG,
      summary: 'One webhook',
      params: z.object({ webhook_id: id() }),
      answer: { schema: webhookShape, example: WEBHOOK_EXAMPLE },
      errors: ['webhook_not_found'],
      handle: async ({ principal, params }) =>
        serializeWebhook(await requireWebhook(db, principal, params.webhook_id), clock.now()),
    }),
    route({
      method: 'DELETE',
      path: WEBHOOK_PATH,
      operation: 'deleteWebhook',
      tag: WEBHOOKS_TAG,
      summary: 'Delete a webhook with its deliveries',
      scope: 'admin',
      params: z.object({ webhook_id: id() }),
      answer: { schema: webhookShape, example: WEBHOOK_EXAMPLE },
      errors: ['webhook_not_found'],
      async handle({ principal, params }) {
        const removed = await deleteWebhook(db, principal.organizationId, params.webhook_id)
        if (!removed) throw new ApiError('webhook_not_found')
        return serializeWebhook(removed, clock.now())
      },
    }),
  ]
}

function changeRoute({ db, clock, sender }: WebhookRouteDeps): Route {
  return route({
    method: 'PATCH',
    path: WEBHOOK_PATH,
    operation: 'updateWebhook',
    tag: WEBHOOKS_TAG,
    summary: 'Change a webhook, or switch it on or off',
    description:
      'While it is off, its events stay in the event log for the retention period. Switched on, delivery continues where it stopped, and failed deliveries get another 24 hours.',
    scope: 'admin',
    params: z.object({ webhook_id: id() }),
    body: z.object({
      url: optional(address()),
      description: optional(text({ maximum: 255 })),
      event_types: eventTypes().optional().meta({ description: 'Null: every type.' }),
      is_active: optional(bool()),
    }),
    bodyExample: { is_active: true },
    answer: { schema: webhookShape, example: WEBHOOK_EXAMPLE },
    errors: ['webhook_not_found'],
    async handle({ principal: { organizationId }, params: { webhook_id }, body }) {
      const now = new Date(clock.now())
      const changed = await db.transaction().execute(async (tx) => {
        const given = Object.entries(body).filter(([, value]) => value !== undefined)
        const after = await changeWebhook(tx, organizationId, webhook_id, Object.fromEntries(given), now)
        if (!after) throw new ApiError('webhook_not_found')
        if (body.is_active === true || body.url !== undefined) {
          await enableWebhook(tx, webhook_id)
          await sendPendingNow(tx, webhook_id, now, new Date(clock.now() + RETRY_PERIOD_MS))
        }
        return findWebhook(tx, organizationId, webhook_id)
      })
      sender.wake()
      return serializeWebhook(changed as NonNullable<typeof changed>, clock.now())
    },
  })
}

function rotateRoute({ db, clock, secrets }: WebhookRouteDeps): Route {
  return route({
    method: 'POST',
    path: `${WEBHOOK_PATH}/rotate-secret`,
    operation: 'rotateWebhookSecret',
    tag: WEBHOOKS_TAG,
    summary: 'Sign with a new secret',
    description:
      'For 24 hours messages carry a signature by the previous one too. The new one is shown in this answer only.',
    scope: 'admin',
    params: z.object({ webhook_id: id() }),
    answer: {
      schema: webhookWithSecretShape,
      example: { ...WEBHOOK_EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    },
    errors: ['webhook_not_found'],
    async handle({ principal, params: { webhook_id } }) {
      const { secret: previous } = await requireWebhook(db, principal, webhook_id)
      const isReadable = openOrNull(secrets, previous, webhookSecretSealContext(webhook_id)) !== null
      const secret = formatSigningSecret(randomBytes(SECRET_BYTES))
      const change = {
        secret: secrets.seal(secret, webhookSecretSealContext(webhook_id)),
        previous_secret: isReadable ? previous : null,
        previous_secret_until: isReadable ? new Date(clock.now() + ROTATION_MS) : null,
      }
      const changed = await changeWebhook(db, principal.organizationId, webhook_id, change, new Date(clock.now()))
      if (!changed) throw new ApiError('webhook_not_found')
      return { ...serializeWebhook(changed, clock.now()), secret }
    },
  })
}

function replayRoute({ db, clock, sender }: WebhookRouteDeps): Route {
  return route({
    method: 'POST',
    path: `${WEBHOOK_PATH}/replay`,
    operation: 'replayWebhook',
    tag: WEBHOOKS_TAG,
    summary: 'Send everything after an event again',
    description:
      'Moves the cursor back or forward: every event after `after` that the log still holds is sent, in order, with the same `webhook-id` as the first time.',
    scope: 'admin',
    params: z.object({ webhook_id: id() }),
    body: z.object({
      after: integer({ minimum: 0 }).meta({
        description: 'The id of the last event that is not to be sent; 0 for all.',
      }),
    }),
    bodyExample: { after: 118 },
    answer: { schema: webhookShape, example: WEBHOOK_EXAMPLE },
    errors: ['webhook_not_found'],
    async handle({ principal: { organizationId }, params: { webhook_id }, body: { after } }) {
      const now = new Date(clock.now())
      const changed = await db.transaction().execute(async (tx) => {
        const moved = await changeWebhook(tx, organizationId, webhook_id, { cursor: after }, now)
        if (!moved) throw new ApiError('webhook_not_found')
        await cancelDeliveriesAfter(tx, webhook_id, after, now)
        return moved
      })
      sender.wake()
      return serializeWebhook(changed, clock.now())
    },
  })
}
