/** Adds the cost of ended calls, in the transaction that ends them, and stops campaigns that reached a spend limit. */
import { formatAmount } from '../costs/rules/money.ts'
import { costOf } from '../costs/rules/prices.ts'
import {
  type CrossedThreshold,
  campaignLimit,
  crossedThreshold,
  isBudgetSpent,
  localDate,
} from '../costs/rules/spend-limits.ts'
import type { PriceCache } from './price-cache.ts'
import { pauseWithReason } from './stop-campaigns.ts'
import type { LiveCall } from './store.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Carriers rate a call some time after its end; ask for the price after this delay. */
export const FIRST_PRICE_REQUEST_DELAY_MS = 120_000

/** Called after settling. Reads nothing if no chargeable call ended, and reads each price table once. */
export async function chargeCalls(work: UnitOfWork, memory: PriceCache): Promise<void> {
  const calls = work.takeChargeable()
  if (calls.length === 0) return
  const tables = await memory.of(
    work,
    calls.map((call) => call.configurationId),
  )
  for (const call of calls) {
    const prices = tables.get(call.configurationId)
    if (!prices) continue
    const { direction, phoneNumber } = call
    const amount = costOf(prices, { direction, phoneNumber, seconds: talkSeconds(call) })
    if (amount > 0) charge(work, call, amount, prices.asksCarrier)
  }
}

/** Duration of an answered call; if the carrier reports none, the longest possible one. */
function talkSeconds({ durationSeconds, answeredAtMs, endedAtMs }: LiveCall): number {
  return durationSeconds ?? Math.max(0, Math.ceil(((endedAtMs ?? 0) - (answeredAtMs ?? 0)) / 1000))
}

function charge(work: UnitOfWork, call: LiveCall, amount: number, asksCarrier: boolean): void {
  const { organizationId, campaignId, configurationId, id: callId } = call
  const organization = work.organizations.get(organizationId)
  if (!organization?.spending) return
  const before = organization.spending
  const today = localDate(before.timeZone, work.nowMs)
  const spent = before.spentOn === today ? before : { ...before, spentOn: today, spentToday: 0, callsToday: 0 }
  const day = { ...spent, spentToday: spent.spentToday + amount, callsToday: spent.callsToday + 1 }
  organization.spending = day
  const askAtMs = asksCarrier ? work.nowMs + FIRST_PRICE_REQUEST_DELAY_MS : null
  work.addCost({
    callId,
    organizationId,
    campaignId,
    configurationId,
    day: today,
    currency: day.currency,
    amount,
    askAtMs,
  })
  if (day.maxPerDay !== null) {
    const figures = { max: day.maxPerDay, spent: day.spentToday, currency: day.currency }
    tell(work, organizationId, null, crossedThreshold(day.maxPerDay, spent.spentToday, day.spentToday), figures)
  }
  chargeCampaign(work, call, amount, day.currency)
}

function chargeCampaign(work: UnitOfWork, call: LiveCall, amount: number, currency: string): void {
  const campaign = call.campaignId === null ? undefined : work.campaigns.get(call.campaignId)
  if (!campaign?.spending) return
  const before = campaign.spending
  const own = { ...before, spent: before.spent + amount, calls: before.calls + 1 }
  campaign.spending = own
  // A campaign that reached its limit is reported together with its pause.
  if (own.max === null || crossedThreshold(own.max, before.spent, own.spent) !== 'alarm') return
  tell(work, call.organizationId, call.campaignId, 'alarm', { max: own.max, spent: own.spent, currency })
}

interface Figures {
  max: number
  spent: number
  currency: string
}

function tell(
  work: UnitOfWork,
  organizationId: number,
  campaignId: number | null,
  crossing: CrossedThreshold | null,
  figures: Figures,
): void {
  if (crossing === null) return
  const data = spendData(campaignId === null ? 'day' : 'campaign', figures)
  const message =
    crossing === 'alarm'
      ? `${data.spent} of ${data.limit} ${data.currency} are spent, 80 % of the limit ${campaignId === null ? 'of the day' : 'of the campaign'}.`
      : `The spend limit of the day, ${data.limit} ${data.currency}, is reached. Calls continue tomorrow, or when the limit is raised.`
  const type = crossing === 'alarm' ? 'spend_alarm' : 'spend_limit_reached'
  const campaign = campaignId === null ? undefined : work.campaigns.get(campaignId)
  if (campaign) work.log(campaign, 'warning', type, message, data)
  else {
    const level = 'warning'
    work.event({ organizationId, type, campaignId, contactId: null, callId: null, data: { level, message, ...data } })
  }
}

function spendData(scope: 'day' | 'campaign', { max, spent, currency }: Figures) {
  return { scope, spent: formatAmount(spent), limit: formatAmount(max), currency }
}

/** Checks the spend limits; called after settling and before claiming. */
export function applySpendLimits(work: UnitOfWork): void {
  for (const campaign of work.campaigns.values()) {
    const limit = campaign.state === 'running' ? campaignLimit(campaign.spending) : null
    if (!limit || !isBudgetSpent(limit)) continue
    const currency = work.organizations.get(campaign.organizationId)?.spending?.currency ?? ''
    const data = { by: 'dialer', ...spendData('campaign', { max: limit.max, spent: limit.spent, currency }) }
    const message = `Paused: the campaign has spent ${data.spent} of its ${data.limit} ${currency}. Raise its spend limit, then resume.`
    pauseWithReason(work, campaign, 'spend_limit_reached', message, data, 'warning')
  }
}
