/**
 * May this contact be called now, and if not: why, and until when? The claim uses these rules to choose contacts, and the API
 * uses them to explain why a contact was not called. Pure: facts and time are passed in.
 *
 * Each rule is in one of three groups, from the general to the particular:
 *   campaign its state, its set-up, calling hours, the carrier's back-off, what it and its organization may spend
 *   limits free slots of campaign and organization, the pace of the configuration and of its account, the limits of its
 *             numbers, capacity for the conversation
 *   contact its state, the time of its retry, whether the person asked not to be called, and the calling rules of the
 *             policy: hours where the person may be, and past calls with the number
 */
import type { ZoneSource } from '../../addresses/rules/zones-of-contact.ts'
import { formatAmount } from '../../costs/rules/money.ts'
import {
  type CampaignSpending,
  callsWithinBudget,
  campaignLimit,
  type DaySpending,
  isBudgetSpent,
  nextLocalDay,
  type Spending,
  spendingToday,
} from '../../costs/rules/spend-limits.ts'
import type { DialingRules } from '../../policies/rules/dialing-rules.ts'
import type { NumberHistory, Reason } from '../../policies/rules/verdict.ts'
import { dateOfEpochDay, wallClockIn } from '../../policies/rules/wall-clock.ts'
import { hasSlots, type Schedule, type WindowState, windowState } from './calling-window.ts'
import { ARM_HOURS, ARM_NUMBER, type ArmHours, type ArmNumberFault, armWindow, CONTROL_GROUP } from './experiment.ts'
import { availableTokens, backoffEnd, consumeTokens, nextTokenAt, paceOf } from './pacing.ts'
import { hourOf } from './reached-hours.ts'

export const CAMPAIGN_STATES = ['draft', 'running', 'paused', 'completed', 'failed'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]
export type ContactState = 'pending' | 'in_call' | 'done'

/** The number is in another live call of the organization: of a campaign, a single call, or an inbound call. */
export const IN_ANOTHER_CALL = 'in_another_call'

/** No configuration of the campaign's route accepts the number, or those that do were stopped. */
export const NO_ROUTE = 'no_route'

/** No number of the campaign can be shown now. */
export const NUMBER_LIMITS = 'number_limits'

/** An operator finished the campaign while the contact was waiting. */
export const CAMPAIGN_FINISHED = 'campaign_finished'

export type Rule =
  | typeof CONTROL_GROUP
  | typeof ARM_HOURS
  | typeof ARM_NUMBER
  | 'campaign_state'
  | 'set_up'
  | 'calling_hours'
  | 'back_off'
  | 'price_missing'
  | 'campaign_spend_limit'
  | 'day_spend_limit'
  | 'campaign_slots'
  | 'organization_slots'
  | 'pace'
  | typeof NUMBER_LIMITS
  | 'room'
  | 'contact_state'
  | 'retry_time'
  | 'not_before'
  | 'not_after'
  | typeof NO_ROUTE
  | 'suppressed'
  | typeof IN_ANOTHER_CALL
  | PolicyRule

/** Rules of a policy. */
export const POLICY_RULES = [
  'contact_hours',
  'never_open',
  'zone_unknown',
  'uncovered',
  'suspension',
  'cap',
  'least_gap',
  'cooldown',
  'registry',
  'consent',
  'number_check',
] as const
export type PolicyRule = (typeof POLICY_RULES)[number]

export const RULE_OF_REASON: Readonly<Record<Reason['rule'], PolicyRule>> = {
  hours: 'contact_hours',
  never_open: 'never_open',
  zone_unknown: 'zone_unknown',
  uncovered: 'uncovered',
  suspension: 'suspension',
  cap: 'cap',
  least_gap: 'least_gap',
  cooldown: 'cooldown',
  registry: 'registry',
  consent: 'consent',
  number_check: 'number_check',
}

export interface Blocker {
  rule: Rule
  /** When the block ends without intervention; null: something else must happen first. */
  untilMs: number | null
  /** Values for the sentence about the block. */
  facts: Readonly<Record<string, string | number>>
}

export type MayDial = { may: true } | { may: false; because: readonly Blocker[] }

