/** Turns what zod found into the interface's validation body: the words of pydantic 2, every fault in one answer, no secret echoed. */
import type { z } from 'zod'
import type { ValidationDetail } from '../kernel/errors.ts'

type Issue = z.core.$ZodIssue

/** An `input` longer than this is cut: the client knows what it sent. */
const INPUT_MAX = 500
const HIDDEN = '**********'
const SECRET_NAME = /(password|secret|token|private_key|api_key|authorization)/i

export type Checked<T> = { ok: true; value: T } | { ok: false; faults: ValidationDetail[] }

export function check<T extends z.ZodType>(schema: T, value: unknown, where: readonly string[]): Checked<z.output<T>> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, faults: result.error.issues.flatMap((found) => faultsOf(found, value, where)) }
}

export function faultAt(
  where: readonly (string | number)[],
  type: string,
  msg: string,
  input: unknown,
): ValidationDetail {
  const loc = where.map(String)
  return { loc, msg, type, input: safeInput(loc, input) }
}

function faultsOf(found: Issue, root: unknown, where: readonly string[]): ValidationDetail[] {
  const path = found.path.map(String)
  // pydantic shows, for a missing field, the object that lacks it.
  const worded = wordsFor(found, valueAt(root, found.path))
  const shown = worded.type === 'missing' ? found.path.slice(0, -1) : found.path
  const loc = [...where, ...path]
  return [
    {
      loc,
      msg: worded.msg,
      type: worded.type,
      input: safeInput([...where, ...shown.map(String)], valueAt(root, shown)),
      ...(worded.ctx ? { ctx: worded.ctx } : {}),
    },
  ]
}

interface Words {
  type: string
  msg: string
  ctx?: Record<string, unknown>
}

function wordsFor(found: Issue, value: unknown): Words {
  if (found.code === 'custom') {
    const params = (found.params ?? {}) as { type?: string; ctx?: Record<string, unknown> }
    if (!params.type)
      return { type: 'value_error', msg: `Value error, ${found.message}`, ctx: { error: found.message } }
    return { type: params.type, msg: found.message, ...(params.ctx ? { ctx: params.ctx } : {}) }
  }
  if (value === undefined) return { type: 'missing', msg: 'Field required' }
  switch (found.code) {
    case 'invalid_type':
      return typeWords(found.expected)
    case 'too_small':
      return sizeWords(found.origin, 'small', Number(found.minimum), value)
    case 'too_big':
      return sizeWords(found.origin, 'big', Number(found.maximum), value)
    case 'invalid_format':
      return formatWords(found)
    case 'invalid_value':
      return choiceWords(found.values)
    case 'invalid_union':
      return { type: 'union_error', msg: 'Input does not match any of the allowed shapes' }
    default:
      return { type: 'value_error', msg: `Value error, ${found.message}`, ctx: { error: found.message } }
  }
}

function typeWords(expected: string): Words {
  switch (expected) {
    case 'string':
      return { type: 'string_type', msg: 'Input should be a valid string' }
    case 'int':
      return { type: 'int_type', msg: 'Input should be a valid integer' }
    case 'number':
      return { type: 'float_type', msg: 'Input should be a valid number' }
    case 'boolean':
      return { type: 'bool_type', msg: 'Input should be a valid boolean' }
    case 'array':
      return { type: 'list_type', msg: 'Input should be a valid list' }
    default:
      return { type: 'dict_type', msg: 'Input should be a valid dictionary' }
  }
}

function sizeWords(origin: string, way: 'small' | 'big', limit: number, value: unknown): Words {
  const plural = limit === 1 ? '' : 's'
  if (origin === 'string') {
    return way === 'small'
      ? {
          type: 'string_too_short',
          msg: `String should have at least ${limit} character${plural}`,
          ctx: { min_length: limit },
        }
      : {
          type: 'string_too_long',
          msg: `String should have at most ${limit} character${plural}`,
          ctx: { max_length: limit },
        }
  }
  if (origin === 'array') {
    const actual = Array.isArray(value) ? value.length : 0
    const [bound, name] = way === 'small' ? ['at least', 'min_length'] : ['at most', 'max_length']
    return {
      type: way === 'small' ? 'too_short' : 'too_long',
      msg: `List should have ${bound} ${limit} item${plural} after validation, not ${actual}`,
      ctx: { field_type: 'List', [name as string]: limit, actual_length: actual },
    }
  }
  return way === 'small'
    ? { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${limit}`, ctx: { ge: limit } }
    : { type: 'less_than_equal', msg: `Input should be less than or equal to ${limit}`, ctx: { le: limit } }
}

function formatWords(found: Extract<Issue, { code: 'invalid_format' }>): Words {
  if (found.format === 'regex') {
    const pattern = String((found as { pattern?: string }).pattern ?? '').replace(/^\/(.*)\/[a-z]*$/s, '$1')
    return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } }
  }
  if (found.format === 'url') return { type: 'url_parsing', msg: 'Input should be a valid URL' }
  return { type: 'value_error', msg: `Value error, ${found.message}`, ctx: { error: found.message } }
}

function choiceWords(values: readonly unknown[]): Words {
  const quoted = values.map((value) => `'${String(value)}'`)
  const expected = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : (quoted[0] ?? '')
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const step of path) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}

/** What may be echoed of what stands at `loc`: nothing at or below a secret's name, and nothing endless. */
function safeInput(loc: readonly string[], input: unknown): unknown {
  if (input !== null && input !== undefined && loc.some((step) => SECRET_NAME.test(step))) return HIDDEN
  return hideSecrets(input, 0)
}

function hideSecrets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return hideText(value)
  if (value === undefined) return null
  if (value === null || typeof value !== 'object') return value
  if (depth > 4) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => hideSecrets(item, depth + 1))
  const entries = Object.entries(value).slice(0, 50)
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, SECRET_NAME.test(name) ? HIDDEN : hideSecrets(inner, depth + 1)]),
  )
}

/** A text that names a secret may hold it too: an object that was turned into JSON once too often. */
function hideText(value: string): string {
  if (SECRET_NAME.test(value)) return HIDDEN
  return value.length > INPUT_MAX ? `${value.slice(0, INPUT_MAX)}…` : value
}

/** PostgreSQL's text and jsonb hold neither NUL nor half a surrogate pair: found anywhere in a request, they are named here. */
export function unstorableText(value: unknown, where: readonly string[]): ValidationDetail[] {
  if (typeof value === 'string') {
    if (!value.includes('\0') && isWellFormed(value)) return []
    const msg = 'Input should be a valid string, without NUL characters or unpaired surrogates'
    return [{ loc: [...where], msg, type: 'string_unicode', input: null }]
  }
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...unstorableText(inner, [...where, name]),
    ...unstorableText(name, [...where, name]),
  ])
}

function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed()
}
