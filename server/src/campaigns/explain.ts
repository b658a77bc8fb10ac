/** Explains why people are not called now, for a campaign and for one contact. */
import { listCalls } from '../calls/queries.ts'
import { RUNS_PAGE_LIMITS } from '../calls/shapes.ts'
import { MICROS_PER_UNIT } from '../costs/rules/money.ts'
import { campaignLimit, spendingToday } from '../costs/rules/spend-limits.ts'
import { contactFacts, dialingFacts, type NeedsAgent } from '../dialer/queries.ts'
import { type RouteNow, routeNow } from '../dialer/route-facts.ts'
import { windowState } from '../dialer/rules/calling-window.ts'
import { campaignBlockers, type DialingFacts, limitBlockers, ringTimeoutMsOf } from '../dialer/rules/may-dial.ts'
import type { Queries } from '../storage/database.ts'
import { factsWithoutDeck, withoutDeck } from './on-deck.ts'
import type { StoredCampaign } from './queries.ts'
import { serializeReason } from './reasons.ts'
import { shownStep, stepsForNumber } from './route-routes.ts'
import { nextPossibleAt, type RuleStatus, statusOfEveryRule, statusOfRoute } from './rules/rule-status.ts'
import { summarizeWaits, type WaitReason } from './rules/waits.ts'
import { type ContactWithNumbers, currentNumbers } from './shown-numbers.ts'
import { retryFigures } from './view-queries.ts'
import type { WaitingContactCounts } from './waiting-counts.ts'
import { waitsByPolicy } from './waits-by-policy.ts'

export async function explainCampaign(
  db: Queries,
  campaign: StoredCampaign,
  nowMs: number,
  speaks: NeedsAgent,
  { onDeck = 0, kept }: { onDeck?: number; kept?: WaitingContactCounts | undefined } = {},
) {
  const shown = withoutDeck(campaign, onDeck)
  const current = await currentWaits(db, shown, nowMs, speaks, { onDeck, kept })
  const { facts, pending, ready, held, free, waits, countedAtMs } = current
  return {
    campaign_id: campaign.id,
    state: campaign.state,
    as_of: new Date(nowMs),
    pending_rows: pending.rows,
    ready_rows: ready,
    held_rows: held,
    free_rows: free,
    waiting_counted_at: countedAtMs === null ? null : new Date(countedAtMs),
    waits: waits.map(serializeWait),
    limits: limitsOf(facts, nowMs),
    route: (await routeNow(db, campaign, nowMs))?.steps.map(shownStep) ?? null,
  }
}

export const serializeWait = (wait: WaitReason) => ({ ...serializeReason(wait), contacts: wait.contacts })

export interface WaitsOptions {
  /** Evaluates the rules as if the campaign were running with a workflow version. */
  asIfRunning?: boolean
  onDeck?: number
  /** Left out: the waiting contacts of large campaigns are counted for this answer, too. */
  kept?: WaitingContactCounts | undefined
}

/** The reasons for which the pending contacts wait, with the facts they were derived from. */
export async function currentWaits(
  db: Queries,
  campaign: StoredCampaign,
  nowMs: number,
  speaks: NeedsAgent,
  { asIfRunning = false, onDeck = 0, kept }: WaitsOptions = {},
) {
  const counted = (await kept?.ofLarge(db, campaign, nowMs)) ?? null
  const retries = counted?.retries ?? (await retryFigures(db, [campaign.id], new Date(nowMs))).get(campaign.id)
  const found = factsWithoutDeck(await dialingFacts(db, campaign.organization_id, campaign.id, speaks), onDeck)
  const facts = asIfRunning ? running(found) : found
  const window = windowState(campaign.schedule_config, nowMs, ringTimeoutMsOf(facts.configuration))
  const rows = campaign.total_rows - campaign.processed_rows - campaign.live_calls
  const pending = {
    rows,
    notDue: retries?.notDue ?? 0,
    nextRetryAtMs: retries?.nextNotDue?.getTime() ?? null,
    byPolicy: await waitsByPolicy(db, campaign, nowMs, counted?.zoneSets),
  }
  return { facts, pending, countedAtMs: counted?.atMs ?? null, ...summarizeWaits(facts, pending, nowMs, window) }
}

function running(facts: DialingFacts): DialingFacts {
  const { campaign } = facts
  return { ...facts, campaign: { ...campaign, state: 'running', definitionId: campaign.definitionId ?? 0 } }
}