export interface CampaignFacts {
  state: CampaignState
  /** The workflow version of the campaign's calls. */
  definitionId: number | null
  schedule: Schedule | null
  maxConcurrency: number
  liveCalls: number
  /** Spending of the campaign; left out: no spend limit. */
  spending?: CampaignSpending
}

export interface ConfigurationFacts {
  callsPerSecond: number
  pacedUntilMs: number | null
  /** The carrier account that the configuration shares with others; left out: not shared. */
  account?: { callsPerSecond: number; pacedUntilMs: number | null }
  backoffUntilMs: number | null
  /** Ring timeout; left out or null: unknown. */
  ringTimeoutSeconds?: number | null
  /** Whether the cost of the configuration's calls is unknown. */
  unpriced?: boolean
}

export interface OrganizationFacts {
  maxConcurrency: number
  liveCalls: number
  spending?: DaySpending | null
  /** Left out: UTC. */
  timeZone?: string
}

export interface ContactFacts {
  state: ContactState
  /** Time of the next attempt; null: not dialed yet, may be dialed at any time. */
  nextAttemptAtMs: number | null
  /** Whether the person asked to be called at that time. */
  callBack?: boolean
  suppressed: boolean
  /** The do-not-call entry; left out in the claim, which does not need it. */
  listed?: SuppressedAs | null
  /** The rule that postponed the call until `nextAttemptAtMs`. */
  putOffBy?: string | null
  /** Whether the number is in a live call of the organization that is not this contact's own. */
  inAnotherCall?: boolean
  /** Policy facts of the contact; null or left out: no policy is set. */
  policy?: ContactPolicy | null
  /** The rule that finished the contact without a call. */
  endedBy?: string | null
  /** Limits from the contact's list: no dial before `notBeforeMs`, none from `notAfterMs` on. */
  notBeforeMs?: number | null
  notAfterMs?: number | null
  /** The earlier conversation for whose hour of the day the retry waits; left out: it waits for its delay alone. */
  reached?: { atMs: number; zone: string }
  /** The arm of the person; left out: the campaign has no experiment. */
  arm?: {
    name: string
    isNotCalled: boolean
    hours?: ArmHours & { zone: string }
    /** Why the arm's own number cannot be shown; left out: it has none, or it can. */
    numberFault?: { kind: ArmNumberFault; untilMs: number | null }
  }
}

/** A do-not-call entry. `value`: the prefix or country of a whole range of numbers. `since`: `2026-11-16`. */
export type SuppressedAs =
  | { kind: 'erased' }
  | { kind: 'number' | 'range'; value: string; reason: string; source: string; since: string }

/** The rules that apply to a contact, its zones, and past calls to its number. */
export interface ContactPolicy {
  rules: Pick<DialingRules, 'explain' | 'passes'>
  group: string
  source: ZoneSource
  history: NumberHistory
}

export interface DialingFacts {
  campaign: CampaignFacts
  /** The configuration; null: there is none, or it was deleted. */
  configuration: ConfigurationFacts | null
  organization: OrganizationFacts
  /** Dials that the limits of the numbers allow which the campaign may show; left out: it has no numbers, or one without a limit. */
  numbers?: {
    left: number
    /** No number may be used again today, in the organization's time zone. */
    spentToday: boolean
    /** How many of the numbers do not rest. */
    usable: number
    /** Whether the campaign shows only chosen numbers. */
    pool: boolean
  }
  /** How many more conversations can be held; left out: as many as there are slots. */
  room?: number
}

export function mayDial(facts: DialingFacts & { contact: ContactFacts }, nowMs: number): MayDial {
  const because = [
    ...contactBlockers(facts.contact, nowMs),
    ...campaignBlockers(facts, nowMs),
    ...limitBlockers(facts, nowMs),
  ]
  return because.length === 0 ? { may: true } : { may: false, because }
}

/** `organization` left out: it has no spend limit. */
export type CampaignDialing = Pick<DialingFacts, 'campaign' | 'configuration'> & {
  organization?: OrganizationFacts | undefined
}

