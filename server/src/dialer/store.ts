/**
 * What the dialer needs from a database. Two implementations, PostgreSQL and memory, pass one conformance suite. The dialer and
 * its rules decide; a store only reads, locks and writes. Times are epoch milliseconds.
 */

import type { ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { CampaignSpending, DaySpending } from '../costs/rules/spend-limits.ts'
import type { EventType } from '../events/types.ts'
import type { RecordDraft } from '../ledger/rules/chain.ts'
import type { VouchedDuties } from '../policies/rules/consent.ts'
import type { Policy } from '../policies/rules/policy.ts'
import type { NumberHistory } from '../policies/rules/verdict.ts'
import type { SuppressionOffer } from '../suppressions/rules/offer-sql.ts'
import type { AddressType } from '../telephony/provider.ts'
import type { Breaker, BreakerCount } from './rules/breaker.ts'
import type { Schedule } from './rules/calling-window.ts'
import type { CallerNumber } from './rules/choose-caller.ts'
import type { FailingAlike } from './rules/failing-alike.ts'
import type { CampaignState } from './rules/may-dial.ts'
import type { ContactOutcome, Outcome, RetryRules } from './rules/outcomes.ts'
import type { Route, RouteStop, RouteTaken } from './rules/route.ts'
import type { Tally } from './rules/tally.ts'
import type { NewCost, PricesRecord } from './store-postgres-costs.ts'

export interface OrganizationRow {
  id: number
  maxConcurrency: number
  liveCalls: number
  /** 0: it never had a policy. Increases with every change of one. */
  policyVersion: number
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
export interface PlacedContact extends ContactRow {
  zonesId: number
  /** The same for all numbers of one person, if the list names one. */
  personId: string | null
  history: NumberHistory
}

export interface DueInZones {
  organizationId: number
  campaignId: number
  zoneIds: readonly number[]
  byMs: number
  limit: number
  /** How far back the history of a number is read; `POSITIVE_INFINITY`: not at all. */
  historySinceMs: number
  /** Whether to read the consents of these people. */
  withConsents: boolean
  /** Whether to read the results of the number check. */
  withCheck: boolean
}

/** A dial as the limits per number count it. */
export interface NewAttempt {
  callId: number
  organizationId: number
  phoneNumber: string
  atMs: number
  policyVersion: string
  personId?: string | null
  /** Through the simulated carrier: no phone rings. */
  isSimulated?: boolean
}

/** A person called us and talked. */
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
  /** The campaign does not complete when all contacts are finished: more will be added. */
  keepOpen: boolean
  /** A conversation in an inbound call of the person finishes the contact. */
  finishOnInbound: boolean
  /** Confirmed or accepted for its lists at its last start. Empty if a version that did not store them started it. */
  vouchedDuties: VouchedDuties
  totalRows: number
  processedRows: number
  failedRows: number
  /** Results of the processed contacts: counts by outcome, and by number of calls. */
  outcomes: Tally
  attempts: Tally
  executedCount: number
  totalQueuedCount: number
  liveCalls: number
  windowSaid: 'open' | 'closed' | null
  lastClaimedAtMs: number | null
  completedAtMs: number | null
  /** No contact is due before; null: due now. `NEVER`: not before something else happens. */
  nextDueAtMs: number | null
  /** Left out: no spend limit. */
  spending?: CampaignSpending
  /** Left out: it dials through `configurationId` only. Otherwise that is the first configuration of the route. */
  route?: Route
}

/** Stands for "not before something else happens". Far in the future, and a timestamp that PostgreSQL can store. */
export const NEVER_MS = 8_640_000_000_000_000

/** The rate limit of a carrier account, over all configurations of the organization that dial through it. */
export interface AccountPace {
  /** Equal for two configurations of one account. Never equal for two organizations: one must not slow the other. */
  key: string
  /** The highest rate among its configurations: the operator stated that the account accepts it. */
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
  /** Back-off belongs to the account: equal in all its configurations. */
  backoffUntilMs: number | null
  /** Number of consecutive back-offs since a call got through. */
  backoffs: number
  /** Its last ends, if they failed alike; null: none. */
  failing: FailingAlike | null
  /** Left out or not above 0: it has no price table. */
  priceVersion?: number
  /** The cost of its calls is unknown. */
  unpriced?: boolean
}

export interface ContactRow {
  id: number
  phoneNumber: string
  addressType: AddressType
  /** Calls actually placed so far. */
  dials: number
  callerNumberId: number | null
  /** The number is on the do-not-call list. */
  suppressed: boolean
  /** Live calls of any kind with the same number (callableAs). */
  inCalls: readonly number[]
  /** No dial before the first, none from the second on; left out: at any time. */
  notBeforeMs?: number
  notAfterMs?: number
}

/** A live call with a number, for a caller that wants to dial this number or is called by it. */
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
  nodeId: string
  claimedAtMs: number
  deadlineAtMs: number
  /** Left out: the campaign has no route. */
  route?: RouteTaken
}

