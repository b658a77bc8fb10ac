/** The user's choices for reading a file's columns. The server reads the file again after each change. */
import type { UploadOptions } from '@outdial/sdk'
import type { ListPreview } from '../../api/contact-lists.ts'

export type ListReadingOptions = Pick<
  UploadOptions,
  | 'countryCode'
  | 'phoneColumn'
  | 'timezoneColumn'
  | 'stateColumn'
  | 'postalCodeColumn'
  | 'rename'
  | 'allowExtensions'
  | 'sheet'
>

/** Use of a column: `say:appointment_date`, `number:2` for the second number of a person, or one of the others. */
export type ColumnUse =
  | `say:${string}`
  | `number:${number}`
  | 'phone'
  | 'timezone'
  | 'state'
  | 'postal_code'
  | 'person'
  | 'unused'

const PERSON = 'person_id'
/** Places of further numbers; the first number is the phone column. */
export const FURTHER_NUMBERS = [2, 3, 4, 5] as const
const furtherColumn = (place: number): string => `phone_number_${place}`
/** Normalizes names as the server does: ignoring case, spaces and underscores. */
export const normalizedColumnName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '')

/** The use that the server detected for a column. */
export function detectedColumnUse(column: string, preview: ListPreview): ColumnUse {
  if (column === preview.phone_column) return 'phone'
  const name = normalizedColumnName(column)
  const place = FURTHER_NUMBERS.find((each) => name === normalizedColumnName(furtherColumn(each)))
  if (place !== undefined) return `number:${place}`
  const variable = preview.column_details.find(({ name }) => name === column)?.variable
  if (variable) return `say:${variable}`
  const { timezone, state, postal_code } = preview.zones?.columns ?? { timezone: null, state: null, postal_code: null }
  if (column === timezone) return 'timezone'
  if (column === state) return 'state'
  if (column === postal_code) return 'postal_code'
  return name === normalizedColumnName(PERSON) ? 'person' : 'unused'
}

/** The original name of a column in the file. */
export function nameInFile(column: string, { rename = {} }: ListReadingOptions): string {
  return Object.entries(rename).find(([, to]) => to === column)?.[0] ?? column
}

/** Gives a column of the file this use; the column that had it before loses it. */
export function withColumnUse(reading: ListReadingOptions, inFile: string, use: ColumnUse): ListReadingOptions {
  const { rename = {}, phoneColumn, timezoneColumn, stateColumn, postalCodeColumn, ...rest } = reading
  const others = Object.entries(rename).filter(([from, to]) => from !== inFile && to !== targetOf(use))
  const named = { phoneColumn, timezoneColumn, stateColumn, postalCodeColumn }
  const kept = Object.fromEntries(Object.entries(named).filter(([, column]) => column && column !== inFile))
  const target = targetOf(use)
  const renamed =
    target !== null && normalizedColumnName(target) !== normalizedColumnName(inFile) ? [[inFile, target]] : []
  const field = FIELDS[use as keyof typeof FIELDS]
  return {
    ...rest,
    ...kept,
    ...(field ? { [field]: inFile } : {}),
    rename: Object.fromEntries([...others, ...renamed]),
  }
}

const FIELDS = {
  phone: 'phoneColumn',
  timezone: 'timezoneColumn',
  state: 'stateColumn',
  postal_code: 'postalCodeColumn',
} as const

/** The name that a column must have for this use; null: its own name. */
function targetOf(use: ColumnUse): string | null {
  if (use === 'person') return PERSON
  if (use.startsWith('number:')) return furtherColumn(Number(use.slice('number:'.length)))
  return use.startsWith('say:') ? use.slice('say:'.length) : null
}

/** Renames an unused column whose own name would fill a variable, or would be dialed. */
export function asUnusedColumn(inFile: string, reading: ListReadingOptions): ListReadingOptions {
  const cleared = withColumnUse(reading, inFile, 'unused')
  return { ...cleared, rename: { ...cleared.rename, [inFile]: `${inFile} (not used)` } }
}
