/** All SQL of this room, except the COPY of an import (copy-contacts.ts). */
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Queries } from '../storage/database.ts'
import { type Page, type PageRequest, readPage } from '../storage/read-page.ts'
import { variableKey } from '../workflows/rules/variable-names.ts'
import type { ImportSummary, ListZones } from './copy-contacts.ts'
import { PRIORITY_NORMAL, type QueueCells, queueColumns } from './rules/queue-options.ts'

export interface StoredList {
  id: number
  source_id: string
  filename: string
  columns: string[]
  phone_column: string | null
  total_rows: number
  rejected_rows: number
  duplicate_rows: number
  left_out_numbers: number
  errors: unknown
  /** Zones of the list's contacts; null: not computed yet. */
  zones: ListZones | null
  created_at: Date
  /** When people were last added to it; null: never after its creation. */
  grown_at: Date | null
  /** The format in which the file was read; null: unknown. */
  read_as: string | null
  /** Priority of the rows without one of their own; null: `PRIORITY_NORMAL`. */
  priority: number | null
}

const SHOWN = [
  'id',
  'source_id',
  'filename',
  'columns',
  'phone_column',
  'total_rows',
  'rejected_rows',
  'duplicate_rows',
  'left_out_numbers',
  'errors',
  'zones',
  'created_at',
  'grown_at',
  'read_as',
  'priority',
] as const

/** The jsonb columns contain what an import wrote, so their types are asserted here. */
function shown(db: Queries) {
  return db.selectFrom('contact_lists').select(SHOWN).$castTo<StoredList>()
}

export function listLists(db: Queries, organizationId: number, page: PageRequest): Promise<Page<StoredList>> {
  const query = shown(db).where('organization_id', '=', organizationId).where('status', '=', 'ready')
  return readPage(query, 'id', page)
}

/** Finds a list whose file has arrived; before that, the list does not exist for clients. */
export function findReadyList(db: Queries, organizationId: number, sourceId: string): Promise<StoredList | undefined> {
  return shown(db)
    .where('organization_id', '=', organizationId)
    .where('source_id', '=', sourceId)
    .where('status', '=', 'ready')
    .executeTakeFirst()
}

/**
 * Locks the list. A concurrent creation of a campaign either waits and then finds the list gone, or is visible after this lock.
 */
export function lockReadyList(db: Queries, organizationId: number, sourceId: string): Promise<StoredList | undefined> {
  return shown(db)
    .where('organization_id', '=', organizationId)
    .where('source_id', '=', sourceId)
    .where('status', '=', 'ready')
    .forUpdate()
    .executeTakeFirst()
}