export type CallState = 'claimed' | 'dialing' | 'ringing' | 'answered' | 'ended'

/** A call without a campaign: ordered by hand, or inbound. */
export interface NewSingleCall extends Omit<NewCall, 'campaignId' | 'contactId' | 'attempt' | 'route'> {
  direction: 'outbound' | 'inbound'
  /** For an inbound call, which is already answered: the carrier's id. */
  inboundId: string | null
  variables: Record<string, string>
  transferOf?: number
  /** The contact who calls back. */
  returnsContactId?: number
}

/** A live call with what settling needs. Calls without a contact are inbound calls and single calls. */
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
  /** For an inbound call: the contact who calls back. */
  returnsContactId: number | null
  /** The caller ID that was shown. */
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
  /** For an outbound call: the contact has called us and talked while this dial was live. Its end finishes the contact. */
  talkedIn?: ReturnedTalk | null
}

/** A conversation in an inbound call of the contact. */
export interface ReturnedTalk {
  callId: number
  durationSeconds: number | null
  /** The contact asked to be called at this time. */
  promisedAtMs: number | null
}

/** A contact who calls us. */
export interface CallingContact {
  id: number
  campaignName: string
  variables: Record<string, string>
}

export interface ReturnedContact {
  id: number
  campaignId: number
  state: 'pending' | 'in_call' | 'done'
  dials: number
}

/** Change of a contact; `callerNumberId` is the caller ID it saw last. */
export type ContactChange =
  | { id: number; kind: 'in_call'; callerNumberId: number | null }
  /** Back in the queue and due now: like a retry, before contacts never dialed. */
  | { id: number; kind: 'returned'; dials: number; nowMs: number }
  /** Back in the queue, behind the others until then; keeps its caller ID. */
  | { id: number; kind: 'aside'; dials: number; atMs: number; heldBy?: string; forgetsCaller?: boolean }
  /** `forgetsCaller`: the carrier no longer accepts the caller ID, so another may be shown. */
  | { id: number; kind: 'retry'; dials: number; outcome: Outcome; atMs: number; forgetsCaller?: boolean }
  /** Finished or waiting, the contact is called again as if its last call had not been made. */
  | { id: number; kind: 'reopened'; dials: number; atMs: number }
  | { id: number; kind: 'done'; dials: number; outcome: ContactOutcome; nowMs: number; heldBy?: string }

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

/** Calls with the same result within one minute. */
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
  /** Also read when the other campaigns come due. */
  others: boolean
}

/** What a transaction locks and reads at its beginning. */
export interface OpeningRequest {
  organizationIds: readonly number[]
  /** True: wait for the lock of each organization. False: skip locked organizations. */
  wait: boolean
  /** Also reads the running campaigns that have a contact due by then, with at most this many contacts each. Null: no claim. */
  claim: ClaimRequest | null
  /** In any state. With the breaker's count over its window up to `byMs`. */
  campaignIds: readonly number[]
  breakerByMs: number
  /** Besides those of the campaigns. */
  configurationIds: readonly number[]
  /** Only those still live are read. */
  callIds: readonly number[]
}

export interface Opening {
  organizations: OrganizationRow[]
  /** Of the locked organizations; by id. */
  campaigns: CampaignRow[]
  configurations: ConfigurationRow[]
  /** Active numbers by configuration. */
  numbers: Map<number, CallerNumber[]>
  calls: LiveCall[]
  /** By call of `calls`: the contacts that wait for its end because they have the same number. */
  awaiting: Map<number, readonly number[]>
  /**
   * By campaign: due retries first, oldest first; then contacts not dialed yet, in list order. Empty if the organization has a
   * policy: `dueInZones` finds them there.
   */
  due: Map<number, ContactRow[]>
  breakers: Map<number, BreakerCount>
  /** By organization: when the first of its campaigns without due contacts comes due. */
  nextDue: Map<number, number>
}

