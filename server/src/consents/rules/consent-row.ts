/**
 * The consent in a row of a contact file: `consent_kind`, `consent_at`, `consent_source`, `consent_proof`,
 * `consent_expires_at`.
 */

export const CONSENT_KINDS = ['express', 'express_written', 'opt_in', 'existing_customer'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

export const SOURCE_CHARACTERS_MAX = 255
export const PROOF_CHARACTERS_MAX = 2_000

const COLUMNS = ['kind', 'at', 'source', 'proof', 'expires_at'] as const
type Column = (typeof COLUMNS)[number]
export type ConsentColumns = Partial<Record<Column, number>>

/** Positions of the consent columns; null: the file has none. */
export function consentColumns(names: readonly string[]): ConsentColumns | null {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const found: ConsentColumns = {}
  for (const column of COLUMNS) {
    const index = plain.indexOf(`consent${column.replace('_', '')}`)
    if (index >= 0) found[column] = index
  }
  return found.kind === undefined ? null : found
}

export interface ConsentInRow {
  kind: ConsentKind
  at: Date
  expiresAt: Date | null
  source: string
  proof: string | null
}

export interface ConsentFault {
  column: number
  message: string
}

/** The consent in a row; null: none. An unreadable consent proves nothing and is reported. */
export function readConsentRow(
  cells: readonly string[],
  columns: ConsentColumns,
  nowMs: number,
): ConsentInRow | ConsentFault | null {
  const cell = (column: Column) => (columns[column] === undefined ? '' : (cells[columns[column]] ?? '').trim())
  const fault = (column: Column, message: string): ConsentFault => {
    return { column: columns[column] ?? (columns.kind as number), message }
  }
  const said = cell('kind').toLowerCase().replace(/[ -]/g, '_')
  if (said === '' || said === 'none') return null
  const kind = CONSENT_KINDS.find((one) => one === said)
  if (!kind) return fault('kind', `A consent is one of ${CONSENT_KINDS.join(', ')}, or empty.`)
  const at = readTime(cell('at'))
  if (at === null)
    return fault('at', 'Write the time of the consent in consent_at as 2026-10-01 or 2026-10-01T09:30:00Z.')
  if (at.getTime() > nowMs) return fault('at', 'A consent cannot have been given in the future.')
  const ends = cell('expires_at')
  const expiresAt = ends === '' ? null : readTime(ends)
  if (ends !== '' && expiresAt === null) return fault('expires_at', 'Write the end of the consent as 2027-10-01.')
  if (expiresAt && expiresAt <= at) return fault('expires_at', 'The consent ends before it was given.')
  const proof = cell('proof').slice(0, PROOF_CHARACTERS_MAX)
  const source = cell('source').slice(0, SOURCE_CHARACTERS_MAX) || 'contact list'
  return { kind, at, expiresAt, source, proof: proof === '' ? null : proof }
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** A time without a zone is UTC. A date that does not exist is invalid. */
function readTime(text: string): Date | null {
  if (!TIME.test(text)) return null
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10))
  const time = new Date(text.length === 10 ? text : `${text.replace(' ', 'T')}${hasZone ? '' : 'Z'}`)
  if (Number.isNaN(time.getTime())) return null
  const day = new Date(text.slice(0, 10))
  return day.toISOString().slice(0, 10) === text.slice(0, 10) ? time : null
}
