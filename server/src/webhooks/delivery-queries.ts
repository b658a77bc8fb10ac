/** The SQL of deliveries. */
import { type Selectable, sql } from 'kysely'
import type { StoredEvent } from '../events/queries.ts'
import type { Queries } from '../storage/database.ts'
import { type Page, readPage } from '../storage/read-page.ts'
import type { WebhookDeliveries } from '../storage/schema.ts'
import { messageOfEvent } from './rules/message-of-event.ts'

export type Delivery = Selectable<WebhookDeliveries>
export type DeliveryState = 'pending' | 'sending' | 'delivered' | 'failed' | 'canceled'

/** One attempt to deliver, and its answer. */
export interface DeliveryAttempt {
  at: string
  status: number | null
  /** Reason of the failure; null: delivered. */
  reason: string | null
  message: string | null
  ms: number
  answer: string
}

/** Number of attempts kept per delivery, newest first. */
const TRIES_MAX = 20

export async function insertDeliveries(
  tx: Queries,
  webhook: { id: number; organization_id: number },
  events: readonly StoredEvent[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => {
    const { messageId, lane, payload } = messageOfEvent(event)
    return {
      organization_id: webhook.organization_id,
      webhook_id: webhook.id,
      kind: 'event',
      lane,
      message_id: messageId,
      event_id: event.id,
      event_type: event.type,
      contact_id: event.contact_id,
      call_id: event.call_id,
      payload,
      state: 'pending',
      next_attempt_at: now,
      expires_at: expiresAt,
      created_at: now,
    }
  })
  await tx.insertInto('webhook_deliveries').values(rows).execute()
}

export async function countOpenDeliveries(tx: Queries, webhookId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from webhook_deliveries
       where webhook_id = ${webhookId} and state in ('pending', 'sending') limit ${most}) open`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Claims due deliveries, the oldest first, and only the first of each lane; `most` includes those in progress. */
export async function claimDeliveries(
  tx: Queries,
  webhookId: number,
  { now, leaseUntil, most }: { now: Date; leaseUntil: Date; most: number },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    update webhook_deliveries set state = 'sending', next_attempt_at = ${leaseUntil}
     where id in (
       select d.id from webhook_deliveries d
        where d.webhook_id = ${webhookId} and d.state in ('pending', 'sending') and d.next_attempt_at <= ${now}
          and not exists (
            select 1 from webhook_deliveries b
             where b.webhook_id = d.webhook_id and b.lane = d.lane and b.id < d.id and b.state in ('pending', 'sending'))
        order by d.id
        limit greatest(0, ${most} - (
          select count(*) from webhook_deliveries s
           where s.webhook_id = ${webhookId} and s.state = 'sending' and s.next_attempt_at > ${now})))
    returning *`.execute(tx)
  return rows.sort((one, other) => one.id - other.id)
}

/**
 * Claims deliveries with their own address: some of every lane, so that one receiver with a hundred thousand waiting messages
 * does not come before the others. The lanes are found by steps along the index, without reading all waiting rows.
 */
export async function claimDirectDeliveries(
  db: Queries,
  { now, leaseUntil, most }: { now: Date; leaseUntil: Date; most: number },
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with recursive lanes as (
      (select organization_id, lane from webhook_deliveries
        where webhook_id is null and state in ('pending', 'sending')
        order by organization_id, lane limit 1)
      union all
      select next.organization_id, next.lane from lanes l cross join lateral (
        select d.organization_id, d.lane from webhook_deliveries d
         where d.webhook_id is null and d.state in ('pending', 'sending')
           and (d.organization_id, d.lane) > (l.organization_id, l.lane)
         order by d.organization_id, d.lane limit 1) next
    )
    update webhook_deliveries set state = 'sending', next_attempt_at = ${leaseUntil}
     where id in (
       select due.id from lanes l cross join lateral (
         select d.id from webhook_deliveries d
          where d.webhook_id is null and d.state in ('pending', 'sending')
            and d.organization_id = l.organization_id and d.lane = l.lane and d.next_attempt_at <= ${now}
          order by d.next_attempt_at
          limit greatest(0, ${most} - (
            select count(*) from webhook_deliveries s
             where s.webhook_id is null and s.state = 'sending'
               and s.organization_id = l.organization_id and s.lane = l.lane and s.next_attempt_at > ${now}))) due)
       and next_attempt_at <= ${now}
    returning *`.execute(db)
  return rows
}

/** Stores the result of an attempt, only if the delivery is still being sent: it may have been cancelled in the meantime. */
export async function settleDelivery(
  tx: Queries,
  id: number,
  {
    state,
    tried,
    nextAttemptAt,
    now,
  }: { state: DeliveryState; tried: DeliveryAttempt; nextAttemptAt: Date; now: Date },
): Promise<Delivery | undefined> {
  const settledAt = state === 'pending' ? null : now
  const { rows } = await sql<Delivery>`
    update webhook_deliveries
       set state = ${state}, next_attempt_at = ${nextAttemptAt}, settled_at = ${settledAt}, attempts = attempts + 1,
           tries = case when jsonb_array_length(tries) >= ${TRIES_MAX} then tries - 0 else tries end
                   || ${JSON.stringify([tried])}::jsonb
     where id = ${id} and state = 'sending'
    returning *`.execute(tx)
  return rows[0]
}

/** Releases a delivery because the program stops during the attempt: another node sends it again. */
export async function releaseDelivery(db: Queries, id: number, now: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', next_attempt_at: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

/** Makes all waiting deliveries due now, with their full retry time. */
export async function sendPendingNow(tx: Queries, webhookId: number, now: Date, expiresAt: Date | null): Promise<void> {
  await sql`
    update webhook_deliveries
       set next_attempt_at = ${now}, expires_at = coalesce(${expiresAt}::timestamptz, expires_at)
     where webhook_id = ${webhookId} and state = 'pending'`.execute(tx)
}

/** Cancels deliveries after this event; the cursor creates them again. */
export async function cancelDeliveriesAfter(tx: Queries, webhookId: number, eventId: number, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'canceled', settled_at = ${now}
     where webhook_id = ${webhookId} and state in ('pending', 'sending') and event_id > ${eventId}`.execute(tx)
}

