/**
 * Splits text into rows of cells; RFC 4180 with any line end, and lenient.
 *
 * Written by hand because csv-parse, with max_record_size and skip_records_with_error, loses the rest of the file with a bad
 * row: after a quote that is never closed it returned 2 of 1,002 good rows. Here a row that cannot be read is reported, and
 * reading continues with the next line. On well-formed text both agree; a property test compares them.
 *
 * A line without quotes is split in one step; only rows with quotes are read cell by cell.
 */
import { COLUMNS_MAX } from './read-header.ts'

export const FIELD_CHARACTERS_MAX = 16 * 1024
export const ROW_CHARACTERS_MAX = 256 * 1024

/**
 * Small pieces are collected, so that a row arriving byte by byte is not scanned again for each byte. A block is parsed without a
 * pause, so it is not large either.
 */
export const BLOCK_CHARACTERS = 16 * 1024

/**
 * Returning to the line after a bad row reads text twice. A crafted file could make every line cost a whole row, so beyond this
 * many characters reading continues where the fault was found, and the skipped text counts as one row.
 */
const REREAD_CHARACTERS_MAX = 16 * 1024 * 1024

const FAULT_EXCERPT_CHARACTERS = 200

export type RowFaultCode = 'quote_not_closed' | 'quote_misplaced' | 'field_too_long' | 'row_too_long'

export interface RowSink {
  /** Called for each row. Cells beyond the first COLUMNS_MAX + 1 are left out. `row` counts from 1 and includes blank lines. */
  row(cells: string[], row: number): void
  fault(code: RowFaultCode, row: number, excerpt: string): void
}

const INCOMPLETE = -1
const UNCLOSED = -2

export class CsvScanner {
  readonly #delimiter: string
  readonly #sink: RowSink
  #rowNumber = 0
  #pieces: string[] = []
  #piecesLength = 0
  #text = ''
  #last = false
  #skippingLine = false
  #reread = 0
  /** The next position of this character at or after the last searched position; -1: unknown. */
  #nextLineFeed = -1
  #nextReturn = -1
  #nextQuote = -1
  #nextDelimiter = -1

  constructor(delimiter: string, sink: RowSink) {
    this.#delimiter = delimiter
    this.#sink = sink
  }

  push(piece: string, last: boolean): void {
    this.#pieces.push(piece)
    this.#piecesLength += piece.length
    if (this.#piecesLength < BLOCK_CHARACTERS && !last) return
    this.#text += this.#pieces.join('')
    this.#pieces = []
    this.#piecesLength = 0
    this.#last = last
    this.#forgetPlaces()
    this.#text = this.#text.slice(this.#scan())
  }

  /** Returns how much of the text was consumed. */
  #scan(): number {
    let at = 0
    while (at < this.#text.length) {
      const next = this.#skippingLine ? this.#skipLine(at) : this.#scanRow(at)
      if (next === INCOMPLETE) break
      at = next
    }
    return at
  }

  #skipLine(at: number): number {
    const end = this.#lineEnd(at)
    if (end === this.#text.length) return end
    const next = this.#afterLineEnd(end)
    if (next !== INCOMPLETE) this.#skippingLine = false
    return next
  }

