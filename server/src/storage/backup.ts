/**
 * Backs up the whole database to one file while the program runs, from one snapshot: every table in PostgreSQL's text format,
 * compressed. It needs no PostgreSQL tools (the embedded server comes without them), and the file can be restored to any server
 * with the same version of Outdial.
 *
 * The file is gzip over pieces, each with its length in four bytes: a header, then for each table its name, its rows and an empty
 * piece. With storage keys the whole is encrypted (`sealed-file.ts`).
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { setAnswerTimeout } from './database.ts'
import { isSealed, openStream, SEALED_HEADER_BYTES, SealedFileError, sealStream } from './sealed-file.ts'

const FORMAT = 'outdial-backup-1'
/** A backup may be renamed, so its encryption is not bound to the name of the file. */
const SEALED_NAME = 'backup'
const PIECE_BYTES_MAX = 64 * 1024 * 1024

export interface BackupHeader {
  format: string
  at: string
  migrations: string[]
  tables: string[]
  /** The last id of each sequence, whose row may not exist. Missing in older backups. */
  lastIds?: Record<string, number>
  /** The ranges of ids in which events are stored: first id (null: from the beginning) and first id after it. */
  eventRanges?: Array<[number | null, number]>
}

export class BackupError extends Error {
  readonly expected = true
}

/** Written to a temporary file and then renamed; only its owner can read it. */
export async function writeBackup(
  pool: pg.Pool,
  file: string,
  [storageKey]: readonly Buffer[] = [],
): Promise<BackupHeader> {
  const beside = `${file}.${process.pid}`
  const client = await pool.connect()
  try {
    setAnswerTimeout(client, 0)
    await client.query('begin isolation level repeatable read read only')
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '1h'")
    const header = await headerOf(client)
    const pieces = Readable.from(piecesOf(client, header))
    const target = createWriteStream(beside, { mode: 0o600, flags: 'wx' })
    if (storageKey) await pipeline(pieces, createGzip(), sealStream(storageKey, SEALED_NAME), target)
    else await pipeline(pieces, createGzip(), target)
    await rename(beside, file)
    return header
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  } finally {
    // The connection has its own limits, so it is closed instead of reused.
    client.release(true)
  }
}

async function headerOf(client: pg.PoolClient): Promise<BackupHeader> {
  return {
    format: FORMAT,
    at: new Date((await client.query<{ now: Date }>('select now() as now')).rows[0]?.now as Date).toISOString(),
    migrations: await migrationsOf(client),
    tables: await tablesOf(client),
    lastIds: await lastIdsOf(client),
    eventRanges: await eventRangesOf(client),
  }
}

async function eventRangesOf(client: pg.PoolClient): Promise<Array<[number | null, number]>> {
  const { rows } = await client.query<{ first: number | null; past: number }>(
    `select substring(bound from $$FROM \\('(\\d+)'\\)$$)::bigint as first, substring(bound from $$TO \\('(\\d+)'\\)$$)::bigint as past
       from (select pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
              where i.inhparent = 'events'::regclass) ranges
      where bound <> 'DEFAULT' order by past`,
  )
  return rows.map(({ first, past }) => [first, past])
}

async function lastIdsOf(client: pg.PoolClient): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

