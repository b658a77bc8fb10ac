import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import { type Spending, spendingToday } from '../../api/costs.ts'
import { serverSentence } from '../../api/error-words.ts'
import { CANDIDATES_MAX, suppressionCandidates } from '../../api/suppressions.ts'
import { configurationList, numbersOf, type PhoneNumber } from '../../api/telephony.ts'
import { type Webhook, webhookList } from '../../api/webhooks.ts'
import { displayStateOf, needsAttention, stopReason } from '../../components/campaign-actions.ts'
import { SPEND_ALARM_SHARE } from '../../components/spend-alarm.ts'
import { stopWords } from '../../components/stop-words.ts'
import { setTabTitleCount } from '../../components/tab-title.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { count, money, phone } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { timeSince } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { overviewWords as w } from '../../words/overview.ts'

interface Need {
  key: string
  severe: boolean
  title: ReactNode
  text: string
  act: { label: string; to: string }
}

interface NeedsProps {
  campaigns: readonly Campaign[]
  progresses: ReadonlyMap<number, CampaignProgress>
}

/** Lists problems that need attention, each with a sentence and a button that fixes it. */
export function NeedsAttention({ campaigns, progresses }: NeedsProps) {
  const now = useNow(30_000)
  const configurations = useQuery(configurationList()).data?.configurations ?? []
  const numbers = useQueries({
    queries: configurations.map((one) => numbersOf(one.id)),
    combine: (results) => results.flatMap(({ data }) => data?.phone_numbers ?? []),
  })
  const webhooks = useQuery(webhookList()).data ?? []
  const candidates = useQuery(suppressionCandidates())
  const spending = useQuery(spendingToday()).data
  const needs = [
    ...stopped(campaigns, progresses, now),
    ...spent(spending),
    ...undecided(candidates),
    ...unsynced(numbers),
    ...deadWebhooks(webhooks),
    ...noCarrier(configurations.length, campaigns),
  ]
  useTitleCount(needs.length)
  if (needs.length === 0)
    return (
      <p className="row mute">
        <Icon name="check" small />
        {w.nothingNeeds}
      </p>
    )
  return (
    <Section title={w.needsYou} count={count(needs.length)}>
      <ul className="sheet need">
        {needs.map(({ key, severe, title, text, act }) => (
          <li key={key}>
            {severe ? <StatusMark name="failed" /> : <Icon name="alert" small className="warn" />}
            <div>
              <div className="strong">{title}</div>
              <p>{text}</p>
            </div>
            <div className="acts">
              <ButtonLink small to={act.to}>
                {act.label}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function stopped(campaigns: readonly Campaign[], progresses: NeedsProps['progresses'], now: number): Need[] {
  return campaigns
    .filter((campaign) => needsAttention(displayStateOf(campaign)))
    .map((campaign) => {
      const since = Date.parse(campaign.logs.at(-1)?.ts ?? campaign.created_at)
      return {
        key: `campaign ${campaign.id}`,
        severe: true,
        title: (
          <>
            <Link to={paths.campaign(campaign.id)}>{campaign.name}</Link>{' '}
            {campaign.state === 'failed' ? w.failed : w.stopped} {timeSince(since, now)}
          </>
        ),
        text: stopWords(stopReason(campaign), progresses.get(campaign.id)),
        act: { label: w.review, to: paths.campaign(campaign.id) },
      }
    })
}

/** Warnings about the daily limit: nearly or fully used, or carriers without prices, which the limit keeps from dialing. */
function spent(spending: Spending | undefined): Need[] {
  if (!spending || spending.max_spend_per_day === null) return []
  const { max_spend_per_day: limit, spent_today, currency, unpriced_configurations: unpriced } = spending
  const act = { label: w.reviewCosts, to: paths.settingsPage('costs') }
  const share = Number(spent_today) / Number(limit)
  const needs: Need[] = []
  if (share >= SPEND_ALARM_SHARE)
    needs.push({
      key: 'spending',
      severe: share >= 1,
      title: share >= 1 ? w.limitReached : w.limitNear,
      text:
        w.spentOf(money(spent_today, currency), money(limit, currency)) + (share >= 1 ? w.untilTomorrow : w.atLimit),
      act,
    })
  if (unpriced.length > 0)
    needs.push({
      key: 'prices',
      severe: true,
      title: w.noCallsThrough(unpriced.map(({ name }) => name).join(', ')),
      text: w.noPrices,
      act: { label: w.enterPrices, to: paths.telephonyConfiguration(unpriced[0]!.id) },
    })
  return needs
}

/** A list that could not be read must not look like an empty one. */
function undecided({ data, error }: { data: readonly unknown[] | undefined; error: unknown }): Need[] {
  const act = { label: w.decide, to: paths.doNotCall }
  const need = { key: 'candidates', severe: true, text: w.untilDecided, act }
  if (!data) return error ? [{ ...need, title: w.candidatesUnread }] : []
  const words = w.mayNotWant(data.length)
  const title = data.length < CANDIDATES_MAX ? words : w.atLeast(words)
  return data.length === 0 ? [] : [{ ...need, title }]
}

function unsynced(numbers: readonly PhoneNumber[]): Need[] {
  return numbers
    .filter((number) => number.provider_sync?.ok === false || number.inbound_stale)
    .map((number) => ({
      key: `number ${number.id}`,
      severe: false,
      title: w.notReached(phone(number.address), number.inbound_workflow_name ?? w.theirWorkflow),
      text: number.provider_sync ? serverSentence(number.provider_sync.message) : w.sentElsewhere,
      act: { label: w.lookAtNumber, to: paths.telephonyConfiguration(number.telephony_configuration_id) },
    }))
}

function deadWebhooks(webhooks: readonly Webhook[]): Need[] {
  return webhooks
    .filter(({ state, disabled_reason }) => state === 'failing' || disabled_reason !== null)
    .map(({ id, url, description, disabled_reason }) => ({
      key: `webhook ${id}`,
      severe: disabled_reason !== null,
      title: w.notReceiving(description || new URL(url).host),
      text: disabled_reason ? w.webhookOff : w.webhookFails,
      act: { label: w.lookAtWebhook, to: paths.settingsPage('webhooks') },
    }))
}

function noCarrier(configured: number, campaigns: readonly Campaign[]): Need[] {
  if (configured > 0 || campaigns.length === 0) return []
  return [
    {
      key: 'carrier',
      severe: false,
      title: w.noCarrier,
      text: w.noCarrierText,
      act: { label: w.addCarrier, to: paths.newTelephonyConfiguration },
    },
  ]
}

/** Shows in the tab's title that attention is needed, even from other tabs. */
function useTitleCount(needs: number): void {
  useEffect(() => {
    setTabTitleCount('needs', needs)
    return () => setTabTitleCount('needs', 0)
  }, [needs])
}
