/**
 * The database operations that the dialer needs. Two implementations, PostgreSQL and memory, pass one conformance suite. The
 * dialer and its rules decide; a store only reads, locks and writes. Times are epoch milliseconds.
 */

import type { ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { CampaignSpending, DaySpending } from '../costs/rules/spend-limits.ts'
import type { EventType } from '../events/types.ts'
import type { RecordDraft } from '../ledger/rules/chain.ts'
import type { ConfirmedDuties } from '../policies/rules/consent.ts'
import type { Policy } from '../policies/rules/policy.ts'
import type { NumberHistory } from '../policies/rules/verdict.ts'
import type { SuppressionProposal } from '../suppressions/rules/proposal-sql.ts'
import type { AddressType } from '../telephony/provider.ts'
import type { Breaker, BreakerCount } from './rules/breaker.ts'
import type { Schedule } from './rules/calling-window.ts'
import type { AcceptedNumber, CallerNumber, CallerPool, CallerReason } from './rules/choose-caller.ts'
import type { Experiment } from './rules/experiment.ts'
import type { CampaignState } from './rules/may-dial.ts'
import type { NumberMove, NumbersOfContact } from './rules/numbers-of-contact.ts'
import type { ContactOutcome, Outcome, RetryRules } from './rules/outcomes.ts'
import type { RepeatedFailure } from './rules/repeated-failures.ts'
import type { Route, RouteStop, RouteTaken } from './rules/route.ts'
import type { Tally } from './rules/tally.ts'
import type { NewCost, PricesRecord } from './store-postgres-costs.ts'

export interface OrganizationRow {
  id: number
  maxConcurrency: number
  liveCalls: number
  /** Increases with every change of a policy; 0: the organization never had one. */
  policyVersion: number
  /** Time zone of the organization, in whose days the limits of numbers are counted; left out: UTC. */
  timeZone?: string
  /** When the current day began in that time zone. */
  dayStartMs?: number
  /** Null or left out: it has no currency, so no call has a price. */
  spending?: DaySpending | null
}

/** The policies in force: the organization's and those of its campaigns. */
export interface StoredPolicies {
  organization: { version: number; policy: Policy } | null
  campaigns: ReadonlyMap<number, { version: number; policy: Policy }>
}

/** Contacts of one campaign that may be called at the same hours. */
export interface ZoneGroup {
  id: number
  set: ZoneSet
  contacts: number
}

/** A due contact of a campaign with calling rules, with the history of its number. */
export interface DueContactWithHistory extends ContactRow {
  zonesId: number
  /** Person id from the list, the same for all numbers of one person; null: the list has none. */
  personId: string | null
  /** The person whose calls count for limits: `personId`, else that of the newest call to the number that had one. */
  countedPersonId: string | null
  history: NumberHistory
}

/** The calls that limits count for a call without a contact: those of the number and of all persons who have it. */
export interface NumberPast {
  history: NumberHistory
  /** Null: no person is known, or several persons have the number. */
  personId: string | null
}

export interface DueInZones {
  organizationId: number
  campaignId: number
  zoneIds: readonly number[]
  byMs: number
  limit: number
  /** How far back the history of a number is read; `POSITIVE_INFINITY`: no history. */
  historySinceMs: number
  /** Whether to read the consents of these people. */
  withConsents: boolean
  /** Whether to read the results of the number check. */
  withCheck: boolean
}

/** The contacts whose earlier conversations are asked for. */
export interface ReachedTimesRequest {
  organizationId: number
  contactIds: readonly number[]
  sinceMs: number
  /** Whether the calls go through the simulated carrier; conversations of the other kind are left out. */
  isSimulated: boolean
  /** Without a policy no attempts are stored, so the calls of the contacts with this number count. */
  hasPolicy: boolean
}

/** Earlier conversations with the person of a contact, and what else decides the best hour of its retry. */
export interface ReachedContact {
  contactId: number
  phoneNumber: string
  /** The zones in which the person may be; null: unknown. */
  zones: ZoneSet | null
  notAfterMs: number | null
  /** Times of the conversations, the newest first; at most `REACHED_CALLS_MAX`. */
  reachedMs: number[]
}

/** A dial as the limits per number count it. */
export interface NewAttempt {
  callId: number
  organizationId: number
  phoneNumber: string
  atMs: number
  policyVersion: string
  /** The person whose limits count it; left out or null: it counts for each person who has the number. */
  personId?: string | null
  /** Whether the call goes through the simulated carrier, so that no phone rings. */
  isSimulated?: boolean
}

/** A conversation in an inbound call of a person. */
export interface InboundConversation {
  callId: number
  organizationId: number
  phoneNumber: string
  atMs: number
}

export type AttemptEnd = 'conversation' | 'machine_detected' | 'abandoned'

export interface CampaignRow {
  id: number
  organizationId: number
  name: string
  state: CampaignState
  workflowId: number
  definitionId: number | null
  configurationId: number | null
  maxConcurrency: number
  retry: RetryRules
  schedule: Schedule | null
  breaker: Breaker
  /** The campaign does not complete when all contacts are finished, because more will be added. */
  keepOpen: boolean
  /** A conversation in an inbound call of the person finishes the contact. */
  finishOnInbound: boolean
  /**
   * Duties confirmed or accepted for the campaign's lists at its last start. Empty if it was started by a version that did not
   * store them.
   */
  vouchedDuties: ConfirmedDuties
  totalRows: number
  processedRows: number
  failedRows: number
  /** Results of the finished contacts: counts by outcome, and by number of calls. */
  outcomes: Tally
  attempts: Tally
  executedCount: number
  totalQueuedCount: number
  liveCalls: number
  windowSaid: 'open' | 'closed' | null
  lastClaimedAtMs: number | null
  completedAtMs: number | null
  /** When the next contact is due; null: now. `NEVER_MS`: not before another event. */
  nextDueAtMs: number | null
  /** Spending of the campaign; left out: no spend limit. */
  spending?: CampaignSpending
  /**
   * Route of the campaign; left out: it dials through `configurationId` only. Otherwise `configurationId` is the first
   * configuration of the route.
   */
  route?: Route
  /** The numbers that the campaign shows; left out: all, and to each contact the one it saw before. */
  callerPool?: CallerPool
  /** Left out: the campaign treats all its people alike. */
  experiment?: Experiment
}

/** Time that means "not before another event": far in the future, and storable as a timestamp of PostgreSQL. */
export const NEVER_MS = 8_640_000_000_000_000

/** The rate limit of a carrier account, over all configurations of the organization that dial through it. */
export interface AccountPace {
  /** Equal for two configurations of one account, but never for two organizations: one must not slow down the other. */
  key: string
  /** The highest rate among the account's configurations, because the operator stated that the account accepts it. */
  callsPerSecond: number
  pacedUntilMs: number | null
}

export interface ConfigurationRow {
  id: number
  provider: string
  callsPerSecond: number
  ringTimeoutSeconds: number
  maxCallSeconds: number
  pacedUntilMs: number | null
  account: AccountPace
  /** End of the back-off, which belongs to the account and is equal in all its configurations. */
  backoffUntilMs: number | null
  /** Number of consecutive back-offs since a call got through. */
  backoffs: number
  /** The configuration's last ends, if they failed in the same way; null: none. */
  failing: RepeatedFailure | null
  /** Version of the price table; left out or not above 0: there is none. */
  priceVersion?: number
  /** Whether the cost of the configuration's calls is unknown. */
  unpriced?: boolean
}

export interface ContactRow {
  id: number
  phoneNumber: string
  addressType: AddressType
  /** Number of calls actually placed so far. */
  dials: number
  callerNumberId: number | null
  /** Whether the number is on the do-not-call list. */
  suppressed: boolean
  /** Person id from the list, the same for all numbers of one person; left out or null: the list has none. */
  personId?: string | null
  /** Live calls of any kind with the same number (in the form of `callableAs`). */
  inCalls: readonly number[]
  /** No dial before `notBeforeMs`, none from `notAfterMs` on; left out: at any time. */
  notBeforeMs?: number
  notAfterMs?: number
  /** All numbers of a contact that has several; left out: `phoneNumber` is the only one. */
  numbers?: NumbersOfContact
}

/** A live call with a number, found before that number is dialed or when it calls the organization. */
export interface NumberInCall {
  callId: number
  direction: 'outbound' | 'inbound'
  state: CallState
  nodeId: string
  configurationId: number
  providerCallId: string | null
}

export interface NewCall {
  organizationId: number
  campaignId: number
  contactId: number
  attempt: number
  workflowId: number
  definitionId: number
  configurationId: number
  provider: string
  phoneNumber: string
  addressType: AddressType
  callerNumber: string | null
  callerNumberId: number | null
  /** Why this number is shown; null: none is. Left out for calls without a campaign. */
  callerReason?: CallerReason | null
  nodeId: string
  claimedAtMs: number
  deadlineAtMs: number
  /** Configuration of the route that was chosen; left out: the campaign has no route. */
  route?: RouteTaken
  /** The numbers of the contact at the claim, if it has several: settling needs no further look at the contact. */
  numbers?: NumbersOfContact
  /** Name of the person's arm; left out: the campaign has no experiment. */
  arm?: string
}

export type CallState = 'claimed' | 'dialing' | 'ringing' | 'answered' | 'ended'

/** A call without a campaign: ordered by hand, or inbound. */
export interface NewSingleCall
  extends Omit<NewCall, 'campaignId' | 'contactId' | 'attempt' | 'route' | 'numbers' | 'arm'> {
  direction: 'outbound' | 'inbound'
  /** The carrier's id of an inbound call, which is already answered; null for an outbound call. */
  inboundId: string | null
  variables: Record<string, string>
  transferOf?: number
  /** Contact that calls back in this inbound call. */
  returnsContactId?: number
}

/** A live call with the data that settling needs. Calls without a contact are inbound calls and single calls. */
export interface LiveCall {
  id: number
  organizationId: number
  campaignId: number | null
  contactId: number | null
  attempt: number
  configurationId: number
  provider: string
  providerCallId: string | null
  direction: 'outbound' | 'inbound'
  phoneNumber: string
  /** For an inbound call: the contact that calls back. */
  returnsContactId: number | null
  /** Id of the caller ID that was shown. */
  callerNumberId: number | null
  state: CallState
  outcome: Outcome | null
  cause: string | null
  endedBy: string | null
  machine: 'human' | 'machine' | null
  agentAtMs: number | null
  nodeId: string
  claimedAtMs: number
  placedAtMs: number | null
  answeredAtMs: number | null
  endedAtMs: number | null
  lastEventAtMs: number
  deadlineAtMs: number
  durationSeconds: number | null
  /**
   * For an outbound call: the contact called the organization and talked while this dial was live. The end of the dial finishes
   * the contact.
   */
  talkedIn?: ReturnedConversation | null
  /** The numbers of the contact when the call was claimed, if it has several. */
  numbers?: NumbersOfContact
}

/** A conversation in an inbound call of the contact. */
export interface ReturnedConversation {
  callId: number
  durationSeconds: number | null
  /** Time at which the contact asked to be called back. */
  promisedAtMs: number | null
}

/** A contact that calls the organization. */
export interface CallingContact {
  id: number
  /** The contact waits, and another of its numbers would be dialed next: from now on it is the one from which it calls. */
  moves?: NumberMove
  campaignName: string
  variables: Record<string, string>
}

export interface ReturnedContact {
  id: number
  campaignId: number
  state: 'pending' | 'in_call' | 'done'
  dials: number
}

/** A change of a contact; `callerNumberId` is the caller ID that it saw last. */
export type ContactChange =
  | { id: number; kind: 'in_call'; callerNumberId: number | null }
  /** The contact is back in the queue and due now: like a retry, before contacts never dialed. */
  | { id: number; kind: 'returned'; dials: number; nowMs: number }
  /** The contact is back in the queue, behind the others until this time; it keeps its caller ID. */
  | { id: number; kind: 'aside'; dials: number; atMs: number; heldBy?: string; forgetsCaller?: boolean }
  /** The contact is retried. `forgetsCaller`: the carrier no longer accepts the caller ID, so another may be shown. */
  | {
      id: number
      kind: 'retry'
      dials: number
      outcome: Outcome
      atMs: number
      forgetsCaller?: boolean
      /** The earlier conversation for whose hour of the day the retry waits; null: none. Left out: the campaign has no such rule. */
      reachedAtMs?: number | null
    }
  /** The contact is called again as if its last call had not been made. */
  | { id: number; kind: 'reopened'; dials: number; atMs: number }
  | { id: number; kind: 'done'; dials: number; outcome: ContactOutcome; nowMs: number; heldBy?: string }

/** Another number of the contact is dialed next. */
export interface ContactMove extends NumberMove {
  contactId: number
}

export interface LogEntry {
  organizationId: number
  campaignId: number
  atMs: number
  level: 'info' | 'warning' | 'error'
  event: string
  message: string
  details: Record<string, unknown>
}

export interface EventEntry {
  organizationId: number
  atMs: number
  type: EventType
  campaignId: number | null
  contactId: number | null
  callId: number | null
  data: Record<string, unknown>
}

/** Number of calls with the same result within one minute. */
export interface EndedCalls {
  organizationId: number
  campaignId: number | null
  direction: 'outbound' | 'inbound'
  outcome: Outcome
  calls: number
  seconds: number
}

export interface ClaimRequest {
  byMs: number
  limit: number
  /** Whether to read when the other campaigns come due. */
  others: boolean
  /** Reads whether this node is the only one, for claims ahead of free slots; left out: not read. */
  asNode?: string
}

/** The rows that a transaction locks and reads at its beginning. */
export interface OpeningSnapshotRequest {
  organizationIds: readonly number[]
  /** True: wait for the lock of each organization. False: skip locked organizations. */
  wait: boolean
  /** Also reads running campaigns with a contact due by then, and at most this many contacts of each. Null: no claim. */
  claim: ClaimRequest | null
  /** Campaigns to read in any state, each with the breaker's count over its window up to `byMs`. */
  campaignIds: readonly number[]
  breakerByMs: number
  /** Configurations to read besides those of the campaigns. */
  configurationIds: readonly number[]
  /** Calls to read; only those that are still live are returned. */
  callIds: readonly number[]
  /**
   * Calls as this node inserted them. A call that has not been changed since is not read: it is returned as given. The others
   * are read like `callIds`. Left out: none.
   */
  claimedCalls?: readonly LiveCall[]
}

export interface OpeningSnapshot {
  organizations: OrganizationRow[]
  /** Campaigns of the locked organizations, by id. */
  campaigns: CampaignRow[]
  configurations: ConfigurationRow[]
  /** Active numbers by configuration. */
  numbers: Map<number, CallerNumber[]>
  calls: LiveCall[]
  /** For each call, the contacts with the same number that wait for its end. */
  awaiting: Map<number, readonly number[]>
  /**
   * Due contacts by campaign: due retries first, oldest first; then contacts not dialed yet, in list order. Empty if the
   * organization has a policy: then `dueInZones` finds them.
   */
  due: Map<number, ContactRow[]>
  breakers: Map<number, BreakerCount>
  /** For each organization, when the first of its campaigns without due contacts comes due. */
  nextDue: Map<number, number>
  /** Whether no other node has had a lease within `NODE_GONE_MS`; left out: not asked. */
  isOnlyNode?: boolean
  /** Database time at which the transaction began; left out: no organization was locked. */
  beganAtMs?: number
}

/** A node that left, or whose lease ended, this long ago has no transaction in progress, and settles nothing before its next heartbeat. */
export const NODE_GONE_MS = 60_000

/** Number of waiting contacts of each lane that one release looks through. */
export const HELD_CONTACTS_READ = 1000

/** Contacts of a campaign that a rule put off and that may be called now. */
export interface HeldRelease {
  campaignId: number
  rule: string
  prefixes: readonly string[]
  limit: number
}

/** The contact of an ended call, in its settled state. */
export interface SettledContact {
  id: number
  callId: number
  campaignId: number
  /** Number of dials at that call. */
  attempt: number
  state: 'pending' | 'in_call' | 'done'
  dials: number
  outcome: ContactOutcome | null
  callOutcome: Outcome | null
  /** Whether the carrier reported that call as answered. */
  wasAnswered: boolean
  /** Whether the contact has called the organization and talked since. */
  calledBack: boolean
  /** The number that was dialed, and all numbers of the contact at that call, if it has several. */
  phoneNumber: string
  numbers: NumbersOfContact | null
}

/**
 * Locks are always taken in the order organizations, campaigns, configurations, each by id. A transaction that writes calls or
 * contacts holds their organization's lock, so these need no locks of their own. Rows that are named by their id are found and
 * changed only if they belong to an organization whose lock is held.
 */
export interface DialerTransaction {
  /** Opens the transaction; called once, before anything else. */
  open(request: OpeningSnapshotRequest): Promise<OpeningSnapshot>
  /** The earliest retry after that moment; `NEVER_MS`: all that wait are held without an end; null: there is none. */
  nextRetryAfter(campaignId: number, afterMs: number): Promise<number | null>

  /** Policies of a locked organization that has at least one. */
  policiesOf(organizationId: number): Promise<StoredPolicies>
  /** All zone groups of the campaign's contacts. */
  zonesOf(campaignId: number): Promise<ZoneGroup[]>
  /**
   * Due contacts like `due` of the opening, but only from these zone groups, and each with its number's history. A list for each
   * request; all are read in one round trip, also those of different organizations.
   */
  dueInZones(requests: readonly DueInZones[]): Promise<DueContactWithHistory[][]>
  nextRetryInZones(campaignId: number, zoneIds: readonly number[], afterMs: number): Promise<number | null>
  historyOf(organizationId: number, phoneNumber: string): Promise<NumberPast>
  /** When the people of these contacts were reached. */
  reachedTimes(request: ReachedTimesRequest): Promise<ReachedContact[]>
  insertAttempts(attempts: readonly NewAttempt[]): Promise<void>
  insertInboundConversations(calls: readonly InboundConversation[]): Promise<void>
  endAttempts(ends: ReadonlyArray<{ callId: number; what: AttemptEnd }>): Promise<void>
  /** Removes attempts of calls that were never placed, so that the limits per number do not count them. */
  removeAttempts(callIds: readonly number[]): Promise<void>
  /** Appends to the ledger of a locked organization. */
  appendLedger(organizationId: number, drafts: readonly RecordDraft[]): Promise<void>

  /**
   * Locks, in a locked organization, the running campaigns on a configuration and those of these ended calls, except campaigns
   * that have completed and were redialed since.
   */
  lockCampaignsOn(configurationId: number, callIds: readonly number[]): Promise<CampaignRow[]>
  /**
   * The active numbers of these configurations of locked organizations, as this transaction left them; a configuration that was
   * deleted is left out.
   */
  numbersOn(configurationIds: readonly number[]): Promise<Map<number, AcceptedNumber[]>>
  contactsOf(callIds: readonly number[]): Promise<SettledContact[]>
  /** The contact, in a locked organization, that a caller with this number is most likely calling back about. */
  contactCalling(organizationId: number, phoneNumber: string, sinceMs: number): Promise<CallingContact | null>
  /** Locks the campaigns of these contacts. */
  lockCampaignsOf(contactIds: readonly number[]): Promise<CampaignRow[]>
  contactsById(contactIds: readonly number[]): Promise<ReturnedContact[]>
  /** Stores the conversation with the live call to this contact; it is settled with that call. */
  noteTalk(contactId: number, talk: ReturnedConversation): Promise<void>
  restNumbers(numbers: ReadonlyArray<{ id: number; reason: string }>, nowMs: number): Promise<void>
  /** Prices of these configurations; configurations without prices are left out. */
  pricesOf(configurationIds: readonly number[]): Promise<PricesRecord[]>
  /** Adds costs to the calls, and to the sums of their days, campaigns and organizations. */
  addCosts(costs: readonly NewCost[], nowMs: number): Promise<void>
  /** Proposes numbers for the do-not-call list; an operator decides. */
  offerSuppressions(offers: readonly SuppressionProposal[], nowMs: number): Promise<void>

  /**
   * Inserts calls; returns their ids in the given order. A second live outbound call to one number of an organization is an
   * error.
   */
  insertCalls(calls: readonly NewCall[]): Promise<number[]>
  /** The live calls of a locked organization with this number, and those to this contact at another number. */
  callsWithNumber(organizationId: number, phoneNumber: string, contactId?: number): Promise<NumberInCall[]>
  /** Marks these contacts as waiting for the end of these live calls. */
  awaitEnds(waits: ReadonlyArray<{ callId: number; contactId: number }>): Promise<void>
  /** Makes contacts due that `in_another_call` holds, and serves their campaigns again. Call after saveCampaigns. */
  releaseAwaiting(contactIds: readonly number[], nowMs: number): Promise<void>
  /**
   * Makes contacts of a campaign due that this rule put off until a later time and whose number has one of these prefixes (empty:
   * whatever their number); returns how many. Only the next `HELD_CONTACTS_READ` waiting contacts of each lane are considered.
   */
  releaseHeld(release: HeldRelease, nowMs: number): Promise<number>
  /** Inserts a single call. A repeated inbound call is not added: returns its id, and false. */
  insertSingleCall(call: NewSingleCall): Promise<{ id: number; added: boolean }>
  saveCalls(calls: readonly LiveCall[]): Promise<void>
  /** Deletes the calls of returned claims completely. */
  removeCalls(ids: readonly number[]): Promise<void>
  saveContacts(changes: readonly ContactChange[]): Promise<void>
  /** Sets the number that is dialed next. A contact that was erased, or does not have the number any more, stays unchanged. */
  moveNumbers(moves: readonly ContactMove[]): Promise<void>
  saveCampaigns(campaigns: readonly CampaignRow[], nowMs: number): Promise<void>
  /** Stores the configurations of its route that the campaign no longer uses. */
  saveRouteStops(campaignId: number, stops: Readonly<Record<string, RouteStop>>): Promise<void>
  saveOrganizations(organizations: readonly OrganizationRow[]): Promise<void>
  saveConfigurations(configurations: readonly ConfigurationRow[]): Promise<void>
  /** Counts the use of caller IDs; a number occurs in the list as often as it was used. */
  markNumbersUsed(numberIds: readonly number[], nowMs: number, dayStartMs: number): Promise<void>
  /**
   * These outbound calls were never placed, so they no longer count for the daily limit of their caller IDs. Call before
   * removeCalls.
   */
  returnNumberUse(callIds: readonly number[]): Promise<void>
  addToBreaker(campaignId: number, nowMs: number, windowSeconds: number, count: BreakerCount): Promise<void>
  /** Adds ended calls to the figures of the minute in which they ended. */
  addToMinute(nowMs: number, ended: readonly EndedCalls[]): Promise<void>
  appendLogs(entries: readonly LogEntry[]): Promise<void>
  appendEvents(entries: readonly EventEntry[]): Promise<void>
  /** Recounts the finished contacts of a locked campaign, for figures that an earlier version did not store. */
  recountFinished(campaignId: number): Promise<void>
  /** Makes the next claim read these campaigns of a locked organization, regardless of their next due time. */
  lookAgain(campaignIds: readonly number[]): Promise<void>
  /** The same for all running campaigns of a locked organization. */
  lookAgainAtAll(organizationId: number): Promise<void>
  /** Corrects the counts of live calls of a locked organization and its campaigns; false if they were right. */
  recountLiveCalls(organizationId: number): Promise<boolean>
}

/** The organization and campaign of a call, which never change. */
export interface CallOwner {
  callId: number
  organizationId: number
  campaignId: number | null
}

export interface StaleCall extends LiveCall {
  /** Whether the lease of the call's node has expired, or the node is unknown. */
  orphaned: boolean
  /** The current ring timeout of the call's configuration. */
  ringTimeoutSeconds: number
}

export type OrphanedCall = Pick<LiveCall, 'id' | 'organizationId'>

/** The database is unreachable or did not answer in time; it is unknown whether a commit took effect. */
export class DatabaseUnavailable extends Error {}

export interface OverlookedCampaign {
  id: number
  organizationId: number
  schedule: Schedule | null
  ringTimeoutSeconds: number
}

/** The answer to a node's heartbeat. */
export interface Heartbeat {
  databaseNowMs: number
  liveNodes: number
  /**
   * Whether the lease of another node ends later than any can. That node is gone, and the database clock was set back after its
   * last heartbeat.
   */
  wasSetBack: boolean
  /** Number of live calls of this node, by configuration. */
  ownCalls: ReadonlyMap<number, number>
}

export interface DialerStore {
  /** Runs the work in one transaction, all or nothing. Throws the errors of `work`, `DatabaseUnavailable`, and errors of statements. */
  transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T>
  ownersOf(callIds: readonly number[]): Promise<CallOwner[]>
  /** Organizations with running campaigns that may have a contact due by this time, and when the first one is due; null: now. */
  organizationsToServe(byMs: number): Promise<Array<{ organizationId: number; dueAtMs: number | null }>>
  organizationsWithRunningCampaigns(): Promise<number[]>
  /** Organizations whose count of live calls, or that of one of their campaigns, is wrong. Reads without locks. */
  miscountedOrganizations(): Promise<number[]>
  /** Campaigns whose outcomes do not add up to the contacts processed. Reads without locks. */
  miscountedOutcomes(): Promise<Array<{ id: number; organizationId: number }>>
  /** Running campaigns whose next due time is later than that of a due contact. Reads without locks. */
  overlookedCampaigns(nowMs: number): Promise<OverlookedCampaign[]>
  /**
   * Renews this node's lease and stores how many more conversations it can hold (null: unlimited); returns the database time
   * and the number of live nodes.
   */
  heartbeat(nodeId: string, leaseMs: number, room?: number | null): Promise<Heartbeat>
  /**
   * Ends the lease of a node that stops. For `NODE_GONE_MS` no other node is the only one: it may have missed that this node came,
   * settled ends of its calls and left.
   */
  leave(nodeId: string): Promise<void>
  /**
   * Live calls of this node without events since `quietSinceMs`, and all calls of nodes whose lease expired before
   * `orphanedBeforeMs` (database time).
   */
  staleCalls(nodeId: string, quietSinceMs: number, orphanedBeforeMs: number, limit: number): Promise<StaleCall[]>
  /** Makes this node the owner of orphaned calls; returns the calls that it got, because another node may have been faster. */
  adopt(nodeId: string, calls: readonly OrphanedCall[], nowMs: number): Promise<number[]>
  /**
   * Number of calls of a campaign that are claimed and not yet placed or returned, by nodes whose lease is valid or ended less
   * than `fenceMs` ago.
   */
  unplacedCalls(organizationId: number, campaignId: number, fenceMs: number): Promise<number>
}

/** Signals between nodes; they only speed up what polling would also find. */
export interface Signals {
  publish(signal: Signal): Promise<void>
  subscribe(listener: (signal: Signal) => void): Promise<() => Promise<void>>
}

export type Signal =
  | { kind: 'wake'; organizationId: number }
  | { kind: 'revoke'; campaignId: number }
  /** The do-not-call list of an organization has grown. */
  | { kind: 'listed'; organizationId: number }
  /** The people of these outbound calls are calling the organization. */
  | { kind: 'withdraw'; calls: readonly WithdrawnCall[] }

/** An outbound call that must be hung up. */
export interface WithdrawnCall {
  organizationId: number
  callId: number
  configurationId: number
  nodeId: string
}
