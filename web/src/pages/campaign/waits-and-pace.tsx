import { useQuery } from '@tanstack/react-query'
import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import { type CampaignExplanation, campaignExplanation, campaignForecast } from '../../api/explain.ts'
import { people, zoneOf } from '../../components/campaign-words.ts'
import { capitalized, count, money, plural } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import { moment, relative } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'

interface Props {
  campaign: Campaign
  progress: CampaignProgress
}

/** What the remaining contacts wait for, and what limits the pace, from the rules themselves. */
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

/** Within seconds: the remaining time; beyond: the time itself. */
function untilWords(until: string | null, zone: string, now: number): string | null {
  if (until === null) return null
  const at = Date.parse(until)
  if (at <= now + 1_500) return 'due now'
  return at - now < 3_600_000 ? `next ${relative(at, now)}` : `from ${moment(at, zone, now)}`
}

/** A wait for a free slot is not a hold. */
const isHeld = (rule: string): boolean => !/slots|pace|room/.test(rule)

const WORDS: Record<string, string> = {
  retry_time: 'Retry later',
  campaign_slots: 'Ready for the next free line',
  organization_slots: 'Ready for the next free line',
}

function Waits({ explanation, campaign }: { explanation: CampaignExplanation; campaign: Campaign }) {
  const now = useNow(1_000)
  const zone = zoneOf(campaign)
  const { pending_rows, free_rows, waits } = explanation
  return (
    <Section title={`What ${people(pending_rows)} wait for`}>
      <ul className="waits">
        {free_rows > 0 && (
          <Wait number={free_rows} of={pending_rows} what="Ready for the next free line" detail={null} held={false} />
        )}
        {[...waits]
          .sort((a, b) => Number(isHeld(a.rule)) - Number(isHeld(b.rule)))
          .map(({ rule, message, until, contacts }) => (
            <Wait
              key={rule}
              number={contacts}
              of={pending_rows}
              what={WORDS[rule] ?? message.replace(/\.$/, '')}
              detail={
                [untilWords(until, zone, now), WORDS[rule] && rule !== 'retry_time' ? message : null]
                  .filter(Boolean)
                  .join('; ') || null
              }
              held={isHeld(rule)}
            />
          ))}
      </ul>
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

/** In the currency of the organization. */
const SPEND = /_spend_limit$/

const LIMITS: Record<string, [string, string]> = {
  campaign_slots: ['This campaign', 'live call'],
  organization_slots: ['Organization', 'live call'],
  pace: ['Carrier', 'call'],
  number_limits: ['Its numbers', 'call'],
  room: ['Room to talk', 'conversation'],
  campaign_spend_limit: ['Spend limit of the campaign', ''],
  day_spend_limit: ['Spend limit of the day', ''],
  price_missing: ['Prices of the carrier', ''],
}

/** The limit in effect, highlighted; the effect of changing it, from the forecast. */
function Pace({ explanation, campaign, progress }: Props & { explanation: CampaignExplanation }) {
  const forecast = useQuery(campaignForecast(campaign.id)).data
  const faster = forecast?.alternatives.find(({ forecast: other }) => other.ends_at.p50 !== null)
  const zone = zoneOf(campaign)
  return (
    <Section title="What sets the pace">
      <ul className="limits">
        {explanation.limits.map(({ rule, limit, used, reached }) => {
          const [name, unit] = LIMITS[rule] ?? [capitalized(rule.replaceAll('_', ' ')), 'call']
          const carrier = rule === 'pace' ? (campaign.telephony_configuration_name ?? name) : name
          const words = limitWords(rule, used, limit, unit, campaign.currency)
          return <Limit key={rule} name={carrier} used={used} of={limit} words={words} full={reached} />
        })}
      </ul>
      <p className="small soft mt-2">
        {plural(progress.calls_per_minute, 'call')} ended in the last minute.
        {faster?.forecast.ends_at.p50 &&
          ` ${faster.name}: it would end about ${moment(Date.parse(faster.forecast.ends_at.p50), zone)}.`}
      </p>
    </Section>
  )
}

/** `room` is the free capacity; the others are limits, with their use. */
export function limitWords(
  rule: string,
  used: number | null,
  limit: number | null,
  unit: string,
  currency: string | null,
): string {
  if (rule === 'price_missing') return 'not entered'
  if (SPEND.test(rule) && limit !== null)
    return `${money(String(used ?? 0), null)} of ${money(String(limit), currency)}`
  if (limit === null) return `any number of ${unit}s`
  const most = plural(limit, unit)
  if (rule === 'room') return `for ${plural(limit, `more ${unit}`)}`
  if (rule === 'pace') return `at most ${most} per second`
  return used === null ? `at most ${most}` : `${count(used)} of ${most}`
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
          {name} {full && <span className="tag live">full</span>}
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
