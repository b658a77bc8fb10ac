/** Converts zod's issues to the API's validation errors: pydantic 2's wording, every fault in one answer, no secret echoed. */
import type { z } from 'zod'
import type { ValidationDetail } from '../kernel/errors.ts'
import { faultTextFor } from '../kernel/validation-words.ts'

type Issue = z.core.$ZodIssue

/** A longer `input` is cut off in the answer: the client knows what it sent. */
const INPUT_MAX = 500
/** A message may quote what was sent. */
const MESSAGE_MAX = 2000
const SEARCHED_FOR_SECRETS_MAX = 20 * INPUT_MAX
const HIDDEN = '**********'
const SECRET_NAME = /(password|secret|token|private_key|signing_key|api_key|authorization)/i

export type ValidationResult<T> = { ok: true; value: T } | { ok: false; faults: ValidationDetail[] }

export function validateAgainst<T extends z.ZodType>(
  schema: T,
  value: unknown,
  where: readonly string[],
): ValidationResult<z.output<T>> {
  return resultOf(schema.safeParse(value, { reportInput: true }), value, where)
}

/** For a schema with parts that are validated in turns. */
export async function validateInTurns<T extends z.ZodType>(
  schema: T,
  value: unknown,
  where: readonly string[],
): Promise<ValidationResult<z.output<T>>> {
  return resultOf(await schema.safeParseAsync(value, { reportInput: true }), value, where)
}

function resultOf<T>(result: z.ZodSafeParseResult<T>, value: unknown, where: readonly string[]): ValidationResult<T> {
  if (result.success) return { ok: true, value: result.data }
  // Takes one more than shown, to know whether there are more.
  const issues = result.error.issues.slice(0, FAULTS_MAX + 1)
  return { ok: false, faults: issues.map((found) => faultFor(found, value, where)) }
}

/** Maximum number of faults in one answer: a small request must not cause a large answer. */
export const FAULTS_MAX = 100
const ANSWER_MAX = 64 * 1024
const LOC_STEPS_MAX = 40
const STEP_MAX = 100

/** The first faults up to the limit; the last entry says that there are more. */
export function limitFaults(faults: readonly ValidationDetail[]): ValidationDetail[] {
  const kept: ValidationDetail[] = []
  let weight = 0
  for (const fault of faults) {
    const shown = { ...fault, loc: shortLoc(fault.loc) }
    weight += JSON.stringify(shown).length
    if (kept.length === FAULTS_MAX || (weight > ANSWER_MAX && kept.length > 0)) {
      const msg = `There are more faults; these are the first ${kept.length}`
      return [...kept, { loc: [fault.loc[0] ?? 'body'], msg, type: 'too_many_errors', input: null }]
    }
    kept.push(shown)
  }
  return kept
}

function shortLoc(loc: readonly string[]): string[] {
  const steps = loc.length > LOC_STEPS_MAX ? [...loc.slice(0, LOC_STEPS_MAX - 2), '…', loc.at(-1) as string] : [...loc]
  return steps.map((step) => (step.length > STEP_MAX ? `${step.slice(0, STEP_MAX)}…` : step))
}

export function faultAt(
  where: readonly (string | number)[],
  type: string,
  msg: string,
  input: unknown,
): ValidationDetail {
  const loc = where.map(String)
  return { loc, msg: shortMessage(msg), type, input: safeInput(loc, input) }
}

function faultFor(found: Issue, root: unknown, where: readonly string[]): ValidationDetail {
  const path = found.path.map(String)
  // For a missing field, pydantic shows the object that lacks the field.
  const worded = faultTextFor(found, valueAt(root, found.path))
  const shown = worded.type === 'missing' ? found.path.slice(0, -1) : found.path
  const loc = [...where, ...path]
  return {
    loc,
    msg: shortMessage(worded.msg),
    type: worded.type,
    input: safeInput([...where, ...shown.map(String)], valueAt(root, shown)),
    ...(worded.ctx ? { ctx: shortContext(worded.ctx) } : {}),
  }
}

function shortMessage(message: string): string {
  return message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX)}…` : message
}

function shortContext(context: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(context).map(([name, value]) => [name, typeof value === 'string' ? shortMessage(value) : value]),
  )
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const step of path) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}

/** The part of a value that may be echoed: nothing at or below a secret's name, and nothing long. */
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

/**
 * Hides a text that names a secret, because it may contain one: for example an object that was encoded as JSON twice. Only the
 * beginning is shown, so a name far behind it does not matter.
 */
function hideText(value: string): string {
  if (SECRET_NAME.test(value.slice(0, SEARCHED_FOR_SECRETS_MAX))) return HIDDEN
  return value.length > INPUT_MAX ? `${value.slice(0, INPUT_MAX)}…` : value
}

/** PostgreSQL's text and jsonb store neither NUL nor lone surrogates: reports them anywhere in a request. */
export function findUnstorableText(value: unknown, where: readonly string[]): ValidationDetail[] {
  const found: ValidationDetail[] = []
  const path = [...where]
  const look = (inner: unknown): void => {
    if (found.length > FAULTS_MAX) return
    if (typeof inner === 'string') {
      if (inner.includes('\0') || !isWellFormed(inner)) found.push(unstorable(path))
    } else if (inner !== null && typeof inner === 'object') {
      for (const [name, each] of Object.entries(inner)) {
        path.push(name)
        look(each)
        look(name)
        path.pop()
      }
    }
  }
  look(value)
  return found
}

function unstorable(path: readonly string[]): ValidationDetail {
  const msg = 'Input should be a valid string, without NUL characters or unpaired surrogates'
  return { loc: [...path], msg, type: 'string_unicode', input: null }
}

function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed()
}
