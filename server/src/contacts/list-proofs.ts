/** Evidence for a contact list before anybody on it is called: checks against registries, confirmed duties. */
import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

export interface RegistryCheck {
  registry: string
  /** `2026-11-16`. */
  checked_on: string
  file_sha256: string
  numbers: number
  author: string
  created_at: Date
}

export interface ListConfirmation {
  duty_id: string
  note: string | null
  confirmed_by: string
  confirmed_at: Date
  expires_at: Date
}

export async function insertRegistryCheck(
  db: Queries,
  list: { id: number; organizationId: number },
  check: RegistryCheck,
): Promise<void> {
  await sql`
    insert into list_registry_checks (organization_id, list_id, registry, checked_on, file_sha256, numbers, author, created_at)
    values (${list.organizationId}, ${list.id}, ${check.registry}, ${check.checked_on}, ${check.file_sha256},
            ${check.numbers}, ${check.author}, ${check.created_at})`.execute(db)
}

/** The newest check of each registry. */
export async function registryChecksOf(db: Queries, listId: number): Promise<RegistryCheck[]> {
  const { rows } = await sql<RegistryCheck>`
    select distinct on (registry) registry, checked_on, file_sha256, numbers, author, created_at
      from list_registry_checks where list_id = ${listId} order by registry, checked_on desc, id desc`.execute(db)
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
