import type { NumberHistory } from '../api/numbers.ts'

/** Whether the number itself is permanently on the do-not-call list; a range can be removed, and an entry with an expiry ends. */
export const isSuppressedPermanently = ({ suppressed }: Pick<NumberHistory, 'suppressed'>): boolean =>
  suppressed.some(({ kind, expires_at }) => kind === 'number' && expires_at === null)
