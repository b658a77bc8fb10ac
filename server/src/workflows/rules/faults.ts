/** A fault of a definition in the vocabulary of pydantic 2, which clients of the interface read. */
import type { z } from 'zod'
import { wordsFor } from '../../kernel/validation-words.ts'

export interface Fault {
  /** Into the definition: `['nodes', '3', 'data', 'say']`. */
  path: string[]
  message: string
  type: string
  input: unknown
  ctx?: Record<string, unknown>
}

const PREFIX = 'Value error, '

export function faultOf(issue: z.core.$ZodIssue): Fault {
  const { type, msg, ctx } = wordsFor(issue, issue.input)
  const fault = { path: issue.path.map(String), input: issue.input ?? null, type }
  // What is said of a definition stands also in sentences of its own; whoever makes a request's fault of it adds the prefix.
  if (type === 'value_error') return { ...fault, message: msg.startsWith(PREFIX) ? msg.slice(PREFIX.length) : msg }
  return { ...fault, message: msg, ...(ctx ? { ctx } : {}) }
}
