import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Campaign } from '../../api/campaigns.ts'
import { type LiveCall, liveCalls } from '../../api/live-calls.ts'
import { markOfCall } from '../../components/outcomes.ts'
import { nameOf } from '../../components/person.ts'
import { endedCall, stepOf } from '../../live/follow-calls.ts'
import { useSettledList } from '../../live/use-settled-list.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { clockDuration, count, ordinal, phone } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Show } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'

const keyOf = (call: LiveCall) => call.id
const NONE: readonly LiveCall[] = []

export function LiveCalls({ campaign }: { campaign: Campaign }) {
  const calls = useQuery(liveCalls(campaign.id))
  const live = calls.data ?? NONE
  const { rows, held, show, reading } = useSettledList(live, endedCall, keyOf)
  const talking = live.filter((call) => call.state === 'answered').length
  return (
    <Section
      title="Live calls"
      count={count(live.length)}
      aside={live.length > 0 && `${talking} talking, ${live.length - talking} ringing`}
    >
      <Show of={calls} what="The live calls">
        {() =>
          rows.length === 0 ? (
            <Empty title="No call right now">{whyNone(campaign)}</Empty>
          ) : (
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
              <div className="sheet">
                <table className="live">
                  <thead>
                    <tr>
                      <th>Contact</th>
                      <th className="l-num">Number</th>
                      <th>Step</th>
                      <th className="num l-try">Try</th>
                      <th className="num">Time</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ row, over }) => (
                      <LiveRow key={row.id} call={row} over={over} />
                    ))}
                  </tbody>
                </table>
              </div>
            </div>
          )
        }
      </Show>
    </Section>
  )
}

function whyNone({ state }: Campaign): string {
  if (state === 'completed') return 'Every contact has a final outcome.'
  if (state === 'running')
    return 'The next calls are placed as soon as somebody may be called; what they wait for stands beside.'
  return 'Calls are placed once the campaign runs.'
}

function LiveRow({ call, over }: { call: LiveCall; over: boolean }) {
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
        <span className="trunc">
          {over ? word : ((call.state === 'answered' ? stepOf(call.id) : null) ?? word)}
          {over && call.disposition && (
            <>
              , <b className="strong">{call.disposition}</b>
            </>
          )}
        </span>
      </td>
      <td className="num mute l-try">{ordinal(call.attempt)}</td>
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