/** The limits on the pace, each with its figures, reached or not. */
function limitsOf(facts: DialingFacts, nowMs: number) {
  const { campaign, organization, configuration } = facts
  const held = [...limitBlockers(facts, nowMs), ...campaignBlockers(facts, nowMs)]
  const reached = new Map(held.map((blocker) => [blocker.rule as string, blocker]))
  const limit = (rule: string, most: number | null, used: number | null) => {
    const blocker = reached.get(rule)
    return { rule, limit: most, used, reached: blocker !== undefined, until: shownUntil(blocker?.untilMs) }
  }
  return [
    limit('campaign_slots', campaign.maxConcurrency, campaign.liveCalls),
    limit('organization_slots', organization.maxConcurrency, organization.liveCalls),
    limit('pace', configuration?.callsPerSecond ?? null, null),
    ...(facts.numbers === undefined ? [] : [limit('number_limits', null, null)]),
    ...spendLimits(facts, nowMs, limit),
    ...(facts.room === undefined ? [] : [limit('room', facts.room, null)]),
  ]
}

type ShowLimit = (
  rule: string,
  most: number | null,
  used: number | null,
) => {
  rule: string
  limit: number | null
  used: number | null
  reached: boolean
  until: Date | null
}

/** Amounts in units of the currency, as precisely as a number allows. */
function spendLimits({ campaign, organization }: DialingFacts, nowMs: number, limit: ShowLimit) {
  const own = campaignLimit(campaign.spending)
  const today = spendingToday(organization.spending, nowMs)
  const units = (micros: number) => micros / MICROS_PER_UNIT
  return [
    ...(own ? [limit('campaign_spend_limit', units(own.max), units(own.spent))] : []),
    ...(today ? [limit('day_spend_limit', units(today.max), units(today.spent))] : []),
  ]
}

export async function explainContact(
  db: Queries,
  campaign: StoredCampaign,
  contact: ContactWithNumbers & { id: number },
  nowMs: number,
  speaks: NeedsAgent,
) {
  const { organization_id: organizationId } = campaign
  const { id: contactId, phone_number: phoneNumber } = contact
  const { facts, now, routed, rules, ...answer } = await judgeContact(db, campaign, contact, nowMs, speaks)
  const calls = await listCalls(db, organizationId, { contactId, limit: RUNS_PAGE_LIMITS.most, offset: 0 })
  return {
    contact_id: contactId,
    campaign_id: campaign.id,
    as_of: new Date(nowMs),
    ...answer,
    rules,
    arm: facts.contact.arm?.name ?? null,
    next_possible_at: shownUntil(laterOf(nextPossibleAt(facts, nowMs), routed)),
    route: now === null ? null : stepsForNumber(now, phoneNumber).map(shownStep),
    phone_numbers: await currentNumbers(db, organizationId, contact, new Date(nowMs)),
    attempts: calls.reverse().map((call) => ({
      call_id: call.id,
      attempt: call.attempt,
      at: call.claimed_at,
      phone_number: call.phone_number,
      state: call.state,
      outcome: call.outcome,
      cause: call.cause,
      caller_number: call.caller_number,
      caller_reason: call.caller_reason,
      telephony_configuration_id: call.telephony_configuration_id,
      duration_seconds: call.duration_seconds,
    })),
  }
}

/** Every rule about one contact at this moment. The explanation of a contact and the history of its number both use it. */
export async function judgeContact(
  db: Queries,
  campaign: StoredCampaign,
  { id, phone_number: phoneNumber }: { id: number; phone_number: string },
  nowMs: number,
  speaks: NeedsAgent,
) {
  const facts = {
    ...(await dialingFacts(db, campaign.organization_id, campaign.id, speaks)),
    contact: await contactFacts(db, campaign.organization_id, id),
  }
  const now = await routeNow(db, campaign, nowMs)
  const routed = routeOfContact(now, facts.contact.state, phoneNumber)
  const found = withRoute(statusOfEveryRule(facts, nowMs), routed)
  const rules = found.map(({ rule, holds, message, untilMs }) => ({ rule, holds, message, until: shownUntil(untilMs) }))
  const because = rules.filter(({ holds }) => holds).map(({ rule, message, until }) => ({ rule, message, until }))
  return { facts, now, routed, rules, may_call_now: because.length === 0, because }
}

/** What the route says about a waiting contact; null: the campaign has no route, or the contact does not wait. */
function routeOfContact(now: RouteNow | null, state: string, phoneNumber: string): RuleStatus | null {
  return now && state === 'pending' ? statusOfRoute(now.route, now.steps, phoneNumber) : null
}

/** Adds the route to the rules: first if it holds the contact. */
function withRoute(rules: readonly RuleStatus[], routed: RuleStatus | null): RuleStatus[] {
  if (!routed) return [...rules]
  const others = rules.filter(({ rule }) => rule !== routed.rule)
  return routed.holds ? [routed, ...others] : [...others, routed]
}

function laterOf(untilMs: number | null, routed: RuleStatus | null): number | null {
  if (!routed?.holds || untilMs === null) return untilMs
  return routed.untilMs === null ? null : Math.max(untilMs, routed.untilMs)
}

function shownUntil(untilMs: number | null | undefined): Date | null {
  return untilMs === null || untilMs === undefined ? null : new Date(untilMs)
}
