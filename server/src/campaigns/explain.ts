/** Explains why people are not called now, for a campaign and for one contact. */
import { listCalls } from '../calls/queries.ts'
import { RUNS_PAGE_LIMITS } from '../calls/shapes.ts'
import { MICROS_PER_UNIT } from '../costs/rules/money.ts'
import { campaignLimit, spendingToday } from '../costs/rules/spend-limits.ts'
import { contactFacts, dialingFacts, type NeedsAgent, type StoredContactFacts } from '../dialer/queries.ts'
import { type RouteNow, routeNow } from '../dialer/route-facts.ts'
import { windowState } from '../dialer/rules/calling-window.ts'
import { campaignBlockers, type DialingFacts, limitBlockers, ringTimeoutMsOf } from '../dialer/rules/may-dial.ts'
import { type PassReason, passOver } from '../dialer/rules/numbers-of-contact.ts'
import type { Queries } from '../storage/database.ts'
import { factsWithoutDeck, withoutDeck } from './on-deck.ts'
import type { StoredCampaign } from './queries.ts'
import { serializeReason } from './reasons.ts'
import { shownStep, stepsForNumber } from './route-routes.ts'
import { nextPossibleAt, type RuleStatus, statusOfEveryRule, statusOfRoute } from './rules/rule-status.ts'
import { summarizeWaits, type WaitReason } from './rules/waits.ts'
import { type ContactWithNumbers, currentNumbers } from './shown-numbers.ts'
import { retryFigures, type WaitingCounts } from './view-queries.ts'
import type { CountState, WaitingContactCounts } from './waiting-counts.ts'
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
  const { facts, pending, ready, held, free, waits, countedAtMs, isCounted } = current
  return {
    campaign_id: campaign.id,
    state: campaign.state,
    as_of: new Date(nowMs),
    pending_rows: pending.rows,
    ready_rows: ready,
    held_rows: held,
    free_rows: free,
    waiting_counted: isCounted,
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

/**
 * The reasons for which the pending contacts wait, with the facts they were derived from. Not counted yet: all count as ready, unless
 * a reason holds the whole campaign.
 */
export async function currentWaits(
  db: Queries,
  campaign: StoredCampaign,
  nowMs: number,
  speaks: NeedsAgent,
  { asIfRunning = false, onDeck = 0, kept }: WaitsOptions = {},
) {
  const state = (await kept?.of(db, campaign, nowMs)) ?? { kind: 'small' }
  const { retries, byPolicy } = await waitsIn(db, campaign, nowMs, state)
  const found = factsWithoutDeck(await dialingFacts(db, campaign.organization_id, campaign.id, speaks), onDeck)
  const facts = asIfRunning ? running(found) : found
  const window = windowState(campaign.schedule_config, nowMs, ringTimeoutMsOf(facts.configuration))
  const rows = campaign.total_rows - campaign.processed_rows - campaign.live_calls
  const pending = {
    rows,
    notDue: retries?.notDue ?? 0,
    nextRetryAtMs: retries?.nextNotDue?.getTime() ?? null,
    byPolicy,
  }
  const countedAtMs = state.kind === 'counted' ? state.counts.atMs : null
  const isCounted = state.kind !== 'counting'
  return { facts, pending, countedAtMs, isCounted, ...summarizeWaits(facts, pending, nowMs, window) }
}

async function waitsIn(db: Queries, campaign: StoredCampaign, nowMs: number, state: CountState<WaitingCounts>) {
  switch (state.kind) {
    case 'counting':
      return { retries: undefined, byPolicy: { closed: [], putOff: [], closedSets: [] } }
    case 'counted': {
      const { retries, zoneSets } = state.counts
      return { retries, byPolicy: await waitsByPolicy(db, campaign, nowMs, zoneSets) }
    }
    case 'small': {
      const retries = (await retryFigures(db, [campaign.id], new Date(nowMs))).get(campaign.id)
      return { retries, byPolicy: await waitsByPolicy(db, campaign, nowMs) }
    }
  }
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
  const { id: contactId } = contact
  const { facts, now, routed, rules, numbers, ...answer } = await judgeContact(db, campaign, contact, nowMs, speaks)
  const calls = await listCalls(db, organizationId, { contactId, limit: RUNS_PAGE_LIMITS.most, offset: 0 })
  return {
    contact_id: contactId,
    campaign_id: campaign.id,
    as_of: new Date(nowMs),
    ...answer,
    rules,
    arm: facts.contact.arm?.name ?? null,
    next_possible_at: shownUntil(laterOf(nextPossibleAt(facts, nowMs), routed)),
    route: now === null ? null : stepsForNumber(now, facts.contact.phoneNumber).map(shownStep),
    phone_numbers: await currentNumbers(db, organizationId, { ...contact, ...numbers }, new Date(nowMs)),
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

/**
 * Every rule about one contact at this moment. The explanation of a contact and the history of its number both use it. Of several
 * numbers it is about the one that the next claim dials: numbers that the claim passes over are passed over here too.
 */
export async function judgeContact(
  db: Queries,
  campaign: StoredCampaign,
  { id }: { id: number },
  nowMs: number,
  speaks: NeedsAgent,
) {
  const dialing = await dialingFacts(db, campaign.organization_id, campaign.id, speaks)
  const now = await routeNow(db, campaign, nowMs)
  const judge = async (otherNumber: string | null) => {
    const facts = { ...dialing, contact: await contactFacts(db, campaign.organization_id, id, otherNumber) }
    return { facts, now, ...judgeNumber(facts, now, nowMs) }
  }
  const first = await judge(null)
  const { numbers, state } = first.facts.contact
  if (numbers === null || state !== 'pending') return { ...first, numbers: {} }
  let judged = first
  let { passed } = numbers
  // Each number is passed over at most once, and those that only a rule held are judged a second time.
  for (let step = 0; step < 2 * numbers.all.length; step++) {
    const { phoneNumber } = judged.facts.contact
    const reason = passReasonOf(judged.because)
    if (reason === null) return { ...judged, numbers: { phone_number: phoneNumber, passed_numbers: passed } }
    const move = passOver({ all: numbers.all, passed }, phoneNumber, reason)
    // No number can be dialed: the contact waits with its current one, or is finished.
    if (move.kind !== 'next') return { ...first, numbers: move.kind === 'held' ? { passed_numbers: move.passed } : {} }
    passed = move.passed
    judged = await judge(move.phoneNumber)
  }
  return { ...first, numbers: {} }
}

function judgeNumber(facts: DialingFacts & { contact: StoredContactFacts }, now: RouteNow | null, nowMs: number) {
  const routed = routeOfContact(now, facts.contact.state, facts.contact.phoneNumber)
  const found = withRoute(statusOfEveryRule(facts, nowMs), routed)
  const rules = found.map(({ rule, holds, message, untilMs }) => ({ rule, holds, message, until: shownUntil(untilMs) }))
  const because = rules.filter(({ holds }) => holds).map(({ rule, message, until }) => ({ rule, message, until }))
  return { routed, rules, may_call_now: because.length === 0, because }
}

/** Why the claim passes over this number; null: it dials the number, or the contact waits with it. */
function passReasonOf(because: ReadonlyArray<{ rule: string; until: Date | null }>): PassReason | null {
  const holds = (rule: PassReason) => because.some((one) => one.rule === rule && one.until === null)
  return (['suppressed', 'consent', 'no_route'] as const).find(holds) ?? null
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
