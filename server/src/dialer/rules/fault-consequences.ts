/**
 * Consequences of faults. A contact is finished only by the contact's own action, or by a fact about that number. After faults of
 * the program, the account or the network the contact is returned, and the campaign stops or backs off.
 *
 * A call that may have rung (`unknown`) is not in this table: it keeps its slot until its end is known.
 */

/** Why a call did not become a conversation, besides answered, busy, declined or no answer. */
export type CallFault =
  /** The number does not exist, or may not be called. */
  | 'number'
  /** The person marked calls of this caller as unwanted (SIP 607). */
  | 'unwanted'
  /** The account cannot dial: credentials, funds, trial limits, permissions. The next dial would fail in the same way. */
  | 'account'
  /** `account` or `number`: a permission is missing for this destination, or for all. Only other calls can show which. */
  | 'account_or_number'
  /** The carrier does not accept the caller ID: not the account's, withdrawn, or flagged. */
  | 'caller'
  /** Temporary congestion: trunk full, rate limit, or an outage. */
  | 'network'
  /** The phone rang, and then the account or the network failed. */
  | 'interrupted'
  /** The call was answered, but the agent was missing or failed. */
  | 'agent'
  /** The carrier reports a failure without a reason. */
  | 'unexplained'

export interface Consequence {
  /**
   * `as_configured`: by the campaign's retry rules. `back_later`: one attempt is spent, and the contact is called again after a
   * minimum delay.
   */
  contact: 'as_configured' | 'final' | 'given_back' | 'back_later'
  campaign: 'goes_on' | 'pauses' | 'backs_off'
  countsForBreaker: boolean
}

export const FAULT_CONSEQUENCES: Readonly<Record<CallFault | 'none', Consequence>> = {
  none: { contact: 'as_configured', campaign: 'goes_on', countsForBreaker: false },
  number: { contact: 'final', campaign: 'goes_on', countsForBreaker: false },
  unwanted: { contact: 'final', campaign: 'goes_on', countsForBreaker: false },
  account: { contact: 'given_back', campaign: 'pauses', countsForBreaker: false },
  account_or_number: { contact: 'given_back', campaign: 'goes_on', countsForBreaker: false },
  caller: { contact: 'given_back', campaign: 'goes_on', countsForBreaker: false },
  network: { contact: 'given_back', campaign: 'backs_off', countsForBreaker: false },
  interrupted: { contact: 'back_later', campaign: 'goes_on', countsForBreaker: true },
  agent: { contact: 'back_later', campaign: 'goes_on', countsForBreaker: true },
  unexplained: { contact: 'final', campaign: 'goes_on', countsForBreaker: true },
}

/** Number of answered calls in a row without an agent that pauses the campaign, with or without a circuit breaker. */
const AGENT_FAULTS_IN_A_ROW_MAX = 3
/**
 * The same for answered calls that ended within seconds and whose carrier does not report who ended them. Some people hang up
 * immediately; a carrier that cannot reach this server ends every call this way.
 */
const EARLY_ENDS_IN_A_ROW_MAX = 10
export const DOUBT_ABOUT_AGENT_MAX = AGENT_FAULTS_IN_A_ROW_MAX * EARLY_ENDS_IN_A_ROW_MAX

/** How much the end of a call adds to the doubt about the agent. */
export function doubtAboutAgent(
  { cause, endedBy }: { cause: string | null; endedBy: string | null },
  fault: CallFault | null,
): number {
  if (fault === 'agent') return EARLY_ENDS_IN_A_ROW_MAX
  return cause === HUNG_UP_EARLY && endedBy === null ? AGENT_FAULTS_IN_A_ROW_MAX : 0
}

/** Cause of an answered call that ended before an agent was connected, and so soon that a person may have hung up. */
export const HUNG_UP_EARLY = 'hung_up_early'

/** What is remembered about a refusal that looks like a fault of the account. */
export interface RefusalHistory {
  /** Number of earlier refusals of this contact. */
  refusals: number
  /**
   * Whether other contacts got through between two dials of this contact that were refused: their calls rang, were answered, or
   * ended as busy or no answer.
   */
  contradicted: boolean
  /** Whether they did so between this dial and the one before. */
  contradictedLately: boolean
  /** Whether a contact got through after this dial: the refusal says nothing about the network as it is now. */
  overtaken: boolean
  /** Number of other contacts refused since a call last got through. */
  othersInARow: number
}

/** Number of consecutive contacts whose refusal may concern their destination; from this number on, it concerns the account. */
const DOUBTFUL_IN_A_ROW_MAX = 5
const REFUSALS_MAX = 3

/**
 * A refusal that may concern the destination and hits one contact while others get through is that contact's own. Until that is
 * known, the contact waits behind the others (`aside`), so that their calls can show it. A refusal that can only concern the
 * account never finishes a contact.
 */
export function judgeAccountRefusal(standing: RefusalHistory, perhapsNumber: boolean): 'pause' | 'aside' | 'own' {
  const { refusals, contradicted, othersInARow } = standing
  if (perhapsNumber && refusals > 0 && contradicted) return 'own'
  if (refusals >= REFUSALS_MAX) return 'pause'
  if (perhapsNumber) return othersInARow + 1 >= DOUBTFUL_IN_A_ROW_MAX ? 'pause' : 'aside'
  return refusals === 0 || othersInARow > 0 ? 'pause' : 'aside'
}

/**
 * Numbers of refusals after which a contact is judged: if it is the only one refused, if other calls contradicted it at some
 * time, and if it is the only one left and no call has contradicted it (about four hours at the longest back-off).
 */
const LONE_REFUSALS_MAX = 10
const LONG_REFUSALS_MAX = 30
const UNCONTRADICTED_REFUSALS_MAX = 240

/**
 * Congestion that hits one contact repeatedly while others get through, including the last time, is not the network's. At the end
 * of a list no other contacts are left: then more refusals are needed, and many more if no call got through since the first
 * refusal, because an outage looks the same. The first call that gets through after an outage does not make contacts responsible
 * that were refused before it.
 */
export function isContactCongestion({
  refusals,
  contradicted,
  contradictedLately,
  overtaken,
  othersInARow,
}: RefusalHistory): boolean {
  if (contradictedLately) return refusals >= REFUSALS_MAX
  if (overtaken) return false
  if (othersInARow === 0) return refusals >= (contradicted ? LONE_REFUSALS_MAX : UNCONTRADICTED_REFUSALS_MAX)
  return contradicted && refusals >= LONG_REFUSALS_MAX
}

/** Number of recent ends of a configuration that distinguish congestion from numbers that are hard to reach. */
export const NETWORK_WINDOW = 20

/** `ends`: the most recent ends, true if the network was at fault, as in the newest. A single such end is not congestion. */
export function isCongested(ends: readonly boolean[], nobodyGotThroughBetween: boolean): boolean {
  if (nobodyGotThroughBetween) return true
  return ends.length >= NETWORK_WINDOW && ends.filter((network) => network).length > NETWORK_WINDOW / 2
}
