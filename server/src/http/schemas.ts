/** Building blocks of request schemas: lenient where the API contract is (`"7"` is an integer), strict elsewhere. */
import { z } from 'zod'

/** Creates an issue whose validation message is in `params`; see validation.ts. */
export function customIssue(type: string, message: string, ctx?: Record<string, unknown>) {
  return { code: 'custom' as const, message, params: { type, ctx } }
}

const INTEGER_TEXT = /^\s*[+-]?\d+\s*$/

function toInteger(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value === 'string') {
    if (INTEGER_TEXT.test(value)) return Number(value)
    context.addIssue(
      customIssue('int_parsing', 'Input should be a valid integer, unable to parse string as an integer'),
    )
    return z.NEVER
  }
  if (typeof value === 'number' && !Number.isInteger(value)) {
    context.addIssue(
      customIssue('int_from_float', 'Input should be a valid integer, got a number with a fractional part'),
    )
    return z.NEVER
  }
  if (typeof value !== 'number') {
    context.addIssue(
      customIssue(
        value === undefined ? 'missing' : 'int_type',
        value === undefined ? 'Field required' : 'Input should be a valid integer',
      ),
    )
    return z.NEVER
  }
  return value
}

export function integer(bounds: { minimum?: number; maximum?: number } = {}) {
  const number = z
    .number()
    // For a value beyond 2^53 no further faults are reported.
    .int({ abort: true })
    .min(bounds.minimum ?? Number.MIN_SAFE_INTEGER)
    .max(bounds.maximum ?? Number.MAX_SAFE_INTEGER)
  return z.preprocess(toInteger, number)
}

function toNumber(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (typeof value === 'string') {
    context.addIssue(customIssue('float_parsing', 'Input should be a valid number, unable to parse string as a number'))
    return z.NEVER
  }
  return value
}

export function decimal(bounds: { minimum: number; maximum: number }) {
  return z.preprocess(toNumber, z.number().min(bounds.minimum).max(bounds.maximum))
}

const TRUE = new Set<unknown>([true, 1, '1', 'true', 't', 'yes', 'y', 'on'])
const FALSE = new Set<unknown>([false, 0, '0', 'false', 'f', 'no', 'n', 'off'])

function toBoolean(value: unknown, context: z.RefinementCtx): unknown {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (TRUE.has(word)) return true
  if (FALSE.has(word)) return false
  if (typeof value === 'string' || typeof value === 'number') {
    context.addIssue(customIssue('bool_parsing', 'Input should be a valid boolean, unable to interpret input'))
    return z.NEVER
  }
  return value
}

export function bool() {
  return z.preprocess(toBoolean, z.boolean())
}

/** The id of a resource. An unknown id passes this schema; the route answers it with 404 or 400. */
export const id = () => integer()

/** A 32-bit integer, for values such as version numbers. */
export const smallInteger = () => integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })

export function text(bounds: { minimum?: number; maximum?: number } = {}) {
  return z
    .string()
    .min(bounds.minimum ?? 0)
    .max(bounds.maximum ?? 65_536)
}

/** A JSON object with any fields. */
export const freeObject = () => z.record(z.string(), z.unknown())

/** `null` and absent mean the same for optional fields. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value): Exclude<z.output<T>, null | undefined> | undefined => (value ?? undefined) as never)
}

export const timestamp = () => z.iso.datetime().meta({ format: 'date-time' })

/** Schemas that replace, in the OpenAPI document, those which cannot be derived (for example transforms). */
const documented = new WeakMap<z.ZodType, z.ZodType>()

export function documentedAs<T extends z.ZodType>(schema: T, document: z.ZodType): T {
  documented.set(schema, document)
  return schema
}

export function documentOf(schema: z.ZodType): z.ZodType | undefined {
  return documented.get(schema)
}
