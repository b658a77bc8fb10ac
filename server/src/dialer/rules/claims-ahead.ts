/**
 * When contacts may be claimed before a slot is free, and how many. Such a claim is "on deck": stored like every claim, and not
 * yet requested from the carrier. Only plain campaigns have a deck: for all others a later moment may need another decision.
 */
import { campaignLimit, spendingToday } from '../../costs/rules/spend-limits.ts'
import type { CampaignRow, ConfigurationRow, OrganizationRow } from '../store.ts'
import type { CallReport } from './call-report.ts'
import type { WindowState } from './calling-window.ts'
import { type CallerNumber, dialsLeftOf } from './choose-caller.ts'
import { dialsLeft } from './may-dial.ts'
import { paceOf } from './pacing.ts'

export interface ClaimsAheadSettings {
  /** A deck is built if at least `ends` calls of the organization ended within `withinMs`. */
  ends: number
  withinMs: number
  /** Longest time on deck; then the claim is returned to the queue. */
  ageMs: number
  /** Time between the starts of two transactions while slots are passed on without waiting for them. */
  restMs: number
  /** Most contacts on deck of one organization; left out: `DECK_SIZE_MAX`. */
  sizeMax?: number
}

/** Contacts on deck of one organization. */
export const DECK_SIZE_MAX = 100

/** Ended calls per second of one organization from which on it has a deck, unless the operator sets another rate. */
export const CLAIMS_AHEAD_RATE = 300

/**
 * Calls that were placed together end together, so the interval is not short. At this rate a full deck is used up in a third of the
 * time that a claim may be on it.
 */
export function claimsAheadFrom(endsPerSecond: number): ClaimsAheadSettings {
  const ends = Math.ceil(endsPerSecond / 3)
  return { ends, withinMs: 300, ageMs: 1000, restMs: 20, sizeMax: Math.min(DECK_SIZE_MAX, ends) }
}

/** No deck this long before calling hours change or a permission ends: much longer than a claim may be on deck. */
export const DECK_MARGIN_MS = 30_000
/** No deck from this many consecutive calls on that failed in the same way: a few more stop the campaigns. */
const ALIKE_FAILURES_MAX = 2

export interface PlainCampaignFacts {
  campaign: CampaignRow
  configuration: ConfigurationRow
  organization: OrganizationRow
  numbers: readonly CallerNumber[]
  /** Free conversations of the node; infinite if answered calls need none. */
  room: number
  window: WindowState
}

/** Whether, calling rules aside, nothing but the concurrency limits decides when the campaign's next contact is called. */
export function isPlainCampaign(facts: PlainCampaignFacts, nowMs: number): boolean {
  const { campaign, configuration, organization, numbers, room, window } = facts
  if (campaign.state !== 'running' || campaign.definitionId === null) return false
  if (campaignLimit(campaign.spending) !== null || spendingToday(organization.spending, nowMs) !== null) return false
  if (campaign.route || campaign.callerPool || campaign.experiment) return false
  if ((configuration.backoffUntilMs ?? 0) > nowMs || configuration.backoffs > 0) return false
  if ((configuration.failing?.calls.length ?? 0) > ALIKE_FAILURES_MAX) return false
  if (room !== Number.POSITIVE_INFINITY || numbers.some((number) => dialsLeftOf(number) !== null)) return false
  return window.open && (window.changesAtMs === null || window.changesAtMs - nowMs > DECK_MARGIN_MS)
}

/**
 * How many contacts may be on deck. Claims on deck count as live calls in the database: while the organization has free slots
 * beside the campaign, they use at most half of these, so that other calls find the rest. They also use at most half of the
 * dials that may form a burst.
 */
export function deckSize({ campaign, configuration, organization }: PlainCampaignFacts, sizeMax: number): number {
  const beside = organization.maxConcurrency - campaign.maxConcurrency
  const bySlots = beside > 0 ? Math.floor(beside / 2) : organization.maxConcurrency
  const bursts = [configuration, configuration.account].map(({ callsPerSecond }) => paceOf(callsPerSecond).burst)
  return Math.min(sizeMax, campaign.maxConcurrency, bySlots, ...bursts.map((burst) => Math.floor(burst / 2)))
}

export interface ClaimsAheadPlan {
  campaignId: number
  /** Free slots: as many claims are placed after the commit, those on deck first. */
  free: number
  size: number
  /** Claims to make now, so that the deck is full afterwards. */
  claims: number
  /** Version of the calling rules by which they are decided. */
  policyVersion: number
}

export interface DeckState {
  onDeck: number
  /** Ended calls whose slot was passed on and whose end is written by a later transaction. */
  covered: number
  isHighRate: boolean
  /** Most contacts on deck. */
  sizeMax: number
  /** Version of the calling rules by which the claims on deck were decided. */
  policyVersion: number
}

/**
 * Null: the campaign has no deck now, and what is on deck is returned. A token of the rate limit is spent at the claim and not at
 * the dial, so the dials of one second may be more than its tokens by the size of the deck: that many tokens stay unspent.
 */
export function planClaimsAhead(
  facts: PlainCampaignFacts,
  { onDeck, covered, isHighRate, sizeMax, policyVersion: decidedBy }: DeckState,
  nowMs: number,
): ClaimsAheadPlan | null {
  if (!isPlainCampaign(facts, nowMs)) return null
  const { campaign, configuration, organization } = facts
  const { policyVersion } = organization
  // The rules have changed. The request that changed them wakes the dialer later, when it has reviewed the queues.
  if (onDeck > 0 && decidedBy !== policyVersion) return null
  const size = deckSize(facts, sizeMax)
  const free = Math.min(freeSlots(campaign), freeSlots(organization)) + onDeck + covered
  // A limit was lowered, or other calls took the slots.
  if (size < 1 || free < 0) return null
  const claims = Math.max(0, free + (isHighRate ? size : 0) - onDeck)
  if (dialsLeft(configuration, nowMs) - size < claims) return null
  return { campaignId: campaign.id, free, size, claims, policyVersion }
}

function freeSlots({ maxConcurrency, liveCalls }: { maxConcurrency: number; liveCalls: number }): number {
  return maxConcurrency - liveCalls
}

/**
 * Whether the slot of a call may be passed on when this report arrives. An end that may stop the campaign or its configuration
 * is settled first.
 */
export function passesSlotOn(report: CallReport): boolean {
  if (report.kind !== 'ended' || report.unwanted || report.fault !== undefined) return false
  return report.as === 'completed' || report.as === 'busy' || report.as === 'no_answer'
}
