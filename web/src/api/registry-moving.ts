import type { Schemas } from '@outdial/sdk'

export type Registry = Schemas['Registry']

/** Its figures change without an action of the operator. */
export function isMoving({ import: running, as_of, is_required, lists_unchecked, scrubbed_on, failures }: Registry) {
  if (running !== null) return true
  // A failed comparison is tried again every few seconds, but may fail for ever.
  if (as_of === null || failures.some(({ step }) => step === 'check')) return false
  return lists_unchecked > 0 || (is_required && (scrubbed_on === null || scrubbed_on < as_of))
}
