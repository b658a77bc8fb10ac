/** Erases persons from contact lists: the row stays, so that the counts of lists and campaigns do not change. */
import { sql } from 'kysely'
import { ringsSamePhone } from '../addresses/queries.ts'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { ERASED_NUMBER } from '../addresses/rules/erased-number.ts'
import type { Queries } from '../storage/database.ts'

/** Range of list row ids that one statement reads. Limits a statement to some tenths of a second. */
const ERASED_IDS = 250_000

/**
 * One list at a time, in portions: numbers of list rows are not indexed, and a statement over a list of millions would exceed its
 * time limit.
 */
export async function eraseFromLists(
  db: Queries,
  organizationId: number,
  number: string,
  idsAtOnce = ERASED_IDS,
): Promise<number> {
  const { rows: lists } = await sql<{ id: number; first: number | null; last: number | null }>`
    select k.id, (select min(l.id) from list_contacts l where l.list_id = k.id) as first,
           (select max(l.id) from list_contacts l where l.list_id = k.id) as last
      from contact_lists k where k.organization_id = ${organizationId} order by k.id`.execute(db)
  let erased = 0
  for (const { id, first, last } of lists) {
    for (let from = first ?? 0; last !== null && from <= last; from += idsAtOnce)
      erased += await erasePortion(db, { id, organizationId, from, past: from + idsAtOnce }, number)
  }
  return erased
}

async function erasePortion(
  db: Queries,
  { id, organizationId, from, past }: { id: number; organizationId: number; from: number; past: number },
  number: string,
): Promise<number> {
  const result = await sql`
    update list_contacts l set phone_number = ${ERASED_NUMBER}, more_numbers = null, variables = '{}'
     where l.list_id = ${id} and l.id >= ${from} and l.id < ${past} and l.organization_id = ${organizationId}
       and (${ringsSamePhone(sql.ref('l.phone_number'), number)} or ${canonicalNumber(number)} = any(l.more_numbers))`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0n)
}

/** Erases the list rows from which contacts of campaigns were created. */
export async function eraseListRowsById(db: Queries, listContactIds: readonly number[]): Promise<number> {
  const result = await sql`
    update list_contacts set phone_number = ${ERASED_NUMBER}, more_numbers = null, variables = '{}'
     where id = any(${listContactIds}::bigint[]) and phone_number <> ${ERASED_NUMBER}`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/**
 * A rejected cell may contain the number in another notation: without its country, with blanks and brackets, with the trunk
 * zero in the middle (`+44 (0)7912 …`), with words or an extension after it. So the last digits decide, anywhere in the cell.
 */
export async function eraseFromRejections(db: Queries, organizationId: number, number: string): Promise<number> {
  const digits = number.replace(/\D/g, '')
  if (digits.length < NUMBER_LENGTH_MIN) return 0
  const last = digits.slice(-COMPARED_DIGITS)
  const digitsOf = (value: ReturnType<typeof sql>) => sql`regexp_replace(${value}, '\\D', '', 'g')`
  const isTheirs = (value: ReturnType<typeof sql>) => sql`(
    strpos(${digitsOf(value)}, ${last}) > 0
    or length(ltrim(${digitsOf(value)}, '0')) >= ${NUMBER_LENGTH_MIN}
       and ${digits} like '%' || ltrim(${digitsOf(value)}, '0'))`
  const rejected = await sql`
    update list_rejections set value = ${ERASED_NUMBER}
     where organization_id = ${organizationId} and value is not null and ${isTheirs(sql`value`)}`.execute(db)
  await sql`
    update contact_lists set errors = (
      select coalesce(jsonb_agg(case when ${isTheirs(sql`coalesce(e ->> 'value', '')`)}
                                     then e || jsonb_build_object('value', ${ERASED_NUMBER}::text) else e end), '[]')
        from jsonb_array_elements(errors) e)
     where organization_id = ${organizationId}
       and exists (select 1 from jsonb_array_elements(errors) e where ${isTheirs(sql`coalesce(e ->> 'value', '')`)})`.execute(
    db,
  )
  return Number(rejected.numAffectedRows ?? 0n)
}

const NUMBER_LENGTH_MIN = 7
/** Number of digits compared. Another person's rejected cell with the same last digits is erased too, which does no harm. */
const COMPARED_DIGITS = 8

/** Lists that are old enough and not erased yet; the caller checks whether campaigns still need them. */
export function listsUploadedBefore(db: Queries, organizationId: number, before: Date): Promise<Array<{ id: number }>> {
  return db
    .selectFrom('contact_lists')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'ready')
    .where('created_at', '<', before)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function eraseListRows(db: Queries, listId: number, batch: number): Promise<number> {
  const result = await sql`
    update list_contacts set phone_number = ${ERASED_NUMBER}, more_numbers = null, variables = '{}' where id in (
      select id from list_contacts where list_id = ${listId} and phone_number <> ${ERASED_NUMBER} limit ${batch})`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0n)
}

export async function finishErasedList(db: Queries, listId: number, now: Date): Promise<void> {
  await db.deleteFrom('list_rejections').where('list_id', '=', listId).execute()
  await db.updateTable('contact_lists').set({ errors: '[]', erased_at: now }).where('id', '=', listId).execute()
}