/** Blocks of a whole campaign, regardless of free slots. */
export function campaignBlockers(
  { campaign, configuration, organization }: CampaignDialing,
  nowMs: number,
  /** Costly to compute, so frequent callers pass a cached state. */
  window: WindowState = windowState(campaign.schedule, nowMs, ringTimeoutMsOf(configuration)),
): Blocker[] {
  const found: Blocker[] = []
  if (campaign.state !== 'running') found.push(blocker('campaign_state', null, { state: campaign.state }))
  // A draft takes the current version of its workflow when it starts.
  const lacksWorkflow = campaign.definitionId === null && campaign.state !== 'draft'
  if (!configuration || lacksWorkflow) {
    found.push(blocker('set_up', null, { lacks: configuration ? 'workflow' : 'telephony configuration' }))
  }
  if (!window.open)
    found.push(blocker('calling_hours', window.changesAtMs, closedFacts(campaign, configuration, nowMs)))
  const backoffUntilMs = backoffEnd(configuration?.backoffUntilMs ?? null, nowMs)
  if (backoffUntilMs !== null && backoffUntilMs > nowMs) found.push(blocker('back_off', backoffUntilMs))
  found.push(...spendBlockers({ campaign, configuration, organization }, nowMs))
  return found
}

/** How long a call through this configuration may ring. */
export function ringTimeoutMsOf(configuration: Pick<ConfigurationFacts, 'ringTimeoutSeconds'> | null): number {
  return (configuration?.ringTimeoutSeconds ?? 0) * 1000
}

function closedFacts(
  { schedule }: CampaignFacts,
  configuration: ConfigurationFacts | null,
  nowMs: number,
): Blocker['facts'] {
  if (!hasSlots(schedule)) return {}
  const { minute } = wallClockIn(schedule.timezone, nowMs)
  const time = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
  const isClosing = windowState(schedule, nowMs).open
  return {
    time,
    timezone: schedule.timezone,
    ...(isClosing ? { ring_seconds: ringTimeoutMsOf(configuration) / 1000 } : {}),
  }
}

/** Whether a spend limit is set although the cost of calls through this configuration is unknown. */
export function lacksPrice({ campaign, configuration, organization }: CampaignDialing, nowMs: number): boolean {
  if (!configuration?.unpriced) return false
  return campaignLimit(campaign.spending) !== null || spendingToday(organization?.spending, nowMs) !== null
}

/** Blocks by spend limits; they work only if the cost of calls is known. */
function spendBlockers({ campaign, configuration, organization }: CampaignDialing, nowMs: number): Blocker[] {
  const own = campaignLimit(campaign.spending)
  const day = organization?.spending
  const today = spendingToday(day, nowMs)
  if (own === null && today === null) return []
  const currency = day?.currency ?? ''
  const found: Blocker[] = []
  if (configuration?.unpriced) found.push(blocker('price_missing', null))
  if (own && isBudgetSpent(own)) found.push(blocker('campaign_spend_limit', null, spendFacts(own, currency)))
  if (day && today && isBudgetSpent(today)) {
    found.push(blocker('day_spend_limit', nextLocalDay(day.timeZone, nowMs), spendFacts(today, currency)))
  }
  return found
}

function spendFacts({ max, spent }: Spending, currency: string): Blocker['facts'] {
  return { spent: formatAmount(spent), limit: formatAmount(max), currency }
}

/** How many more calls the spend limits allow, counting the expected cost of the live calls. */
export function dialsWithinBudget(of: CampaignFacts): number {
  return callsWithinBudget(campaignLimit(of.spending), of.liveCalls)
}

export function dialsWithinDailyBudget(of: OrganizationFacts, nowMs: number): number {
  return callsWithinBudget(spendingToday(of.spending, nowMs), of.liveCalls)
}

