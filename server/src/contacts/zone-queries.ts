/** SQL about where the contacts of a list may be. */
import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { readZoneSet, type ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { Queries } from '../storage/database.ts'
import type { ListZones } from './copy-contacts.ts'

/** New ones are stored; none is ever changed. In order, so that two who store the same do not wait for each other. */
export async function registerZoneSets(
  on: Pool | PoolClient,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sorted = [...names].sort()
  await on.query('insert into zone_sets (name) select unnest($1::text[]) on conflict (name) do nothing', [sorted])
  const { rows } = await on.query<{ id: number; name: string }>(
    'select id, name from zone_sets where name = any($1::text[])',
    [sorted],
  )
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export async function zoneSets(db: Queries, ids: readonly number[]): Promise<Map<number, ZoneSet>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('zone_sets').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, readZoneSet(name)]))
}

export interface ZonelessContact {
  id: number
  phone_number: string
  timezone: string | null
  state: string | null
  postalCode: string | null
}

/** A page of a list with what its columns say about where people are. */
export async function contactsToPlace(
  db: Queries,
  listId: number,
  columns: ListZones['columns'],
  afterId: number,
  limit: number,
): Promise<ZonelessContact[]> {
  const { rows } = await sql<ZonelessContact>`
    select id, phone_number, variables ->> ${columns.timezone ?? ''} as timezone,
           variables ->> ${columns.state ?? ''} as state, variables ->> ${columns.postalCode ?? ''} as "postalCode"
      from list_contacts where list_id = ${listId} and id > ${afterId} order by id limit ${limit}`.execute(db)
  return rows
}

/** Only where it differs: a list that is placed anew mostly stays as it is. */
export async function placeContacts(db: Queries, ids: readonly number[], zonesIds: readonly number[]): Promise<void> {
  await sql`update list_contacts l set zones_id = x.zones_id
              from unnest(${ids}::bigint[], ${zonesIds}::int[]) as x(id, zones_id)
             where l.id = x.id and l.zones_id <> x.zones_id`.execute(db)
}

export async function saveListZones(db: Queries, listId: number, zones: ListZones): Promise<void> {
  await db
    .updateTable('contact_lists')
    .set({ zones: JSON.stringify(zones) })
    .where('id', '=', listId)
    .execute()
}

/** Lists that a version before imported, and those that a migration asks to place again. */
export function listsToPlace(db: Queries, limit: number): Promise<Array<{ id: number; organization_id: number }>> {
  return db
    .selectFrom('contact_lists')
    .select(['id', 'organization_id'])
    .where('status', '=', 'ready')
    .where(sql<boolean>`(zones is null or zones ? 'again')`)
    .orderBy('id')
    .limit(limit)
    .execute()
}
