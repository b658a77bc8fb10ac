/** The SQL of webhooks themselves. */
import { type Selectable, sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { Webhooks } from '../storage/schema.ts'

export type Webhook = Selectable<Webhooks>

export interface NewWebhook {
  organizationId: number
  url: string
  description: string
  eventTypes: string[] | null
  isActive: boolean
  secret: string
  cursor: number
  now: Date
}

export function listWebhooks(db: Queries, organizationId: number): Promise<Webhook[]> {
  return db.selectFrom('webhooks').selectAll().where('organization_id', '=', organizationId).orderBy('id').execute()
}

export function findWebhook(db: Queries, organizationId: number, id: number): Promise<Webhook | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function countWebhooks(db: Queries, organizationId: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export function insertWebhook(db: Queries, webhook: NewWebhook): Promise<Webhook> {
  const { organizationId, url, description, eventTypes, isActive, secret, cursor, now } = webhook
  return db
    .insertInto('webhooks')
    .values({
      organization_id: organizationId,
      url,
      description,
      event_types: eventTypes,
      is_active: isActive,
      secret,
      cursor,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface WebhookChange {
  url?: string
  description?: string
  event_types?: string[] | null
  is_active?: boolean
  secret?: string
  previous_secret?: string | null
  previous_secret_until?: Date | null
  cursor?: number
}

export function changeWebhook(
  db: Queries,
  organizationId: number,
  id: number,
  change: WebhookChange,
  now: Date,
): Promise<Webhook | undefined> {
  return db
    .updateTable('webhooks')
    .set({ ...change, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export function deleteWebhook(db: Queries, organizationId: number, id: number): Promise<Webhook | undefined> {
  return db
    .deleteFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Whether there may be work; false: there are neither active webhooks nor waiting messages. */
export async function hasPendingWork(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from webhooks where is_active)
        or exists (select from webhook_deliveries where webhook_id is null and state in ('pending', 'sending')) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

export async function webhooksWithWork(
  db: Queries,
  now: Date,
): Promise<Array<{ id: number; organization_id: number }>> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select w.id, w.organization_id
      from webhooks w
     where w.is_active and w.held_until <= ${now}
       and (exists (select 1 from webhook_deliveries d
                     where d.webhook_id = w.id and d.state in ('pending', 'sending') and d.next_attempt_at <= ${now})
         or exists (select 1 from events e where e.organization_id = w.organization_id and e.id > w.cursor))
     order by w.updated_at, w.id`.execute(db)
  return rows
}

/**
 * Reads the figures. A failed message has its next attempt in the future, so it is overdue only if no node sends. An event after
 * the cursor of a webhook is a message too: it has no delivery yet if the sender fails before writing one. After a replay its
 * event is older than the request, hence `updated_at`.
 */
export async function readWebhookStatistics(
  db: Queries,
  { now, failedBefore }: { now: Date; failedBefore: Date },
): Promise<{ due_at: Date | null; failing: number; switched_off: number }> {
  const { rows } = await sql<{ due_at: Date | null; failing: number; switched_off: number }>`
    select least(
             (select min(d.next_attempt_at) from webhook_deliveries d left join webhooks w on w.id = d.webhook_id
               where d.state in ('pending', 'sending') and d.next_attempt_at <= ${now}
                 and (w.id is null or (w.is_active and w.failing_since is null))),
             (select min(greatest(unread.at, w.updated_at)) from webhooks w cross join lateral (
                select e.at from events e
                 where e.organization_id = w.organization_id and e.id > w.cursor order by e.id limit 1) unread
               where w.is_active and w.failing_since is null)) as due_at,
           count(*) filter (where is_active and failing_since <= ${failedBefore}) as failing,
           count(*) filter (where disabled_reason is not null) as switched_off
      from webhooks`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Locks a webhook. Null if another node holds the lock, or if nothing is to be sent now. */
export function lockWebhook(tx: Queries, id: number, now: Date): Promise<Webhook | undefined> {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('held_until', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function moveWebhookCursor(tx: Queries, id: number, cursor: number): Promise<void> {
  await tx.updateTable('webhooks').set({ cursor }).where('id', '=', id).execute()
}

/** Resets the failures after an answer. Returns whether there were enough of them that other messages waited. */
export async function recordDeliverySuccess(tx: Queries, id: number): Promise<boolean> {
  const { rows } = await sql<{ failures: number }>`
    update webhooks w set failures = 0, failing_since = null, held_until = '-infinity'
      from (select id, failures from webhooks where id = ${id} and failures > 0 for update) before
     where w.id = before.id
    returning before.failures`.execute(tx)
  return (rows[0]?.failures ?? 0) > 1
}

/**
 * Returns the number of consecutive failures, and since when. Null if the failure is already counted: of many concurrent messages
 * only the first failure counts, or a short outage would look like a long one.
 */
export async function recordDeliveryFailure(
  tx: Queries,
  id: number,
  { now, begunAt }: { now: Date; begunAt: Date },
): Promise<{ failures: number; failing_since: Date } | null> {
  const { rows } = await sql<{ failures: number; failing_since: Date }>`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${now})
     where id = ${id} and held_until <= ${begunAt}
    returning failures, failing_since`.execute(tx)
  return rows[0] ?? null
}

export async function pauseWebhook(tx: Queries, id: number, until: Date): Promise<void> {
  await tx.updateTable('webhooks').set({ held_until: until }).where('id', '=', id).execute()
}

export async function disableWebhook(tx: Queries, id: number, reason: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('webhooks')
    .set({ is_active: false, disabled_reason: reason, updated_at: now })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Enables the webhook and resets its failures. */
export async function enableWebhook(tx: Queries, id: number): Promise<void> {
  await sql`
    update webhooks set disabled_reason = null, failures = 0, failing_since = null, held_until = '-infinity'
     where id = ${id}`.execute(tx)
}

export function allWebhookSecrets(db: Queries) {
  return db.selectFrom('webhooks').select(['id', 'secret', 'previous_secret']).orderBy('id').execute()
}

/** Stores the newly encrypted secret. Does nothing if it was replaced in the meantime. */
export async function resealWebhook(db: Queries, id: number, before: string, after: string): Promise<boolean> {
  const { secret, previous_secret } = JSON.parse(after) as { secret: string; previous_secret: string | null }
  const result = await db
    .updateTable('webhooks')
    .set({ secret, previous_secret })
    .where('id', '=', id)
    .where('secret', '=', (JSON.parse(before) as { secret: string }).secret)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