async function migrationsOf(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

/** Tables in an order in which each comes after those it refers to. */
async function tablesOf(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(`
    select t.relname as name,
           array(select distinct o.relname::text from pg_constraint c join pg_class o on o.oid = c.confrelid
                  where c.contype = 'f' and c.conrelid = t.oid and c.confrelid <> t.oid) as needs
      from pg_class t join pg_namespace n on n.oid = t.relnamespace
     where t.relkind in ('r', 'p') and not t.relispartition and n.nspname = 'public' and t.relname not in ('migrations', 'migrations_set_aside')
     order by t.relname`)
  const sorted: string[] = []
  const place = (name: string): void => {
    if (sorted.includes(name)) return
    for (const other of rows.find((row) => row.name === name)?.needs ?? []) place(other)
    sorted.push(name)
  }
  for (const { name } of rows) place(name)
  return sorted
}

async function* piecesOf(client: pg.PoolClient, header: BackupHeader): AsyncGenerator<Buffer> {
  yield* piece(Buffer.from(JSON.stringify(header)))
  for (const table of header.tables) {
    yield* piece(Buffer.from(table))
    for await (const rows of client.query(copyTo(`copy (select * from ${pg.escapeIdentifier(table)}) to stdout`))) {
      yield* piece(rows as Buffer)
    }
    yield* piece(Buffer.alloc(0))
  }
}

function* piece(bytes: Buffer): Generator<Buffer> {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  yield length
  if (bytes.length > 0) yield bytes
}

/** What the file says about itself, without reading its rows. */
export async function readBackupHeader(file: string, storageKeys: readonly Buffer[] = []): Promise<BackupHeader> {
  const pieces = readPieces(file, storageKeys)
  try {
    return headerFrom(await next(pieces))
  } finally {
    await pieces.return(undefined)
  }
}

/** Reads the whole file as a restore would, without a database: every table is there, and the checksum at the end is right. */
export async function verifyBackup(
  file: string,
  storageKeys: readonly Buffer[] = [],
): Promise<{ header: BackupHeader; rows: number }> {
  const pieces = readPieces(file, storageKeys)
  const header = headerFrom(await next(pieces))
  let rows = 0
  for (const table of header.tables) {
    await requireTable(pieces, table)
    for await (const bytes of rowsOf(pieces)) rows += countLines(bytes)
  }
  if (!(await pieces.next()).done) throw new BackupError('The file is damaged: something follows its last table.')
  return { header, rows }
}

/** Rows of PostgreSQL's text format end with a line feed; one inside a value is escaped. */
function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

/**
 * Restores into a database that has the tables of the backup's version without rows: all or nothing. `afterwards` is part of the transaction,
 * so that a program which starts directly afterwards finds it done.
 */
export async function readBackup<T>(
  pool: pg.Pool,
  file: string,
  afterwards: (client: pg.PoolClient) => Promise<T>,
  storageKeys: readonly Buffer[] = [],
): Promise<{ header: BackupHeader; result: T }> {
  const client = await pool.connect()
  try {
    setAnswerTimeout(client, 0)
    await client.query('begin')
    await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '1h'")
    const header = await fill(client, readPieces(file, storageKeys))
    const result = await afterwards(client)
    await client.query('commit')
    return { header, result }
  } finally {
    client.release(true)
  }
}

async function fill(client: pg.PoolClient, pieces: AsyncGenerator<Buffer>): Promise<BackupHeader> {
  const header = await readHeader(client, pieces)
  const { rows } = await client.query<{ count: number }>('select count(*) as count from organizations')
  if (Number(rows[0]?.count) > 0)
    throw new BackupError('This database is not empty; restore into a new DATA_DIR or database.')
  const targets = [...new Set(header.tables.map(targetOf))]
  await client.query(`truncate ${targets.map((table) => pg.escapeIdentifier(table)).join(', ')}`)
  if (header.eventRanges?.length) await makeEventRanges(client, header.eventRanges)
  for (const table of header.tables) {
    await requireTable(pieces, table)
    await pipeline(rowsOf(pieces), client.query(copyFrom(`copy ${pg.escapeIdentifier(targetOf(table))} from stdin`)))
    await continueIds(client, targetOf(table))
  }
  for (const [name, last] of Object.entries(header.lastIds ?? {})) await continueAfter(client, name, last)
  await skipIdsAfterRestore(client)
  return header
}

/** A program that does not know ranges of events, beside nodes that do, backs up each range as a table. */
function targetOf(table: string): string {
  return /^events_(before|default|\d+)$/.test(table) ? 'events' : table
}

/** Replaces the ranges of the new database, which are empty, by those of the backup, so that they are dropped whole there too. */
async function makeEventRanges(client: pg.PoolClient, ranges: ReadonlyArray<[number | null, number]>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass('events') and c.relname <> 'events_default'`,
  )
  for (const { name } of rows) await client.query('select drop_event_range($1)', [name])
  for (const [first, past] of ranges) await client.query('select make_event_range($1, $2)', [first, past])
}

/** Sequences of tables in which many rows may have been created since the moment to which the database was restored. */
const FAST_SEQUENCES = ['calls_id_seq', 'events_id_seq', 'contacts_id_seq', 'list_contacts_id_seq']
const FAST_IDS_SKIPPED = 1_000_000
const IDS_SKIPPED = 10_000

/**
 * Rows created after the moment to which the database was restored had ids that it does not know. Others may know them:
 * carriers report on calls, event subscribers keep a cursor, clients know campaigns and contacts. These ids are skipped, unless
 * more rows were created in that time than ids are skipped.
 */
export async function skipIdsAfterRestore(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public'`,
  )
  for (const { name } of rows) {
    const [quoted, skipped] = [
      pg.escapeIdentifier(name),
      FAST_SEQUENCES.includes(name) ? FAST_IDS_SKIPPED : IDS_SKIPPED,
    ]
    await client.query(`select setval($1::regclass, last_value + $2) from ${quoted}`, [quoted, skipped])
  }
}

