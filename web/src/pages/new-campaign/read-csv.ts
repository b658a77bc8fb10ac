/** The first rows of a file, read here in the browser: enough to show what is in it. The server reads the whole. */

export interface CsvHead {
  separator: ',' | ';' | '\t' | '|'
  columns: string[]
  rows: string[][]
  /** Where the first line ends, in bytes; what follows is sent unchanged when a column is renamed. */
  headerBytes: number
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
  const headerBytes = bytes.indexOf(10) + 1
  return {
    separator,
    columns: columns.map((name) => name.trim()),
    rows,
    headerBytes: headerBytes === 0 ? bytes.length : headerBytes,
  }
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

const quote = (name: string, separator: string) =>
  name.includes(separator) || /["\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name

/** The same file with other names for its columns; nothing but the first line changes. */
export function withColumns(file: File, head: CsvHead, columns: readonly string[]): File {
  const header = `${columns.map((name) => quote(name, head.separator)).join(head.separator)}\n`
  return new File([header, file.slice(head.headerBytes)], file.name, { type: 'text/csv' })
}

/** As the server matches names: whatever their case, spaces or underscores. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '')
