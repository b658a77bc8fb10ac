/** Parses a contact file from bytes to contacts, in constant memory. Bad rows are reported and never stop the good ones. */
import { TextDecoder } from 'node:util'
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { dialableAddress } from '../addresses/rules/dialable-address.ts'
import {
  type AddressFaultCode,
  type AddressType,
  type CountryCode,
  normalizeAddress,
} from '../addresses/rules/normalize-address.ts'
import {
  type ContactZones,
  type ZoneColumns,
  zoneColumns,
  zonesOfContact,
} from '../addresses/rules/zones-of-contact.ts'
import {
  type ConsentColumns,
  type ConsentInRow,
  consentColumns,
  readConsentRow,
} from '../consents/rules/consent-row.ts'
import { LANGUAGE_FORMAT_HINT, languageColumnIndex, readLanguage } from '../language/rules/read-language.ts'
import { AddressSet } from './address-set.ts'
import {
  BLOCK_CHARACTERS,
  CsvScanner,
  FIELD_CHARACTERS_MAX,
  ROW_CHARACTERS_MAX,
  type RowFaultCode,
} from './rules/csv-scanner.ts'
import {
  type QueueColumns,
  type QueueFault,
  type QueueOptions,
  queueColumns,
  readQueueOptions,
} from './rules/queue-options.ts'
import {
  COLUMNS_MAX,
  type ColumnRenaming,
  chooseDelimiter,
  detectEncoding,
  type Encoding,
  type FileFaultCode,
  type Header,
  readHeader,
} from './rules/read-header.ts'

export const VALUE_CHARACTERS_MAX = 4096
/** Limits the memory of the duplicate check: 67 MB for this many phone numbers; SIP addresses take several times as much. */
export const ROWS_MAX = 5_000_000
export const REJECTED_VALUE_CHARACTERS_MAX = 200

export interface ParseOptions {
  /** The country of numbers without a country code. */
  countryCode: CountryCode | null
  /** For people who will be called: rejects addresses that cannot be called. If left out, the addresses are only compared. */
  dialing?: { allowExtensions: boolean }
  /** The name of the column to dial; null: one of the usual names. */
  phoneColumn: string | null
  /** Columns to rename: old name to new name. */
  renaming?: ColumnRenaming
  /** Columns with the location of people, if they do not have one of the usual names. */
  zoneColumns?: Partial<Record<keyof ZoneColumns, string>>
  /** If left out, the encoding is detected from the first bytes. */
  encoding?: Encoding
  /** Any number; see the constructor of AddressSet. */
  seed: number
  /** Current time: a consent cannot be newer. If left out, consent columns are ordinary variables. */
  nowMs?: number
}

export interface ParsedContact {
  /** Counted like a spreadsheet: the header is row 1, a blank line is a row, a cell with line breaks is part of one row. */
  row: number
  address: string
  type: AddressType
  /** All other columns, as a JSON object of strings. */
  variables: string
  /** Possible zones of this person. */
  zones: ContactZones
  /** Further numbers of the person, in the order in which they are dialed. */
  more?: string[]
  /** When the person may be called, and the priority. */
  terms?: QueueOptions
  /** The consent that the row contains. */
  consent?: ConsentInRow
}

export interface RejectedRow {
  row: number
  column: string | null
  code:
    | AddressFaultCode
    | RowFaultCode
    | 'too_many_columns'
    | 'value_too_long'
    | 'nul_byte'
    | 'invalid_encoding'
    | 'consent_invalid'
    | 'language_unknown'
    | 'further_number_invalid'
    | QueueFault['code']
  message: string
  value: string
}

export interface ContactBatch {
  contacts: ParsedContact[]
  rejected: RejectedRow[]
  /** Further numbers that cannot be called; their rows are imported without them. */
  leftOut: RejectedRow[]
  duplicates: number
}

export interface ContactFile {
  columns: string[]
  phoneColumn: string
  /** The columns from which zones were derived, by name. */
  zoneColumns: Partial<Record<keyof ZoneColumns, string>>
  batches: AsyncIterable<ContactBatch>
}

/** The file as a whole is unusable. */
export class ContactFileError extends Error {
  readonly code: FileFaultCode
  /** The first rejected rows, if these are the reason. */
  readonly rejected: RejectedRow[]
  /** The columns or sheets found, if the user has to choose among them. */
  readonly found: { columns?: string[]; sheets?: string[] }

  constructor(
    code: FileFaultCode,
    message: string,
    rejected: RejectedRow[] = [],
    found: ContactFileError['found'] = {},
  ) {
    super(message)
    this.name = 'ContactFileError'
    this.code = code
    this.rejected = rejected
    this.found = found
  }
}

const NO_MORE: { more: string[]; leftOut: RejectedRow[] } = { more: [], leftOut: [] }

