import { HISTORY_MAX } from '../../api/history-max.ts'
import type { NumberHistory } from '../../api/numbers.ts'

type History = Pick<NumberHistory, 'attempts' | 'campaigns'>

export interface CallsVerdict {
  /** No phone rang, as far as anything is recorded. */
  never: boolean
  title: string
  text: string
}

export const isCut = (entries: readonly unknown[]): boolean => entries.length >= HISTORY_MAX

/** Whether the number was ever called. A simulated call rings no phone; one in which the person declined further calls did ring. */
export function callsVerdict({ attempts, campaigns }: History): CallsVerdict {
  const simulated = attempts.filter(({ is_simulated }) => is_simulated === true).length
  const real = attempts.length - simulated
  const counted = campaigns.reduce((sum, campaign) => sum + campaign.attempts, 0)
  // Retention deletes calls and keeps the count of their contact.
  const never = real === 0 && counted <= simulated
  if (!never) {
    const also = simulated > 0 ? ` ${simulated} more were simulated and reached nobody.` : ''
    return {
      never,
      title: `Called: ${isCut(attempts) ? 'at least ' : ''}${real} ${real === 1 ? 'attempt' : 'attempts'} recorded`,
      text: `Each attempt is below, newest first.${also}`,
    }
  }
  const text =
    simulated > 0
      ? 'Only simulated calls are recorded. They reach nobody.'
      : 'No call to this number is recorded. Calls that retention has deleted are not counted.'
  return { never, title: 'Never called', text }
}
