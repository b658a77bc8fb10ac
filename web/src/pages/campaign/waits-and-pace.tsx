import { useQuery } from '@tanstack/react-query'
import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import { serverSentence } from '../../api/error-words.ts'
import { type CampaignExplanation, campaignExplanation, campaignForecast } from '../../api/explain.ts'
import { peopleText, zoneOf } from '../../components/campaign-words.ts'
import { CountedAt } from '../../components/counted-at.tsx'
import { capitalized, count } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { relativeTime, shortMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { waitWords as w } from '../../words/waits.ts'
import { limitWords } from './limit-words.ts'

interface Props {
  campaign: Campaign
  progress: CampaignProgress
}

/** Reasons for which the remaining contacts wait, and the limits of the pace, from the server's rules. */
export function WaitsAndPace({ campaign, progress }: Props) {
  const explanation = useQuery(campaignExplanation(campaign.id)).data
  if (!explanation) return null
  return (
    <>
      {explanation.pending_rows > 0 && <Waits explanation={explanation} campaign={campaign} />}
      {campaign.state === 'running' && <Pace explanation={explanation} campaign={campaign} progress={progress} />}
    </>
  )
}

/** For a near time, the remaining time; otherwise the time itself. */
function untilWords(until: string | null, zone: string, now: number): string | null {
  if (until === null) return null
  const at = Date.parse(until)
  if (at <= now + 1_500) return w.dueNow
  return at - now < 3_600_000 ? w.next(relativeTime(at, now)) : w.from(shortMoment(at, zone, now))
}

/** Whether a rule counts as a hold; waiting for a free slot does not. */
const isHeld = (rule: string): boolean => !/slots|pace|room/.test(rule)

const WORDS: Record<string, string> = {
  retry_time: w.retryLater,
  campaign_slots: w.ready,
  organization_slots: w.ready,
}

function Waits({ explanation, campaign }: { explanation: CampaignExplanation; campaign: Campaign }) {
  const now = useNow(1_000)
  const zone = zoneOf(campaign)
  const { pending_rows, free_rows, waits } = explanation
  return (
    <Section title={w.waitFor(peopleText(pending_rows))}>
      <ul className="waits">
        {free_rows > 0 && <Wait number={free_rows} of={pending_rows} what={w.ready} detail={null} held={false} />}
        {[...waits]
          .sort((a, b) => Number(isHeld(a.rule)) - Number(isHeld(b.rule)))
          .map(({ rule, message, until, contacts }) => (
            <Wait
              key={rule}
              number={contacts}
              of={pending_rows}
              what={WORDS[rule] ?? serverSentence(message).replace(/\.$/, '')}
              detail={
                [untilWords(until, zone, now), WORDS[rule] && rule !== 'retry_time' ? serverSentence(message) : null]
                  .filter(Boolean)
                  .join('; ') || null
              }
              held={isHeld(rule)}
            />
          ))}
      </ul>
      <CountedAt of={explanation} />
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
        <i className={held ? 'held' : 'waiting'} style={{ width: `${(number / Math.max(1, of)) * 100}%` }} />
      </span>
    </li>
  )
}

const LIMITS: Record<string, string> = w.limits

/** The limits of the pace. The one in effect is highlighted, with the effect of changing it from the forecast. */
function Pace({ explanation, campaign, progress }: Props & { explanation: CampaignExplanation }) {
  const forecast = useQuery(campaignForecast(campaign.id)).data
  const faster = forecast?.alternatives.find(({ forecast: other }) => other.ends_at.p50 !== null)
  const zone = zoneOf(campaign)
  return (
    <Section title={w.title}>
      <ul className="limits">
        {explanation.limits.map(({ rule, limit, used, reached }) => {
          const name = LIMITS[rule] ?? capitalized(rule.replaceAll('_', ' '))
          const carrier = rule === 'pace' ? (campaign.telephony_configuration_name ?? name) : name
          const words = limitWords(rule, used, limit, campaign.currency)
          return <Limit key={rule} name={carrier} used={used} of={limit} words={words} full={reached} />
        })}
      </ul>
      <p className="small soft mt-2">
        {w.endedLastMinute(progress.calls_per_minute)}
        {faster?.forecast.ends_at.p50 &&
          w.wouldEnd(faster.name, shortMoment(Date.parse(faster.forecast.ends_at.p50), zone))}
      </p>
    </Section>
  )
}

interface LimitProps {
  name: string
  used: number | null
  of: number | null
  words: string
  full: boolean
}

function Limit({ name, used, of, words, full }: LimitProps) {
  return (
    <li className={full ? 'hot' : ''}>
      <div className="row between">
        <span>
          {name} {full && <span className="tag live">{w.full}</span>}
        </span>
        <span className="soft">{words}</span>
      </div>
      {used !== null && of !== null && (
        <div className="l-bar">
          <i style={{ width: `${Math.min(100, (used / Math.max(1, of)) * 100)}%` }} />
        </div>
      )}
    </li>
  )
}
