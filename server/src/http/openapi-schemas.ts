/** Converts request and answer schemas to JSON Schema for the document, with named ones moved to its components. */
import { z } from 'zod'
import { documentOf } from './schemas.ts'

export type Json = { [name: string]: unknown }
type Direction = 'input' | 'output'

const COMPONENTS = '#/components/schemas/'

/** Formats whose pattern adds nothing to the format. */
const FORMATS_WITHOUT_PATTERN = new Set(['date-time', 'date', 'time', 'email', 'uuid', 'uri'])

export class SchemaRegistry {
  /** Named schemas as request and as answer; most are equal. */
  readonly #named = new Map<string, Partial<Record<Direction, Json>>>()

  request(schema: z.ZodType): Json {
    return this.#convert(schema, 'input')
  }

  answer(schema: z.ZodType): Json {
    return this.#convert(schema, 'output')
  }

  #convert(schema: z.ZodType, direction: Direction): Json {
    // Wrapped in an object, so that a named schema at the top becomes a reference like any other.
    const whole = z.toJSONSchema(z.object({ it: schema }), {
      io: direction,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) =>
        this.#tidy(zodSchema as unknown as z.ZodType, jsonSchema as Json, direction),
    }) as Json
    for (const [name, found] of Object.entries((whole.$defs ?? {}) as Record<string, Json>)) {
      this.#remember(name, direction, withReferences(found, direction) as Json)
    }
    return withReferences((whole.properties as Json).it, direction) as Json
  }

  #tidy(schema: z.ZodType, json: Json, direction: Direction): void {
    const speaker = documentOf(schema) ?? (direction === 'output' ? beforeTransform(schema) : undefined)
    if (speaker) Object.assign(json, this.#convert(speaker, direction))
    if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
    if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
    if (FORMATS_WITHOUT_PATTERN.has(json.format as string)) delete json.pattern
    if (isPlainText(json.propertyNames)) delete json.propertyNames
    // Answers may gain fields later; a client that refuses unknown fields would break.
    if (json.additionalProperties === false) delete json.additionalProperties
    // The id is already the name of the component.
    delete json.id
  }

  #remember(name: string, direction: Direction, json: Json): void {
    const entry = this.#named.get(name) ?? {}
    const known = entry[direction]
    if (known && JSON.stringify(known) !== JSON.stringify(json)) throw new Error(`two schemas are named ${name}`)
    this.#named.set(name, { ...entry, [direction]: json })
  }

  /** The components, and the document with every reference resolved to them. */
  finish(document: Json): Json {
    const split = this.#differing()
    const nameOf = (name: string, direction: string) =>
      direction === 'input' && split.has(name) ? `${name}Input` : name
    const resolve = (value: unknown): unknown =>
      mapReferences(value, (reference) => {
        const [name, direction] = reference.slice(COMPONENTS.length).split('~') as [string, string | undefined]
        return direction === undefined ? reference : COMPONENTS + nameOf(name, direction)
      })
    const schemas: Json = {}
    for (const [name, forms] of this.#named) {
      for (const [direction, json] of Object.entries(forms)) schemas[nameOf(name, direction)] = resolve(json)
    }
    const resolved = resolve(document) as Json & { components: { schemas: Json } }
    const all = { ...resolved.components.schemas, ...schemas }
    resolved.components.schemas = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
    return resolved
  }

  /** Names of schemas that differ between request and answer, directly or through references. */
  #differing(): Set<string> {
    const both = [...this.#named].filter(([, forms]) => forms.input && forms.output)
    const plain = (json: Json | undefined) => JSON.stringify(json).replaceAll(/~(input|output)"/g, '"')
    const split = new Set(both.filter(([, forms]) => plain(forms.input) !== plain(forms.output)).map(([name]) => name))
    for (let size = -1; size !== split.size; ) {
      size = split.size
      for (const [name, forms] of both) {
        const text = JSON.stringify(forms.input)
        if ([...split].some((other) => text.includes(`"${COMPONENTS}${other}~input"`))) split.add(name)
      }
    }
    return split
  }
}

/** The result of a transform cannot be derived; its input is used instead. */
function beforeTransform(schema: z.ZodType): z.ZodType | undefined {
  if (!(schema instanceof z.ZodPipe)) return undefined
  return schema.out instanceof z.ZodTransform ? (schema.in as z.ZodType) : undefined
}

function isPlainText(names: unknown): boolean {
  return JSON.stringify(names) === '{"type":"string"}'
}

function withReferences(value: unknown, direction: Direction): unknown {
  return mapReferences(value, (reference) =>
    reference.startsWith('#/$defs/') ? `${COMPONENTS}${reference.slice('#/$defs/'.length)}~${direction}` : reference,
  )
}

function mapReferences(value: unknown, change: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string' ? change(inner) : mapReferences(inner, change),
    ]),
  )
}

/** Removes null from a union: a parameter cannot be null. */
export function withoutNull(schema: Json): Json {
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(type)) {
    const left = type.filter((name) => name !== 'null')
    return { ...rest, type: left.length === 1 ? left[0] : left }
  }
  if (!Array.isArray(anyOf)) return schema
  const left = anyOf.filter((choice: Json) => choice.type !== 'null')
  return left.length === 1 ? { ...(left[0] as Json), ...rest } : { ...rest, anyOf: left }
}
