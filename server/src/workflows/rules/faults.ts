/** A fault of a definition in the vocabulary of pydantic 2, which clients of the interface read. */
import type { z } from 'zod'

export interface Fault {
  /** Into the definition: `['nodes', '3', 'data', 'say']`. */
  path: string[]
  message: string
  type: string
  input: unknown
  ctx?: Record<string, unknown>
}

type Issue = z.core.$ZodIssue
type Verdict = Pick<Fault, 'message' | 'type' | 'ctx'>

export function faultOf(issue: Issue): Fault {
  return { path: issue.path.map(String), input: issue.input ?? null, ...verdictOn(issue) }
}

function verdictOn(issue: Issue): Verdict {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? { type: 'missing', message: 'Field required' } : wrongType(issue.expected)
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum))
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.input)
    case 'invalid_value':
      return issue.input === undefined ? { type: 'missing', message: 'Field required' } : wrongValue(issue.values)
    case 'invalid_format': {
      const pattern = String((issue as { pattern?: unknown }).pattern ?? '').replace(/^\/(.*)\/u?$/, '$1')
      return { type: 'string_pattern_mismatch', message: `String should match pattern '${pattern}'`, ctx: { pattern } }
    }
    case 'custom':
      return { type: String(issue.params?.type ?? 'value_error'), message: issue.message }
    default:
      return { type: 'value_error', message: issue.message }
  }
}

const TYPES: Readonly<Record<string, [type: string, message: string]>> = {
  string: ['string_type', 'Input should be a valid string'],
  number: ['float_type', 'Input should be a valid number'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['dict_type', 'Input should be a valid dictionary'],
  record: ['dict_type', 'Input should be a valid dictionary'],
}

function wrongType(expected: string): Verdict {
  const [type, message] = TYPES[expected] ?? ['value_error', `Input should be a valid ${expected}`]
  return { type, message }
}

function wrongValue(values: readonly unknown[]): Verdict {
  const quoted = values.map((value) => `'${String(value)}'`)
  const last = quoted.pop() ?? ''
  const expected = quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`
  return { type: 'literal_error', message: `Input should be ${expected}`, ctx: { expected } }
}

function tooSmall(origin: string, minimum: number): Verdict {
  if (origin === 'string') {
    const ctx = { min_length: minimum }
    return { type: 'string_too_short', message: `String should have at least ${characters(minimum)}`, ctx }
  }
  const ctx = { ge: minimum }
  return { type: 'greater_than_equal', message: `Input should be greater than or equal to ${minimum}`, ctx }
}

function tooBig(origin: string, maximum: number, input: unknown): Verdict {
  if (origin === 'string') {
    const ctx = { max_length: maximum }
    return { type: 'string_too_long', message: `String should have at most ${characters(maximum)}`, ctx }
  }
  if (origin === 'array') {
    const actual = Array.isArray(input) ? input.length : null
    const message = `List should have at most ${maximum} items after validation, not ${actual ?? 'more'}`
    return { type: 'too_long', message, ctx: { field_type: 'List', max_length: maximum, actual_length: actual } }
  }
  return { type: 'less_than_equal', message: `Input should be less than or equal to ${maximum}`, ctx: { le: maximum } }
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}
