/** The messages of zod's issues in pydantic 2's wording, which clients of the API read. */
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

export interface FaultText {
  type: string
  msg: string
  ctx?: Record<string, unknown>
}

export function faultTextFor(found: Issue, value: unknown): FaultText {
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

function typeWords(expected: string): FaultText {
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

function sizeWords(origin: string, way: 'small' | 'big', limit: number, value: unknown): FaultText {
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

function formatWords(found: Extract<Issue, { code: 'invalid_format' }>): FaultText {
  if (found.format === 'regex') {
    const pattern = String((found as { pattern?: string }).pattern ?? '').replace(/^\/(.*)\/[a-z]*$/s, '$1')
    return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } }
  }
  if (found.format === 'url') return { type: 'url_parsing', msg: 'Input should be a valid URL' }
  return { type: 'value_error', msg: `Value error, ${found.message}`, ctx: { error: found.message } }
}

function choiceWords(values: readonly unknown[]): FaultText {
  const quoted = values.map((value) => `'${String(value)}'`)
  const expected = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : (quoted[0] ?? '')
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } }
}