/** A value that changes when the zones of the list's contacts are computed again. */
export async function listVersion(db: Queries, listId: number): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select xmin::text as version from contact_lists where id = ${listId}`.execute(db)
  return rows[0]?.version ?? null
}

/** Reads the version and locks it: a computation of zones waits until this transaction is over. */
export async function lockListVersion(db: Queries, listId: number): Promise<string | null> {
  await sql`select 1 from contact_lists where id = ${listId} for share`.execute(db)
  return listVersion(db, listId)
}

/** Sets the priority of the rows without one of their own. */
export async function setListPriority(db: Queries, listId: number, priority: number | null): Promise<void> {
  await db.updateTable('contact_lists').set({ priority }).where('id', '=', listId).execute()
}

/** Deletes the list itself; its rows still have to be removed. */
export async function deleteList(db: Queries, organizationId: number, listId: number): Promise<void> {
  await db.deleteFrom('contact_lists').where('organization_id', '=', organizationId).where('id', '=', listId).execute()
  await db.insertInto('list_removals').values({ organization_id: organizationId, list_id: listId }).execute()
}

export async function unfinishedListRemovals(db: Queries): Promise<number[]> {
  const rows = await db.selectFrom('list_removals').select('list_id').orderBy('list_id').execute()
  return rows.map((row) => row.list_id)
}

/** Deletes some rows of a deleted list; returns how many. */
export async function removeListRows(db: Queries, listId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (delete from list_contacts where id in (
      select id from list_contacts where list_id = ${listId} order by id limit ${most}) returning 1),
    rejected as (delete from list_rejections where ctid = any(array(
      select ctid from list_rejections where list_id = ${listId} limit ${most})) returning 1)
    select (select count(*) from gone) + (select count(*) from rejected) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Ends the removal only if no row is left: another node may be deleting rows that this one did not find. */
export async function finishListRemoval(db: Queries, listId: number): Promise<void> {
  await sql`
    delete from list_removals r where r.list_id = ${listId}
       and not exists (select from list_contacts where list_id = r.list_id)
       and not exists (select from list_rejections where list_id = r.list_id)`.execute(db)
}

export interface IncompleteColumn {
  column: string
  /** Number of contacts without a value. */
  count: number
  /** The first contacts without a value, as row numbers of the file. */
  rows: number[]
}

const ROWS_NAMED = 5

/**
 * For each of these variables that some contact lacks: how many contacts lack it, and the first of them. A variable matches the
 * column whose name is the same in templates ("First Name" is first_name). The phone column is never empty.
 */
export async function rowsMissingVariables(
  db: Queries,
  listId: number,
  variables: readonly string[],
): Promise<IncompleteColumn[]> {
  const asked = await askedColumns(db, listId, variables)
  if (asked.length === 0) return []
  const { rows } = await sql<IncompleteColumn>`
    with lacking as materialized (
      select name, count(*)::integer as count
        from list_contacts, unnest(${asked}::text[]) as name
       where list_id = ${listId} and coalesce(variables ->> name, '') !~ '\\S'
       group by name)
    select name as "column", count,
           array(select row_number from list_contacts
                  where list_id = ${listId} and coalesce(variables ->> name, '') !~ '\\S'
                  order by id limit ${ROWS_NAMED}) as rows
      from lacking`.execute(db)
  return asked.flatMap((column) => rows.find((row) => row.column === column) ?? [])
}

/** Range of list row ids that one counting statement reads. Limits a statement to some tenths of a second. */
const COUNTED_IDS = 250_000

/** Counts the list rows without a value in each of these columns, in portions: each statement is short, however long the list is. */
export async function countMissingVariables(
  db: Queries,
  listId: number,
  variables: readonly string[],
  idsAtOnce = COUNTED_IDS,
): Promise<Array<Pick<IncompleteColumn, 'column' | 'count'>>> {
  const asked = await askedColumns(db, listId, variables)
  if (asked.length === 0) return []
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(id) as first, max(id) as last from list_contacts where list_id = ${listId}`.execute(db)
  const { first, last } = rows[0] as (typeof rows)[number]
  const counts = new Map<string, number>()
  for (let from = first ?? 0; last !== null && from <= last; from += idsAtOnce) {
    const portion = await sql<{ column: string; count: number }>`
      select name as "column", count(*)::integer as count from list_contacts, unnest(${asked}::text[]) as name
       where list_id = ${listId} and id >= ${from} and id < ${from + idsAtOnce} and coalesce(variables ->> name, '') !~ '\\S'
       group by name`.execute(db)
    for (const { column, count } of portion.rows) counts.set(column, (counts.get(column) ?? 0) + count)
  }
  return asked.flatMap((column) => (counts.has(column) ? [{ column, count: counts.get(column) as number }] : []))
}

/** The columns of the list for these variables, without the column of the number. */
async function askedColumns(db: Queries, listId: number, variables: readonly string[]): Promise<string[]> {
  const list = await db
    .selectFrom('contact_lists')
    .select(['columns', 'phone_column'])
    .where('id', '=', listId)
    .executeTakeFirst()
  const byKey = new Map(list?.columns.map((column) => [variableKey(column), column]))
  const columns = variables.map((name) => byKey.get(variableKey(name)) ?? name)
  return [...new Set(columns)].filter((column) => column !== list?.phone_column)
}

