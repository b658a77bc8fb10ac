/**
 * Deletes every row of one organization, in all tables: those with a column `organization_id`, and those without one whose rows
 * refer to such rows. Each statement reads a bounded part of a table, so that no lock and no transaction lasts long.
 */
import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Blocks per statement: about a megabyte of a table, at most some ten thousand rows. */
const BLOCKS_PER_STATEMENT = 128

/** Tables deleted first, access and contacts: after an interruption the rest of an organization can do nothing. */
const FIRST = ['console_sessions', 'api_keys', 'invitations', 'users', 'contacts', 'list_contacts']
/** Tables that protect people from calls are deleted last. */
const LAST = [
  'abandonment_limits',
  'consents',
  'list_confirmations',
  'list_registry_checks',
  'number_attempts',
  'number_checks',
  'own_phones',
  'policies',
  'suppressed_ranges',
  'suppression_candidates',
  'suppressions',
]

interface Reference {
  child: string
  column: string
  parent: string
  parent_column: string
  cascades: boolean
}

/** Returns the number of deleted rows. Does not delete the row of the organization itself. */
export async function eraseTenant(db: Queries, organizationId: number): Promise<number> {
  const tables = await tenantTables(db)
  const references = await allReferences(db)
  let deleted = 0
  for (const table of orderChildrenFirst(tables, references)) {
    // Rows that are deleted by cascade need no statement.
    for (const reference of references)
      if (reference.parent === table && !tables.includes(reference.child) && !reference.cascades)
        deleted += await eraseReferring(db, reference, organizationId)
    deleted += await eraseRows(db, table, organizationId)
  }
  return deleted
}

async function tenantTables(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and a.attname = 'organization_id' and not a.attisdropped
     order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

async function allReferences(db: Queries): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select child.relname as child, a.attname as "column", parent.relname as parent, p.attname as parent_column,
           k.confdeltype = 'c' as cascades
      from pg_constraint k
      join pg_class child on child.oid = k.conrelid
      join pg_class parent on parent.oid = k.confrelid
      join pg_attribute a on a.attrelid = child.oid and a.attnum = k.conkey[1]
      join pg_attribute p on p.attrelid = parent.oid and p.attnum = k.confkey[1]
     where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace
     order by k.oid`.execute(db)
  return rows
}

/**
 * Orders tables so that each comes after all tables whose rows refer to it. Among possible orders: tables needed for calls first,
 * tables that protect from calls last.
 */
export function orderChildrenFirst(
  tables: readonly string[],
  references: readonly Pick<Reference, 'child' | 'parent' | 'cascades'>[],
): string[] {
  const order: string[] = []
  // Policies of a campaign are deleted with it by cascade; those of the organization stay until the end.
  const binding = references.filter(({ child, cascades }) => !(cascades && LAST.includes(child)))
  const rank = (table: string) => (FIRST.includes(table) ? 0 : LAST.includes(table) ? 2 : 1)
  const waiting = [...tables].sort((a, b) => rank(a) - rank(b))
  while (waiting.length > 0) {
    const free = waiting.findIndex(
      (table) => !binding.some(({ child, parent }) => parent === table && child !== table && waiting.includes(child)),
    )
    if (free === -1) throw new Error(`tables refer to each other in a ring: ${waiting.join(', ')}`)
    order.push(...waiting.splice(free, 1))
  }
  return order
}

/** Deletes block by block, because not every table has an index by organization. */
async function eraseRows(db: Queries, table: string, organizationId: number): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as blocks`.execute(db)
  const blocks = rows[0]?.blocks ?? 0
  let deleted = 0
  for (let from = 0; from < blocks; from += BLOCKS_PER_STATEMENT) {
    const [first, end] = [`(${from},0)`, `(${from + BLOCKS_PER_STATEMENT},0)`]
    const result = await sql`
      delete from ${sql.table(table)}
       where ctid >= ${first}::tid and ctid < ${end}::tid and organization_id = ${organizationId}`.execute(db)
    deleted += Number(result.numAffectedRows ?? 0n)
  }
  return deleted
}

async function eraseReferring(
  db: Queries,
  { child, column, parent, parent_column }: Reference,
  organizationId: number,
): Promise<number> {
  const result = await sql`
    delete from ${sql.table(child)} where ${sql.ref(column)} in (
      select ${sql.ref(parent_column)} from ${sql.table(parent)} where organization_id = ${organizationId})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