/** Blocks by limits that delay the next call. */
export function limitBlockers(facts: DialingFacts, nowMs: number): Blocker[] {
  const { campaign, organization, configuration, numbers, room } = facts
  const found: Blocker[] = []
  if (slotsLeft(campaign) < 1) found.push(blocker('campaign_slots', null, { limit: campaign.maxConcurrency }))
  if (slotsLeft(organization) < 1) {
    found.push(blocker('organization_slots', null, { limit: organization.maxConcurrency }))
  }
  if (configuration && dialsLeft(configuration, nowMs) < 1) {
    const facts = { calls_per_second: bindingPace(configuration, nowMs).callsPerSecond }
    found.push(blocker('pace', nextDialAt(configuration, nowMs), facts))
  }
  if (numbers && numbers.left < 1) {
    const tomorrowMs = nextLocalDay(organization.timeZone ?? 'UTC', nowMs)
    const facts = { usable: numbers.usable, ...(numbers.pool ? { pool: 1 } : {}) }
    found.push(blocker(NUMBER_LIMITS, numbers.spentToday ? tomorrowMs : null, facts))
  }
  if (room !== undefined && room < 1) found.push(blocker('room', null))
  found.push(...reservedBlockers(campaign, organization, nowMs))
  return found
}

/** Blocks by reserved budget: the limit is not reached, but the live calls will probably use up the rest. */
function reservedBlockers(campaign: CampaignFacts, organization: OrganizationFacts, nowMs: number): Blocker[] {
  const currency = organization.spending?.currency ?? ''
  const own = campaignLimit(campaign.spending)
  const today = spendingToday(organization.spending, nowMs)
  const found: Blocker[] = []
  const reserved = { reserved: 'yes' }
  if (own && !isBudgetSpent(own) && dialsWithinBudget(campaign) < 1)
    found.push(blocker('campaign_spend_limit', null, { ...spendFacts(own, currency), ...reserved }))
  if (today && !isBudgetSpent(today) && dialsWithinDailyBudget(organization, nowMs) < 1)
    found.push(blocker('day_spend_limit', null, { ...spendFacts(today, currency), ...reserved }))
  return found
}

/** The time before which the contact's list allows no dial; null: a dial is allowed now. */
export function notDialableBefore({ notBeforeMs }: { notBeforeMs?: number | null }, nowMs: number): number | null {
  return typeof notBeforeMs === 'number' && nowMs < notBeforeMs ? notBeforeMs : null
}

/** Whether the time until which the contact's list allows dials has passed. */
export function isOverdue({ notAfterMs }: { notAfterMs?: number | null }, nowMs: number): boolean {
  return typeof notAfterMs === 'number' && nowMs >= notAfterMs
}

export function contactBlockers(contact: ContactFacts, nowMs: number): Blocker[] {
  const found: Blocker[] = []
  if (contact.state !== 'pending') {
    const ended = contact.endedBy ? { ended_by: contact.endedBy } : {}
    found.push(blocker('contact_state', null, { state: contact.state, ...ended }))
  }
  if (contact.state === 'pending' && contact.inAnotherCall) found.push(blocker(IN_ANOTHER_CALL, null))
  if (contact.state === 'pending' && contact.nextAttemptAtMs !== null && contact.nextAttemptAtMs > nowMs) {
    // The first dial waits for the time in the list, which is reported below.
    const isListed = contact.nextAttemptAtMs === contact.notBeforeMs
    if (!isListed) found.push(blocker('retry_time', contact.nextAttemptAtMs, retryFacts(contact)))
  }
  const earliestMs = notDialableBefore(contact, nowMs)
  if (contact.state === 'pending' && earliestMs !== null) found.push(blocker('not_before', earliestMs))
  if (contact.state === 'pending' && isOverdue(contact, nowMs)) found.push(blocker('not_after', null))
  if (contact.suppressed) found.push(blocker('suppressed', null, contact.listed ?? {}))
  if (contact.state === 'pending' && contact.arm?.isNotCalled)
    found.push(blocker(CONTROL_GROUP, null, { arm: contact.arm.name }))
  if (contact.state === 'pending') found.push(...armHoursBlockers(contact, nowMs), ...armNumberBlockers(contact))
  if (contact.state === 'pending' && contact.policy) found.push(...policyBlockers(contact.policy, nowMs))
  return found
}

function armHoursBlockers({ arm }: ContactFacts, nowMs: number): Blocker[] {
  if (!arm?.hours) return []
  const { start_time, end_time, zone } = arm.hours
  const { open, changesAtMs } = armWindow(arm.hours, zone, nowMs)
  return open ? [] : [blocker(ARM_HOURS, changesAtMs, { arm: arm.name, start_time, end_time, zone })]
}