  #scanRow(start: number): number {
    const end = this.#lineEnd(start)
    const next = this.#placeOfQuote(start) < end ? this.#scanQuotedRow(start) : this.#scanPlainRow(start, end)
    if (next === INCOMPLETE && this.#text.length - start > ROW_CHARACTERS_MAX) {
      return this.#fault('row_too_long', start, this.#text.length)
    }
    return next
  }

  #scanPlainRow(start: number, end: number): number {
    if (end - start > ROW_CHARACTERS_MAX) return this.#fault('row_too_long', start, end)
    const next = this.#afterLineEnd(end)
    if (next === INCOMPLETE) return INCOMPLETE
    if (end === start) {
      this.#rowNumber++
      return next
    }
    const cells = this.#text.slice(start, end).split(this.#delimiter, COLUMNS_MAX + 1)
    if (end - start > FIELD_CHARACTERS_MAX && cells.some((cell) => cell.length > FIELD_CHARACTERS_MAX)) {
      return this.#fault('field_too_long', start, end)
    }
    this.#emit(cells)
    return next
  }

  #scanQuotedRow(start: number): number {
    const cells: string[] = []
    let at = start
    for (;;) {
      if (at - start > ROW_CHARACTERS_MAX) return this.#fault('row_too_long', start, at)
      const open = this.#skipBlanks(at)
      if (open === this.#text.length && !this.#last) return INCOMPLETE
      let end: number
      let cell: string
      if (this.#text[open] === '"') {
        const close = this.#closingQuote(open + 1)
        if (close === INCOMPLETE) return INCOMPLETE
        if (close === UNCLOSED) {
          return this.#fault('quote_not_closed', start, Math.min(this.#text.length, open + FIELD_CHARACTERS_MAX))
        }
        end = this.#skipBlanks(close + 1)
        if (end === this.#text.length && !this.#last) return INCOMPLETE
        if (!this.#endsCell(end)) return this.#fault('quote_misplaced', start, end)
        cell = this.#text.slice(open + 1, close).replaceAll('""', '"')
      } else {
        end = Math.min(this.#placeOfDelimiter(at), this.#lineEnd(at))
        if (end === this.#text.length && !this.#last) return INCOMPLETE
        if (end - at > FIELD_CHARACTERS_MAX) return this.#fault('field_too_long', start, end)
        cell = this.#text.slice(at, end)
      }
      if (cells.length <= COLUMNS_MAX) cells.push(cell)
      if (this.#text[end] === this.#delimiter) {
        at = end + 1
        continue
      }
      const next = this.#afterLineEnd(end)
      if (next !== INCOMPLETE) this.#emit(cells)
      return next
    }
  }

  #closingQuote(from: number): number {
    let at = from
    for (;;) {
      const quote = this.#text.indexOf('"', at)
      const reach = quote === -1 ? this.#text.length : quote
      if (reach - from > FIELD_CHARACTERS_MAX) return UNCLOSED
      if (quote === -1) return this.#last ? UNCLOSED : INCOMPLETE
      if (quote + 1 === this.#text.length && !this.#last) return INCOMPLETE
      if (this.#text[quote + 1] !== '"') return quote
      at = quote + 2
    }
  }

  #endsCell(at: number): boolean {
    const character = this.#text[at]
    return character === undefined || character === this.#delimiter || character === '\n' || character === '\r'
  }

  #skipBlanks(from: number): number {
    let at = from
    while (this.#text[at] === ' ') at++
    return at
  }

  #emit(cells: string[]): void {
    this.#rowNumber++
    this.#sink.row(cells, this.#rowNumber)
  }

  /** Reports the row that begins at `start` and continues after its first line end. */
  #fault(code: RowFaultCode, start: number, found: number): number {
    this.#rowNumber++
    this.#sink.fault(code, this.#rowNumber, this.#text.slice(start, start + FAULT_EXCERPT_CHARACTERS))
    this.#skippingLine = true
    this.#forgetPlaces()
    this.#reread += Math.max(0, found - this.#lineEnd(start))
    if (this.#reread <= REREAD_CHARACTERS_MAX) return start
    this.#forgetPlaces()
    return found
  }

  #forgetPlaces(): void {
    this.#nextLineFeed = -1
    this.#nextReturn = -1
    this.#nextQuote = -1
    this.#nextDelimiter = -1
  }

  #find(character: string, from: number): number {
    const place = this.#text.indexOf(character, from)
    return place === -1 ? this.#text.length : place
  }

  #placeOfQuote(from: number): number {
    if (this.#nextQuote < from) this.#nextQuote = this.#find('"', from)
    return this.#nextQuote
  }

  #placeOfDelimiter(from: number): number {
    if (this.#nextDelimiter < from) this.#nextDelimiter = this.#find(this.#delimiter, from)
    return this.#nextDelimiter
  }

  #lineEnd(from: number): number {
    if (this.#nextLineFeed < from) this.#nextLineFeed = this.#find('\n', from)
    if (this.#nextReturn < from) this.#nextReturn = this.#find('\r', from)
    return Math.min(this.#nextLineFeed, this.#nextReturn)
  }

  /** The position after a line end at `end`; a CR at the end may have its LF in the next piece. */
  #afterLineEnd(end: number): number {
    if (end === this.#text.length) return this.#last ? end : INCOMPLETE
    if (this.#text[end] === '\n') return end + 1
    if (end + 1 === this.#text.length && !this.#last) return INCOMPLETE
    return this.#text[end + 1] === '\n' ? end + 2 : end + 1
  }
}