function tooManyRows(): ContactFileError {
  return new ContactFileError('too_many_rows', `A file has at most ${ROWS_MAX} rows.`)
}

const ROW_FAULTS: Record<RowFaultCode, string> = {
  quote_not_closed: `A quote opened in this row is not closed within ${FIELD_CHARACTERS_MAX} characters.`,
  quote_misplaced: 'Text follows a closing quote in this row; a quote inside a quoted value is written twice.',
  field_too_long: `A value of this row has more than ${FIELD_CHARACTERS_MAX} characters.`,
  row_too_long: `This row has more than ${ROW_CHARACTERS_MAX} characters.`,
}

/**
 * Reads up to the header, and throws ContactFileError if it is unusable. The batches must be read to the end or left by
 * `break`, `return` or a throw; the source is closed in any case.
 */
export async function openContactFile(source: AsyncIterable<Uint8Array>, options: ParseOptions): Promise<ContactFile> {
  const reader = new ContactReader(options)
  const batches = readBatches(source, reader, options.encoding)
  const first = await batches.next()
  const header = reader.header
  if (first.done || !header) throw new ContactFileError('empty_file', 'The file is empty.')
  return {
    columns: header.columns,
    phoneColumn: header.columns[header.phoneIndex] as string,
    zoneColumns: reader.zoneColumns,
    batches: chain(first.value, batches),
  }
}

async function* chain(first: ContactBatch, rest: AsyncGenerator<ContactBatch>): AsyncGenerator<ContactBatch> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** Every piece of the source that completes a row after the header yields a batch; the last batch may be empty. */
async function* readBatches(
  source: AsyncIterable<Uint8Array>,
  reader: ContactReader,
  encoding: Encoding | undefined,
): AsyncGenerator<ContactBatch, void> {
  let decoder: TextDecoder | null = null
  let start: Uint8Array = new Uint8Array(0)
  for await (const piece of inSlices(source)) {
    if (decoder) {
      reader.push(decoder.decode(piece, { stream: true }), false)
    } else {
      start = start.length === 0 ? piece : Buffer.concat([start, piece])
      // Three bytes contain any byte order mark; detecting the encoding otherwise needs a few more.
      if (start.length < 16) continue
      decoder = new TextDecoder(encoding ?? detectEncoding(start))
      reader.push(decoder.decode(start, { stream: true }), false)
    }
    if (reader.hasRows) yield reader.takeBatch()
  }
  decoder ??= new TextDecoder(encoding ?? detectEncoding(start))
  const rest = reader.started ? decoder.decode() : decoder.decode(start)
  reader.push(rest, true)
  if (reader.header) yield reader.takeBatch()
}

/** Pieces of the length of a block, a few hundred rows: the caller yields to live calls between two batches. */
async function* inSlices(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of source)
    for (let at = 0; at < piece.length; at += BLOCK_CHARACTERS) yield piece.subarray(at, at + BLOCK_CHARACTERS)
}

class ContactReader {
  header: Header | null = null
  started = false
  readonly #options: ParseOptions
  readonly #addresses: AddressSet
  #beginning = ''
  #beginningHasText = false
  #scanner: CsvScanner | null = null
  /** Set once a NUL or broken character is found; only then is every row checked. Most files have neither. */
  #damaged = false
  /** `"name":` for each variable, to which the value is appended. */
  #keys: string[] = []
  #zonesAt: Partial<Record<keyof ZoneColumns, number>> = {}
  #consentsAt: ConsentColumns | null = null
  #queueAt: QueueColumns | null = null
  /** Position of the language column, only for people who will be called; -1: the file has none. */
  #languageAt = -1
  #batch: ContactBatch = { contacts: [], rejected: [], leftOut: [], duplicates: 0 }

  constructor(options: ParseOptions) {
    this.#options = options
    this.#addresses = new AddressSet(options.seed)
  }

  push(text: string, last: boolean): void {
    this.started = true
    this.#damaged ||= text.includes('\0') || text.includes('\ufffd')
    if (this.#scanner) {
      this.#scanner.push(text, last)
      return
    }
    this.#beginning += text
    if (this.#completesFirstLine(text) || this.#beginning.length > ROW_CHARACTERS_MAX || last) this.#openScanner(last)
  }

  get hasRows(): boolean {
    return this.#batch.contacts.length + this.#batch.rejected.length + this.#batch.duplicates > 0
  }

  takeBatch(): ContactBatch {
    const batch = this.#batch
    this.#batch = { contacts: [], rejected: [], leftOut: [], duplicates: 0 }
    return batch
  }

  /** Searches only the new text: a header may arrive byte by byte. */
  #completesFirstLine(text: string): boolean {
    const start = this.#beginningHasText ? 0 : text.search(/\S/)
    if (start === -1) return false
    this.#beginningHasText = true
    return /[\n\r]/.test(text.slice(start))
  }