function armNumberBlockers({ arm }: ContactFacts): Blocker[] {
  if (!arm?.numberFault) return []
  const { kind, untilMs } = arm.numberFault
  return [blocker(ARM_NUMBER, untilMs, { arm: arm.name, kind })]
}

function retryFacts({ callBack, putOffBy, reached, nextAttemptAtMs }: ContactFacts): Blocker['facts'] {
  if (callBack) return { call_back: 'asked' }
  if (putOffBy) return { put_off_by: putOffBy }
  if (!reached || nextAttemptAtMs === null) return {}
  const { zone, atMs } = reached
  const hour = hourOf(zone, atMs)
  // Another time was set since.
  if (hourOf(zone, nextAttemptAtMs) !== hour) return {}
  const reachedOn = dateOfEpochDay(wallClockIn(zone, atMs).day)
  return { hour: `${clockHour(hour)} to ${clockHour(hour + 1)}`, zone, reached_on: reachedOn }
}

const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

function policyBlockers({ rules, group, source, history }: ContactPolicy, nowMs: number): Blocker[] {
  return rules
    .explain(group, source, history, nowMs)
    .because.map(({ rule, from, message, untilMs }) => blocker(RULE_OF_REASON[rule], untilMs, { from, message }))
}

/** How many more calls a concurrency limit allows. */
export function slotsLeft(of: { maxConcurrency: number; liveCalls: number }): number {
  return Math.max(0, of.maxConcurrency - of.liveCalls)
}

interface Bucket {
  callsPerSecond: number
  pacedUntilMs: number | null
}

/** How many dials the rate limits of the configuration and of its account allow now. */
export function dialsLeft(configuration: ConfigurationFacts, nowMs: number): number {
  return Math.min(...bucketsOf(configuration).map((bucket) => tokensOf(bucket, nowMs)))
}

/** How many dials the account's rate limit allows now, over all its configurations. */
export function accountDialsLeft({ account, ...own }: ConfigurationFacts, nowMs: number): number {
  return tokensOf(account ?? own, nowMs)
}

/** When the next dial is allowed: now, or when the next token is available. */
export function nextDialAt(configuration: ConfigurationFacts, nowMs: number): number {
  return Math.max(...bucketsOf(configuration).map((bucket) => nextTurn(bucket, nowMs)))
}

/** Both rate limits after this many dials. */
export function consumeDialTokens(configuration: ConfigurationFacts, nowMs: number, dials: number): void {
  for (const bucket of bucketsOf(configuration)) {
    bucket.pacedUntilMs = consumeTokens(paceOf(bucket.callsPerSecond), bucket.pacedUntilMs ?? 0, nowMs, dials)
  }
}

function bucketsOf(configuration: ConfigurationFacts): Bucket[] {
  return configuration.account ? [configuration, configuration.account] : [configuration]
}

function tokensOf({ callsPerSecond, pacedUntilMs }: Bucket, nowMs: number): number {
  return availableTokens(paceOf(callsPerSecond), pacedUntilMs ?? 0, nowMs)
}

function nextTurn(bucket: Bucket, nowMs: number): number {
  if (tokensOf(bucket, nowMs) > 0) return nowMs
  return Math.max(nowMs, nextTokenAt(paceOf(bucket.callsPerSecond), bucket.pacedUntilMs ?? 0))
}

/** The rate limit that delays the next dial longest. */
function bindingPace(configuration: ConfigurationFacts, nowMs: number): Bucket {
  const [own, account] = bucketsOf(configuration) as [Bucket, Bucket?]
  return account && nextTurn(account, nowMs) > nextTurn(own, nowMs) ? account : own
}

function blocker(rule: Rule, untilMs: number | null, facts: Blocker['facts'] = {}): Blocker {
  return { rule, untilMs, facts }
}