/** Assigned ids are never assigned again, even without a row: other tables, and carriers, may know them. */
async function continueAfter(client: pg.PoolClient, sequence: string, last: number): Promise<void> {
  const quoted = pg.escapeIdentifier(sequence)
  await client.query(`select setval($1::regclass, $2) from ${quoted} where last_value <= $2`, [quoted, last])
}

async function readHeader(client: pg.PoolClient, pieces: AsyncGenerator<Buffer>): Promise<BackupHeader> {
  const header = headerFrom(await next(pieces))
  const here = await migrationsOf(client)
  if (here.join() !== header.migrations.join()) {
    throw new BackupError(
      'The tables of this database belong to another version of Outdial than the backup; restore into a new DATA_DIR or database.',
    )
  }
  return header
}

function headerFrom(bytes: Buffer): BackupHeader {
  const header = parsed(bytes)
  if (header?.format !== FORMAT) throw new BackupError('This file is not an Outdial backup.')
  return header
}

function parsed(bytes: Buffer): BackupHeader | null {
  try {
    return JSON.parse(bytes.toString()) as BackupHeader | null
  } catch {
    return null
  }
}

async function requireTable(pieces: AsyncGenerator<Buffer>, table: string): Promise<void> {
  const named = (await next(pieces)).toString()
  if (named !== table) throw new BackupError('The file is damaged: its tables are not in order.')
}

/** Sets the sequence so that new rows get ids after the existing ones. */
async function continueIds(client: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attidentity <> '' and not attisdropped`,
    [pg.escapeIdentifier(table)],
  )
  for (const { name } of rows) {
    const [column, quoted] = [pg.escapeIdentifier(name), pg.escapeIdentifier(table)]
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${column}) from ${quoted}), 0) + 1, false)`,
      [quoted, name],
    )
  }
}

async function next(pieces: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value, done } = await pieces.next()
  if (done) throw new BackupError('The backup file is truncated.')
  return value
}

/** Yields pieces up to the empty one. Written without `for await`, because leaving such a loop would end the source. */
async function* rowsOf(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await next(pieces)
    if (bytes.length === 0) return
    yield bytes
  }
}

async function* readPieces(file: string, storageKeys: readonly Buffer[]): AsyncGenerator<Buffer> {
  let kept = Buffer.alloc(0)
  try {
    for await (const chunk of await openBackup(file, storageKeys)) {
      kept = Buffer.concat([kept, chunk as Buffer])
      while (kept.length >= 4) {
        const length = kept.readUInt32BE()
        if (length > PIECE_BYTES_MAX) throw new BackupError('The file is damaged.')
        if (kept.length < 4 + length) break
        yield kept.subarray(4, 4 + length)
        kept = kept.subarray(4 + length)
      }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    if (error instanceof SealedFileError) throw new BackupError(error.message, { cause: error })
    const { code, message } = error as NodeJS.ErrnoException
    const why = code?.startsWith('E')
      ? `It cannot be read: ${message}.`
      : 'The file is damaged, or is not an Outdial backup.'
    throw new BackupError(why, { cause: error })
  }
}

/** The unpacked content, decrypted if necessary. */
async function openBackup(file: string, storageKeys: readonly Buffer[]): Promise<Readable> {
  const unpacked = createGunzip()
  const head = await firstBytes(file)
  const sealed = isSealed(head)
  const source = createReadStream(file, { start: sealed ? SEALED_HEADER_BYTES : 0 })
  const streams = sealed ? [source, openStream(head, storageKeys, SEALED_NAME), unpacked] : [source, unpacked]
  // Errors are ignored here, because the reader of the unpacked data gets them.
  pipeline(streams).catch(() => {})
  return unpacked
}

async function firstBytes(file: string): Promise<Buffer> {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(SEALED_HEADER_BYTES), 0, SEALED_HEADER_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await opened.close()
  }
}
