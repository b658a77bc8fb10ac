import { OutdialError, type ValidationFault } from '@outdial/sdk'
import { shared } from '../words/shared.ts'

/** The error as a sentence with what to do; the code comes last, so that it can be copied. */
export function sentenceOf(error: unknown): string {
  if (error instanceof OutdialError) {
    if (error.faults.length > 0) return error.faults.map(faultSentence).join(' ')
    return `${error.message.replace(/\.?$/, '.')} (${error.code})`
  }
  if (error instanceof TypeError) return shared.unreachable
  return error instanceof Error ? error.message : shared.unexpected
}

/** The documentation page about the error; null: the sentence is enough. */
export const explanationOf = (error: unknown): string | null =>
  error instanceof OutdialError && error.faults.length === 0 ? helpOfError(error.code) : null

export const helpOfError = (code: string): string => `/help/errors.html#code-${code}`

const WORDS: Record<string, (context: Record<string, unknown>) => string> = {
  missing: () => shared.required,
  string_too_short: ({ min_length }) => (min_length === 1 ? shared.required : `At least ${min_length} characters.`),
  string_too_long: ({ max_length }) => `At most ${max_length} characters.`,
  greater_than_equal: ({ ge }) => `At least ${ge}.`,
  less_than_equal: ({ le }) => `At most ${le}.`,
  greater_than: ({ gt }) => `More than ${gt}.`,
  less_than: ({ lt }) => `Less than ${lt}.`,
  int_parsing: () => 'A whole number.',
  int_type: () => 'A whole number.',
  float_parsing: () => 'A number.',
  float_type: () => 'A number.',
  url_parsing: () => 'An address that begins with https://.',
}

/** One fault of a 422 in our words, without the field's name: it is shown at the field. */
export function faultWords(fault: ValidationFault): string {
  const words = WORDS[fault.type]
  return words ? words(fault.ctx ?? {}) : `${fault.msg.replace(/^Value error, /, '').replace(/\.?$/, '.')}`
}

function faultSentence(fault: ValidationFault): string {
  return `${fault.loc.slice(1).join('.') || 'Request'}: ${faultWords(fault)}`
}

/** Faults by dotted path below the body: `retry_config.max_retries`. */
export function faultsByField(error: unknown): Map<string, string> {
  const faults = error instanceof OutdialError ? error.faults : []
  return new Map(faults.map((fault) => [fault.loc.slice(1).join('.'), faultWords(fault)]))
}
