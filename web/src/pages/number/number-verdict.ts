import { HISTORY_MAX } from '../../api/history-max.ts'
import type { NumberHistory } from '../../api/numbers.ts'
import { numberWords as w } from '../../words/number.ts'

type History = Pick<NumberHistory, 'attempts' | 'campaigns'>

export interface CallsVerdict {
  /** No phone rang, as far as recorded. */
  never: boolean
  title: string
  text: string
}

export const isCut = (entries: readonly unknown[]): boolean => entries.length >= HISTORY_MAX

/**
 * When all consents were revoked at or after the time of this one; null: they were not. A consent counts only after the last
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
 * Whether we ever called the number. A simulated call rings no phone; one in which the person declined further calls did ring.
 */
export function callsVerdict({ attempts, campaigns }: History): CallsVerdict {
  const placed = attempts.filter(({ direction }) => direction === 'outbound')
  const simulated = placed.filter(({ is_simulated }) => is_simulated === true).length
  const real = placed.length - simulated
  const calledUs = theyCalled(attempts.length - placed.length)
  const counted = campaigns.reduce((sum, campaign) => sum + campaign.attempts, 0)
  // Retention deletes calls and keeps the count of their contact.
  const never = real === 0 && counted <= simulated
  if (!never) {
    const also = simulated > 0 ? w.alsoSimulated(simulated) : ''
    return {
      never,
      title: w.recordedAttempts(real, isCut(attempts)),
      text: `${w.each}${also}${calledUs}`,
    }
  }
  const text = simulated > 0 ? w.onlySimulated : w.noCall
  return { never, title: w.never, text: `${text}${calledUs}` }
}

/** A person who called us was not called by us. */
function theyCalled(times: number): string {
  return times === 0 ? '' : w.calledUs(times)
}