/** The contact of an ended call, as it was settled. */
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
  /** The carrier reported that call as answered. */
  wasAnswered: boolean
  /** The contact has called us and talked since. */
  calledBack: boolean
}

/**
 * Locks are always taken in the order organizations, campaigns, configurations, each by id. A transaction that writes calls or
 * contacts holds their organization's lock, so these need no locks of their own.
 */
export interface DialerTransaction {
  /** Called once, before anything else. */
  open(wish: OpeningRequest): Promise<Opening>
  /** The earliest retry after that moment, or null. */
  nextRetryAfter(campaignId: number, afterMs: number): Promise<number | null>

  /** Policies of a locked organization that has any. */
  policiesOf(organizationId: number): Promise<StoredPolicies>
  /** All zone groups of the campaign's contacts. */
  zonesOf(campaignId: number): Promise<ZoneGroup[]>
  /** Like `due` of the opening, but only from these groups, and with the history of each number. */
  dueInZones(wish: DueInZones): Promise<PlacedContact[]>
  nextRetryInZones(campaignId: number, zoneIds: readonly number[], afterMs: number): Promise<number | null>
  historyOf(organizationId: number, phoneNumber: string): Promise<NumberHistory>
  insertAttempts(attempts: readonly NewAttempt[]): Promise<void>
  insertInboundConversations(calls: readonly InboundConversation[]): Promise<void>
  endAttempts(ends: ReadonlyArray<{ callId: number; what: AttemptEnd }>): Promise<void>
  /** For calls that were never placed: the limits per number do not count them. */
  removeAttempts(callIds: readonly number[]): Promise<void>
  /** Appends to the ledger of a locked organization. */
  appendLedger(organizationId: number, drafts: readonly RecordDraft[]): Promise<void>

  /**
   * In a locked organization: locks the running campaigns on a configuration and those of these ended calls, except those that
   * have completed and were redialed since.
   */
  lockCampaignsOn(configurationId: number, callIds: readonly number[]): Promise<CampaignRow[]>
  contactsOf(callIds: readonly number[]): Promise<SettledContact[]>
  /** In a locked organization: the contact that a caller with this number is most likely calling back about. */
  contactCalling(organizationId: number, phoneNumber: string, sinceMs: number): Promise<CallingContact | null>
  /** Locks the campaigns of these contacts. */
  lockCampaignsOf(contactIds: readonly number[]): Promise<CampaignRow[]>
  contactsById(contactIds: readonly number[]): Promise<ReturnedContact[]>
  /** Stored with the live call to this contact and settled with it. */
  noteTalk(contactId: number, talk: ReturnedTalk): Promise<void>
  restNumbers(numbers: ReadonlyArray<{ id: number; reason: string }>, nowMs: number): Promise<void>
  /** Prices of those configurations that have any. */
  pricesOf(configurationIds: readonly number[]): Promise<PricesRecord[]>
  /** Adds to the calls, and to the sums of their days, campaigns and organizations. */
  addCosts(costs: readonly NewCost[], nowMs: number): Promise<void>
  /** Proposes numbers for the do-not-call list; an operator decides. */
  offerSuppressions(offers: readonly SuppressionOffer[], nowMs: number): Promise<void>

