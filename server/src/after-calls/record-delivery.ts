import { addToCallRecord } from '../calls/queries.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Delivery } from '../webhooks/delivery-queries.ts'
import type { WebhookSendResult } from '../webhooks/send-message.ts'

/** Records the result of a webhook node's delivery in the timeline of its call. */
export function recordDeliveryInTimeline({ db, clock }: { db: Database; clock: Clock }) {
  return async (delivery: Delivery, { ok, status, reason, ms }: WebhookSendResult): Promise<void> => {
    if (delivery.call_id === null) return
    const at = new Date(clock.now())
    const entry = {
      at: at.toISOString(),
      event: 'webhook',
      node: delivery.reference,
      ok,
      status,
      reason,
      tries: delivery.attempts,
      ms,
    }
    await addToCallRecord(db, delivery.organization_id, delivery.call_id, { timeline: [entry], at })
  }
}
