/**
 * Compatibility of a database schema with this program. Every migration stores in the database which programs may still use its
 * schema, because an older program does not have the migration itself.
 */
import type pg from 'pg'

/**
 * An applied migration. Programs are named by the newest migration that they know; names begin with four digits, so they sort by
 * age.
 */
export interface AppliedMigration {
  name: string
  /**
   * The oldest program that works with the schema after this migration. Null: only programs that know all migrations up to this
   * one.
   */
  oldestProgram: string | null
}

export type SchemaFit =
  | { kind: 'empty' }
  | { kind: 'current' }
  /** The schema is older than the program: these migrations have not run. */
  | { kind: 'older'; missing: string[] }
  /** The schema is newer than the program, which is too old for these migrations. */
  | { kind: 'newer'; unknown: string[] }

/** The migrations that have run; null: the database was never used by this program. */
export async function appliedMigrations(queries: Pick<pg.ClientBase, 'query'>): Promise<AppliedMigration[] | null> {
  const { rows } = await queries.query<{ columns: string[] }>(
    `select coalesce(array_agg(attname::text), '{}') as columns from pg_attribute
      where attrelid = to_regclass('migrations') and attnum > 0 and not attisdropped`,
  )
  const columns = rows[0]?.columns ?? []
  if (columns.length === 0) return null
  // Before this column existed, no migration allowed older programs.
  const oldest = columns.includes('oldest_program') ? 'oldest_program' : 'null::text'
  const found = await queries.query<AppliedMigration>(
    `select name, ${oldest} as "oldestProgram" from migrations order by name`,
  )
  return found.rows
}

/** `known`: the migrations of this program, oldest first. */
export function schemaFit(ran: readonly AppliedMigration[] | null, known: readonly string[]): SchemaFit {
  if (ran === null || ran.length === 0) return { kind: 'empty' }
  const newest = known.at(-1) as string
  const unknown = ran.filter(({ name, oldestProgram }) => {
    return !known.includes(name) && (oldestProgram === null || oldestProgram > newest)
  })
  if (unknown.length > 0) return { kind: 'newer', unknown: unknown.map(({ name }) => name) }
  const done = new Set(ran.map(({ name }) => name))
  const missing = known.filter((name) => !done.has(name))
  return missing.length > 0 ? { kind: 'older', missing } : { kind: 'current' }
}

/** The error for a schema that is too new: a program that does not know it would dial by outdated rules. */
export function newerSchemaError(unknown: readonly string[]): Error {
  return new Error(
    `The database belongs to a newer version of Outdial: this program does not know ${unknown.join(', ')}. Start that version, or restore a backup made before it.`,
  )
}

export function olderSchemaError(missing: readonly string[]): Error {
  return new Error(
    `The database belongs to an older version of Outdial: ${missing.join(', ')} have not run. Start the server or run \`outdial migrate\` first; \`outdial backup\` works before that.`,
  )
}
