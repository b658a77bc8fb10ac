import type { TelephonyConfiguration } from '../../api/telephony.ts'
import { people } from '../../components/campaign-words.ts'
import { breakerWords, hoursWords, retryWords } from '../../forms/campaign-settings.ts'
import { openingWords } from '../../forms/week.ts'
import { count } from '../../ui/format.ts'
import { homeZone } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Draft } from './draft.ts'
import { ForecastView } from './forecast-view.tsx'
import { useForecast } from './use-forecast.ts'

/** What would happen, to how many people, and when; shown before anything is created. */
export function Summary({ draft, configuration }: { draft: Draft; configuration: TelephonyConfiguration | undefined }) {
  const now = useNow(60_000)
  const forecast = useForecast(draft)
  const { hours, max_concurrency, retry, breaker } = draft.settings
  const facts: [string, string][] = [
    ['Called', draft.list ? people(draft.list.total_rows) : 'nobody yet'],
    ['First calls', hours ? openingWords(hours.slots, now, hours.timezone) : 'immediately'],
    ['At most', `${count(max_concurrency ?? 0)} live calls`],
    ['Through', configuration ? configuration.name : 'no carrier yet'],
    ['Hours', hoursWords(draft.settings)],
    ['Retries', retryWords(retry)],
    ['Automatic stop', breakerWords(breaker)],
  ]
  return (
    <aside className="sumup" aria-label="If you start now">
      <div className="sheet">
        <h2 className="strong">If you start now</h2>
        <dl className="kv">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {forecast && (
          <div aria-busy={forecast.isOld} className={forecast.isOld ? 'is-old' : ''}>
            {forecast.isOld && (
              <p className="small warn" role="status">
                Forecast of the list before; the new one is being computed.
              </p>
            )}
            <ForecastView forecast={forecast.forecast} zone={hours?.timezone ?? homeZone()} />
          </div>
        )}
      </div>
      {configuration?.provider === 'simulator' && <p className="small mute">Simulated carrier: no telephone rings.</p>}
    </aside>
  )
}
