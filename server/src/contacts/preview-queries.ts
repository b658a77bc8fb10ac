/** SQL of the preview of a contact list. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { isSuppressedSql } from '../suppressions/rules/suppressed-sql.ts'

export interface SampleRow {
  row_number: number
  phone_number: string
  more_numbers: string[] | null
  variables: Record<string, string>
  zones_id: number
}

export function sampleRows(db: Queries, listId: number, limit: number): Promise<SampleRow[]> {
  return db
    .selectFrom('list_contacts')
    .select(['row_number', 'phone_number', 'more_numbers', 'zones_id'])
    .select((eb) => eb.ref('variables').$castTo<Record<string, string>>().as('variables'))
    .where('list_id', '=', listId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface SuppressedRows {
  count: number
  rows: number[]
}

/** Contacts on the do-not-call list with all their numbers, by number or range: their count, and the first of them as rows of the file. */
export async function suppressedRows(
  db: Queries,
  organizationId: number,
  listId: number,
  now: Date,
): Promise<SuppressedRows> {
  const { rows } = await sql<SuppressedRows>`
    with hit as materialized (
      select l.row_number from list_contacts l cross join (select ${now}::timestamptz as now) moment
       where l.list_id = ${listId} and l.organization_id = ${organizationId}
         and ${sql.raw(isSuppressedSql('l.organization_id', 'l.phone_number', 'moment.now'))}
         and not exists (select from unnest(l.more_numbers) as m(number)
                          where not ${sql.raw(isSuppressedSql('l.organization_id', 'm.number', 'moment.now'))}))
    select (select count(*) from hit) as count,
           array(select row_number from hit order by row_number limit 10) as rows`.execute(db)
  return rows[0] ?? { count: 0, rows: [] }
}

export interface RejectionGroup {
  code: string
  message: string
  count: number
  examples: Array<{ row: number; column: string | null; value: string | null }>
}

/** Rejections by reason, most frequent first. One error code may have several messages; each counts as a separate reason. */
export async function rejectionGroups(db: Queries, listId: number, examples: number): Promise<RejectionGroup[]> {
  const { rows } = await sql<RejectionGroup>`
    select code, message, count(*) as count,
           (select json_agg(json_build_object('row', e.row_number, 'column', e.column_name, 'value', e.value))
              from (select row_number, column_name, value from list_rejections i
                     where i.list_id = ${listId} and i.code = r.code and i.message = r.message
                     order by row_number limit ${examples}) e) as examples
      from list_rejections r where list_id = ${listId}
     group by code, message order by count(*) desc, code, message`.execute(db)
  return rows
}

/** The values of the rejected cells, to parse them again. */
export async function rejectedValues(db: Queries, listId: number, code: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('list_rejections')
    .select('value')
    .where('list_id', '=', listId)
    .where('code', '=', code)
    .orderBy('row_number')
    .limit(limit)
    .execute()
  return rows.flatMap(({ value }) => value ?? [])
}