const ENDED_BY: Readonly<Record<string, string>> = {
  suppressed: 'the number was on the do-not-call list',
  [CAMPAIGN_FINISHED]: 'the campaign was finished before the contact was called again',
  not_after: 'the time until which the list allows a call (not_after) was over',
  zone_unknown:
    'the time zone of the number cannot be told, and the policy needs it; give a time zone or a fallback zone',
  never_open: 'no moment is open in all zones the number may be in; give a state or a time zone',
  cooldown: 'the policy allows no call after what happened in an earlier one',
  [CONTROL_GROUP]: 'the person is in the control group of the experiment',
}

/** Why a contact that is looked at again later could not be called. */
const PUT_OFF_BY: Readonly<Record<string, string>> = {
  contact_hours: 'calls were not allowed at that hour where the person is',
  never_open: 'no moment is open in all zones the number may be in',
  zone_unknown: 'the time zone of the number cannot be told',
  uncovered: 'no calling rules cover the place of the number',
  suspension: 'calls were suspended where the person is',
  cap: 'the person had been called as often as the policy allows',
  least_gap: 'the last call to the person was too recent',
  cooldown: 'the policy demands a pause after what happened in an earlier call',
  registry: 'the list had not been compared with a do-not-call registry',
  consent: 'a consent of the person was missing',
  number_check: 'the number check had not answered',
  [IN_ANOTHER_CALL]: 'the number was in another live call of your organization',
  [NO_ROUTE]: 'no telephony configuration of the route took the number',
  [NUMBER_LIMITS]: 'no number could be shown in a call to this contact, because each one rested or had reached a limit',
  back_off: 'the carrier had asked to wait',
  price_missing: 'a spend limit was set, and the telephony configuration had no prices',
  [ARM_HOURS]: 'the hours of the person’s arm of the experiment had not begun',
  [ARM_NUMBER]: 'no caller number of the person’s arm of the experiment was free',
}

function listedSentence({ kind, value, reason, source, since }: Blocker['facts']): string {
  if (kind === 'erased') return 'The person was erased, and the number is not known any more.'
  if (kind === undefined) return 'The number is on the do-not-call list.'
  const what = kind === 'range' ? `All numbers of ${value} are` : 'The number is'
  return `${what} on the do-not-call list since ${since}: ${reason} (source: ${source}).`
}

/** Without facts it is about contacts of several arms. */
function armNumberSentence({ arm, kind }: Blocker['facts']): string {
  if (arm === undefined)
    return 'They are in an arm of the experiment whose own number cannot be shown now: it rests, has reached a limit, or is not an active number of the telephony configuration.'
  const number = `The number of the person’s arm of the experiment (${arm})`
  switch (kind as ArmNumberFault) {
    case 'missing':
      return `${number} is not an active number of the telephony configuration that the campaign calls through. Use it there again, or stop the experiment.`
    case 'resting':
      return `${number} rests. Use it again, or stop the experiment.`
    case 'day':
      return `${number} has been shown as often as it may be in a day.`
    case 'at_once':
      return `${number} has as many concurrent calls as its limit allows.`
  }
}

function numbersSentence({ usable, pool }: Blocker['facts'], untilMs: number | null): string {
  const which = pool ? 'number that the campaign shows' : 'number of the configuration'
  if (usable === 0 && pool)
    return 'No number of the campaign’s pool can be shown: each one rests, is inactive or was deleted. Use one of them again, or change the pool.'
  if (usable === 0) return 'Every number of the configuration rests. Use one of them again, or add another.'
  if (untilMs === null) return `Every ${which} has as many concurrent calls as its limit allows.`
  return `Every ${which} has been shown as often as it may be in a day.`
}

function closedSentence({ time, timezone, ring_seconds }: Blocker['facts'], untilMs: number | null): string {
  const clock = time === undefined ? '' : `It is ${time} in ${timezone}. `
  if (ring_seconds !== undefined)
    return `${clock}The calling hours of the campaign end before a phone has rung for ${ring_seconds} seconds.`
  if (untilMs === null)
    return `${clock}No calling hours of the campaign are open for as long as a phone may ring. Lengthen them, or shorten the ring time-out of the telephony configuration.`
  return clock === ''
    ? 'It is outside the calling hours of the campaign.'
    : `${clock}That is outside the calling hours of the campaign.`
}

function everyLiveCall(limit: string | number | undefined, of: string): string {
  return limit === 1 ? `The only live call that the ${of} may have is` : `All ${limit} live calls of the ${of} are`
}

