import { useQuery } from '@tanstack/react-query'
import { listPreview } from '../../api/contact-lists.ts'
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
  const preview = useQuery({ ...listPreview(list?.source_id ?? ''), enabled: list !== null }).data
  if (!list) return null
  const suppressed = preview?.suppressed_rows ?? 0
  const called = list.total_rows - suppressed
  const now = Date.now()
  const { hours } = settings
  const opening = hours ? openingAt(hours.slots, now, hours.timezone) : { open: true, changesIn: null }
  const change =
    hours && opening.changesIn !== null ? moment(now + opening.changesIn * 60_000, hours.timezone, now) : null
  const out = [
    suppressed > 0 && `${count(suppressed)} on your do-not-call list`,
    list.rejected_rows > 0 && plural(list.rejected_rows, 'unreadable row'),
    list.duplicate_rows > 0 && plural(list.duplicate_rows, 'duplicate'),
  ].filter((words) => words !== false)
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={opening.open ? `Start calling ${people(called)} now?` : `Start calling ${people(called)} from ${change}?`}
      verb={`Start calling ${people(called)}`}
      kind="dial"
      icon="play"
      safe="Not yet"
      act={act}
    >
      <ul className="facts">
        <li>
          <Mark name={opening.open ? 'live' : 'held'} />
          <span>
            <b className="strong">{count(called)}</b>{' '}
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
            <span>{new Intl.ListFormat('en-GB').format(out)} are left out</span>
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
