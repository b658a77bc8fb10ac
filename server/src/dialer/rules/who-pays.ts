/**
 * When something goes wrong: who pays. A contact is finished only by what the contact did, or by a fact about that number;
 * faults of ours, of the account or of the network give the person back and stop the machine instead.
 *
 * What may have rung (`unknown`) stands in no row: it keeps its slot until somebody can say what became of it.
 */

/** Why a call that was not simply answered, busy, declined or left ringing did not become a conversation. */
export type Fault =
  /** The number does not exist, or may not be called. */
  | 'number'
  /** The person marked calls of this caller as unwanted (SIP 607). */
  | 'unwanted'
  /** The account cannot dial: credentials, funds, trial limits, permissions. The next dial would fail alike. */
  | 'account'
  /** One of the two above: a permission that is missing for this destination, or for all. Only other calls can tell. */
  | 'account_or_number'
  /** The carrier does not accept the caller ID that was shown: not ours, withdrawn, or flagged. */
  | 'caller'
  /** Congestion: trunk full, rate limit, an outage. It passes. */
  | 'network'
  /** Answered, but our agent was not there, or failed. */
  | 'agent'
  /** The carrier says that it failed, and no more. */
  | 'unexplained'

export interface Consequence {
  /** `as_configured`: by the campaign's retry rules. `back_later`: one attempt spent, called again after a polite delay. */
  contact: 'as_configured' | 'final' | 'given_back' | 'back_later'
  campaign: 'goes_on' | 'pauses' | 'backs_off'
  countsForBreaker: boolean
}

export const WHO_PAYS: Readonly<Record<Fault | 'none', Consequence>> = {
  none: { contact: 'as_configured', campaign: 'goes_on', countsForBreaker: false },
  number: { contact: 'final', campaign: 'goes_on', countsForBreaker: false },
  unwanted: { contact: 'final', campaign: 'goes_on', countsForBreaker: false },
  account: { contact: 'given_back', campaign: 'pauses', countsForBreaker: false },
  account_or_number: { contact: 'given_back', campaign: 'goes_on', countsForBreaker: false },
  caller: { contact: 'given_back', campaign: 'goes_on', countsForBreaker: false },
  network: { contact: 'given_back', campaign: 'backs_off', countsForBreaker: false },
  agent: { contact: 'back_later', campaign: 'goes_on', countsForBreaker: true },
  unexplained: { contact: 'final', campaign: 'goes_on', countsForBreaker: true },
}

/** Answered and nobody there: this many in a row pause the campaign, breaker or not. */
export const AGENT_FAULTS_IN_A_ROW_MAX = 3

/** What is remembered of a refusal that looks like the account's. */
export interface Standing {
  /** How often this contact was refused before. */
  refusals: number
  /** Others got through since: their calls rang, were answered, or ended as busy or no answer. */
  contradicted: boolean
  /** Others got through since its refusal before this one. */
  contradictedLately: boolean
  /** Other contacts refused since a call last got through. */
  othersInARow: number
}

/** Contacts in a row whose refusal may be about their destination: by then it is about the account. */
const DOUBTFUL_IN_A_ROW_MAX = 5
const REFUSALS_MAX = 3

/**
 * A refusal that may be about the destination and hits one contact while others get through is that contact's own. Until
 * that is known the contact steps back behind the others (`aside`), so that one of them can tell. A refusal that can only be
 * about the account never finishes a contact.
 */
export function judgeAccountRefusal(standing: Standing, perhapsNumber: boolean): 'pause' | 'aside' | 'own' {
  const { refusals, contradicted, othersInARow } = standing
  if (perhapsNumber && refusals > 0 && contradicted) return 'own'
  if (refusals >= REFUSALS_MAX) return 'pause'
  if (perhapsNumber) return othersInARow + 1 >= DOUBTFUL_IN_A_ROW_MAX ? 'pause' : 'aside'
  return refusals === 0 || othersInARow > 0 ? 'pause' : 'aside'
}

/** Refusals of a contact that is the only one turned away, and of one that others contradicted at some time. */
const LONE_REFUSALS_MAX = 10
const LONG_REFUSALS_MAX = 30

/**
 * Congestion that meets one contact again and again while others get through, the last time too, is not the network's. At the
 * end of a list nobody is left to get through: there it takes longer to be believed.
 */
export function isOwnCongestion({ refusals, contradicted, contradictedLately, othersInARow }: Standing): boolean {
  if (contradictedLately) return refusals >= REFUSALS_MAX
  if (othersInARow === 0) return refusals >= LONE_REFUSALS_MAX
  return contradicted && refusals >= LONG_REFUSALS_MAX
}

/** Ends of a configuration that are looked at to tell congestion from numbers that are hard to reach. */
export const NETWORK_WINDOW = 20

/** `ends`: the last ones, true where the network was at fault; the newest was. One such end among others is no congestion. */
export function isCongested(ends: readonly boolean[], nobodyGotThroughBetween: boolean): boolean {
  if (nobodyGotThroughBetween) return true
  return ends.length >= NETWORK_WINDOW && ends.filter((network) => network).length > NETWORK_WINDOW / 2
}
