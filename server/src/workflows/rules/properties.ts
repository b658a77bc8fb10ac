/**
 * The possible values of a workflow's fields. The same objects are served to editors by GET /api/v1/node-types and converted to
 * the validation schema, so the form and the validation cannot disagree.
 */
import { z } from 'zod'

export type PropertyType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'options'
  | 'multi_options'
  | 'fixed_collection'
  | 'json'
  | 'mention_textarea'
  | 'url'
  | 'tool_refs'
  | 'credential_ref'
  | 'recording_ref'
  | 'document_refs'

export interface PropertyOption {
  readonly value: string
  readonly label: string
}

export interface Property {
  readonly name: string
  readonly type: PropertyType
  readonly display_name: string
  readonly description: string
  readonly default: unknown
  readonly required: boolean
  readonly placeholder: string | null
  readonly options: readonly PropertyOption[] | null
  /** Fields of a `fixed_collection`. */
  readonly properties: readonly Property[] | null
  /** A `fixed_collection` with `multiple` is a list of such objects; without, one object. */
  readonly multiple: boolean
  readonly min_value: number | null
  readonly max_value: number | null
  readonly min_length: number | null
  readonly max_length: number | null
  readonly pattern: string | null
}

type Given = Pick<Property, 'name' | 'type' | 'display_name' | 'description'> & Partial<Property>

/** Creates a property. Absent values are `null` in every answer of the API, never left out. */
export function property(given: Given): Property {
  return {
    default: null,
    required: false,
    placeholder: null,
    options: null,
    properties: null,
    multiple: false,
    min_value: null,
    max_value: null,
    min_length: null,
    max_length: null,
    pattern: null,
    ...given,
  }
}

export function options(...values: readonly [value: string, label: string][]): PropertyOption[] {
  return values.map(([value, label]) => ({ value, label }))
}

/** A schema that allows further fields, because additional fields of other clients are kept. */
export function schemaOfProperties(properties: readonly Property[]): z.ZodObject {
  return z.looseObject(Object.fromEntries(properties.map((one) => [one.name, schemaOfProperty(one)])))
}

function schemaOfProperty(given: Property): z.ZodType {
  const schema = schemaOfValue(given)
  return given.required ? schema : schema.nullish()
}

function schemaOfValue(given: Property): z.ZodType {
  switch (given.type) {
    case 'string':
    case 'mention_textarea':
      return textSchema(given)
    case 'url':
      return textSchema(given).refine(isHttpUrl, {
        params: { type: 'url_parsing' },
        error: 'Input should be a valid http or https URL',
      })
    case 'number':
      return numberSchema(given)
    case 'boolean':
      return z.boolean()
    case 'options':
      return z.enum((given.options ?? []).map((option) => option.value) as [string, ...string[]])
    case 'multi_options':
      return listOrOne(textSchema({ ...given, max_length: MULTI_OPTION_LENGTH_MAX }), given.max_length)
    case 'fixed_collection':
      return collectionSchema(given)
    case 'credential_ref':
    case 'recording_ref':
      return textSchema({ ...given, max_length: REFERENCE_LENGTH_MAX })
    case 'tool_refs':
    case 'document_refs':
      return z.array(z.string().min(1).max(REFERENCE_LENGTH_MAX)).max(given.max_length ?? REFERENCES_MAX)
    case 'json':
      return z.unknown()
  }
}

/** Maximum length of a reference by uuid to a resource of the organization. */
const REFERENCE_LENGTH_MAX = 64
export const REFERENCES_MAX = 20

/** Maximum length of a single entry of a `multi_options` list; its `max_length` is the length of the list. */
export const MULTI_OPTION_LENGTH_MAX = 200

/** Accepts a single string as a list of one: `keys: "1"` equals `keys: ["1"]`. */
function listOrOne(entry: z.ZodType, maxEntries: number | null): z.ZodType {
  const list = z.array(entry).max(maxEntries ?? Number.MAX_SAFE_INTEGER)
  return z.unknown().superRefine((value, context) => {
    const judged = typeof value === 'string' ? entry.safeParse(value) : list.safeParse(value, { reportInput: true })
    for (const issue of judged.error?.issues ?? [])
      context.issues.push({ ...issue, input: issue.input ?? value } as never)
  })
}

function collectionSchema(given: Property): z.ZodType {
  const entry = schemaOfProperties(given.properties ?? [])
  if (!given.multiple) return entry
  return given.max_length === null ? z.array(entry) : z.array(entry).max(given.max_length)
}

function textSchema(given: Property): z.ZodString {
  let schema = z.string()
  const minimum = given.min_length ?? (given.required ? 1 : null)
  if (minimum !== null) schema = schema.min(minimum)
  if (given.max_length !== null) schema = schema.max(given.max_length)
  if (given.pattern !== null) schema = schema.regex(new RegExp(given.pattern, 'u'))
  return schema
}

function numberSchema(given: Property): z.ZodNumber {
  let schema = z.number()
  if (given.min_value !== null) schema = schema.min(given.min_value)
  if (given.max_value !== null) schema = schema.max(given.max_value)
  return schema
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)
}