  #openScanner(last: boolean): void {
    // Spreadsheets write this line and do not show it; it is not a row.
    const hint = /^sep=(.)(?:\r\n|\n|\r)/i.exec(this.#beginning)
    const text = hint ? this.#beginning.slice(hint[0].length) : this.#beginning
    const delimiter = hint?.[1] ?? chooseDelimiter(text.replace(/^[\s]+/, ''))
    this.#beginning = ''
    this.#scanner = new CsvScanner(delimiter, {
      row: (cells, row) => this.#row(cells, row),
      fault: (code, row, excerpt) => this.#unreadable(code, row, excerpt),
    })
    this.#scanner.push(text, last)
  }

  #unreadable(code: RowFaultCode, row: number, excerpt: string): void {
    if (row > ROWS_MAX) throw tooManyRows()
    if (this.header) {
      this.#reject(row, null, code, ROW_FAULTS[code], excerpt)
      return
    }
    if (code === 'row_too_long') {
      throw new ContactFileError('header_too_wide', `The first row is longer than ${ROW_CHARACTERS_MAX} characters.`)
    }
    throw new ContactFileError('header_unreadable', `The column names cannot be read. ${ROW_FAULTS[code]}`)
  }

  #row(cells: string[], row: number): void {
    if (!this.header) {
      if (cells.some((cell) => cell.trim() !== '')) this.#readHeader(cells)
      return
    }
    if (row > ROWS_MAX) throw tooManyRows()
    this.#contact(cells, row, this.header)
  }

  #readHeader(cells: string[]): void {
    const header = readHeader(cells, this.#options.phoneColumn, this.#options.renaming)
    if (!header.ok)
      throw new ContactFileError(header.code, header.message, [], header.columns ? { columns: header.columns } : {})
    this.header = header
    this.#keys = header.columns.map((name) => `${JSON.stringify(name)}:`)
    this.#zonesAt = chosenColumns(header, this.#options.zoneColumns ?? {})
    this.#queueAt = queueColumns(header.columns)
    this.#languageAt = this.#options.dialing ? languageColumnIndex(header.columns) : -1
    this.#consentsAt = this.#options.nowMs === undefined ? null : consentColumns(header.columns)
  }

  get zoneColumns(): Partial<Record<keyof ZoneColumns, string>> {
    const named = Object.entries(this.#zonesAt).map(([kind, index]) => [kind, this.header?.columns[index]])
    return Object.fromEntries(named)
  }

  #zonesOf(cells: string[], address: string, more: readonly string[]): ContactZones {
    const { timezone, state, postalCode } = this.#zonesAt
    const columns = {
      timezone: timezone === undefined ? undefined : cells[timezone],
      state: state === undefined ? undefined : cells[state],
      postalCode: postalCode === undefined ? undefined : cells[postalCode],
    }
    return zonesOfContact(address, columns, more)
  }

  /** The further numbers of a row that can be called. A number that the row repeats counts once. */
  #moreOf(cells: string[], row: number, header: Header, first: string): { more: string[]; leftOut: RejectedRow[] } {
    const known = new Set([canonicalNumber(first)])
    const more: string[] = []
    const leftOut: RejectedRow[] = []
    for (const index of header.furtherIndexes) {
      const text = cells[index] ?? ''
      if (text.trim() === '') continue
      const address = this.#read(text)
      if (!address.ok) {
        const message = `The row was imported without this number. ${address.message}`
        const value = text.slice(0, REJECTED_VALUE_CHARACTERS_MAX)
        leftOut.push({ row, column: header.columns[index] ?? null, code: 'further_number_invalid', message, value })
        continue
      }
      const key = canonicalNumber(address.normalized)
      if (known.has(key)) continue
      known.add(key)
      more.push(address.normalized)
    }
    return { more, leftOut }
  }

  #contact(cells: string[], row: number, header: Header): void {
    const phone = cells[header.phoneIndex] ?? ''
    // Spreadsheets save blank rows as rows of delimiters.
    if (phone === '' && cells.every((cell) => cell.trim() === '')) return
    if (!this.#isSound(cells, row, header)) return
    const address = this.#read(phone)
    if (!address.ok) {
      this.#reject(row, header.columns[header.phoneIndex] as string, address.code, address.message, phone)
      return
    }
    const variables = this.#variables(cells, row, header)
    if (variables === null) return
    const consent = this.#consentOf(cells, row, header)
    if (consent === 'rejected') return
    if (!this.#isLanguageKnown(cells, row, header)) return
    const hasMore = this.#options.dialing !== undefined && header.furtherIndexes.length > 0
    const { more, leftOut } = hasMore ? this.#moreOf(cells, row, header, address.normalized) : NO_MORE
    const zones = this.#zonesOf(cells, address.normalized, more)
    const terms = this.#termsOf(cells, row, header, zones)
    if (terms === 'rejected') return
    if (!this.#addresses.add(canonicalNumber(address.normalized))) this.#batch.duplicates++
    else {
      const contact: ParsedContact = { row, address: address.normalized, type: address.type, variables, zones }
      if (terms !== null) contact.terms = terms
      if (consent !== null) contact.consent = consent
      if (more.length > 0) contact.more = more
      this.#batch.contacts.push(contact)
      this.#batch.leftOut.push(...leftOut)
    }
  }

  #termsOf(cells: string[], row: number, header: Header, { zones }: ContactZones): QueueOptions | null | 'rejected' {
    const at = this.#queueAt
    if (at === null) return null
    const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? ''))
    const texts = { notBefore: cell(at.notBefore), notAfter: cell(at.notAfter), priority: cell(at.priority) }
    const found = readQueueOptions(texts, zones)
    if (!('code' in found)) return found
    this.#reject(row, header.columns[at[found.column] ?? 0] ?? null, found.code, found.message, texts[found.column])
    return 'rejected'
  }

  /** Rejects an unknown language: a person who is called in a guessed language does not understand the call. */
  #isLanguageKnown(cells: string[], row: number, header: Header): boolean {
    const value = cells[this.#languageAt] ?? ''
    if (readLanguage(value) !== 'unreadable') return true
    return this.#reject(row, header.columns[this.#languageAt] ?? null, 'language_unknown', LANGUAGE_FORMAT_HINT, value)
  }

  #consentOf(cells: string[], row: number, header: Header): ConsentInRow | null | 'rejected' {
    if (this.#consentsAt === null) return null
    const found = readConsentRow(cells, this.#consentsAt, this.#options.nowMs ?? 0)
    if (found === null || 'kind' in found) return found
    const { column, message } = found
    this.#reject(row, header.columns[column] ?? null, 'consent_invalid', message, cells[column] ?? '')
    return 'rejected'
  }

  #read(phone: string) {
    const { countryCode: country, dialing } = this.#options
    if (!dialing) return normalizeAddress(phone, country)
    return dialableAddress(phone, { country, allowExtensions: dialing.allowExtensions, withoutCountry: 'anywhere' })
  }

  #isSound(cells: string[], row: number, header: Header): boolean {
    const width = header.columns.length
    if (cells.length > width && (cells.length > COLUMNS_MAX || cells.slice(width).some((cell) => cell.trim() !== ''))) {
      const message = `This row has more values than the header has columns (${width}).`
      return this.#reject(row, null, 'too_many_columns', message, cells[width] ?? '')
    }
    if (!this.#damaged) return true
    const index = cells.findIndex((cell) => cell.includes('\0') || cell.includes('\ufffd'))
    if (index === -1) return true
    const value = cells[index] as string
    const column = header.columns[index] ?? null
    return value.includes('\0')
      ? this.#reject(row, column, 'nul_byte', 'This value contains a NUL byte.', value)
      : this.#reject(
          row,
          column,
          'invalid_encoding',
          'This value is not valid text: save the file as "CSV UTF-8".',
          value,
        )
  }

  #variables(cells: string[], row: number, header: Header): string | null {
    let json = ''
    for (let index = 0; index < header.columns.length; index++) {
      if (index === header.phoneIndex) continue
      const value = cells[index] ?? ''
      if (value.length > VALUE_CHARACTERS_MAX) {
        const message = `A value has at most ${VALUE_CHARACTERS_MAX} characters.`
        this.#reject(row, header.columns[index] as string, 'value_too_long', message, value)
        return null
      }
      json += `${json === '' ? '' : ','}${this.#keys[index]}${JSON.stringify(value)}`
    }
    return `{${json}}`
  }

  #reject(row: number, column: string | null, code: RejectedRow['code'], message: string, value: string): false {
    // Copied, because a slice would keep its whole source block in memory.
    const excerpt = Buffer.from(value.slice(0, REJECTED_VALUE_CHARACTERS_MAX)).toString()
    this.#batch.rejected.push({ row, column, code, message, value: excerpt })
    return false
  }
}

/** A column named by the user must exist; the usual names are optional. */
function chosenColumns(
  header: Header,
  named: Partial<Record<keyof ZoneColumns, string>>,
): Partial<Record<keyof ZoneColumns, number>> {
  const chosen: Partial<Record<keyof ZoneColumns, number>> = {}
  for (const kind of ['timezone', 'state', 'postalCode'] as const) {
    const name = named[kind]
    const found = name === undefined ? zoneColumns(header.columns)[kind] : header.columns.indexOf(name)
    if (found === -1) throw new ContactFileError('zone_column_missing', `The file has no column named "${name}".`)
    if (found !== undefined && found !== header.phoneIndex) chosen[kind] = found
  }
  return chosen
}
