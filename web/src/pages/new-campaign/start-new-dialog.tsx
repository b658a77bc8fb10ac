import type { TelephonyConfiguration } from '../../api/telephony.ts'
import { people } from '../../components/campaign-words.ts'
import { openingAt } from '../../forms/week.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { count, plural } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { moment } from '../../ui/time.ts'
import type { Draft } from './draft.ts'

interface StartNewProps {
  draft: Draft
  configuration: TelephonyConfiguration | undefined
  open: boolean
  onClose(): void
  act(): Promise<void>
}

export function StartNewDialog({ draft, configuration, open, onClose, act }: StartNewProps) {
  const { list, settings } = draft
  if (!list) return null
  const now = Date.now()
  const { hours } = settings
  const opening = hours ? openingAt(hours.slots, now, hours.timezone) : { open: true, changesIn: null }
  const change =
    hours && opening.changesIn !== null ? moment(now + opening.changesIn * 60_000, hours.timezone, now) : null
  const out = [
    list.rejected_rows > 0 && plural(list.rejected_rows, 'unreadable row'),
    list.duplicate_rows > 0 && plural(list.duplicate_rows, 'duplicate'),
  ].filter(Boolean)
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={
        opening.open
          ? `Start calling ${people(list.total_rows)} now?`
          : `Start calling ${people(list.total_rows)} from ${change}?`
      }
      verb={`Start calling ${people(list.total_rows)}`}
      kind="dial"
      icon="play"
      safe="Not yet"
      act={act}
    >
      <ul className="facts">
        <li>
          <Mark name={opening.open ? 'live' : 'held'} />
          <span>
            <b className="strong">{count(list.total_rows)}</b>{' '}
            {opening.open
              ? `can be called at once, at most ${settings.max_concurrency} at a time`
              : `are outside calling hours and wait until ${change}`}
          </span>
        </li>
        {opening.open && change && (
          <li>
            <Mark name="held" />
            <span>Hours close at {change}; whoever is left waits for the next opening</span>
          </li>
        )}
        {out.length > 0 && (
          <li>
            <Mark name="suppressed" />
            <span>{out.join(' and ')} are left out; so is everyone on your do-not-call list</span>
          </li>
        )}
      </ul>
      <p className="soft">
        Calls go out through {configuration?.name ?? 'your default carrier'}
        {configuration?.provider === 'simulator' ? '; nobody real is called' : ''}. You can pause at any moment: no new
        call is placed from then on, and conversations under way finish.
      </p>
    </Confirm>
  )
}
