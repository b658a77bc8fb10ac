/** A fault of a definition in pydantic 2's wording, which clients of the API read. */
import type { z } from 'zod'
import { faultTextFor } from '../../kernel/validation-words.ts'

export interface Fault {
  /** Path into the definition: `['nodes', '3', 'data', 'say']`. */
  path: string[]
  message: string
  type: string
  input: unknown
  ctx?: Record<string, unknown>
}

const PREFIX = 'Value error, '

export function faultOf(issue: z.core.$ZodIssue): Fault {
  const { type, msg, ctx } = faultTextFor(issue, issue.input)
  const fault = { path: issue.path.map(String), input: issue.input ?? null, type }
  // Messages about a definition are also used as separate sentences; the caller that converts them to request faults adds the
  // prefix.
  if (type === 'value_error') return { ...fault, message: msg.startsWith(PREFIX) ? msg.slice(PREFIX.length) : msg }
  return { ...fault, message: msg, ...(ctx ? { ctx } : {}) }
}
