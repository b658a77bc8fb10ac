/** All SQL of this room. */
import { type Insertable, sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Queries } from '../storage/database.ts'
import type { Events } from '../storage/schema.ts'

/**
 * Notification channel for new events. The payload is the organization's id. Notifications may get lost: subscribers also poll.
 */
export const EVENTS_CHANNEL = 'outdial_events'

const SHOWN = ['id', 'at', 'type', 'campaign_id', 'contact_id', 'call_id', 'data'] as const

export interface StoredEvent {
  id: number
  at: Date
  type: string
  campaign_id: number | null
  contact_id: number | null
  call_id: number | null
  data: unknown
}

export async function insertEvent(db: Queries, event: Insertable<Events>): Promise<void> {
  await db.insertInto('events').values(event).execute()
}

/** Inserts an event on a connection that is inside a transaction. */
export async function insertEventOnConnection(
  client: PoolClient,
  { organization_id, at, type, data }: Insertable<Events>,
): Promise<void> {
  await client.query('insert into events (organization_id, at, type, data) values ($1, $2, $3, $4)', [
    organization_id,
    at,
    type,
    data,
  ])
  await client.query('select pg_notify($1, $2)', [EVENTS_CHANNEL, String(organization_id)])
}

/** PostgreSQL sends the notification when the transaction commits, and not at all after a rollback. */
export async function notifyReaders(db: Queries, channel: string, organizationId: number): Promise<void> {
  await sql`select pg_notify(${channel}, ${String(organizationId)})`.execute(db)
}

export interface EventFilter {
  organizationId: number
  after: number
  campaignId: number | null
  limit: number
}

export function readEvents(db: Queries, wanted: EventFilter): Promise<StoredEvent[]> {
  let query = db
    .selectFrom('events')
    .select(SHOWN)
    .where('organization_id', '=', wanted.organizationId)
    .where('id', '>', wanted.after)
    .orderBy('id')
    .limit(wanted.limit)
  if (wanted.campaignId !== null) query = query.where('campaign_id', '=', wanted.campaignId)
  return query.execute()
}

/** The number of events after a cursor, counted up to the limit. */
export async function countEventsAfter(db: Queries, wanted: EventFilter): Promise<number> {
  const { rows } = await sql<{ behind: number }>`
    select count(*)::int as behind from (
      select 1 from events
       where organization_id = ${wanted.organizationId} and id > ${wanted.after}
         and (${wanted.campaignId}::bigint is null or campaign_id = ${wanted.campaignId})
       limit ${wanted.limit}) missed`.execute(db)
  return rows[0]?.behind ?? 0
}

/** The id of each organization's newest event, 0 if there is none: one index look-up each. */
export async function newestEventIds(db: Queries, organizationIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ organization_id: number; newest: number }>`
    select wanted.id as organization_id,
           coalesce((select max(e.id) from events e where e.organization_id = wanted.id), 0) as newest
      from unnest(${organizationIds}::bigint[]) as wanted(id)`.execute(db)
  return new Map(rows.map((row) => [row.organization_id, row.newest]))
}

export async function newestEventId(db: Queries, organizationId: number): Promise<number> {
  return (await newestEventIds(db, [organizationId])).get(organizationId) ?? 0
}

/** Rows looked through at the beginning of an organization: an event with a date in the future may be the first. */
const FIRST_ROWS = 20

export interface OldEvents {
  /** events_default holds the ids that no range covers. */
  table?: 'events' | 'events_default'
  /** Earlier ids are left alone. */
  fromId?: number
}

/** Organizations that have events older than this time. */
export async function organizationsWithOldEvents(
  db: Queries,
  before: Date,
  { table = 'events', fromId = 0 }: OldEvents,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from organizations o
     cross join lateral (
       select min(f.at) as oldest from (
         select e.at from ${sql.table(table)} e where e.organization_id = o.id and e.id >= ${fromId}
          order by e.id limit ${FIRST_ROWS}) f) first
     where first.oldest < ${before} order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

const LOOKED_THROUGH_AT_ONCE = 50_000

/**
 * Looks through a portion of the events after an id, and deletes those of these contacts and calls: an organization may have
 * millions of events. `last` is the last id of the portion; null: there was none.
 */
export async function deletePortionOfEvents(
  db: Queries,
  organizationId: number,
  { contactIds, callIds }: { contactIds: readonly number[]; callIds: readonly number[] },
  after: number,
): Promise<{ last: number | null; deleted: number }> {
  const { rows } = await sql<{ last: number | null; deleted: number }>`
    with portion as materialized (
      select id, contact_id, call_id from events
       where organization_id = ${organizationId} and id > ${after} order by id limit ${LOOKED_THROUGH_AT_ONCE}),
    gone as (
      delete from events where organization_id = ${organizationId} and id in (
        select id from portion where contact_id = any(${contactIds}::bigint[]) or call_id = any(${callIds}::bigint[]))
      returning id)
    select (select max(id) from portion) as last, (select count(*)::int from gone) as deleted`.execute(db)
  return rows[0] ?? { last: null, deleted: 0 }
}

/**
 * Deletes some of an organization's oldest events. Ids grow with time: only the first rows are read, so no index on `at` is
 * needed.
 */
export async function deleteOldestEventsOf(
  db: Queries,
  organizationId: number,
  before: Date,
  { batch, table = 'events', fromId = 0 }: OldEvents & { batch: number },
): Promise<number> {
  // The last id is found first, so that ranges of ids after it are not opened.
  const result = await sql`
    delete from ${sql.table(table)} where organization_id = ${organizationId} and at < ${before} and id >= ${fromId} and id <= (
      select max(id) from (
        select id from ${sql.table(table)} where organization_id = ${organizationId} and id >= ${fromId}
         order by id limit ${batch}) oldest)`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
