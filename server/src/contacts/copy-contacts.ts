/** Fills a contact list from a file, which is parsed here and written with COPY. */

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ZoneColumns } from '../addresses/rules/zones-of-contact.ts'
import { type ImportedConsent, insertImported } from '../consents/queries.ts'
import { systemRng } from '../kernel/rng.ts'
import { textArrayLiteral } from '../storage/pipeline.ts'
import {
  type ContactBatch,
  ContactFileError,
  openContactFile,
  type ParsedContact,
  type ParseOptions,
  type RejectedRow,
} from './parse-contacts.ts'
import type { QueueOptions } from './rules/queue-options.ts'
import { registerZoneSets } from './zone-queries.ts'
import { type RegisterZoneSets, ZoneSetIds } from './zone-set-ids.ts'

/** Number of rejected rows in an answer; the table has all of them. */
export const ERRORS_IN_SUMMARY_MAX = 100

/**
 * Rows are collected up to this size and then sent by one COPY. So no statement stays open while the source is read, contacts
 * and rejections can alternate on one connection, and PostgreSQL stores one portion while the next is parsed.
 */
const PORTION_BYTES = 2 * 1024 * 1024

const COPY_CONTACTS =
  'copy list_contacts (organization_id, list_id, row_number, phone_number, address_type, zones_id, variables, not_before, not_after, priority, more_numbers) from stdin'
const COPY_REJECTIONS =
  'copy list_rejections (organization_id, list_id, row_number, column_name, code, message, value) from stdin'

export interface ListKey {
  organizationId: number
  listId: number
}

export interface ImportOptions extends Omit<ParseOptions, 'seed'> {
  /** If left out, zone sets are registered within the import's own transaction. */
  registerZones?: RegisterZoneSets
}

/** Zones of a list's contacts, and the columns they were derived from. */
export interface ListZones {
  columns: Partial<Record<keyof ZoneColumns, string>>
  sets: Array<[id: number, contacts: number]>
  faults: Record<string, number>
  /** Marks zones that must be computed again from the same columns; until then there are no sets. */
  again?: true
}

/** Rows with a consent; how many of these consents were new, and how many now expire earlier. */
export interface ListConsents {
  rows: number
  added: number
  shortened: number
}

export interface ImportSummary {
  columns: string[]
  phoneColumn: string
  totalRows: number
  rejectedRows: number
  duplicateRows: number
  /** Further numbers that cannot be called; their rows were imported without them. */
  leftOutNumbers: number
  consents: ListConsents
  /** The first rejected rows, at most ERRORS_IN_SUMMARY_MAX. */
  errors: RejectedRow[]
  zones: ListZones
}

/**
 * Must run inside a transaction: when it throws (ContactFileError, or an error of the source or the database), part of the list
 * is written and the caller has to roll back. The transaction lasts as long as the source takes, so the source should be a file
 * on disk, not a client's connection.
 */
export async function copyContacts(
  client: PoolClient,
  list: ListKey,
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const seed = Math.floor(systemRng.next() * 2 ** 32)
  const file = await openContactFile(source, { ...options, seed })
  const summary: ImportSummary = {
    columns: file.columns,
    phoneColumn: file.phoneColumn,
    totalRows: 0,
    rejectedRows: 0,
    duplicateRows: 0,
    leftOutNumbers: 0,
    consents: { rows: 0, added: 0, shortened: 0 },
    errors: [],
    zones: { columns: file.zoneColumns, sets: [], faults: {} },
  }
  const book = new ZoneSetIds(options.registerZones ?? ((names) => registerZoneSets(client, names)))
  const writer = new PortionWriter(client, list, book)
  try {
    for await (const batch of file.batches) {
      count(summary, batch)
      await writer.add(batch)
      // Live calls in this process send audio every 20 ms: yield to them after some hundred rows.
      await setImmediate()
    }
    await writer.flush()
  } finally {
    await writer.settled()
  }
  if (summary.totalRows === 0) {
    const { columns, errors } = summary
    throw new ContactFileError('no_valid_rows', 'The file has no row that can be called.', errors, { columns })
  }
  Object.assign(summary.zones, book.summary())
  summary.consents = writer.told
  return summary
}

function count(summary: ImportSummary, batch: ContactBatch): void {
  summary.totalRows += batch.contacts.length
  summary.rejectedRows += batch.rejected.length
  summary.duplicateRows += batch.duplicates
  summary.leftOutNumbers += batch.leftOut.length
  const room = ERRORS_IN_SUMMARY_MAX - summary.errors.length
  if (room > 0) summary.errors.push(...[...batch.rejected, ...batch.leftOut].slice(0, room))
}

