/** The variables in the answer to a pre-call fetch. Pure. */
import { STANDARD_VARIABLES, variableKey } from '../../workflows/rules/variable-names.ts'
import { RESULT_VALUE_LENGTH_MAX } from './limits.ts'

export const FETCHED_VARIABLES_MAX = 50
const NAME_LENGTH_MAX = 64

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads `{"dynamic_variables": {…}}`, also below `call_inbound` or `call_outbound`. Texts, numbers and booleans count; standard
 * variables cannot be replaced. Null: the answer has no such object.
 */
export function readFetched(answer: unknown): Record<string, string> | null {
  if (!isObject(answer)) return null
  const inner = [answer.call_outbound, answer.call_inbound].find(isObject)
  const given = inner?.dynamic_variables ?? answer.dynamic_variables
  if (!isObject(given)) return null
  const reserved = new Set(STANDARD_VARIABLES.map(variableKey))
  const entries = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    if (name.trim() === '' || name.length > NAME_LENGTH_MAX || reserved.has(variableKey(name))) return []
    if (value === null || typeof value === 'object') return []
    const text = String(value)
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
    return text === '' ? [] : [[name, [...text].slice(0, RESULT_VALUE_LENGTH_MAX).join('')]]
  })
  return Object.fromEntries(entries.slice(0, FETCHED_VARIABLES_MAX))
}
