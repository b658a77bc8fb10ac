/** A terminal, or the file that output is redirected to. */

export interface Terminal {
  /** True on an interactive terminal: lines may be redrawn. */
  readonly interactive: boolean
  readonly columns: number
  line(text: string): void
  /** Writes the bytes of a file unchanged. */
  raw(bytes: Uint8Array): void
  /** Errors and notes for people; never part of the output. */
  note(text: string): void
  /** Replaces the lines drawn before. Only on an interactive terminal. */
  draw(lines: readonly string[]): void
}

interface Stream {
  isTTY?: boolean
  columns?: number
  write(text: string | Uint8Array): unknown
}

/** Default for terminals that do not report their width, or report 0. */
const COLUMNS = 80

export function terminalOf(out: Stream, err: Stream): Terminal {
  let drawn = 0
  return {
    interactive: out.isTTY === true,
    get columns() {
      return out.columns || COLUMNS
    },
    line: (text) => void out.write(`${replaceControlCharacters(text)}\n`),
    raw: (bytes) => void out.write(bytes),
    note: (text) => void err.write(`${replaceControlCharacters(text)}\n`),
    draw(lines) {
      const back = drawn === 0 ? '' : `\u001b[${drawn}A\r\u001b[J`
      out.write(
        `${back}${lines.map((line) => `${fitted(replaceControlCharacters(line), out.columns || COLUMNS)}\n`).join('')}`,
      )
      drawn = lines.length
    },
  }
}

// Names in a list may contain sequences that would move the cursor, set the title or worse.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

export function replaceControlCharacters(text: string): string {
  return text.replace(CONTROLS, '?')
}

/** Cuts the line to the terminal's width: a wrapped line would take two rows, and the next redraw would be off by one. */
function fitted(line: string, columns: number): string {
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}

/** Columns side by side, each as wide as its widest cell. */
export function formatTable(head: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const cells = [head, ...rows].map((row) => row.map((cell) => (cell === null || cell === undefined ? '-' : `${cell}`)))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export function progressBar(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width)
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`
}