export function perSecond(calls: string | number | undefined): string {
  return calls === 1 ? '1 call per second' : `${calls} calls per second`
}

/** A sentence about a block for operators, without names and numbers. */
export function sentenceOf({ rule, facts, untilMs }: Blocker): string {
  switch (rule) {
    case 'campaign_state':
      return facts.state === 'draft' ? 'The campaign has not been started.' : `The campaign is ${facts.state}.`
    case 'set_up':
      return `The campaign has no usable ${facts.lacks}.`
    case 'calling_hours':
      return closedSentence(facts, untilMs)
    case 'back_off':
      return 'The carrier has asked us to wait.'
    case 'price_missing':
      return 'A spend limit is set, and the telephony configuration has no prices. Set its prices, or remove the limit.'
    case 'campaign_spend_limit':
      return facts.reserved
        ? `The campaign has spent ${facts.spent} of its ${facts.limit} ${facts.currency}. The calls in progress may cost the rest.`
        : `The campaign has spent ${facts.spent} of its ${facts.limit} ${facts.currency}. Raise its spend limit to continue.`
    case 'day_spend_limit':
      return facts.reserved
        ? `Your organization has spent ${facts.spent} of ${facts.limit} ${facts.currency} today. The calls in progress may cost the rest.`
        : `Your organization has spent ${facts.spent} of ${facts.limit} ${facts.currency} today. Calls continue tomorrow, or when the limit is raised.`
    case 'campaign_slots':
      return `${everyLiveCall(facts.limit, 'campaign')} in use.`
    case 'organization_slots':
      // Only a suspended organization has a limit of 0.
      return facts.limit === 0
        ? 'The organization is suspended: no new call is placed until the operator of this installation resumes it.'
        : `${everyLiveCall(facts.limit, 'organization')} in use.`
    case 'pace':
      return `The configuration, or its carrier account, allows ${perSecond(facts.calls_per_second)}.`
    case 'number_limits':
      return numbersSentence(facts, untilMs)
    case 'room':
      return 'No node has room for one more conversation.'
    case 'contact_state':
      if (facts.ended_by)
        return `The contact was finished without a call: ${ENDED_BY[facts.ended_by] ?? facts.ended_by}.`
      return facts.state === 'in_call' ? 'The contact is in a call.' : 'The contact is finished.'
    case 'retry_time':
      if (facts.call_back) return 'The person asked to be called at a later time.'
      if (facts.reached_on)
        return `The next attempt waits for the hour from ${facts.hour} (${facts.zone}), because the person answered in that hour on ${facts.reached_on}.`
      return facts.put_off_by
        ? `The call was put off: ${PUT_OFF_BY[facts.put_off_by] ?? facts.put_off_by}. The dialer looks at the contact again at this time, or when the cause ends.`
        : 'The next attempt is not due yet.'
    case 'not_before':
      return 'The list says that this contact is not called before that time (not_before).'
    case 'not_after':
      return 'The time until which the list allows a call (not_after) is over. The contact is finished without a call.'
    case 'no_route':
      return 'No telephony configuration of the route takes this number, or those that take it were stopped. Change the route, or restore the stopped configurations.'
    case 'suppressed':
      return listedSentence(facts)
    case CONTROL_GROUP:
      return `The person is in the control group of the experiment (${facts.arm}), whose people are not called.`
    case 'in_another_call':
      return 'The number is in another live call of your organization. The dialer checks the contact again when that call ends.'
    case ARM_NUMBER:
      return armNumberSentence(facts)
    case ARM_HOURS:
      if (facts.arm === undefined) return 'They are in an arm of the experiment whose hours have not begun.'
      return `The person’s arm of the experiment (${facts.arm}) is called from ${facts.start_time} to ${facts.end_time} only (${facts.zone}).`
    case 'contact_hours':
    case 'never_open':
    case 'zone_unknown':
    case 'uncovered':
    case 'suspension':
    case 'cap':
    case 'least_gap':
    case 'cooldown':
    case 'registry':
    case 'consent':
    case 'number_check':
      return String(facts.message)
  }
}
