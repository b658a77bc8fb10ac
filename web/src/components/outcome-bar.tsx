import { type CSSProperties, memo } from 'react'
import { count, share } from '../ui/format.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { shared } from '../words/shared.ts'
import { OUTCOME_PARTS, OUTCOME_WORDS, type OutcomePart, type Tally, totalCount, waitingCount } from './outcomes.ts'

const label = (tally: Tally) =>
  OUTCOME_PARTS.filter((part) => tally[part] > 0)
    .map((part) => `${count(tally[part])} ${OUTCOME_WORDS[part].toLowerCase()}`)
    .join(', ') || shared.noneYet

/** The bar's parts have widths by count; non-zero parts have a visible minimum width. */
export const OutcomeBar = memo(function OutcomeBar({ tally, size = '' }: { tally: Tally; size?: '' | 'm' | 'l' }) {
  const empty = totalCount(tally) === 0
  return (
    <div className={`bar ${size}`} role="img" aria-label={label(tally)}>
      {empty && <i className="o-waiting" style={{ '--n': 1 } as CSSProperties} />}
      {OUTCOME_PARTS.filter((part) => tally[part] > 0).map((part) => (
        <i
          key={part}
          className={`o-${part}`}
          style={{ '--n': tally[part] } as CSSProperties}
          title={`${OUTCOME_WORDS[part]} ${count(tally[part])}`}
        />
      ))}
    </div>
  )
})

export type OutcomeLegendPart = Exclude<OutcomePart, 'held'>
export const OUTCOME_LEGEND_PARTS: readonly OutcomeLegendPart[] = [
  'answered',
  'voicemail',
  'no-answer',
  'busy',
  'declined',
  'failed',
  'suppressed',
  'live',
  'waiting',
]

/** The parts as text below the bar; they sum to the total. With `onPick` they are filter buttons. */
export function OutcomeLegend({
  tally,
  picked,
  onPick,
}: {
  tally: Tally
  picked?: OutcomeLegendPart | null
  onPick?: (part: OutcomeLegendPart) => void
}) {
  const total = totalCount(tally)
  return (
    <dl className="balance">
      {OUTCOME_LEGEND_PARTS.map((part) => {
        const value = part === 'waiting' ? waitingCount(tally) : tally[part]
        return (
          <div key={part}>
            <dt>
              <StatusMark name={part} />
              <span>{OUTCOME_WORDS[part]}</span>
            </dt>
            <dd>
              {onPick ? (
                <button
                  type="button"
                  className="as-text"
                  aria-pressed={picked === part}
                  onClick={() => onPick(part)}
                  aria-label={shared.showThese(`${count(value)} ${OUTCOME_WORDS[part].toLowerCase()}`)}
                >
                  {count(value)}
                </button>
              ) : (
                count(value)
              )}
              <small>{share(value, total)}</small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
