import { type CSSProperties, memo } from 'react'
import { count, share } from '../ui/format.ts'
import { Mark } from '../ui/mark.tsx'
import { shared } from '../words/shared.ts'
import { PARTS, type Part, type Tally, totalOf, WORDS, waitingOf } from './outcomes.ts'

const label = (tally: Tally) =>
  PARTS.filter((part) => tally[part] > 0)
    .map((part) => `${count(tally[part])} ${WORDS[part].toLowerCase()}`)
    .join(', ') || shared.noneYet

/** The bar's parts have widths by count; non-zero parts have a visible minimum width. */
export const OutcomeBar = memo(function OutcomeBar({ tally, size = '' }: { tally: Tally; size?: '' | 'm' | 'l' }) {
  const empty = totalOf(tally) === 0
  return (
    <div className={`bar ${size}`} role="img" aria-label={label(tally)}>
      {empty && <i className="o-waiting" style={{ '--n': 1 } as CSSProperties} />}
      {PARTS.filter((part) => tally[part] > 0).map((part) => (
        <i
          key={part}
          className={`o-${part}`}
          style={{ '--n': tally[part] } as CSSProperties}
          title={`${WORDS[part]} ${count(tally[part])}`}
        />
      ))}
    </div>
  )
})

export type BalanceKey = Exclude<Part, 'held'>
export const BALANCE: readonly BalanceKey[] = [
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
export function Balance({
  tally,
  picked,
  onPick,
}: {
  tally: Tally
  picked?: BalanceKey | null
  onPick?: (part: BalanceKey) => void
}) {
  const total = totalOf(tally)
  return (
    <dl className="balance">
      {BALANCE.map((part) => {
        const value = part === 'waiting' ? waitingOf(tally) : tally[part]
        return (
          <div key={part}>
            <dt>
              <Mark name={part} />
              <span>{WORDS[part]}</span>
            </dt>
            <dd>
              {onPick ? (
                <button
                  type="button"
                  className="as-text"
                  aria-pressed={picked === part}
                  onClick={() => onPick(part)}
                  aria-label={shared.showThese(`${count(value)} ${WORDS[part].toLowerCase()}`)}
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
