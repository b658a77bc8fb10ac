import { Link } from '@tanstack/react-router'
import type { LiveCall } from '../api/live-calls.ts'
import { currentStepOfCall } from '../live/call-steps.ts'
import { endedCall } from '../live/follow-calls.ts'
import { useStableList } from '../live/use-stable-list.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { clockDuration, count, ordinal, phone } from '../ui/format.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import { useNow } from '../ui/use-now.ts'
import { callsWords as w } from '../words/calls.ts'
import { markOfCall } from './outcomes.ts'
import { personNameOf } from './person-name.ts'
import { resultWords } from './result-words.ts'
import { SimulatedTag } from './simulated.tsx'

const keyOf = (call: LiveCall) => call.id

export const liveCallsText = (live: readonly LiveCall[]): string => {
  const talking = live.filter((call) => call.state === 'answered').length
  return w.talking(talking, live.length - talking)
}

/** Live calls in stable positions: with their campaign if several campaigns are shown, else with the attempt number. */
export function useLiveTable(live: readonly LiveCall[], campaigns?: ReadonlyMap<number, string>) {
  const { rows, held, show, reading } = useStableList(live, endedCall, keyOf)
  if (rows.length === 0) return null
  return (
    <div {...reading}>
      {(held.added > 0 || held.ended > 0) && (
        <div className="banner sunk mb-2" role="status">
          <StatusMark name="live" />
          <span>{w.newAndEnded(count(held.added), count(held.ended))}</span>
          <Button small onClick={show}>
            {w.show}
          </Button>
        </div>
      )}
      <div className={`sheet ${campaigns ? 'max-h-[346px] overflow-y-auto' : ''}`}>
        <table className="live">
          <thead>
            <tr>
              <th>{w.person}</th>
              <th className="l-num">{w.number}</th>
              <th>{w.step}</th>
              {campaigns ? <th className="l-step wide-only">{w.campaign}</th> : <th className="num l-try">{w.try}</th>}
              <th className="num">{w.time}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, over }) => (
              <LiveRow key={row.id} call={row} over={over} campaigns={campaigns} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function LiveRow({
  call,
  over,
  campaigns,
}: {
  call: LiveCall
  over: boolean
  campaigns: ReadonlyMap<number, string> | undefined
}) {
  const { mark, tone, word } = markOfCall(call)
  const name = personNameOf(call.initial_context)
  const single = call.call_type === 'inbound' ? w.theyCalledUs : w.single
  return (
    <tr className={over ? 'gone' : ''}>
      <td className="l-who">
        <StatusMark name={mark} tone={tone} />
        <Link className="strong" to={paths.call(call.id)}>
          {name ?? phone(call.phone_number)}
        </Link>
        <SimulatedTag of={call} />
      </td>
      <td className="nowrap soft l-num">{name ? phone(call.phone_number) : ''}</td>
      <td className="l-step">
        <span className="trunc">
          {over ? word : ((call.state === 'answered' ? currentStepOfCall(call.id) : null) ?? word)}
          {over && call.disposition && (
            <>
              , <b className="strong">{resultWords(call.disposition)}</b>
            </>
          )}
        </span>
      </td>
      {campaigns ? (
        <td className="soft wide-only l-step">
          <span className="trunc">{campaigns.get(call.campaign_id ?? 0) ?? single}</span>
        </td>
      ) : (
        <td className="num mute l-try">{ordinal(call.attempt)}</td>
      )}
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
