import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Queries } from '../storage/database.ts'
import { EVENTS_CHANNEL, insertEvent, notifyReaders } from './queries.ts'
import type { EventType } from './types.ts'

export interface NewEvent {
  organizationId: number
  at: Date
  type: EventType
  campaignId?: number | null
  contactId?: number | null
  callId?: number | null
  /** Never contains a phone number, a name or a transcript: all subscribers of the organization can read events. */
  data?: Record<string, unknown>
}

/**
 * Appends an event within the transaction that causes it. Takes the organization's lock, so that ids grow in commit order: a
 * reader who has seen id 7 will never miss a 6 that was committed later. A transaction that locks other rows takes this lock
 * before them (`lockOrganization`), like every transaction.
 */
export async function appendEvent(tx: Queries, event: NewEvent): Promise<void> {
  await lockOrganization(tx, event.organizationId)
  await insertEvent(tx, {
    organization_id: event.organizationId,
    at: event.at,
    type: event.type,
    campaign_id: event.campaignId ?? null,
    contact_id: event.contactId ?? null,
    call_id: event.callId ?? null,
    data: JSON.stringify(event.data ?? {}),
  })
  await notifyReaders(tx, EVENTS_CHANNEL, event.organizationId)
}
