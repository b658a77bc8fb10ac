/** The apparent type of a column's values, for users who check whether a file was read as they meant it. */
export const COLUMN_TYPES = ['empty', 'yes_no', 'number', 'date', 'email', 'url', 'text'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

const LOOKS: ReadonlyArray<[ColumnType, RegExp]> = [
  ['yes_no', /^(?:yes|no|true|false|y|n|ja|nein|si|oui|non)$/i],
  ['number', /^[+-]?(?:\d{1,3}(?:[ ,.']\d{3})+|\d+)(?:[.,]\d+)?\s?(?:%|€|\$|£|EUR|USD|GBP)?$/i],
  [
    'date',
    /^(?:\d{4}-\d{1,2}-\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?: \d{1,2}:\d{2})?)$/,
  ],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['url', /^https?:\/\/\S+$/i],
]

/** The type that all non-empty values share; a single different value makes the column text. */
export function columnType(values: readonly string[]): ColumnType {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '')
  if (filled.length === 0) return 'empty'
  const found = LOOKS.find(([, look]) => filled.every((value) => look.test(value)))
  return found?.[0] ?? 'text'
}
