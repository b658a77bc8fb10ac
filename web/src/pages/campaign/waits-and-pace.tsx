import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import { people, zoneOf } from '../../components/campaign-words.ts'
import { tallyOf, waitingOf } from '../../components/outcomes.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { moment, relative } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'

interface Props {
  campaign: Campaign
  progress: CampaignProgress
}

/** What those who are left wait for, by reason; the parts sum to the title's figure. */
export function Waits({ campaign, progress }: Props) {
  const now = useNow(1_000)
  const waiting = waitingOf(tallyOf(progress))
  if (waiting === 0) return null
  const zone = zoneOf(campaign)
  const later = Math.min(progress.retries_not_due, waiting)
  const rest = waiting - later
  const next = progress.next_retry_at ? Date.parse(progress.next_retry_at) : null
  const [first, ...others] = progress.waiting_because
  const until = first?.until ? `until ${moment(Date.parse(first.until), zone, now)}` : null
  return (
    <Section title={`What ${people(waiting)} wait for`}>
      <ul className="waits">
        {rest > 0 && (
          <Wait
            number={rest}
            of={waiting}
            what={first ? first.message.replace(/\.$/, '') : 'Ready for the next free line'}
            detail={[until, ...others.map(({ message }) => message)].filter(Boolean).join('; ') || null}
            held={first !== undefined && !/slots|pace|room/.test(first.rule)}
          />
        )}
        {later > 0 && (
          <Wait
            number={later}
            of={waiting}
            what="Retry later"
            detail={next === null ? null : next <= now + 1_500 ? 'due now' : `next ${relative(next, now)}`}
            held
          />
        )}
      </ul>
    </Section>
  )
}

function Wait({
  number,
  of,
  what,
  detail,
  held,
}: {
  number: number
  of: number
  what: string
  detail: string | null
  held: boolean
}) {
  return (
    <li>
      <span className="w-n">{count(number)}</span>
      <span className="grow">
        {what}
        {detail && <small>{detail}</small>}
      </span>
      <span className="w-bar">
        <i className={held ? 'held' : 'waiting'} style={{ width: `${(number / of) * 100}%` }} />
      </span>
    </li>
  )
}

/** Which limit is the one that counts now. */
export function Pace({ campaign, progress }: Props) {
  const organization = useOrganization()
  const waiting = waitingOf(tallyOf(progress)) - progress.waiting_for_retry
  const full = progress.live_calls >= campaign.max_concurrency
  return (
    <Section title="What sets the pace">
      <ul className="limits">
        <Limit name="This campaign" used={progress.live_calls} of={campaign.max_concurrency} unit="live calls" />
        <Limit name="Organization" used={organization.live_calls} of={organization.max_concurrency} unit="live calls" />
      </ul>
      <p className="small soft mt-2">
        {count(progress.calls_per_minute)} calls ended in the last minute.
        {full && waiting > 0 && ' More live calls would make it faster; pause to change the limit.'}
      </p>
    </Section>
  )
}

function Limit({ name, used, of, unit }: { name: string; used: number; of: number; unit: string }) {
  const full = used >= of
  return (
    <li className={full ? 'hot' : ''}>
      <div className="row between">
        <span>
          {name} {full && <span className="tag live">full</span>}
        </span>
        <span className="soft">
          <b className="strong">{count(used)}</b> of {count(of)} {unit}
        </span>
      </div>
      <div className="l-bar">
        <i style={{ width: `${Math.min(100, (used / of) * 100)}%` }} />
      </div>
    </li>
  )
}
