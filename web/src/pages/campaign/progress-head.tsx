import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { serverSentence } from '../../api/error-words.ts'
import { campaignForecast, excludedContacts } from '../../api/explain.ts'
import { displayStateOf, stopReason } from '../../components/campaign-actions.ts'
import { peopleText, redialableCounts, zoneOf } from '../../components/campaign-words.ts'
import { CountedAt } from '../../components/counted-at.tsx'
import { leftOutWords } from '../../components/left-out.ts'
import { OutcomeBar, OutcomeLegend, type OutcomeLegendPart } from '../../components/outcome-bar.tsx'
import { doneCount, tallyOf, totalCount, waitingCount } from '../../components/outcomes.ts'
import { stopWords } from '../../components/stop-words.ts'
import { useConnection } from '../../live/connection.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { count, share } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { homeZone, relativeTime, shortMoment, timeOfDay } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { campaignWords as w } from '../../words/campaign.ts'
import type { CampaignProps } from './campaign-page.tsx'

/** The bar and its parts, always at the top; small on the other tabs. */
export function ProgressHead({ campaign, progress, slim }: CampaignProps & { slim: boolean }) {
  const navigate = useNavigate()
  if (campaign.state === 'draft' || !progress) return null
  const tally = tallyOf(progress)
  const pick = (part: OutcomeLegendPart) =>
    void navigate({ to: paths.campaign(campaign.id, 'contacts'), search: { show: part } as never })
  return (
    <section aria-label={w.progress} className={slim ? 'slim' : ''}>
      <Stopped campaign={campaign} progress={progress} />
      <Summary campaign={campaign} progress={progress} />
      <div className="row between wrap mb-2 gap-x-4 gap-y-0.5">
        {slim ? (
          <span>
            <b className="strong">{count(doneCount(tally))}</b>{' '}
            <span className="soft">{w.ofDone(peopleText(totalCount(tally)))}</span>
          </span>
        ) : (
          <span className="figure">
            {count(doneCount(tally))} <small>{w.ofDone(peopleText(totalCount(tally)))}</small>
          </span>
        )}
        <Ends campaign={campaign} progress={progress} />
      </div>
      <OutcomeBar tally={tally} size={slim ? 'm' : 'l'} />
      {!slim && <OutcomeLegend tally={tally} onPick={pick} />}
      {!slim && <CountedAt of={progress} />}
      {!slim && <LeftOut campaign={campaign} contacts={tally.suppressed} />}
    </section>
  )
}

/** Contacts that were left out, by reason: a rule and a person's own request are different reasons. */
function LeftOut({ campaign, contacts }: Pick<CampaignProps, 'campaign'> & { contacts: number }) {
  const reasons = useQuery(excludedContacts(campaign.id, contacts)).data
  if (contacts === 0 || !reasons || reasons.length === 0) return null
  const words = reasons.map(({ rule, contacts: number }) => `${count(number)} ${leftOutWords(rule).title}`)
  return <p className="small soft mt-2">{w.leftOut(words.join('; '))}</p>
}

function Ends({ campaign, progress }: CampaignProps) {
  const now = useNow(10_000)
  const { face, heardAt } = useConnection()
  const forecast = useQuery({ ...campaignForecast(campaign.id), enabled: campaign.state === 'running' }).data
  if (face === 'reconnecting' || face === 'lost')
    return <span className="warn">{w.asOf(timeOfDay(heardAt, homeZone(), true))}</span>
  if (!progress || campaign.state !== 'running') return null
  const tally = tallyOf(progress)
  if (campaign.keep_open && waitingCount(tally) + tally.live === 0) return <span className="soft">{w.keptOpen}</span>
  const zone = zoneOf(campaign)
  const { p10, p90 } = forecast?.forecast.ends_at ?? {}
  const range = p10 && p90 && (
    <span className="mute" title={forecast && serverSentence(forecast.based_on.message)}>
      {w.forecast(shortMoment(Date.parse(p10), zone, now), shortMoment(Date.parse(p90), zone, now))}
    </span>
  )
  // The same figure as in the list and on the overview; a forecast is labelled as one.
  if (progress.estimated_end_at)
    return (
      <span className="soft">
        {w.endsAbout} <b className="strong">{shortMoment(Date.parse(progress.estimated_end_at), zone, now)}</b>{' '}
        <span className="mute">{w.atPace}</span> {range}
      </span>
    )
  if (range) return <span className="soft">{range}</span>
  if (progress.next_retry_at && progress.live_calls === 0)
    return <span className="soft">{w.nextTry(relativeTime(Date.parse(progress.next_retry_at), now))}</span>
  return null
}

/** Reasons that already end with what to do. */
const SAYS_RESUME = /(resume|setzen Sie dann fort|Setzen Sie dann fort)\.$/

/** For a campaign that stopped automatically: says why, and what to do, above everything else. */
function Stopped({ campaign, progress }: CampaignProps) {
  const reason = stopReason(campaign)
  if (!reason || !progress) return null
  const cannot = displayStateOf(campaign) === 'cannot-go-on'
  return (
    <div className="mb-4" role="alert">
      <Note
        tone="bad"
        title={cannot ? w.failed : w.stopped}
        acts={
          campaign.telephony_configuration_id !== null && (
            <ButtonLink small to={paths.telephonyConfiguration(campaign.telephony_configuration_id)}>
              {w.review(campaign.telephony_configuration_name ?? '')}
            </ButtonLink>
          )
        }
      >
        {stopWords(reason, progress)} {!SAYS_RESUME.test(reason) && (cannot ? w.fixThenTry : w.fixThenResume)}
      </Note>
    </div>
  )
}

function Summary({ campaign, progress }: CampaignProps) {
  if (campaign.state !== 'completed' || !progress) return null
  const tally = tallyOf(progress)
  const done = doneCount(tally)
  const left = redialableCounts(progress).all
  return (
    <p className="prose mb-3">
      {w.answered(count(tally.answered), peopleText(done), share(tally.answered, done))}
      {left > 0 && campaign.redialed_campaign_id === null && w.canRedial(count(left))}
    </p>
  )
}
