/** SQL of the list of people who were added to a campaign after its creation. Unlike other lists, it grows. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { ListZones } from './copy-contacts.ts'
import type { EnrollablePerson } from './rules/read-enrolment.ts'

export const ENROLLED_PHONE_COLUMN = 'phone_number'

export interface PersonWithZones
  extends Pick<EnrollablePerson, 'address' | 'type' | 'more' | 'variables' | 'terms' | 'given'> {
  zonesId: number
}

/** Inserts an ordinary list: it can be downloaded, checked against registries and used for another campaign. */
export async function insertEnrolmentList(
  db: Queries,
  { organizationId, filename, now }: { organizationId: number; filename: string; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('contact_lists')
    .values({
      organization_id: organizationId,
      source_id: randomUUID(),
      filename,
      status: 'ready',
      columns: [ENROLLED_PHONE_COLUMN],
      phone_column: ENROLLED_PHONE_COLUMN,
      zones: JSON.stringify({ columns: {}, sets: [], faults: {} }),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the ids of the rows, in the order given. */
export async function insertListContacts(
  db: Queries,
  list: { id: number; organizationId: number; totalRows: number },
  people: readonly PersonWithZones[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into list_contacts (organization_id, list_id, row_number, phone_number, address_type, zones_id, variables,
                               not_before, not_after, priority, given_not_before, given_not_after, more_numbers)
    select ${list.organizationId}, ${list.id}, ${list.totalRows} + 1 + x.place, x.phone_number, x.address_type, x.zones_id, x.variables,
           x.not_before, x.not_after, x.priority, x.given_not_before, x.given_not_after,
           (select array_agg(m.number order by m.place)
              from jsonb_array_elements_text(x.more) with ordinality as m(number, place))
      from unnest(${people.map(({ address }) => address)}::text[], ${people.map(({ type }) => type)}::text[],
                  ${people.map(({ zonesId }) => zonesId)}::int[],
                  ${people.map(({ variables }) => JSON.stringify(variables))}::jsonb[],
                  ${people.map(({ terms }) => terms.notBefore)}::timestamptz[],
                  ${people.map(({ terms }) => terms.notAfter)}::timestamptz[],
                  ${people.map(({ terms }) => terms.priority)}::smallint[],
                  ${people.map(({ given }) => given.notBefore)}::text[],
                  ${people.map(({ given }) => given.notAfter)}::text[],
                  ${people.map(({ more }) => JSON.stringify(more))}::jsonb[])
           with ordinality as x(phone_number, address_type, zones_id, variables, not_before, not_after, priority,
                                given_not_before, given_not_after, more, place)
     order by x.place returning id`.execute(db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/**
 * Updates the counts and columns of the list for these people. An erased list contains personal data again once people are
 * added.
 */
export async function addToListCounts(
  db: Queries,
  listId: number,
  more: { rows: number; bytes: number; columns: readonly string[]; zones: ListZones; now: Date },
): Promise<void> {
  await sql`
    update contact_lists set total_rows = total_rows + ${more.rows}, bytes = bytes + ${more.bytes},
           columns = columns || ${more.columns as string[]}::text[], zones = ${JSON.stringify(more.zones)}, erased_at = null,
           grown_at = ${more.now}
     where id = ${listId}`.execute(db)
}
