import { NUMBER_HISTORY_MAX } from '../../api/history-max.ts'
import type { NumberHistory } from '../../api/numbers.ts'
import { numberWords as w } from '../../words/number.ts'

type History = Pick<NumberHistory, 'attempts' | 'campaigns'>

export interface CallsVerdict {
  /** True if no phone rang, as far as recorded. */
  never: boolean
  title: string
  text: string
}

export const isHistoryCut = (entries: readonly unknown[]): boolean => entries.length >= NUMBER_HISTORY_MAX

/**
 * When all consents were revoked at or after the time of this one; null: never. A consent is valid only if it is after the last
 * revocation.
 */
export function laterRevocation(
  consents: readonly Pick<NumberHistory['consents'][number], 'kind' | 'at'>[],
  givenMs: number,
): number | null {
  const last = Math.max(...consents.filter(({ kind }) => kind === 'revoked').map(({ at }) => Date.parse(at)))
  return last >= givenMs ? last : null
}

/**
 * Whether the organization ever called the number. A simulated call rings no phone; a call in which the person declined further
 * calls did ring.
 */
export function callsVerdict({ attempts, campaigns }: History): CallsVerdict {
  const placed = attempts.filter(({ direction }) => direction === 'outbound')
  const simulated = placed.filter(({ is_simulated }) => is_simulated === true).length
  const real = placed.length - simulated
  const calledUs = theyCalled(attempts.length - placed.length)
  const counted = campaigns.reduce((sum, campaign) => sum + campaign.attempts, 0)
  // Retention deletes calls but keeps the count of their contact.
  const never = real === 0 && counted <= simulated
  if (!never) {
    const also = simulated > 0 ? w.alsoSimulated(simulated) : ''
    return {
      never,
      title: w.recordedAttempts(real, isHistoryCut(attempts)),
      text: `${w.each}${also}${calledUs}`,
    }
  }
  const text = simulated > 0 ? w.onlySimulated : w.noCall
  return { never, title: w.never, text: `${text}${calledUs}` }
}

/** A sentence about inbound calls of the person, which are not calls by the organization. */
function theyCalled(times: number): string {
  return times === 0 ? '' : w.calledUs(times)
}
