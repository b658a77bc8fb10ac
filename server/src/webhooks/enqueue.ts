/** Queues messages with their own address, such as those of a workflow's webhook nodes. */
import { randomUUID } from 'node:crypto'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Queries } from '../storage/database.ts'
import { type Delivery, insertDirectDelivery } from './delivery-queries.ts'
import { RETRY_PERIOD_MS } from './rules/back-off.ts'
import type { DirectRequest } from './sender.ts'

export interface DirectMessage extends DirectRequest {
  organizationId: number
  contactId: number | null
  callId: number | null
  /** The caller's reference, for example the node's id; it is returned with the result. */
  reference: string
  body: string
}

/**
 * Stores the message; it is then sent at least once, for up to 24 hours while a retry may help (a 4xx is final). Call it within
 * the transaction that the message reports about, or separately; calling `sender.wake()` afterwards saves up to a second.
 */
export function enqueueDirect(
  tx: Queries,
  secrets: Pick<SecretBox, 'seal'>,
  message: DirectMessage,
  nowMs: number,
): Promise<Delivery> {
  const { organizationId, contactId, callId, reference, body, url, method, headers, signWith } = message
  const now = new Date(nowMs)
  return insertDirectDelivery(tx, {
    organizationId,
    webhookId: null,
    kind: 'direct',
    lane: `host ${new URL(url).host}`,
    messageId: `msg_${randomUUID()}`,
    eventType: null,
    contactId,
    callId,
    reference,
    request: secrets.seal(JSON.stringify({ url, method, headers, signWith })),
    payload: body,
    state: 'pending',
    nextAttemptAt: now,
    expiresAt: new Date(nowMs + RETRY_PERIOD_MS),
    now,
  })
}
