/**
 * Contacts that the dialer has claimed ahead of free slots ("on deck"). The database counts them as live calls; nobody has asked
 * the carrier for them yet, so they are shown as waiting.
 */
import type { DialingFacts } from '../dialer/rules/may-dial.ts'
import type { StoredCampaign } from './queries.ts'

/** The number of contacts on deck of an organization, or of one of its campaigns. */
export type OnDeck = (organizationId: number, campaignId?: number) => number

export const NOBODY_ON_DECK: OnDeck = () => 0

/** The two figures are read at different moments, so they may differ by a few calls. */
const beside = (live: number, onDeck: number): number => Math.max(0, live - onDeck)

export function withoutDeck(campaign: StoredCampaign, onDeck: number): StoredCampaign {
  return onDeck === 0 ? campaign : { ...campaign, live_calls: beside(campaign.live_calls, onDeck) }
}

/** The campaign without contacts on deck among its live calls. */
export function beforeDeck({ dialer }: { dialer: { onDeck?: OnDeck } }, campaign: StoredCampaign): StoredCampaign {
  return withoutDeck(campaign, dialer.onDeck?.(campaign.organization_id, campaign.id) ?? 0)
}

export function factsWithoutDeck(facts: DialingFacts, onDeck: number): DialingFacts {
  if (onDeck === 0) return facts
  const { campaign, organization } = facts
  return {
    ...facts,
    campaign: { ...campaign, liveCalls: beside(campaign.liveCalls, onDeck) },
    organization: { ...organization, liveCalls: beside(organization.liveCalls, onDeck) },
  }
}
