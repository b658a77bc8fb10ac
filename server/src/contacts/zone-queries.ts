/** SQL of the zones of a list's contacts. */
import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { readZoneSet, type ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { Queries } from '../storage/database.ts'
import type { ListZones } from './copy-contacts.ts'
import type { CallTimes } from './rules/queue-options.ts'

/** Stores new zone sets; a stored set never changes. Sorted, so that two transactions storing the same sets do not deadlock. */
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

export interface ContactWithoutZones {
  id: number
  phone_number: string
  more_numbers: string[] | null
  timezone: string | null
  state: string | null
  postalCode: string | null
  not_before: Date | null
  not_after: Date | null
  /** The time as written in the file; null: unknown. */
  givenNotBefore: string | null
  givenNotAfter: string | null
}

/** Names of the list's time columns. */
export type TimeColumns = Partial<Record<'notBefore' | 'notAfter', string | undefined>>

/** A page of a list with the values of its zone and time columns. */
export async function contactsWithoutZones(
  db: Queries,
  listId: number,
  { columns, times }: { columns: ListZones['columns']; times: TimeColumns },
  { afterId, limit }: { afterId: number; limit: number },
): Promise<ContactWithoutZones[]> {
  const { rows } = await sql<ContactWithoutZones>`
    select id, phone_number, more_numbers, variables ->> ${columns.timezone ?? ''} as timezone,
           variables ->> ${columns.state ?? ''} as state, variables ->> ${columns.postalCode ?? ''} as "postalCode",
           not_before, not_after,
           coalesce(given_not_before, variables ->> ${times.notBefore ?? ''}) as "givenNotBefore",
           coalesce(given_not_after, variables ->> ${times.notAfter ?? ''}) as "givenNotAfter"
      from list_contacts where list_id = ${listId} and id > ${afterId} order by id limit ${limit}`.execute(db)
  return rows
}

export interface ContactWithZones extends CallTimes {
  id: number
  zonesId: number
}

/** Writes only differences: a list whose zones are computed again mostly stays the same. */
export async function saveContactZones(db: Queries, placed: readonly ContactWithZones[]): Promise<void> {
  await sql`update list_contacts l set zones_id = x.zones_id, not_before = x.not_before, not_after = x.not_after
              from unnest(${placed.map(({ id }) => id)}::bigint[], ${placed.map(({ zonesId }) => zonesId)}::int[],
                          ${placed.map(({ notBefore }) => notBefore)}::timestamptz[],
                          ${placed.map(({ notAfter }) => notAfter)}::timestamptz[]) as x(id, zones_id, not_before, not_after)
             where l.id = x.id and (l.zones_id, l.not_before, l.not_after) is distinct from (x.zones_id, x.not_before, x.not_after)`.execute(
    db,
  )
}

export async function saveListZones(db: Queries, listId: number, zones: ListZones): Promise<void> {
  await db
    .updateTable('contact_lists')
    .set({ zones: JSON.stringify(zones) })
    .where('id', '=', listId)
    .execute()
}

/** Lists that the previous version imported, and those that a migration marked. */
export function listsWithoutZones(db: Queries, limit: number): Promise<Array<{ id: number; organization_id: number }>> {
  return db
    .selectFrom('contact_lists')
    .select(['id', 'organization_id'])
    .where('status', '=', 'ready')
    .where(sql<boolean>`(zones is null or zones ? 'again')`)
    .orderBy('id')
    .limit(limit)
    .execute()
}
