/**
 * Imports a do-not-call file: parsed like a contact list, written by COPY to a separate table and moved from there in one
 * statement, all or nothing. The dialer does not wait: the organization is locked only for the ledger record and the event at the end.
 */
import { setImmediate } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import type { CountryCode } from '../addresses/rules/normalize-address.ts'
import { ApiError } from '../kernel/errors.ts'
import { systemRng } from '../kernel/rng.ts'
import { appendRecordsOnConnection } from '../ledger/append-records.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { appendSuppressionChangeOnConnection } from '../suppressions/append-change.ts'
import { escapeCopyText, openBulkInsert, type SuppressionBulkInsert } from '../suppressions/bulk-insert.ts'
import { ContactFileError, openContactFile, type ParsedContact, type RejectedRow } from './parse-contacts.ts'
import { type RegistryLayout, registryLines } from './rules/registry-lines.ts'

export interface SuppressionFile {
  organizationId: number
  content: AsyncIterable<Uint8Array>
  countryCode: CountryCode | null
  phoneColumn: string | null
  layout: RegistryLayout
  /** The reason stored for rows that have none. */
  reason: string
  source: string
  expiresAt: Date | null
  author: string
  now: Date
}

export interface ImportedSuppressions {
  total_rows: number
  added_rows: number
  /** Number of rows that were already on the do-not-call list. */
  known_rows: number
  rejected_rows: number
  duplicate_rows: number
  errors: { row: number; column: string | null; code: string; message: string; value: string }[]
}

const ERRORS_SHOWN_MAX = 100
export async function importSuppressions(
  { pool, keys }: { pool: Pool; keys: LedgerKeys },
  file: SuppressionFile,
): Promise<ImportedSuppressions> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query("set local idle_in_transaction_session_timeout = '60s'")
    const summary = await takeOver(client, keys, file)
    await client.query('commit')
    return summary
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault
    })
    if (!(error instanceof ContactFileError)) throw error
    throw new ApiError(error.code, { message: error.message, details: { errors: error.rejected } })
  } finally {
    client.release(broken)
  }
}

async function takeOver(client: PoolClient, keys: LedgerKeys, file: SuppressionFile): Promise<ImportedSuppressions> {
  const intake = await openBulkInsert(client)
  const summary = await copyRows(intake, file)
  if (summary.total_rows === 0) {
    throw new ContactFileError('no_valid_rows', 'The file has no row with a number that could be suppressed.')
  }
  summary.added_rows = await intake.finish(file.organizationId, file.author, file.now)
  summary.known_rows = summary.total_rows - summary.added_rows
  const { errors: _, ...body } = summary
  await appendRecordsOnConnection(client, keys, file.organizationId, [
    {
      kind: 'suppressions_imported',
      atMs: file.now.getTime(),
      actor: file.author,
      body: { ...body, reason: file.reason, source: file.source },
    },
  ])
  const { organizationId, now, source, author: by } = file
  const change = { change: 'imported', entries: summary.added_rows, source, by } as const
  await appendSuppressionChangeOnConnection(client, { organizationId, now, ...change })
  return summary
}

async function copyRows(intake: SuppressionBulkInsert, file: SuppressionFile): Promise<ImportedSuppressions> {
  const { layout } = file
  const content = layout === 'header' ? file.content : registryLines(file.content, layout)
  const { batches, columns } = await openContactFile(content, {
    countryCode: file.countryCode,
    phoneColumn: layout === 'header' ? file.phoneColumn : null,
    seed: Math.floor(systemRng.next() * 2 ** 32),
  })
  const summary: ImportedSuppressions = {
    total_rows: 0,
    added_rows: 0,
    known_rows: 0,
    rejected_rows: 0,
    duplicate_rows: 0,
    errors: [],
  }
  const named = namesOf(columns)
  for await (const batch of batches) {
    let lines = ''
    summary.duplicate_rows += batch.duplicates
    // Row numbers start at 1 for the first number if the file has no header.
    const before = layout === 'header' ? 0 : 1
    for (const rejected of batch.rejected) reject(summary, { ...rejected, row: rejected.row - before })
    for (const contact of batch.contacts) {
      const line = layout === 'header' || contact.type === 'pstn' ? lineOf(file, named, contact) : notANumber(contact)
      if (typeof line !== 'string') reject(summary, line)
      else {
        summary.total_rows += 1
        lines += line
      }
    }
    await intake.add(lines)
    await setImmediate()
  }
  return summary
}

/** A registry has only phone numbers: an extension or a SIP address is a broken line. */
function notANumber({ row, address }: ParsedContact): Rejection {
  const message = 'This line of the registry is not a phone number.'
  return { row: row - 1, column: null, code: 'not_a_phone_number', message, value: address }
}

type Rejection = ImportedSuppressions['errors'][number]

function reject(summary: ImportedSuppressions, rejected: RejectedRow | Rejection): void {
  summary.rejected_rows += 1
  if (summary.errors.length < ERRORS_SHOWN_MAX) summary.errors.push(rejected)
}

/** Column names of the file for the columns that the import uses; "Expires At" is expires_at. */
interface Names {
  reason: string | undefined
  source: string | undefined
  expiresAt: string | undefined
}

function namesOf(columns: readonly string[]): Names {
  const find = (wanted: string) => columns.find((name) => name.toLowerCase().replace(/[^a-z]+/g, '_') === wanted)
  return { reason: find('reason'), source: find('source'), expiresAt: find('expires_at') }
}

function lineOf(file: SuppressionFile, names: Names, contact: ParsedContact): string | Rejection {
  const cells = contact.variables === '{}' ? {} : (JSON.parse(contact.variables) as Partial<Record<string, string>>)
  const cell = (name: string | undefined) => (name === undefined ? '' : (cells[name]?.trim() ?? ''))
  const expires = cell(names.expiresAt)
  const expiresAt = expires === '' ? (file.expiresAt?.getTime() ?? null) : Date.parse(expires)
  if (expires !== '' && (Number.isNaN(expiresAt) || !/^\d{4}-\d{2}-\d{2}/.test(expires))) {
    const message = 'Write the end as a date, such as 2027-01-31.'
    return { row: contact.row, column: names.expiresAt ?? null, code: 'expires_at_invalid', message, value: expires }
  }
  const reason = escapeCopyText(cell(names.reason) || file.reason)
  const source = escapeCopyText(cell(names.source) || file.source)
  const end = expiresAt === null ? '\\N' : new Date(expiresAt).toISOString()
  return `${canonicalNumber(contact.address)}\t${reason}\t${source}\t${end}\n`
}
