/** Detects encoding, delimiter and columns of a contact file from its first bytes and first row. */
import { normalizeAddress } from '../../addresses/rules/normalize-address.ts'

export const COLUMNS_MAX = 200
/** Maximum count of numbers of one contact, the first included. */
export const NUMBERS_OF_CONTACT_MAX = 5
export const COLUMN_NAME_CHARACTERS_MAX = 128
/** Number of names in a message before "and more". */
const NAMES_IN_MESSAGE_MAX = 20
export const ENCODING_SAMPLE_BYTES = 1024

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type FileFaultCode =
  | 'empty_file'
  | 'phone_column_missing'
  | 'zone_column_missing'
  | 'no_valid_rows'
  | 'header_unreadable'
  | 'header_too_wide'
  | 'invalid_encoding'
  | 'too_many_rows'
  | 'spreadsheet_unreadable'
  | 'sheet_not_chosen'
  | 'spreadsheet_cells_unusable'

export interface FileFault {
  ok: false
  code: FileFaultCode
  message: string
  /** The columns from which the phone column can be chosen. */
  columns?: string[]
}

export interface Header {
  ok: true
  /** Unique names in the order of the file, including the phone column. */
  columns: string[]
  phoneIndex: number
  /** Columns with further numbers of the person, in their order. */
  furtherIndexes: number[]
}

/** In order of preference: if a file has several of these, the first in this list is dialed. */
const PHONE_COLUMN_NAMES = [
  'phonenumber',
  'phone',
  'tonumber',
  'phoneno',
  'mobile',
  'mobilenumber',
  'mobilephone',
  'mobilephonenumber',
  'mobileno',
  'cell',
  'cellphone',
  'cellphonenumber',
  'cellnumber',
  'cellular',
  'telephone',
  'telephonenumber',
  'telephoneno',
  'tel',
  'telno',
  'msisdn',
  'e164',
  'contactnumber',
  'contactphone',
  'customerphone',
  'customernumber',
  'phone1',
  'primaryphone',
  'homephone',
  'workphone',
  'telefonnummer',
  'telefon',
  'rufnummer',
  'handynummer',
  'handy',
  'mobil',
  'mobilnummer',
  'telefono',
  'numerodetelefono',
  'celular',
  'movil',
  'telefone',
  'portable',
  'numerodetelephone',
  'sipuri',
  'extension',
  'number',
  'to',
]

/** A byte order mark decides; without one, text whose every other byte is NUL is UTF-16. */
export function detectEncoding(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const sample = start.subarray(0, ENCODING_SAMPLE_BYTES)
  const pairs = Math.floor(sample.length / 2)
  let evenNuls = 0
  let oddNuls = 0
  for (let index = 0; index < pairs * 2; index += 2) {
    if (sample[index] === 0) evenNuls++
    if (sample[index + 1] === 0) oddNuls++
  }
  if (pairs >= 2 && oddNuls > pairs / 2 && evenNuls * 4 < oddNuls) return 'utf-16le'
  if (pairs >= 2 && evenNuls > pairs / 2 && oddNuls * 4 < evenNuls) return 'utf-16be'
  return 'utf-8'
}

const DELIMITERS = [',', ';', '\t', '|']

/** The delimiter that yields a phone column in the first row, else the most frequent one outside quotes. */
export function chooseDelimiter(text: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  const row = firstRow(text)
  for (const character of row.replace(/"[^"]*"?/g, '')) {
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  const likely = DELIMITERS.filter((delimiter) => counts.get(delimiter)).sort(
    (left, right) => (counts.get(right) ?? 0) - (counts.get(left) ?? 0),
  )
  const withPhone = likely.find((delimiter) => findPhoneColumn(row.replaceAll('"', '').split(delimiter)) !== -1)
  return withPhone ?? likely[0] ?? ','
}

function firstRow(text: string): string {
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) return text.slice(0, index)
  }
  return text
}

/** Column names in the file, and their replacements. */
export type ColumnRenaming = Readonly<Record<string, string>>