class PortionWriter {
  readonly #client: PoolClient
  readonly #list: ListKey
  readonly #prefix: string
  readonly #zones: ZoneSetIds
  #consents: ImportedConsent[] = []
  readonly told: ListConsents = { rows: 0, added: 0, shortened: 0 }
  #contacts: Buffer[] = []
  #rejections: Buffer[] = []
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(client: PoolClient, list: ListKey, zones: ZoneSetIds) {
    this.#client = client
    this.#zones = zones
    this.#list = list
    this.#prefix = `${list.organizationId}\t${list.listId}\t`
  }

  async add(batch: ContactBatch): Promise<void> {
    if (this.#zones.lacks(batch.contacts)) {
      // Waits for the last COPY: the callback may use the same connection, which carries one statement at a time.
      await this.#writing
      await this.#zones.learn(batch.contacts)
    }
    const line = (contact: ParsedContact) => contactLine(this.#prefix, contact, this.#zones.take(contact.zones))
    this.#keep(this.#contacts, batch.contacts.map(line).join(''))
    const rejections = [...batch.rejected, ...batch.leftOut]
    this.#keep(this.#rejections, rejections.map((rejected) => rejectionLine(this.#prefix, rejected)).join(''))
    for (const { address, consent } of batch.contacts) {
      if (consent) this.#consents.push({ phoneNumber: address, ...consent })
    }
    if (this.#bytes >= PORTION_BYTES) await this.#startPortion()
  }

  async flush(): Promise<void> {
    await this.#startPortion()
    await this.#writing
  }

  /** Resolves when the connection is free again, whether or not the last portion was stored. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => {})
  }

  #keep(portion: Buffer[], lines: string): void {
    if (lines === '') return
    const bytes = Buffer.from(lines)
    portion.push(bytes)
    this.#bytes += bytes.length
  }

  async #startPortion(): Promise<void> {
    await this.#writing
    const contacts = this.#contacts
    const rejections = this.#rejections
    const consents = this.#consents
    this.#consents = []
    this.#contacts = []
    this.#rejections = []
    this.#bytes = 0
    this.#writing = this.#write(contacts, rejections, consents)
    // The next await throws this failure; until then it must not count as an unhandled rejection.
    this.#writing.catch(() => {})
  }

  async #write(contacts: Buffer[], rejections: Buffer[], consents: readonly ImportedConsent[]): Promise<void> {
    if (consents.length > 0) {
      const { added, shortened } = await insertImported(this.#client, this.#list, consents)
      this.told.rows += consents.length
      this.told.added += added
      this.told.shortened += shortened
    }
    if (contacts.length > 0) await pipeline(Readable.from(contacts), this.#client.query(copyFrom(COPY_CONTACTS)))
    if (rejections.length > 0) await pipeline(Readable.from(rejections), this.#client.query(copyFrom(COPY_REJECTIONS)))
  }
}

/** Neither JSON nor an address contains a raw tab or line end, so only backslashes need escaping. */
function contactLine(prefix: string, contact: ParsedContact, zonesId: number): string {
  const { variables } = contact
  const json = variables.includes('\\') ? variables.replaceAll('\\', '\\\\') : variables
  return `${prefix}${contact.row}\t${contact.address}\t${contact.type}\t${zonesId}\t${json}\t${termsOf(contact.terms)}\t${moreOf(contact.more)}\n`
}

/** An array in the notation of COPY. */
function moreOf(more: readonly string[] | undefined): string {
  if (more === undefined) return '\\N'
  return escaped(textArrayLiteral(more))
}

const NO_TERMS_COPIED = '\\N\t\\N\t\\N'

function termsOf(terms: QueueOptions | undefined): string {
  if (terms === undefined) return NO_TERMS_COPIED
  const { notBefore, notAfter, priority } = terms
  return [notBefore?.toISOString(), notAfter?.toISOString(), priority].map((value) => value ?? '\\N').join('\t')
}

function rejectionLine(prefix: string, rejected: RejectedRow): string {
  const column = rejected.column === null ? '\\N' : escaped(rejected.column)
  return `${prefix}${rejected.row}\t${column}\t${rejected.code}\t${rejected.message}\t${escaped(rejected.value)}\n`
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\ufffd' }

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL's text cannot hold NUL
  return text.replace(/[\\\t\n\r\u0000]/g, (character) => ESCAPES[character] as string)
}
