/** Shows how a contact list was read, and which columns a workflow would use, before a call is placed. */
import { countryOf } from '../addresses/rules/country-of.ts'
import { dialableAddress } from '../addresses/rules/dialable-address.ts'
import type { CountryCode } from '../addresses/rules/normalize-address.ts'
import type { Queries } from '../storage/database.ts'
import { requiredContactVariables, toolVariables } from '../tools/tools-of-workflow.ts'
import { contextVariables } from '../workflows/context-variables.ts'
import type { WorkflowDefinition } from '../workflows/rules/definition.ts'
import { variableKey } from '../workflows/rules/variable-names.ts'
import { rejectedValues, rejectionGroups, type SampleRow, sampleRows, suppressedRows } from './preview-queries.ts'
import { rowsMissingVariables, type StoredList } from './queries.ts'
import { columnType } from './rules/column-type.ts'
import { isFurtherNumberColumn } from './rules/read-header.ts'
import { suggestColumn } from './rules/suggest-column.ts'
import { serializeList } from './schemas.ts'
import { zoneSets } from './zone-queries.ts'
import { serializeListZones, serializeZones } from './zone-shapes.ts'

/** Rows read for types, examples and countries. */
const SAMPLE_ROWS = 1000
const EXAMPLES = 3
/** Number of rejected values parsed again, and number of countries tried. */
const REREAD_VALUES = 1000
const REREAD_COUNTRIES = 3

export interface PreviewRequest {
  organizationId: number
  rows: number
  /** The workflow's definition; null: only the list is previewed. */
  definition: WorkflowDefinition | null
  now: Date
}

export async function previewList(db: Queries, list: StoredList, request: PreviewRequest) {
  const sample = await sampleRows(db, list.id, SAMPLE_ROWS)
  const suppressed = await suppressedRows(db, request.organizationId, list.id, request.now)
  const sets = await zoneSets(db, [
    ...new Set([...(list.zones?.sets ?? []).map(([id]) => id), ...sample.map((row) => row.zones_id)]),
  ])
  const variables = request.definition
    ? await wantedVariables(db, list, request.organizationId, request.definition)
    : []
  const byColumn = new Map(variables.flatMap(({ name, column }) => (column === null ? [] : [[column, name] as const])))
  return {
    ...serializeList(list),
    phone_column: list.phone_column,
    file_rows: list.total_rows + list.rejected_rows + list.duplicate_rows,
    suppressed_rows: suppressed.count,
    suppressed_examples: suppressed.rows,
    callable_rows: list.total_rows - suppressed.count,
    column_details: list.columns.map((name) => {
      const values = sample.map((row) => cellOf(row, name, list.phone_column))
      const filled = values.filter((value) => value.trim() !== '')
      return {
        name,
        type: isNumberColumn(name, list.phone_column) ? ('phone_number' as const) : columnType(values),
        filled: sample.length === 0 ? 0 : Math.round((filled.length / sample.length) * 1000) / 1000,
        examples: [...new Set(filled)].slice(0, EXAMPLES),
        variable: byColumn.get(name) ?? null,
      }
    }),
    zones: list.zones && serializeListZones(list.zones, sets),
    rows: sample
      .slice(0, request.rows)
      .map(({ row_number, phone_number, more_numbers, variables: values, zones_id }) => {
        const set = sets.get(zones_id)
        return {
          row: row_number,
          phone_number,
          phone_numbers: [phone_number, ...(more_numbers ?? [])],
          variables: values,
          zones: set ? serializeZones(set) : null,
        }
      }),
    rejections: await shownRejections(db, list.id, sample),
    variables,
  }
}

function isNumberColumn(name: string, phoneColumn: string | null): boolean {
  return name === phoneColumn || isFurtherNumberColumn(name)
}

function cellOf(row: SampleRow, column: string, phoneColumn: string | null): string {
  return column === phoneColumn ? row.phone_number : (row.variables[column] ?? '')
}

/** The variables that the workflow needs from every contact: the column each comes from, or a suggestion. */
async function wantedVariables(db: Queries, list: StoredList, organizationId: number, definition: WorkflowDefinition) {
  const keysOf = (names: readonly string[]) => new Set(names.map(variableKey))
  const needed = await requiredContactVariables(db, organizationId, definition)
  const required = keysOf(needed.map(({ name }) => name))
  const filledByTools = keysOf(await toolVariables(db, organizationId, definition))
  const others = list.columns.filter((column) => column !== list.phone_column)
  const byKey = new Map(others.map((column) => [variableKey(column), column]))
  const taken = new Set<string>()
  const fromList = Object.entries(contextVariables(definition)).filter(
    ([name]) => !filledByTools.has(variableKey(name)),
  )
  const wanted = fromList.map(([name, fallback]) => {
    const column = byKey.get(variableKey(name)) ?? null
    if (column !== null) taken.add(column)
    return { name, fallback, column, required: required.has(variableKey(name)) }
  })
  const known = wanted.filter(({ column }) => column !== null)
  const lacking = await rowsMissingVariables(
    db,
    list.id,
    known.map(({ name }) => name),
  )
  const free = others.filter((column) => !taken.has(column))
  return wanted.map(({ name, fallback, column, required: needed }) => {
    const empty = lacking.find((one) => one.column === column)
    return {
      name,
      required: needed,
      default: fallback,
      column,
      suggested_column: column === null ? suggestColumn(name, free) : null,
      lacking_rows: !needed ? 0 : column === null ? list.total_rows : (empty?.count ?? 0),
      lacking_examples: needed ? (empty?.rows ?? []) : [],
      // A default value in one empty cell is as wrong as one in a whole column.
      default_rows: needed ? 0 : column === null ? list.total_rows : (empty?.count ?? 0),
    }
  })
}

async function shownRejections(db: Queries, listId: number, sample: readonly SampleRow[]) {
  const groups = await rejectionGroups(db, listId, EXAMPLES)
  const unknown = groups.some(({ code }) => code === 'country_unknown')
  const repairs = unknown ? await readableAs(db, listId, sample) : []
  return groups.map((group) => ({ ...group, readable_as: group.code === 'country_unknown' ? repairs : [] }))
}

/** Countries of the list's other numbers in which the numbers without a country code would be valid. */
async function readableAs(db: Queries, listId: number, sample: readonly SampleRow[]) {
  const values = await rejectedValues(db, listId, 'country_unknown', REREAD_VALUES)
  return likelyCountries(sample)
    .map((country_code) => ({
      country_code,
      rows: values.filter((value) => isNumberIn(value, country_code)).length,
    }))
    .filter(({ rows }) => rows > 0)
    .sort((left, right) => right.rows - left.rows)
}

function isNumberIn(value: string, country: CountryCode): boolean {
  return dialableAddress(value, { country, allowExtensions: false, withoutCountry: 'anywhere' }).ok
}

function likelyCountries(sample: readonly SampleRow[]): CountryCode[] {
  const counts = new Map<CountryCode, number>()
  for (const { phone_number } of sample) {
    const country = countryOf(phone_number)
    if (country) counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, REREAD_COUNTRIES)
    .map(([country]) => country)
}
