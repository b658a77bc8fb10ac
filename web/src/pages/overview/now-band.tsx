import { useQuery } from '@tanstack/react-query'
import { callStatistics } from '../../api/statistics.ts'
import { Sparkline } from '../../components/sparkline.tsx'
import { Switchboard } from '../../components/switchboard.tsx'
import { useLines } from '../../components/use-lines.ts'
import { useLiveCalls } from '../../components/use-live-calls.ts'
import { count, share } from '../../ui/format.ts'
import { useToday } from './today.tsx'

const HOUR_MS = 60 * 60_000

/** Current activity: slots, pace, and answer rate. */
export function NowBand() {
  const calls = useLiveCalls()
  const { live, lines } = useLines()
  return (
    <section className="now-band" aria-label="Now">
      <div className="live">
        <div className="display">{count(live)}</div>
        <div className="strong">{live === 1 ? 'live call' : 'live calls'}</div>
        <div className="small mute mt-0.5">of {count(lines)} lines</div>
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
        {count(pace)} <small>calls/min</small>
      </div>
      {values.length > 1 && (
        <Sparkline
          values={values.slice(0, -1)}
          label={`Calls ended per minute, last 60 minutes; highest ${count(Math.max(...values))}`}
        />
      )}
      <div className="small mute mt-1">last 60 minutes</div>
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
      <div className="strong">answered today</div>
      <div className="small mute mt-0.5">
        {calls === 0 ? 'no call ended yet' : `${count(answered)} of ${count(calls)} calls`}
        {pastCalls > 0 && `; a week ago ${share(pastAnswered, pastCalls)} by this time`}
      </div>
    </div>
  )
}
