/** Types and functions that the routes of this room share. */
import type { Principal } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Database } from '../storage/database.ts'
import { findWebhook, type Webhook } from './queries.ts'
import type { WebhookSender } from './sender.ts'

export const WEBHOOKS_PATH = '/api/v1/webhooks'
export const WEBHOOK_PATH = `${WEBHOOKS_PATH}/{webhook_id}`
export const WEBHOOKS_TAG = 'Webhooks'

export interface WebhookRouteDeps {
  db: Database
  clock: Clock
  secrets: Pick<SecretBox, 'seal' | 'open'>
  sender: Pick<WebhookSender, 'wake' | 'sendOne'>
}

export async function requireWebhook(db: Database, { organizationId }: Principal, webhookId: number): Promise<Webhook> {
  const found = await findWebhook(db, organizationId, webhookId)
  if (!found) throw new ApiError('webhook_not_found')
  return found
}
