import type { NumberHistory } from '../api/numbers.ts'

/**
 * Whether the number itself is on the do-not-call list permanently; a range can be removed, and an entry with an end expires.
 */
export const isListedForGood = ({ suppressed }: Pick<NumberHistory, 'suppressed'>): boolean =>
  suppressed.some(({ kind, expires_at }) => kind === 'number' && expires_at === null)