export interface DeliveryPage {
  state: DeliveryState | undefined
  cursor: number | undefined
  limit: number
}

export function listDeliveries(
  db: Queries,
  organizationId: number,
  webhookId: number,
  { state, ...page }: DeliveryPage,
): Promise<Page<Delivery>> {
  let query = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('webhook_id', '=', webhookId)
  if (state !== undefined) query = query.where('state', '=', state)
  return readPage(query, 'id', page, 'desc')
}

interface DeliveryPlace {
  organizationId: number
  webhookId: number
  id: number
}

export function findDelivery(db: Queries, place: DeliveryPlace): Promise<Delivery | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('organization_id', '=', place.organizationId)
    .where('webhook_id', '=', place.webhookId)
    .where('id', '=', place.id)
    .executeTakeFirst()
}

/** Makes a delivery due again; one in progress stays unchanged. */
export async function resendDelivery(
  db: Queries,
  { organizationId, webhookId, id }: DeliveryPlace,
  now: Date,
  expiresAt: Date,
): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    update webhook_deliveries
       set state = case when state = 'sending' then state else 'pending' end,
           next_attempt_at = case when state = 'sending' then next_attempt_at else ${now} end,
           expires_at = ${expiresAt}, settled_at = null
     where organization_id = ${organizationId} and webhook_id = ${webhookId} and id = ${id}
    returning *`.execute(db)
  return rows[0]
}

export interface DirectDelivery {
  organizationId: number
  webhookId: number | null
  kind: 'test' | 'direct'
  lane: string
  messageId: string
  eventType: string | null
  contactId: number | null
  callId: number | null
  reference: string | null
  request: string | null
  payload: string
  state: DeliveryState
  nextAttemptAt: Date
  expiresAt: Date
  now: Date
}

export function insertDirectDelivery(db: Queries, message: DirectDelivery): Promise<Delivery> {
  return db
    .insertInto('webhook_deliveries')
    .values({
      organization_id: message.organizationId,
      webhook_id: message.webhookId,
      kind: message.kind,
      lane: message.lane,
      message_id: message.messageId,
      event_type: message.eventType,
      contact_id: message.contactId,
      call_id: message.callId,
      reference: message.reference,
      request: message.request,
      payload: message.payload,
      state: message.state,
      next_attempt_at: message.nextAttemptAt,
      expires_at: message.expiresAt,
      created_at: message.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes finished deliveries in batches, so that no lock is held for long. */
export async function deleteSettledDeliveries(db: Queries, before: Date, batch: number): Promise<number> {
  const result = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where settled_at < ${before} order by settled_at limit ${batch})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/** Deletes deliveries about these contacts and calls. */
export async function deleteDeliveriesOf(
  db: Queries,
  organizationId: number,
  { contactIds, callIds }: { contactIds: readonly number[]; callIds: readonly number[] },
): Promise<number> {
  const result = await sql`
    delete from webhook_deliveries
     where organization_id = ${organizationId}
       and (contact_id = any(${contactIds}::bigint[]) or call_id = any(${callIds}::bigint[]))`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
