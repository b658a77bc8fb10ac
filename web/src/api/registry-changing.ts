import type { Schemas } from '@outdial/sdk'

export type Registry = Schemas['Registry']

/** Whether the registry's figures change without an action of the operator, so that it is polled. */
export function isRegistryChanging({
  import: running,
  as_of,
  is_required,
  lists_unchecked,
  scrubbed_on,
  failures,
}: Registry) {
  if (running !== null) return true
  // A failed comparison is retried every few seconds, but may fail forever, so it does not count as progress.
  if (as_of === null || failures.some(({ step }) => step === 'check')) return false
  return lists_unchecked > 0 || (is_required && (scrubbed_on === null || scrubbed_on < as_of))
}
