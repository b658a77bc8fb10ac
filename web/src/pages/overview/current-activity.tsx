import { useQuery } from '@tanstack/react-query'
import { callStatistics } from '../../api/statistics.ts'
import { Sparkline } from '../../components/sparkline.tsx'
import { Switchboard } from '../../components/switchboard.tsx'
import { useLineUsage } from '../../components/use-line-usage.ts'
import { useLiveCalls } from '../../components/use-live-calls.ts'
import { count, share } from '../../ui/format.ts'
import { overviewWords as w } from '../../words/overview.ts'
import { useToday } from './today.tsx'

const HOUR_MS = 60 * 60_000

/** Current activity: slots, pace, and answer rate. */
export function CurrentActivity() {
  const calls = useLiveCalls()
  const { live, lines } = useLineUsage()
  return (
    <section className="now-band" aria-label={w.now}>
      <div className="live">
        <div className="display">{count(live)}</div>
        <div className="strong">{w.liveCalls(live)}</div>
        <div className="small mute mt-0.5">{w.ofLines(count(lines))}</div>
      </div>
      <Switchboard calls={calls} lines={lines} />
      <Pace />
      <AnsweredToday />
    </section>
  )
}

function Pace() {
  const hour = useQuery(
    callStatistics('last hour', () => ({ from: new Date(Date.now() - HOUR_MS).toISOString(), bucket: 'minute' })),
  ).data
  const values = hour?.columns.map((column) => column.calls) ?? []
  // The current minute is incomplete; the previous one is complete.
  const pace = values.at(-2) ?? 0
  return (
    <div>
      <div className="figure">
        {count(pace)} <small>{w.callsPerMinute}</small>
      </div>
      {values.length > 1 && <Sparkline values={values.slice(0, -1)} label={w.perMinute(count(Math.max(...values)))} />}
      <div className="small mute mt-1">{w.lastHour}</div>
    </div>
  )
}

function AnsweredToday() {
  const { today, before } = useToday()
  const answered = Number((today.data?.totals.outcomes as Record<string, number> | undefined)?.answered ?? 0)
  const calls = today.data?.totals.calls ?? 0
  const past = before.data?.columns.slice(0, today.data?.columns.length ?? 0) ?? []
  const pastCalls = past.reduce((sum, column) => sum + column.calls, 0)
  const pastAnswered = past.reduce(
    (sum, column) => sum + Number((column.outcomes as Record<string, number>).answered ?? 0),
    0,
  )
  return (
    <div>
      <div className="figure">{calls === 0 ? '–' : share(answered, calls)}</div>
      <div className="strong">{w.answeredToday}</div>
      <div className="small mute mt-0.5">
        {calls === 0 ? w.noneEnded : w.ofCalls(count(answered), count(calls))}
        {pastCalls > 0 && w.weekAgo(share(pastAnswered, pastCalls))}
      </div>
    </div>
  )
}