/** The variables of a list's contacts, in the order of the file. */
export async function listColumns(db: Queries, organizationId: number, listId: number): Promise<string[]> {
  const list = await findListById(db, organizationId, listId)
  return list?.columns.filter((column) => column !== list.phone_column) ?? []
}

export function findListById(db: Queries, organizationId: number, id: number): Promise<StoredList | undefined> {
  return shown(db)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst()
}

/** People join a list, and checks of it are declared, one after the other. */
export async function lockList(db: Queries, { id, organizationId }: { id: number; organizationId: number }) {
  await sql`select from contact_lists where organization_id = ${organizationId} and id = ${id} for no key update`.execute(
    db,
  )
}

export interface ListContact {
  id: number
  phone_number: string
  /** Further numbers in their order. */
  more_numbers: string[]
  variables: Record<string, string>
  /** For people added to a campaign: the time and priority texts that the list stores besides the variables. */
  given: QueueCells
}

export async function nextContacts(
  db: Queries,
  organizationId: number,
  listId: number,
  afterId: number,
  limit: number,
): Promise<ListContact[]> {
  const rows = await db
    .selectFrom('list_contacts')
    .select(['id', 'phone_number', 'more_numbers', 'variables', 'given_not_before', 'given_not_after', 'priority'])
    .where('organization_id', '=', organizationId)
    .where('list_id', '=', listId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, phone_number, more_numbers, variables, given_not_before, given_not_after, priority }) => ({
    id,
    phone_number,
    more_numbers: more_numbers ?? [],
    variables: variables as ListContact['variables'],
    given: {
      notBefore: given_not_before ?? undefined,
      notAfter: given_not_after ?? undefined,
      priority: priority?.toString(),
    },
  }))
}

