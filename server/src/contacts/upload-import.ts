/** Imports a received file as a contact list, all or nothing. */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { ReceivedFile } from '../http/receive-upload.ts'
import type { Clock } from '../kernel/clock.ts'
import { ApiError } from '../kernel/errors.ts'
import type { FileReaders } from '../kernel/file-readers.ts'
import { appendRecordsOnConnection } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { convertSpreadsheet } from './convert-spreadsheet.ts'
import { copyContacts, type ImportOptions, type ListConsents } from './copy-contacts.ts'
import type { ImportConnections } from './import-limiter.ts'
import { ContactFileError } from './parse-contacts.ts'
import { completeList, insertList, lockAwaitingList, type StoredList } from './queries.ts'
import { detectEncoding, ENCODING_SAMPLE_BYTES } from './rules/read-header.ts'
import { Utf8Detector } from './rules/text-encoding.ts'
import { isSpreadsheet } from './spreadsheet.ts'
import { registerZoneSets } from './zone-queries.ts'

export interface ImportRequest {
  organizationId: number
  file: ReceivedFile
  options: ImportOptions
  /** The sheet to read, if a spreadsheet has several. */
  sheet?: string | undefined
  /** A new list, or the one that was announced. */
  target: { filename: string } | { sourceId: string }
  /** Aborts when the client has disconnected: a list that no client knows of is not kept. */
  signal: AbortSignal
}

export interface Importer {
  run(order: ImportRequest): Promise<StoredList>
}

export interface ImporterDeps {
  imports: ImportConnections
  /** Spreadsheets are converted by one of these processes. */
  readers: Pick<FileReaders, 'reserve'>
  clock: Clock
  /** Throws if the organization's quota does not allow this many more rows and bytes. */
  allow(organizationId: number, more: { rows: number; bytes: number }): Promise<void>
  keys: LedgerKeys
  /** After a list brought consents: releases contacts that waited for one. */
  consentsImported(organizationId: number, listId: number): Promise<void>
  /** Called after every import: compares the people of the list with the registries. A campaign start repeats it if it fails. */
  listImported(organizationId: number, listId: number): Promise<void>
}

export function openImporter(deps: ImporterDeps): Importer {
  return {
    run: (order) =>
      deps.imports.gate.contacts.run(order.organizationId, async () => {
        const work = () => importInTransaction(deps, order)
        // The process is waited for before the transaction begins, which must not be idle for long.
        const isConverted = await isSpreadsheet(order.file).catch((error) => Promise.reject(asFault(error)))
        const imported = isConverted ? deps.readers.reserve(order.organizationId, work) : work()
        const { list, organizationId, consents } = await imported
        // Released even if no consent was new, because the release after an earlier upload may have failed.
        if (consents.rows > 0) await deps.consentsImported(organizationId, list.id)
        await deps.listImported(organizationId, list.id)
        return list
      }),
  }
}

interface Imported {
  list: StoredList
  organizationId: number
  consents: ListConsents
}

async function importInTransaction(deps: ImporterDeps, order: ImportRequest): Promise<Imported> {
  const { clock, allow, keys } = deps
  const { pool } = deps.imports
  const now = new Date(clock.now())
  requirePresent(order.signal)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    // Between two portions the file is read, which may take a while on a busy machine.
    await client.query("set local idle_in_transaction_session_timeout = '60s'")
    const imported = await fillList(pool, client, order, now)
    await allow(imported.organizationId, { rows: imported.list.total_rows, bytes: order.file.bytes })
    requirePresent(order.signal)
    await recordConsents(client, keys, imported, now)
    await client.query('commit')
    return imported
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault
    })
    throw asFault(error)
  } finally {
    client.release(broken)
  }
}

async function fillList(pool: Pool, client: PoolClient, order: ImportRequest, now: Date): Promise<Imported> {
  const { target } = order
  const list =
    'sourceId' in target
      ? await lockAwaitingList(client, target.sourceId)
      : await insertList(client, { ...target, organizationId: order.organizationId, sourceId: randomUUID(), now })
  if (!list) throw new ApiError('upload_already_used')
  const key = { organizationId: list.organizationId, listId: list.id }
  // On a separate connection: a new set of zones must not make other imports wait until this one is done.
  const registerZones = (names: readonly string[]) => registerZoneSets(pool, names)
  const { source, readAs, encoding } = await openSource(order)
  const options = { ...order.options, encoding, registerZones, nowMs: now.getTime() }
  const summary = await copyContacts(client, key, present(order, source), options)
  const stored = await completeList(client, list, summary, { bytes: order.file.bytes, readAs })
  return { list: stored, organizationId: list.organizationId, consents: summary.consents }
}

/** One ledger record for the list; the record of each dial names its consent. */
async function recordConsents(
  client: PoolClient,
  keys: LedgerKeys,
  { list, organizationId, consents: { added, shortened } }: Imported,
  now: Date,
): Promise<void> {
  if (added + shortened === 0) return
  const body = { list_id: list.id, rows: list.total_rows, consents: added, shortened }
  await appendRecordsOnConnection(client, keys, organizationId, [
    { kind: 'consents_imported', atMs: now.getTime(), actor: `contact list ${list.id}`, body },
  ])
}

/** The file is read twice: only the first non-ASCII character, wherever it is, reveals the encoding. */
async function openSource({ file, sheet, signal }: ImportRequest) {
  if (await isSpreadsheet(file)) {
    return { source: convertSpreadsheet(file.fd, sheet), readAs: 'xlsx', encoding: 'utf-8' as const }
  }
  const marked = detectEncoding(await file.read(0, ENCODING_SAMPLE_BYTES))
  if (marked !== 'utf-8') return { source: file.content(), readAs: marked, encoding: marked }
  const judge = new Utf8Detector()
  for await (const piece of file.content()) {
    requirePresent(signal)
    judge.push(piece)
  }
  const encoding = judge.isWindows1252 ? ('windows-1252' as const) : marked
  return { source: file.content(), readAs: encoding, encoding }
}

async function* present({ signal }: ImportRequest, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    requirePresent(signal)
    yield piece
  }
}

function requirePresent(signal: AbortSignal): void {
  if (signal.aborted) throw new ApiError('bad_request', { message: 'The client has gone.' })
}

function asFault(error: unknown): unknown {
  if (!(error instanceof ContactFileError)) return error
  const details = { ...error.found, ...(error.rejected.length > 0 ? { errors: error.rejected } : {}) }
  return new ApiError(error.code, { message: error.message, details })
}
