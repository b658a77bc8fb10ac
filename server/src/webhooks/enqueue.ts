/** For messages with their own address, such as those of a workflow's webhook nodes. */
import { randomUUID } from 'node:crypto'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { Queries } from '../storage/database.ts'
import { type Delivery, insertMessage } from './delivery-queries.ts'
import { RETRY_PERIOD_MS } from './rules/back-off.ts'
import type { DirectRequest } from './sender.ts'

export interface DirectMessage extends DirectRequest {
  organizationId: number
  contactId: number | null
  callId: number | null
  /** The caller's reference, returned with the result, such as the node's id. */
  reference: string
  body: string
}

/**
 * Stored first, then sent, at least once and for 24 hours (while another attempt may help: a 4xx is final). Within the
 * transaction it reports about, or separately; `sender.wake()` afterwards saves up to a second.
 */
export function enqueueDirect(
  tx: Queries,
  secrets: Pick<SecretBox, 'seal'>,
  message: DirectMessage,
  nowMs: number,
): Promise<Delivery> {
  const { organizationId, contactId, callId, reference, body, url, method, headers, signWith } = message
  const now = new Date(nowMs)
  return insertMessage(tx, {
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
