import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Campaign, CampaignProgress } from '../../api/campaigns.ts'
import { type Spending, spendingToday } from '../../api/costs.ts'
import { CANDIDATES_MAX, suppressionCandidates } from '../../api/suppressions.ts'
import { configurationList, numbersOf, type PhoneNumber } from '../../api/telephony.ts'
import { type Webhook, webhookList } from '../../api/webhooks.ts'
import { faceOf, needsSomeone, stopReason } from '../../components/campaign-actions.ts'
import { tallyOf, waitingOf } from '../../components/outcomes.ts'
import { ALARM_SHARE } from '../../components/spend-alarm.ts'
import { setTitleCount } from '../../components/tab-title.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { count, money, phone, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Section } from '../../ui/section.tsx'
import { relative } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'

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

/** Problems that need attention, each with a sentence and the button that fixes it. */
export function NeedsYou({ campaigns, progresses }: NeedsProps) {
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
        Nothing needs you
      </p>
    )
  return (
    <Section title="Needs you" count={count(needs.length)}>
      <ul className="sheet need">
        {needs.map(({ key, severe, title, text, act }) => (
          <li key={key}>
            {severe ? <Mark name="failed" /> : <Icon name="alert" small className="warn" />}
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
    .filter((campaign) => needsSomeone(faceOf(campaign)))
    .map((campaign) => {
      const progress = progresses.get(campaign.id)
      const waiting = progress ? waitingOf(tallyOf(progress)) : null
      const failed = progress ? tallyOf(progress).failed : 0
      const since = Date.parse(campaign.logs.at(-1)?.ts ?? campaign.created_at)
      return {
        key: `campaign ${campaign.id}`,
        severe: true,
        title: (
          <>
            <Link to={paths.campaign(campaign.id)}>{campaign.name}</Link>{' '}
            {campaign.state === 'failed' ? 'failed' : 'stopped automatically'} {relative(since, now)}
          </>
        ),
        text: [
          (stopReason(campaign) ?? '').replace(/\.?$/, '.'),
          waiting !== null && `${plural(waiting, 'person', 'people')} still to call.`,
          failed > 0 && `${count(failed)} failed and are not called again.`,
        ]
          .filter(Boolean)
          .join(' '),
        act: { label: 'Review', to: paths.campaign(campaign.id) },
      }
    })
}

/** Near or at the daily limit, or carriers that a limit keeps from dialing. */
function spent(spending: Spending | undefined): Need[] {
  if (!spending || spending.max_spend_per_day === null) return []
  const { max_spend_per_day: limit, spent_today, currency, unpriced_configurations: unpriced } = spending
  const act = { label: 'Review costs', to: paths.settingsPage('costs') }
  const share = Number(spent_today) / Number(limit)
  const needs: Need[] = []
  if (share >= ALARM_SHARE)
    needs.push({
      key: 'spending',
      severe: share >= 1,
      title: share >= 1 ? 'The spend limit of today is reached' : 'The spend limit of today is nearly reached',
      text: `${money(spent_today, currency)} of ${money(limit, currency)}. ${share >= 1 ? 'No call is placed before tomorrow.' : 'At the limit no call is placed before tomorrow.'}`,
      act,
    })
  if (unpriced.length > 0)
    needs.push({
      key: 'prices',
      severe: true,
      title: `Nobody is called through ${unpriced.map(({ name }) => name).join(', ')}`,
      text: 'A spend limit is set, and there are no prices. Enter prices, or remove the limit.',
      act: { label: 'Enter prices', to: paths.telephonyConfiguration(unpriced[0]!.id) },
    })
  return needs
}

/** A list that could not be read is not an empty one. */
function undecided({ data, error }: { data: readonly unknown[] | undefined; error: unknown }): Need[] {
  const act = { label: 'Decide', to: paths.doNotCall }
  const need = { key: 'candidates', severe: true, text: 'Campaigns can call them until you decide.', act }
  if (!data) return error ? [{ ...need, title: 'People who may not want to be called again could not be read' }] : []
  const people = plural(data.length, 'person', 'people')
  const title = `${data.length < CANDIDATES_MAX ? people : `At least ${people}`} may not want to be called again`
  return data.length === 0 ? [] : [{ ...need, title }]
}

function unsynced(numbers: readonly PhoneNumber[]): Need[] {
  return numbers
    .filter((number) => number.provider_sync?.ok === false || number.inbound_stale)
    .map((number) => ({
      key: `number ${number.id}`,
      severe: false,
      title: `Calls to ${phone(number.address)} do not reach ${number.inbound_workflow_name ?? 'their workflow'}`,
      text: number.provider_sync?.message ?? 'The carrier sends them elsewhere, or was never told.',
      act: { label: 'Look at the number', to: paths.telephonyConfiguration(number.telephony_configuration_id) },
    }))
}

function deadWebhooks(webhooks: readonly Webhook[]): Need[] {
  return webhooks
    .filter(({ state, disabled_reason }) => state === 'failing' || disabled_reason !== null)
    .map(({ id, url, description, disabled_reason }) => ({
      key: `webhook ${id}`,
      severe: disabled_reason !== null,
      title: `${description || new URL(url).host} is not receiving events`,
      text: disabled_reason
        ? 'The webhook was switched off: nothing arrived there for a day. Events wait for it.'
        : 'Messages to this webhook do not arrive. They are sent again for 24 hours.',
      act: { label: 'Look at the webhook', to: paths.settingsPage('webhooks') },
    }))
}

function noCarrier(configured: number, campaigns: readonly Campaign[]): Need[] {
  if (configured > 0 || campaigns.length === 0) return []
  return [
    {
      key: 'carrier',
      severe: false,
      title: 'There is no carrier',
      text: 'Without one no campaign can start.',
      act: { label: 'Add a carrier', to: paths.newTelephonyConfiguration },
    },
  ]
}

/** The tab's title shows that attention is needed, even from other tabs. */
function useTitleCount(needs: number): void {
  useEffect(() => {
    setTitleCount(needs)
    return () => setTitleCount(0)
  }, [needs])
}
