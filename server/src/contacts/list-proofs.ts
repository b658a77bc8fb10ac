/** Evidence that a contact list needs before its people are called: registry checks and confirmed duties. */
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import { lockList } from './queries.ts'

export interface RegistryCheck {
  registry: string
  /** Date of the check: `2026-11-16`. */
  checked_on: string
  file_sha256: string
  numbers: number
  author: string
  created_at: Date
}

/** The extent of a check that the program itself made against an uploaded registry. */
export interface RegistryCheckReach {
  generationId: number
  /** All people on the list up to this contact id were checked. */
  lastContactId: number
  compared: number
  matches: number
}

export interface StoredCheck extends RegistryCheck {
  /** Number of people compared; null: a client declared the check. */
  compared: number | null
  matches: number | null
  /** Whether nobody joined the list after the check; null: a check from before this was recorded. */
  covers_all: boolean | null
}

export interface ListConfirmation {
  duty_id: string
  note: string | null
  confirmed_by: string
  confirmed_at: Date
  expires_at: Date
}

/** A check that a client declares covers the people who are on the list now; the list stays locked until the transaction ends. */
export async function insertDeclaredCheck(
  db: Queries,
  list: { id: number; organizationId: number },
  check: RegistryCheck,
): Promise<void> {
  await lockList(db, list)
  const lastContactId = sql`(select coalesce(max(id), 0) from list_contacts where list_id = ${list.id})`
  await insertCheck(db, list, check, { generationId: null, lastContactId, compared: null, matches: null })
}

export async function insertRegistryCheck(
  db: Queries,
  list: { id: number; organizationId: number },
  check: RegistryCheck,
  { lastContactId, ...reach }: RegistryCheckReach,
): Promise<void> {
  await insertCheck(db, list, check, { ...reach, lastContactId: sql`${lastContactId}` })
}

interface StoredReach {
  generationId: number | null
  lastContactId: RawBuilder<unknown>
  compared: number | null
  matches: number | null
}

async function insertCheck(
  db: Queries,
  list: { id: number; organizationId: number },
  check: RegistryCheck,
  { generationId, lastContactId, compared, matches }: StoredReach,
): Promise<void> {
  await sql`
    insert into list_registry_checks (organization_id, list_id, registry, checked_on, file_sha256, numbers, author, created_at,
                                      generation_id, last_contact_id, compared, matches)
    values (${list.organizationId}, ${list.id}, ${check.registry}, ${check.checked_on}, ${check.file_sha256},
            ${check.numbers}, ${check.author}, ${check.created_at}, ${generationId}, ${lastContactId}, ${compared},
            ${matches})`.execute(db)
}

/** The last contact of the list that was compared with this registry; 0: none. */
export async function lastCheckedContact(db: Queries, listId: number, generationId: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(last_contact_id) as id from list_registry_checks
     where list_id = ${listId} and generation_id = ${generationId}`.execute(db)
  return rows[0]?.id ?? 0
}

/** How many of these lists have people who were not compared with this file of a registry. */
export async function countUnchecked(db: Queries, listIds: readonly number[], generationId: number): Promise<number> {
  const { rows } = await sql<{ lists: number }>`
    select count(*)::int as lists from unnest(${listIds as number[]}::bigint[]) as list (id)
     where exists (
       select from list_contacts l where l.list_id = list.id and l.id > coalesce((
         select max(c.last_contact_id) from list_registry_checks c
          where c.list_id = list.id and c.generation_id = ${generationId}), 0))`.execute(db)
  return rows[0]?.lists ?? 0
}

/** The newest check of each registry. */
export async function registryChecksOf(db: Queries, listId: number): Promise<StoredCheck[]> {
  const { rows } = await sql<StoredCheck>`
    select distinct on (registry) registry, checked_on, file_sha256, numbers, author, created_at, compared, matches,
           case when last_contact_id is not null then not exists (
             select from list_contacts l where l.list_id = c.list_id and l.id > c.last_contact_id) end as covers_all
      from list_registry_checks c where list_id = ${listId} order by registry, checked_on desc, id desc`.execute(db)
  return rows
}

export async function insertListConfirmation(
  db: Queries,
  list: { id: number; organizationId: number },
  confirmation: ListConfirmation,
): Promise<void> {
  await sql`
    insert into list_confirmations (organization_id, list_id, duty_id, note, confirmed_by, confirmed_at, expires_at)
    values (${list.organizationId}, ${list.id}, ${confirmation.duty_id}, ${confirmation.note}, ${confirmation.confirmed_by},
            ${confirmation.confirmed_at}, ${confirmation.expires_at})`.execute(db)
}

/** The newest confirmation of each duty. */
export async function listConfirmationsOf(db: Queries, listId: number): Promise<ListConfirmation[]> {
  const { rows } = await sql<ListConfirmation>`
    select distinct on (duty_id) duty_id, note, confirmed_by, confirmed_at, expires_at
      from list_confirmations where list_id = ${listId} order by duty_id, id desc`.execute(db)
  return rows
}
