/** The first rows of a file, read here in the browser: only to offer its columns where the server could not read it. */

export interface CsvHead {
  separator: ',' | ';' | '\t' | '|'
  columns: string[]
  rows: string[][]
}

const HEAD_BYTES = 64 * 1024
const SEPARATORS = [',', ';', '\t', '|'] as const
const SHOWN_ROWS = 4

export async function readCsvHead(file: Blob): Promise<CsvHead | null> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const records = parse(text, separator, SHOWN_ROWS + 1)
  const [columns, ...rows] = records
  if (!columns || columns.length === 0) return null
  return { separator, columns: columns.map((name) => name.trim()), rows }
}

/** The one that splits the first line into most. */
function separatorOf(text: string): CsvHead['separator'] {
  const line = text.split(/\r?\n/, 1)[0] ?? ''
  const pieces = (separator: string) => line.split(separator).length
  return [...SEPARATORS].sort((a, b) => pieces(b) - pieces(a))[0] ?? ','
}

function parse(text: string, separator: string, most: number): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    record.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length && records.length < most; at++) {
    const char = text[at] as string
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === separator) endCell()
    else if (char === '\n') {
      endCell()
      records.push(record)
      record = []
    } else if (char !== '\r') cell += char
  }
  if (records.length < most && (cell !== '' || record.length > 0)) {
    endCell()
    records.push(record)
  }
  return records.filter((one) => one.some((value) => value.trim() !== ''))
}
