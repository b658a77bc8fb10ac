import type { TelephonyConfiguration } from '../../api/telephony.ts'
import { peopleText } from '../../components/campaign-words.ts'
import { breakerWords, hoursWords, retryWords } from '../../forms/campaign-settings.ts'
import { openingWords } from '../../forms/week.ts'
import { count } from '../../ui/format.ts'
import { homeZone } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { newCampaignWords as w } from '../../words/new-campaign.ts'
import type { Draft } from './draft.ts'
import { ForecastView } from './forecast-view.tsx'
import { useForecast } from './use-forecast.ts'

/** What would happen to how many people and when, shown before anything is created. */
export function Summary({ draft, configuration }: { draft: Draft; configuration: TelephonyConfiguration | undefined }) {
  const now = useNow(60_000)
  const forecast = useForecast(draft)
  const { hours, max_concurrency, retry, breaker } = draft.settings
  const facts: [string, string][] = [
    [w.called, draft.list ? peopleText(draft.list.total_rows) : w.noneYet],
    [w.firstCalls, hours ? openingWords(hours.slots, now, hours.timezone) : w.immediately],
    [w.atMost, w.liveCalls(count(max_concurrency ?? 0))],
    [w.through, configuration ? configuration.name : w.noCarrierYet],
    [w.hours, hoursWords(draft.settings)],
    [w.retries, retryWords(retry)],
    [w.automaticStop, breakerWords(breaker)],
  ]
  return (
    <aside className="sumup" aria-label={w.ifYouStart}>
      <div className="sheet">
        <h2 className="strong">{w.ifYouStart}</h2>
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
                {w.oldForecast}
              </p>
            )}
            <ForecastView forecast={forecast.forecast} zone={hours?.timezone ?? homeZone()} />
          </div>
        )}
      </div>
      {configuration?.provider === 'simulator' && <p className="small mute">{w.simulated}</p>}
    </aside>
  )
}