  /** Returns ids in the given order. A second live outbound call to one number of an organization is an error. */
  insertCalls(calls: readonly NewCall[]): Promise<number[]>
  /** The live calls of a locked organization with this number. */
  callsWithNumber(organizationId: number, phoneNumber: string): Promise<NumberInCall[]>
  /** Marks these contacts as waiting for the end of these live calls. */
  awaitEnds(waits: ReadonlyArray<{ callId: number; contactId: number }>): Promise<void>
  /** Makes contacts due that `in_another_call` holds, and serves their campaigns again. Call after saveCampaigns. */
  releaseAwaiting(contactIds: readonly number[], nowMs: number): Promise<void>
  /** A repeated inbound call is not added: returns its id, and false. */
  insertSingleCall(call: NewSingleCall): Promise<{ id: number; added: boolean }>
  saveCalls(calls: readonly LiveCall[]): Promise<void>
  /** Deletes claims that were given back, without a trace. */
  removeCalls(ids: readonly number[]): Promise<void>
  saveContacts(changes: readonly ContactChange[]): Promise<void>
  saveCampaigns(campaigns: readonly CampaignRow[], nowMs: number): Promise<void>
  /** Configurations of its route that the campaign does not use any more. */
  saveRouteStops(campaignId: number, stops: Readonly<Record<string, RouteStop>>): Promise<void>
  saveOrganizations(organizations: readonly OrganizationRow[]): Promise<void>
  saveConfigurations(configurations: readonly ConfigurationRow[]): Promise<void>
  /** A number occurs in the list as often as it was used. */
  markNumbersUsed(numberIds: readonly number[], nowMs: number): Promise<void>
  /**
   * These outbound calls were never placed: they no longer count for the daily limit of their caller IDs. Call before
   * removeCalls.
   */
  returnNumberUse(callIds: readonly number[]): Promise<void>
  addToBreaker(campaignId: number, nowMs: number, windowSeconds: number, count: BreakerCount): Promise<void>
  /** Adds to the figures of the minute in which they ended. */
  addToMinute(nowMs: number, ended: readonly EndedCalls[]): Promise<void>
  appendLogs(entries: readonly LogEntry[]): Promise<void>
  appendEvents(entries: readonly EventEntry[]): Promise<void>
  /** Counts the finished contacts of a locked campaign again, for figures that an earlier version did not keep. */
  recountFinished(campaignId: number): Promise<void>
  /** Makes the next claim read these campaigns of a locked organization, regardless of their next due time. */
  lookAgain(campaignIds: readonly number[]): Promise<void>
  /** Corrects the counts of live calls of a locked organization and its campaigns; false if they were right. */
  recountLiveCalls(organizationId: number): Promise<boolean>
}

/** The organization and campaign of a call; never changes. */
export interface CallOwner {
  callId: number
  organizationId: number
  campaignId: number | null
}

export interface StaleCall extends LiveCall {
  /** The lease of its owning node has expired, or the node is unknown. */
  orphaned: boolean
  /** The current value of its configuration. */
  ringTimeoutSeconds: number
}

/** The database is unreachable or did not answer in time: whether a commit took effect is unknown. */
export class DatabaseAway extends Error {}

export interface OverlookedCampaign {
  id: number
  organizationId: number
  schedule: Schedule | null
  ringTimeoutSeconds: number
}

/** Answer to a node's heartbeat. */
export interface Heartbeat {
  databaseNowMs: number
  liveNodes: number
  /** Live calls of this node, by configuration. */
  ownCalls: ReadonlyMap<number, number>
}

export interface DialerStore {
  /** All or nothing. Throws what `work` throws, `DatabaseAway`, and errors of statements. */
  transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T>
  ownersOf(callIds: readonly number[]): Promise<CallOwner[]>
  /** Organizations with running campaigns that may have a contact due by then, and when the first comes due; null: now. */
  organizationsToServe(byMs: number): Promise<Array<{ organizationId: number; dueAtMs: number | null }>>
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
  /** The node stops; its lease ends now. */
  leave(nodeId: string): Promise<void>
  /**
   * Live calls of this node without events since `quietSinceMs`, and all calls of nodes whose lease expired before
   * `orphanedBeforeMs` (database time).
   */
  staleCalls(nodeId: string, quietSinceMs: number, orphanedBeforeMs: number, limit: number): Promise<StaleCall[]>
  /** Makes this node the owner of orphaned calls; returns those it got (another node may have been faster). */
  adopt(nodeId: string, callIds: readonly number[], nowMs: number): Promise<number[]>
  /**
   * Calls of a campaign claimed and not yet placed or given back, by nodes whose lease is valid or ended less than `fenceMs`
   * ago.
   */
  unplacedCalls(campaignId: number, fenceMs: number): Promise<number>
}

/** Signals between nodes; they only speed up what polling would find. */
export interface Signals {
  publish(signal: Signal): Promise<void>
  subscribe(listener: (signal: Signal) => void): Promise<() => Promise<void>>
}

export type Signal =
  | { kind: 'wake'; organizationId: number }
  | { kind: 'revoke'; campaignId: number }
  /** The do-not-call list has grown. */
  | { kind: 'listed'; organizationId: number }
  /** The people whom these outbound calls are for are calling us. */
  | { kind: 'withdraw'; calls: readonly WithdrawnCall[] }

/** An outbound call to be hung up. */
export interface WithdrawnCall {
  organizationId: number
  callId: number
  configurationId: number
  nodeId: string
}