/** A page of the list's numbers, in the order of the list. */
export function nextNumbers(
  db: Queries,
  listId: number,
  afterId: number,
  limit: number,
): Promise<Array<{ id: number; phone_number: string; more_numbers: string[] | null }>> {
  return db
    .selectFrom('list_contacts')
    .select(['id', 'phone_number', 'more_numbers'])
    .where('list_id', '=', listId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface StoredRejection {
  row_number: number
  column_name: string | null
  code: string
  message: string
  value: string | null
  /** The row's physical position. Rejected rows have no key and are never changed, so the position serves as one. */
  place: string
}

/** The rejected rows after `after`, in the order of the file. */
export async function nextRejections(
  db: Queries,
  organizationId: number,
  listId: number,
  after: { row_number: number; place: string },
  limit: number,
): Promise<StoredRejection[]> {
  const { rows } = await sql<StoredRejection>`
    select row_number, column_name, code, message, value, ctid::text as place
      from list_rejections
     where organization_id = ${organizationId} and list_id = ${listId}
       and (row_number, ctid) > (${after.row_number}::integer, ${after.place}::text::tid)
     order by row_number, ctid
     limit ${limit}`.execute(db)
  return rows
}

export async function insertAwaitingList(
  db: Queries,
  list: { organizationId: number; sourceId: string; filename: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('contact_lists')
    .values({
      organization_id: list.organizationId,
      source_id: list.sourceId,
      filename: list.filename,
      status: 'awaiting_upload',
      created_at: list.now,
      expires_at: list.expiresAt,
    })
    .execute()
}

/** Deletes announced lists of all organizations whose upload address has expired. */
export async function deleteAwaitingLists(db: Queries, expiredBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('contact_lists')
    .where('status', '=', 'awaiting_upload')
    .where('expires_at', '<', expiredBefore)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Finds the list in any organization: the signature of the address replaces the API key. */
export async function organizationOfAwaitingList(db: Queries, sourceId: string): Promise<number | null> {
  const row = await db
    .selectFrom('contact_lists')
    .select('organization_id')
    .where('source_id', '=', sourceId)
    .where('status', '=', 'awaiting_upload')
    .executeTakeFirst()
  return row?.organization_id ?? null
}

/** Inserts a list; others cannot see it before the import commits. */
export async function insertList(
  client: PoolClient,
  list: { organizationId: number; sourceId: string; filename: string; now: Date },
): Promise<{ id: number; organizationId: number }> {
  const { rows } = await client.query<{ id: number }>(
    `insert into contact_lists (organization_id, source_id, filename, status, created_at)
     values ($1, $2, $3, 'ready', $4) returning id`,
    [list.organizationId, list.sourceId, list.filename, list.now],
  )
  return { id: rows[0]?.id as number, organizationId: list.organizationId }
}

/** Locks the announced list. A second upload to the same address waits for the first, and then finds no list to fill. */
export async function lockAwaitingList(
  client: PoolClient,
  sourceId: string,
): Promise<{ id: number; organizationId: number } | undefined> {
  const { rows } = await client.query<{ id: number; organizationId: number }>(
    `select id, organization_id as "organizationId" from contact_lists
      where source_id = $1 and status = 'awaiting_upload' for update`,
    [sourceId],
  )
  return rows[0]
}

export async function completeList(
  client: PoolClient,
  list: { id: number; organizationId: number },
  summary: ImportSummary,
  file: { bytes: number; readAs: string },
): Promise<StoredList> {
  // jsonb cannot contain a NUL; a rejected value may.
  const errors = summary.errors.map((error) => ({ ...error, value: error.value.replaceAll('\0', '\ufffd') }))
  const { rows } = await client.query<StoredList>(
    `update contact_lists
        set status = 'ready', columns = $3, phone_column = $4, total_rows = $5, rejected_rows = $6, duplicate_rows = $7,
            errors = $8, zones = $9, bytes = $10, read_as = $11, left_out_numbers = $12, expires_at = null
      where organization_id = $1 and id = $2
      returning ${SHOWN.join(', ')}`,
    [
      list.organizationId,
      list.id,
      summary.columns,
      summary.phoneColumn,
      summary.totalRows,
      summary.rejectedRows,
      summary.duplicateRows,
      JSON.stringify(errors),
      JSON.stringify(summary.zones),
      file.bytes,
      file.readAs,
      summary.leftOutNumbers,
    ],
  )
  return rows[0] as StoredList
}

/** Finds a list of any organization, for jobs of the program itself. */
export function findReadyListById(db: Queries, id: number): Promise<StoredList | undefined> {
  return shown(db).where('id', '=', id).where('status', '=', 'ready').executeTakeFirst()
}

/** An organization's number of lists, their rows, and the size of their files. */
export async function countLists(
  db: Queries,
  organizationId: number,
): Promise<{ lists: number; rows: number; bytes: number }> {
  return db
    .selectFrom('contact_lists')
    .select(({ fn }) => [
      fn.countAll<number>().as('lists'),
      fn.coalesce(fn.sum<number>('total_rows'), sql<number>`0`).as('rows'),
      // The data of erased lists is gone and does not count.
      sql<number>`coalesce(sum(bytes) filter (where erased_at is null), 0)`.as('bytes'),
    ])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'ready')
    .executeTakeFirstOrThrow()
}

/**
 * The priorities in a list, highest first, and `otherwise`, that of rows without one. A single null if no row can have one,
 * without reading the list: its file had no such column, and no person was added with a priority.
 */
export async function prioritiesOf(
  db: Queries,
  listId: number,
): Promise<{ priorities: Array<number | null>; otherwise: number }> {
  const list = await db
    .selectFrom('contact_lists')
    .select(['columns', 'grown_at', 'priority'])
    .where('id', '=', listId)
    .executeTakeFirst()
  const otherwise = list?.priority ?? PRIORITY_NORMAL
  const isUniform = !list?.grown_at && queueColumns(list?.columns ?? [])?.priority === undefined
  if (isUniform) return { priorities: [null], otherwise }
  const { rows } = await sql<{ priority: number }>`
    select distinct coalesce(priority, ${otherwise})::int as priority from list_contacts where list_id = ${listId}
     order by 1 desc`.execute(db)
  return { priorities: rows.map(({ priority }) => priority), otherwise }
}
