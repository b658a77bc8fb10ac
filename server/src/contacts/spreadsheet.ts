/**
 * Converts a spreadsheet (.xlsx) to the bytes of a CSV file, so that both are parsed in the same way. The sheet is streamed;
 * shared strings are kept in memory. The converter guesses nothing: formulas, merged cells, hidden rows and several sheets are
 * refused with the reason.
 */

import { ContactFileError } from './parse-contacts.ts'
import { COLUMNS_MAX } from './rules/read-header.ts'
import {
  cellTextOf,
  columnIndexOf,
  type DateKind,
  dateKindByStyle,
  dateText,
  decodeXmlText,
  numberText,
  removeNamespacePrefixes,
  xmlAttributesOf,
} from './rules/sheet-cells.ts'
import { entryContent, type RandomAccessFile, type ZipEntry, ZipError, zipEntries } from './zip-file.ts'

/** Maximum unpacked size of the parts that are read into memory. */
const SMALL_PART_BYTES_MAX = 8 * 1024 * 1024
const SHARED_TEXTS_BYTES_MAX = 128 * 1024 * 1024
const SHEET_BYTES_MAX = 2 * 1024 * 1024 * 1024
const ROW_CHARACTERS_MAX = 4 * 1024 * 1024
/** Maximum number of rows in the .xlsx format. */
const SHEET_ROWS_MAX = 1_048_576
const FAULTS_NAMED = 5

const ZIP_MARK = 0x04034b50
/** First bytes of an old .xls file, or of an .xlsx file with a password. */
const COMPOUND_MARK = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export async function isSpreadsheet(file: RandomAccessFile): Promise<boolean> {
  const start = await file.read(0, 8)
  if (start.equals(COMPOUND_MARK)) {
    throw unreadable('This is an .xls file, or it has a password. Save it as .xlsx without a password, or as CSV.')
  }
  return start.length >= 4 && start.readUInt32LE(0) === ZIP_MARK
}

function unreadable(message: string): ContactFileError {
  return new ContactFileError('spreadsheet_unreadable', message)
}

/** `sheet`: the name of the sheet to read, if there are several. */
export async function* spreadsheetAsCsv(file: RandomAccessFile, sheet: string | undefined): AsyncGenerator<Uint8Array> {
  try {
    const book = await openBook(file, sheet)
    const reader = new SheetReader(book)
    let text = ''
    const decoder = new TextDecoder()
    for await (const piece of entryContent(file, book.sheet, SHEET_BYTES_MAX)) {
      text += decoder.decode(piece, { stream: true })
      const end = endOfRows(text)
      if (end > 0) {
        const lines = reader.rows(text.slice(0, end))
        text = text.slice(end)
        if (lines !== '') yield Buffer.from(lines)
      }
      if (text.length > ROW_CHARACTERS_MAX) throw unreadable(`A row has more than ${ROW_CHARACTERS_MAX} characters.`)
    }
    reader.end(text + decoder.decode())
  } catch (error) {
    throw error instanceof ZipError ? unreadable(`${error.message} Save it again as .xlsx, or as CSV.`) : error
  }
}

/** The position after the last complete row, with any tag prefix; 0: there is no complete row. */
function endOfRows(xml: string): number {
  const start = Math.max(xml.lastIndexOf('</row>'), xml.lastIndexOf(':row>'))
  return start < 0 ? 0 : xml.indexOf('>', start) + 1
}

interface Book {
  sheet: ZipEntry
  texts: readonly string[]
  dates: ReadonlyArray<DateKind | null>
  from1904: boolean
}

async function openBook(file: RandomAccessFile, wanted: string | undefined): Promise<Book> {
  const entries = await zipEntries(file)
  const part = (name: string, most = SMALL_PART_BYTES_MAX) => partText(file, entries.get(name), most)
  const workbook = await part('xl/workbook.xml')
  if (workbook === null) throw unreadable('The file is an archive and not a spreadsheet. Send .xlsx or CSV.')
  const sheets = [...workbook.matchAll(/<sheet\b[^<>]*>/g)].map(([tag]) => xmlAttributesOf(tag))
  const chosen = chooseSheet(sheets, wanted)
  const relations = [...((await part('xl/_rels/workbook.xml.rels')) ?? '').matchAll(/<Relationship\b[^<>]*>/g)]
  const target = relations.map(([tag]) => xmlAttributesOf(tag)).find(({ Id }) => Id === chosen)?.Target ?? ''
  const sheet = entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (!sheet) throw unreadable('The sheet is not in the file. Save it again as .xlsx, or as CSV.')
  const shared = (await part('xl/sharedStrings.xml', SHARED_TEXTS_BYTES_MAX)) ?? ''
  return {
    sheet,
    texts: [...shared.matchAll(/<si\b[^<>]*?(?:\/>|>([\s\S]*?)<\/si>)/g)].map(([, xml]) => cellTextOf(xml ?? '')),
    dates: dateKindByStyle((await part('xl/styles.xml')) ?? ''),
    from1904: /<workbookPr\b[^<>]*date1904="(?:1|true)"/.test(workbook),
  }
}

