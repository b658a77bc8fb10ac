/**
 * Generates text from a migrated database: `schema.sql` for people, `schema.ts` for the compiler. A test compares both with the
 * migrations.
 */
import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  required: boolean
  identity: boolean
  fallback: string | null
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
         a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname, a.attnum`

// Leaves out not-null constraints: they have separate names since PostgreSQL 18, and the columns already show them.
const CONSTRAINTS = `
  select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where c.relnamespace = 'public'::regnamespace and k.contype <> 'n'
   order by c.relname, k.contype, k.conname`

const INDEXES = `
  select c.relname as "table", pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
   where c.relnamespace = 'public'::regnamespace
     and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
   order by c.relname, n.relname`

const RANGES = `
  select partrelid::regclass::text as "table", pg_get_partkeydef(partrelid) as key from pg_partitioned_table`

export async function describeSchema(pool: pg.Pool): Promise<{ sql: string; types: string }> {
  const columns = (await pool.query<Column>(COLUMNS)).rows
  const constraints = (await pool.query<{ table: string; name: string; definition: string }>(CONSTRAINTS)).rows
  const indexes = (await pool.query<{ table: string; definition: string }>(INDEXES)).rows
  const ranges = (await pool.query<{ table: string; key: string }>(RANGES)).rows
  const tables = [...new Set(columns.map((column) => column.table))]
  const sql = tables.map((table) => {
    const lines = columns.filter((column) => column.table === table).map(sqlColumn)
    const held = constraints
      .filter((row) => row.table === table)
      .map((row) => `  constraint ${row.name} ${row.definition}`)
    const indexed = indexes.filter((row) => row.table === table).map((row) => `${row.definition};`)
    const range = ranges.find((row) => row.table === table)
    const end = range ? `) partition by ${range.key};` : ');'
    return [`create table ${table} (\n${[...lines, ...held].join(',\n')}\n${end}`, ...indexed].join('\n')
  })
  return {
    sql: `-- Made from the migrations by \`npm run generate\`; do not edit.\n\n${sql.join('\n\n')}\n`,
    types: typesOf(tables, columns),
  }
}

function sqlColumn(column: Column): string {
  const parts = [`  ${column.name} ${column.type}`]
  if (column.identity) parts.push('generated always as identity')
  if (column.fallback !== null) parts.push(`default ${column.fallback}`)
  if (column.required) parts.push('not null')
  return parts.join(' ')
}

const TYPESCRIPT: Record<string, string> = {
  bigint: 'number',
  // The driver parses the elements as text.
  'bigint[]': 'string[]',
  'bytea[]': 'Buffer[]',
  'double precision': 'number',
  'real[]': 'number[]',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  text: 'string',
  'text[]': 'string[]',
  bytea: 'Buffer',
  tsvector: 'string',
  jsonb: 'Json',
  'timestamp with time zone': 'Timestamp',
}

function typesOf(tables: string[], columns: Column[]): string {
  const interfaces = tables.map((table) => {
    const lines = columns
      .filter((column) => column.table === table)
      .map((column) => `  ${column.name}: ${typeOf(column)}`)
    return `export interface ${pascal(table)} {\n${lines.join('\n')}\n}`
  })
  const entries = tables.map((table) => `  ${table}: ${pascal(table)}`)
  return [
    '// Made from the migrations by `npm run generate`; do not edit.',
    "import type { ColumnType, GeneratedAlways } from 'kysely'",
    '',
    '/** May be left out on insert. */',
    'export type Generated<T> =',
    '  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>',
    '/** Written as JSON text, read as whatever was written; the queries of a room say what that is. */',
    'export type Json = ColumnType<unknown, string, string>',
    '/** Written as a Date or as text (`-infinity`), read as a Date. */',
    'export type Timestamp = ColumnType<Date, Date | string, Date | string>',
    '',
    `${interfaces.join('\n\n')}`,
    '',
    `export interface Schema {\n${entries.join('\n')}\n}`,
    '',
  ].join('\n')
}

function typeOf(column: Column): string {
  const base = TYPESCRIPT[column.type]
  if (!base) throw new Error(`no TypeScript type for ${column.table}.${column.name}: ${column.type}`)
  if (column.identity) return `GeneratedAlways<${base}>`
  const nullable = column.required ? base : `${base} | null`
  return column.fallback !== null ? `Generated<${nullable}>` : nullable
}

function pascal(table: string): string {
  return table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
}
