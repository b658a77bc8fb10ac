import { serverSentence } from '../../api/error-words.ts'
import type { CampaignForecast } from '../../api/explain.ts'
import { forecastLeftOut } from '../../components/left-out.ts'
import { count } from '../../ui/format.ts'
import { shortMoment } from '../../ui/time.ts'
import { newCampaignWords as w } from '../../words/new-campaign.ts'

const BARS = 24

/** The estimated end, the number of people reached, and calls per hour, with ranges. */
export function ForecastView({ forecast: { forecast, based_on }, zone }: { forecast: CampaignForecast; zone: string }) {
  const { ends_at, reached, calls, calls_per_hour, left_out } = forecast
  const at = (iso: string | null) => (iso === null ? w.notForeseeable : shortMoment(Date.parse(iso), zone))
  return (
    <>
      <dl className="kv">
        <dt>{w.ends}</dt>
        <dd>
          <b className="strong">{at(ends_at.p50)}</b>
          {ends_at.p10 && ends_at.p90 && at(ends_at.p10) !== at(ends_at.p90) && (
            <small className="small mute block">{w.between(at(ends_at.p10), at(ends_at.p90))}</small>
          )}
        </dd>
        <dt>{w.reached}</dt>
        <dd>
          {w.about(count(reached.p50))}
          <small className="small mute block">{w.withCalls(Math.round(calls.p50))}</small>
        </dd>
        {left_out.map(({ reason, contacts }) => (
          <div key={reason} className="contents">
            <dt>{w.leftOut}</dt>
            <dd>
              {count(contacts)}: {forecastLeftOut(reason)}
            </dd>
          </div>
        ))}
      </dl>
      <Hours hours={calls_per_hour} zone={zone} />
      <p className="small mute">{serverSentence(based_on.message)}</p>
    </>
  )
}

function Hours({ hours, zone }: { hours: CampaignForecast['forecast']['calls_per_hour']; zone: string }) {
  const shown = hours.slice(0, BARS)
  const first = shown[0]
  const last = shown.at(-1)
  if (!first || !last) return null
  const most = Math.max(1, ...shown.map(({ calls }) => calls))
  return (
    <div>
      <div className="fc" role="img" aria-label={w.perHour(count(most))}>
        {shown.map(({ at, calls }) => (
          <i
            key={at}
            className={calls === 0 ? 'off' : ''}
            style={{ height: `${Math.max(4, (calls / most) * 100)}%` }}
            title={w.callsAt(shortMoment(Date.parse(at), zone), count(calls))}
          />
        ))}
      </div>
      <div className="row between micro mute mt-1">
        <span>{shortMoment(Date.parse(first.at), zone)}</span>
        {last !== first && <span>{shortMoment(Date.parse(last.at), zone)}</span>}
      </div>
    </div>
  )
}
