import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvScanner, FIELD_CHARACTERS_MAX, ROW_CHARACTERS_MAX } from './csv-scanner.ts'

interface Scanned {
  rows: string[][]
  rowNumbers: number[]
  faults: string[]
}

function scan(pieces: string[], delimiter = ','): Scanned {
  const scanned: Scanned = { rows: [], rowNumbers: [], faults: [] }
  const scanner = new CsvScanner(delimiter, {
    row(cells, row) {
      scanned.rows.push(cells)
      scanned.rowNumbers.push(row)
    },
    fault: (code, row) => scanned.faults.push(`${row} ${code}`),
  })
  for (const piece of pieces) scanner.push(piece, false)
  scanner.push('', true)
  return scanned
}

/** Cuts a text at the given places. */
function cut(text: string, places: number[]): string[] {
  const cuts = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
}

const cell = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', ' ', ',', ';', '"', '\n', '\r', '\t', '1') })
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')

function quoted(value: string, delimiter: string): string {
  return /["\r\n]|^ | $/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value
}

function written(rows: string[][], delimiter: string, end: string): string {
  return rows.map((row) => row.map((value) => quoted(value, delimiter)).join(delimiter)).join(end)
}

describe('sound text', () => {
  test('is read as csv-parse reads it, however it is cut', () => {
    const delimiter = fc.constantFrom(',', ';', '\t', '|')
    fc.assert(
      fc.property(table, delimiter, lineEnd, fc.array(fc.nat(), { maxLength: 5 }), (rows, separator, end, places) => {
        const text = written(rows, separator, end)
        const expected = parse(text, {
          delimiter: separator,
          record_delimiter: end,
          relax_column_count: true,
          skip_empty_lines: true,
        })
        const { rows: found, faults } = scan(cut(text, places), separator)
        expect(faults).toEqual([])
        expect(found).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  test('is read alike when each block ends somewhere in a row', () => {
    // More than a block of filler before the row makes the scanner work with every cut.
    const filler = 'x,y\n'.repeat(20_000)
    const row = '"a ""quoted"" cell","with\r\na line end",plain,""\r\n"last",1'
    for (let place = 0; place <= row.length; place++) {
      const { rows, faults } = scan([filler + row.slice(0, place), row.slice(place)])
      expect(faults).toEqual([])
      expect(rows.slice(20_000)).toEqual([
        ['a "quoted" cell', 'with\r\na line end', 'plain', ''],
        ['last', '1'],
      ])
    }
  })

  test('may have any line end, blank lines, and blanks around quotes', () => {
    expect(scan(['a,b\r\nc,d\re,f\n\n "g" , h,"i" ']).rows).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', ' h', 'i'],
    ])
  })

  test('counts rows as a spreadsheet does', () => {
    expect(scan(['a\n\n"b\nb"\nc\n']).rowNumbers).toEqual([1, 3, 4])
  })

  test('keeps a quote inside a plain value', () => {
    expect(scan(['5" pipe,"x"\n']).rows).toEqual([['5" pipe', 'x']])
  })
})

describe('text that is not sound costs one row', () => {
  const many = Array.from({ length: 5000 }, (_, index) => `${index},x\n`).join('')

  test('a quote that is never closed', () => {
    const { rows, faults } = scan(['a,b\n', '1,"open\n', many])
    expect(faults).toEqual(['2 quote_not_closed'])
    expect(rows).toHaveLength(1 + 5000)
    expect(rows.at(-1)).toEqual(['4999', 'x'])
  })

  test('a quote that is closed by another row', () => {
    const { rows, faults } = scan(['a,b\n1,"open\n2,x\n3,"closed"\n4,y\n'])
    expect(faults).toEqual(['2 quote_misplaced'])
    expect(rows.map((row) => row[0])).toEqual(['a', '2', '3', '4'])
  })

  test('a quote open at the end of the text', () => {
    expect(scan(['a,b\n1,"open\n2,x'])).toMatchObject({ faults: ['2 quote_not_closed'], rowNumbers: [1, 3] })
  })

  test('a field or a row beyond the limit', () => {
    const field = 'f'.repeat(FIELD_CHARACTERS_MAX + 1)
    const row = 'r,'.repeat(ROW_CHARACTERS_MAX)
    const { rows, faults } = scan([`a,b\n${field},1\n"${field}",1\n${row}\nlast,row\n`])
    expect(faults).toEqual(['2 field_too_long', '3 quote_not_closed', '4 row_too_long'])
    expect(rows).toEqual([
      ['a', 'b'],
      ['last', 'row'],
    ])
  })

  test('a line of a megabyte after a megabyte', () => {
    const pieces = Array.from({ length: 64 }, () => 'z'.repeat(32 * 1024))
    expect(scan(['a\n', ...pieces, '\nlast\n'])).toMatchObject({ rows: [['a'], ['last']], faults: ['2 row_too_long'] })
  })

  test('text made so that every line costs a whole row is still read once or twice only', () => {
    const lines = 100_000
    const { faults } = scan([Array.from({ length: lines }, () => 'a","b\n').join('')])
    // Without a bound on going back each of these lines would be reported, after reading 256 KiB each.
    expect(faults.length).toBeLessThan(lines / 100)
  })
})
