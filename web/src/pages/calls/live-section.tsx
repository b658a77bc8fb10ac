import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type LiveCall, liveCalls } from '../../api/live-calls.ts'
import { markOfCall } from '../../components/outcomes.ts'
import { nameOf } from '../../components/person.ts'
import { endedCall, stepOf } from '../../live/follow-calls.ts'
import { useSettledList } from '../../live/use-settled-list.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { clockDuration, count, phone } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Section } from '../../ui/section.tsx'
import { useNow } from '../../ui/use-now.ts'

const keyOf = (call: LiveCall) => call.id

const NONE: LiveCall[] = []

/** Calls under way stand on top of all others; without any there is nothing. */
export function LiveSection({ campaigns }: { campaigns: ReadonlyMap<number, string> }) {
  const calls = useQuery(liveCalls(null))
  const live = calls.data ?? NONE
  const { rows, held, show, reading } = useSettledList(live, endedCall, keyOf)
  if (rows.length === 0) return null
  const talking = live.filter((call) => call.state === 'answered').length
  return (
    <Section title="Live" count={count(live.length)} aside={`${talking} talking, ${live.length - talking} ringing`}>
      <div {...reading}>
        {(held.added > 0 || held.ended > 0) && (
          <div className="banner sunk mb-2" role="status">
            <Mark name="live" />
            <span>
              {count(held.added)} new and {count(held.ended)} ended since you moved in here
            </span>
            <Button small onClick={show}>
              Show
            </Button>
          </div>
        )}
        <div className="sheet max-h-[346px] overflow-y-auto">
          <table className="live">
            <thead>
              <tr>
                <th>Person</th>
                <th className="l-num">Number</th>
                <th>Now</th>
                <th className="l-step wide-only">Campaign</th>
                <th className="num">Time</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, over }) => (
                <LiveRow key={row.id} call={row} over={over} campaign={campaigns.get(row.campaign_id ?? 0)} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  )
}

function LiveRow({ call, over, campaign }: { call: LiveCall; over: boolean; campaign: string | undefined }) {
  const { mark, tone, word } = markOfCall(call)
  const name = nameOf(call.initial_context)
  return (
    <tr className={over ? 'gone' : ''}>
      <td className="l-who">
        <Mark name={mark} tone={tone} />
        <Link className="strong" to={paths.call(call.id)}>
          {name ?? phone(call.phone_number)}
        </Link>
      </td>
      <td className="nowrap soft l-num">{name ? phone(call.phone_number) : ''}</td>
      <td className="l-step">
        <span className="trunc">{over ? word : (stepOf(call.id) ?? word)}</span>
      </td>
      <td className="soft wide-only">
        <span className="trunc">{campaign ?? (call.call_type === 'inbound' ? 'They called' : 'A single call')}</span>
      </td>
      <td className="num l-time">
        {over ? clockDuration(call.duration_seconds ?? 0) : <Running since={call.answered_at ?? call.created_at} />}
      </td>
    </tr>
  )
}

function Running({ since }: { since: string }) {
  const now = useNow(1_000)
  return <>{clockDuration((now - Date.parse(since)) / 1000)}</>
}