/** Chooses the sheet and returns the id of its relationship. */
function chooseSheet(sheets: ReadonlyArray<Record<string, string>>, wanted: string | undefined): string {
  const visible = sheets.filter(({ state }) => state === undefined || state === 'visible')
  const named = wanted === undefined ? visible : sheets.filter(({ name }) => name === wanted)
  const [only] = named
  if (only?.id !== undefined && named.length === 1) return only.id
  const names = visible.map(({ name }) => `"${name}"`).join(', ')
  throw new ContactFileError(
    'sheet_not_chosen',
    wanted === undefined
      ? `The file has ${visible.length} sheets: ${names}. Say with sheet= which one to read.`
      : `The file has no sheet "${wanted}". It has ${names}.`,
    [],
    { sheets: visible.flatMap(({ name }) => name ?? []) },
  )
}

async function partText(file: RandomAccessFile, entry: ZipEntry | undefined, most: number): Promise<string | null> {
  if (!entry) return null
  const pieces: Buffer[] = []
  for await (const piece of entryContent(file, entry, most)) pieces.push(piece)
  return removeNamespacePrefixes(requireNoDoctype(Buffer.concat(pieces).toString()))
}

function requireNoDoctype(xml: string): string {
  if (xml.includes('<!DOCTYPE')) throw unreadable('The file has definitions of its own (DOCTYPE), which are not read.')
  return xml
}

class SheetReader {
  readonly #book: Book
  /** Rows written so far. */
  #row = 0
  readonly #faults: string[] = []
  #faultCount = 0

  constructor(book: Book) {
    this.#book = book
  }

  /**
   * Converts complete rows to lines of CSV. A row missing in the sheet becomes an empty line, so that row numbers stay the same.
   */
  rows(xml: string): string {
    let lines = ''
    for (const [, tag, cells] of removeNamespacePrefixes(requireNoDoctype(xml)).matchAll(
      /<row\b([^<>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g,
    )) {
      const { r, hidden } = xmlAttributesOf(tag as string)
      const row = r === undefined ? this.#row + 1 : Number(r)
      if (!Number.isInteger(row) || row <= this.#row || row > SHEET_ROWS_MAX)
        throw unreadable('The rows are out of order.')
      lines += '\n'.repeat(row - this.#row - 1)
      this.#row = row
      const values = this.#cells(cells ?? '', row)
      if (hidden === '1' && values.some((value) => value !== '')) this.#fault(`row ${row} is hidden`)
      lines += `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')}\n`
    }
    return lines
  }

  /** Processes what follows the rows; throws if the sheet contains something unsupported. */
  end(xml: string): void {
    for (const [tag] of removeNamespacePrefixes(xml).matchAll(/<mergeCell\b[^<>]*>/g)) {
      this.#fault(`cells ${xmlAttributesOf(tag).ref ?? ''} are merged`)
    }
    if (this.#faultCount === 0) return
    const more = this.#faultCount - this.#faults.length
    const named = `${this.#faults.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
    throw new ContactFileError(
      'spreadsheet_cells_unusable',
      `The sheet cannot be taken as it is: ${named}. Replace formulas by their values, unmerge cells, show or delete hidden rows.`,
    )
  }

  #fault(words: string): void {
    this.#faultCount++
    if (this.#faults.length < FAULTS_NAMED) this.#faults.push(words)
  }

  #cells(xml: string, row: number): string[] {
    const values: string[] = []
    for (const [, tag, content] of xml.matchAll(/<c\b([^<>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const attributes = xmlAttributesOf(tag as string)
      const column = attributes.r === undefined ? values.length : columnIndexOf(attributes.r)
      if (column === null || column < values.length) throw unreadable(`The cells of row ${row} are out of order.`)
      // Cells with a format but no content may extend to the last column; they are skipped.
      if (content === undefined) continue
      if (column > COLUMNS_MAX)
        throw new ContactFileError('header_too_wide', `Row ${row} has more than ${COLUMNS_MAX} columns.`)
      while (values.length < column) values.push('')
      values.push(this.#value(attributes, content, attributes.r ?? `in row ${row}`))
    }
    return values
  }

  #value({ t: type, s: style }: Record<string, string>, xml: string, place: string): string {
    if (/<f\b/.test(xml)) this.#fault(`cell ${place} is a formula`)
    if (type === 'inlineStr') return cellTextOf(xml)
    const value = decodeXmlText(/<v\b[^<>]*>([\s\S]*?)<\/v>/.exec(xml)?.[1] ?? '')
    if (type === 'e') this.#fault(`cell ${place} is the error ${value}`)
    if (type === 's') return this.#book.texts[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if ((type !== undefined && type !== 'n') || value === '') return value
    const kind = this.#book.dates[Number(style ?? 0)] ?? null
    return kind === null ? numberText(value) : dateText(Number(value), kind, this.#book.from1904)
  }
}