/** `phoneColumn`: the name given by the user, if any, as in the file or after renaming. */
export function readHeader(
  cells: readonly string[],
  phoneColumn: string | null,
  renaming: ColumnRenaming = {},
): Header | FileFault {
  if (cells.length > COLUMNS_MAX) {
    return fault('header_too_wide', `The first row has more than ${COLUMNS_MAX} columns.`)
  }
  if (cells.some((cell) => cell.includes('\ufffd'))) {
    return fault('invalid_encoding', 'The column names are not valid UTF-8: save the file as "CSV UTF-8".')
  }
  const names = uniqueNames(cells)
  const columns = renamed(names, renaming)
  const phoneIndex = phoneIndexIn(names, columns, phoneColumn)
  return phoneIndex === -1
    ? phoneColumnMissing(columns, phoneColumn)
    : { ok: true, columns, phoneIndex, furtherIndexes: furtherColumns(columns, phoneIndex) }
}

/** Names of the columns with further numbers. Other columns get this role by renaming them. */
export const FURTHER_NUMBER_COLUMNS: readonly string[] = Array.from(
  { length: NUMBERS_OF_CONTACT_MAX - 1 },
  (_, index) => `phone_number_${index + 2}`,
)

export function isFurtherNumberColumn(name: string): boolean {
  return FURTHER_NUMBER_COLUMNS.some((further) => comparable(further) === comparable(name))
}

function furtherColumns(columns: readonly string[], phoneIndex: number): number[] {
  const names = columns.map(comparable)
  const found = FURTHER_NUMBER_COLUMNS.map((name) => names.indexOf(comparable(name)))
  return found.filter((index) => index !== -1 && index !== phoneIndex)
}

function phoneIndexIn(names: readonly string[], columns: readonly string[], wanted: string | null): number {
  if (wanted === null) return findPhoneColumn(columns)
  const index = findNamedColumn(names, wanted)
  return index === -1 ? findNamedColumn(columns, wanted) : index
}

/** If another column already has the new name, the two names are swapped. */
function renamed(names: readonly string[], renaming: ColumnRenaming): string[] {
  const columns = [...names]
  for (const [from, to] of Object.entries(renaming)) {
    const index = findNamedColumn(columns, from)
    if (index === -1) continue
    const other = columns.indexOf(to)
    if (other !== -1) columns[other] = columns[index] as string
    columns[index] = to
  }
  return columns
}

function fault(code: FileFaultCode, message: string): FileFault {
  return { ok: false, code, message }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is to be removed
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g

function uniqueNames(cells: readonly string[]): string[] {
  const taken = new Set<string>()
  return cells.map((cell, index) => {
    const given = cell.replace(CONTROL_CHARACTERS, ' ').trim().slice(0, COLUMN_NAME_CHARACTERS_MAX)
    const name = given === '' ? `column_${index + 1}` : given
    let unique = name
    for (let copy = 2; taken.has(unique); copy++) unique = `${name}_${copy}`
    taken.add(unique)
    return unique
  })
}

/** Ignores case, accents, blanks and punctuation: "Phone-Number", "phone number" and "PHONE_NUMBER" are equal. */
function comparable(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function findPhoneColumn(columns: readonly string[]): number {
  const names = columns.map(comparable)
  for (const usual of PHONE_COLUMN_NAMES) {
    const index = names.indexOf(usual)
    if (index !== -1) return index
  }
  return -1
}

function findNamedColumn(columns: readonly string[], wanted: string): number {
  const exact = columns.indexOf(wanted.trim())
  if (exact !== -1) return exact
  const name = comparable(wanted)
  return name === '' ? -1 : columns.findIndex((column) => comparable(column) === name)
}

function phoneColumnMissing(columns: readonly string[], wanted: string | null): FileFault {
  if (columns.some(looksLikeData)) {
    return fault(
      'phone_column_missing',
      'The first row looks like a contact, not like column names: add a row with the names of the columns.',
    )
  }
  const listed = columns.slice(0, NAMES_IN_MESSAGE_MAX).join(', ')
  const found = columns.length > NAMES_IN_MESSAGE_MAX ? `${listed} and more` : listed
  const missing =
    wanted === null
      ? 'No column is called phone_number, phone, mobile or the like; name it with phone_column.'
      : 'There is no column with the name given in phone_column.'
  return { ...fault('phone_column_missing', `${missing} Columns found: ${found}.`), columns: [...columns] }
}

/** Whether the first row looks like data: a phone number in it must not appear in a message. */
function looksLikeData(name: string): boolean {
  const address = normalizeAddress(name, null)
  if (address.ok) return address.type === 'pstn' || address.type === 'sip_uri' || /^\d+$/.test(name)
  return /\d{6}/.test(name.replace(/[\s().-]/g, ''))
}
