/** Interprets the answer to a tool's request. Pure. */
import { RESULT_VALUE_LENGTH_MAX } from './limits.ts'
import type { ResultVariable } from './tool-definition.ts'

export type ResultFailure = 'unreadable' | 'incomplete'

export type ReadResult =
  | { kind: 'data'; data: unknown; variables: { name: string; value: string }[] }
  | { kind: 'failed'; reason: ResultFailure; message: string }

export function readResult(answer: Buffer, wanted: readonly ResultVariable[]): ReadResult {
  const text = answer.toString('utf8').trim()
  if (/^<(!doctype|html|\?xml)/i.test(text)) {
    return { kind: 'failed', reason: 'unreadable', message: 'The answer is a page (HTML), not JSON.' }
  }
  const data = parsed(text)
  if (data === undefined && wanted.length > 0) {
    return { kind: 'failed', reason: 'unreadable', message: 'The answer is not JSON.' }
  }
  const found = wanted.map(({ name, path, required = true }) => ({ name, required, value: valueAt(data, path) }))
  const missing = found.filter(({ required, value }) => required && value === null).map(({ name }) => name)
  if (missing.length > 0) {
    return { kind: 'failed', reason: 'incomplete', message: `The answer has no ${missing.join(', ')}.` }
  }
  const variables = found.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  return { kind: 'data', data: data === undefined ? text : data, variables }
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a path as text, if it is a text, number or boolean; null if missing, empty or composite. */
function valueAt(data: unknown, path: string): string | null {
  const names = path.split('.').filter((name) => name !== '')
  let value = data
  for (const name of names) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return null
    value = (value as Record<string, unknown>)[name]
  }
  if (value === null || value === undefined || typeof value === 'object') return null
  const text = String(value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' ? null : [...text].slice(0, RESULT_VALUE_LENGTH_MAX).join('')
}

/** The answer as text for a model; the caller limits its length. */
export function dataForModel(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data)
}
