/**
 * What the engine asks of a database. Two implementations, PostgreSQL and memory, pass one conformance suite.
 * Decisions are made by the engine and its rules; a store only reads, locks and writes. Times are epoch milliseconds.
 */

import type { ZoneSet } from '../addresses/rules/zones-of-contact.ts'
import type { CampaignSpending, DaySpending } from '../costs/rules/spend-limits.ts'
import type { EventType } from '../events/types.ts'
import type { Draft } from '../ledger/rules/chain.ts'
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
import type { Tally } from './rules/tally.ts'
import type { NewCost, PricesRecord } from './store-postgres-costs.ts'

export interface OrganizationRow {
  id: number
  maxConcurrency: number
  liveCalls: number
  /** 0: it never had a policy, and none is asked. Moves with every change of one. */
  policyVersion: number
  /** Null or left out: it has no currency, so no call has a price. */
  spending?: DaySpending | null
}

/** The policies in force: the organization's own, and those of its campaigns. */
export interface StoredPolicies {
  organization: { version: number; policy: Policy } | null
  campaigns: ReadonlyMap<number, { version: number; policy: Policy }>
}

/** Contacts of one campaign who may be called at the same hours. */
export interface ZoneGroup {
  id: number
  set: ZoneSet
  contacts: number
}

/** Somebody due in a campaign that has rules, with what happened to the number. */
export interface PlacedContact extends ContactRow {
  zonesId: number
  /** The same for all numbers of one person, where the list says so. */
  personId: string | null
  history: NumberHistory
}

export interface DueInZones {
  organizationId: number
  campaignId: number
  zoneIds: readonly number[]
  byMs: number
  limit: number
  /** How far back the history of a number is wanted; `POSITIVE_INFINITY`: not at all. */
  historySinceMs: number
  /** Whether to read what these people agreed to. */
  withConsents: boolean
  /** Whether to read what the number check said. */
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

/** A person who called us talked with us. */
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
  /** It does not complete when all contacts are done: more will be added. */
  keepOpen: boolean
  /** A conversation in a call that the person made finishes the contact. */
  finishOnInbound: boolean
  /** Confirmed or accepted for its lists when it last started. None where a version that did not keep them started it. */
  vouchedDuties: VouchedDuties
  totalRows: number
  processedRows: number
  failedRows: number
  /** What became of the processed ones: contacts by outcome, and by the number of calls it took. */
  outcomes: Tally
  attempts: Tally
  executedCount: number
  totalQueuedCount: number
  liveCalls: number
  windowSaid: 'open' | 'closed' | null
  lastClaimedAtMs: number | null
  completedAtMs: number | null
  /** Nobody is due before; null: at once. `NEVER`: not before something else happens. */
  nextDueAtMs: number | null
  /** Left out: nothing limits what it spends. */
  spending?: CampaignSpending
}

/** As a moment: not before something else happens. Far enough, and a timestamp that PostgreSQL can hold. */
export const NEVER_MS = 8_640_000_000_000_000

/** The pace of a carrier account, over all configurations of the organization that dial through it. */
export interface AccountPace {
  /** The same for two configurations of one account. Never the same for two organizations: one must not slow the other. */
  key: string
  /** The highest that its configurations name: the operator said that the account takes so many. */
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
  /** Back-off belongs to the account: the same in all its configurations. */
  backoffUntilMs: number | null
  /** How often in a row it was backed off since a call got through. */
  backoffs: number
  /** Its last ends, where they failed alike; null: nothing to remember. */
  failing: FailingAlike | null
  /** Left out or not above 0: it has no price table. */
  priceVersion?: number
  /** Nobody knows what its calls cost. */
  unpriced?: boolean
}

export interface ContactRow {
  id: number
  phoneNumber: string
  addressType: AddressType
  /** Calls really placed so far. */
  dials: number
  callerNumberId: number | null
  /** This person asked not to be called. */
  suppressed: boolean
  /** Live calls with the same number (callableAs), of any kind. */
  inCalls: readonly number[]
  /** No dial before, and none from then on; left out: at any time. */
  notBeforeMs?: number
  notAfterMs?: number
}

/** A live call with a number, for whoever wants to call the same number or is called by it. */
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
}

export type CallState = 'claimed' | 'dialing' | 'ringing' | 'answered' | 'ended'

/** A call without a campaign: one that somebody ordered by hand, or one that came in. */
export interface NewSingleCall extends Omit<NewCall, 'campaignId' | 'contactId' | 'attempt'> {
  direction: 'outbound' | 'inbound'
  /** What came in has been answered, and the carrier's id of it is known. */
  inboundId: string | null
  variables: Record<string, string>
  transferOf?: number
  /** The contact who calls back. */
  returnsContactId?: number
}

/** A live call with what settling it needs. Calls without a contact are inbound calls and single test calls. */
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
  /** Of an inbound call: the contact who calls back. */
  returnsContactId: number | null
  /** Which of our numbers it showed. */
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
  newsAtMs: number
  deadlineAtMs: number
  durationSeconds: number | null
  /** Of an outbound call: the contact has called us and talked while this dial was live. Its end finishes the contact. */
  talkedIn?: ReturnedTalk | null
}

/** A conversation in a call that the contact made. */
export interface ReturnedTalk {
  callId: number
  durationSeconds: number | null
  /** The contact asked to be called then. */
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

/** What becomes of a contact; `callerNumberId` is what it saw last. */
export type ContactChange =
  | { id: number; kind: 'in_call'; callerNumberId: number | null }
  /** Back in the queue, due at once: as a retry is, before those never dialed. */
  | { id: number; kind: 'returned'; dials: number; nowMs: number }
  /** Back in the queue, behind the others until then; what it saw before stays. */
  | { id: number; kind: 'aside'; dials: number; atMs: number; heldBy?: string; forgetsCaller?: boolean }
  /** `forgetsCaller`: the number it saw is not accepted any more, another may be shown. */
  | { id: number; kind: 'retry'; dials: number; outcome: Outcome; atMs: number; forgetsCaller?: boolean }
  /** Finished or waiting, it is called again as if its last call had not been made. */
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

/** Calls that ended alike within one minute. */
export interface EndedCalls {
  organizationId: number
  campaignId: number | null
  direction: 'outbound' | 'inbound'
  outcome: Outcome
  calls: number
  seconds: number
}

export interface ClaimWish {
  byMs: number
  limit: number
  /** Also when the others come due. */
  others: boolean
}

/** What a transaction locks and reads at its beginning. */
export interface OpeningWish {
  organizationIds: readonly number[]
  /** True: wait for whoever holds an organization. False: leave it out. */
  wait: boolean
  /** People to call are wanted: also the running campaigns that have somebody due by then, with at most so many people each. */
  claim: ClaimWish | null
  /** In whatever state. With the breaker's count over its window up to `byMs`. */
  campaignIds: readonly number[]
  breakerByMs: number
  /** Beside those of the campaigns. */
  configurationIds: readonly number[]
  /** Only those still live. */
  callIds: readonly number[]
}

export interface Opening {
  organizations: OrganizationRow[]
  /** Of the organizations got; by id. */
  campaigns: CampaignRow[]
  configurations: ConfigurationRow[]
  /** Active numbers by configuration. */
  numbers: Map<number, CallerNumber[]>
  calls: LiveCall[]
  /** By call of `calls`: the contacts that wait for its end because they have the same number. */
  awaiting: Map<number, readonly number[]>
  /**
   * By campaign: due retries first, oldest first; then the contacts not dialed yet, in list order. Nobody where the
   * organization has a policy: there `dueInZones` finds them.
   */
  due: Map<number, ContactRow[]>
  breakers: Map<number, BreakerCount>
  /** By organization: when the first of its campaigns that have nobody due comes due. */
  nextDue: Map<number, number>
}

/** What became of the contact of an ended call. */
export interface SettledContact {
  id: number
  callId: number
  campaignId: number
  /** Of that call. */
  attempt: number
  state: 'pending' | 'in_call' | 'done'
  dials: number
  outcome: ContactOutcome | null
  callOutcome: Outcome | null
  /** The carrier reported that call as answered. */
  wasAnswered: boolean
  /** The contact has called us since and talked. */
  calledBack: boolean
}

/**
 * Locks are always taken in the order organizations, campaigns, configurations, each by id. Whoever writes calls or
 * contacts holds their organization's lock, so that these need none of their own.
 */
export interface DialerTransaction {
  /** Once, before anything else. */
  open(wish: OpeningWish): Promise<Opening>
  /** The earliest retry after that moment, or null. */
  nextRetryAfter(campaignId: number, afterMs: number): Promise<number | null>

  /** Of a locked organization that has any. */
  policiesOf(organizationId: number): Promise<StoredPolicies>
  /** All groups that contacts of the campaign belong to. */
  zonesOf(campaignId: number): Promise<ZoneGroup[]>
  /** As `due` of the opening, but only of these groups, and each with the history of its number. */
  dueInZones(wish: DueInZones): Promise<PlacedContact[]>
  nextRetryInZones(campaignId: number, zoneIds: readonly number[], afterMs: number): Promise<number | null>
  historyOf(organizationId: number, phoneNumber: string): Promise<NumberHistory>
  insertAttempts(attempts: readonly NewAttempt[]): Promise<void>
  insertInboundConversations(calls: readonly InboundConversation[]): Promise<void>
  endAttempts(ends: ReadonlyArray<{ callId: number; what: AttemptEnd }>): Promise<void>
  /** Never placed, never counted. */
  removeAttempts(callIds: readonly number[]): Promise<void>
  /** To the chain of a locked organization. */
  appendLedger(organizationId: number, drafts: readonly Draft[]): Promise<void>

  /**
   * Of a locked organization: the running campaigns on a configuration and those of these ended calls, locked; without those
   * that have completed and were redialed since.
   */
  lockCampaignsOn(configurationId: number, callIds: readonly number[]): Promise<CampaignRow[]>
  contactsOf(callIds: readonly number[]): Promise<SettledContact[]>
  /** Of a locked organization: the contact whom a caller with this number is most likely calling back about. */
  contactCalling(organizationId: number, phoneNumber: string, sinceMs: number): Promise<CallingContact | null>
  /** The campaigns of these contacts, locked. */
  lockCampaignsOf(contactIds: readonly number[]): Promise<CampaignRow[]>
  contactsById(contactIds: readonly number[]): Promise<ReturnedContact[]>
  /** Kept with the live call to this contact, which is settled with it. */
  noteTalk(contactId: number, talk: ReturnedTalk): Promise<void>
  restNumbers(numbers: ReadonlyArray<{ id: number; reason: string }>, nowMs: number): Promise<void>
  /** Of the configurations that have prices. */
  pricesOf(configurationIds: readonly number[]): Promise<PricesRecord[]>
  /** To the calls, and to the sums of their days, campaigns and organizations. */
  addCosts(costs: readonly NewCost[], nowMs: number): Promise<void>
  /** For the do-not-call list, which an operator decides about. */
  offerSuppressions(offers: readonly SuppressionOffer[], nowMs: number): Promise<void>

  /** Ids in the order given. A second live outbound call to one number of an organization is an error. */
  insertCalls(calls: readonly NewCall[]): Promise<number[]>
  /** The live calls of a locked organization with this number. */
  callsWithNumber(organizationId: number, phoneNumber: string): Promise<NumberInCall[]>
  /** These contacts wait for the end of these live calls. */
  awaitEnds(waits: ReadonlyArray<{ callId: number; contactId: number }>): Promise<void>
  /** Contacts that are held by `in_another_call` become due, and their campaigns are looked at again. After saveCampaigns. */
  releaseAwaiting(contactIds: readonly number[], nowMs: number): Promise<void>
  /** The same inbound call a second time is not added: its id, and false. */
  insertSingleCall(call: NewSingleCall): Promise<{ id: number; added: boolean }>
  saveCalls(calls: readonly LiveCall[]): Promise<void>
  /** Claims given back leave no trace. */
  removeCalls(ids: readonly number[]): Promise<void>
  saveContacts(changes: readonly ContactChange[]): Promise<void>
  saveCampaigns(campaigns: readonly CampaignRow[], nowMs: number): Promise<void>
  saveOrganizations(organizations: readonly OrganizationRow[]): Promise<void>
  saveConfigurations(configurations: readonly ConfigurationRow[]): Promise<void>
  /** A number stands in the list as often as it was used. */
  markNumbersUsed(numberIds: readonly number[], nowMs: number): Promise<void>
  /** These outbound calls never left: they count no longer for the limit of the day of the numbers they would have shown. Before removeCalls. */
  returnNumberUse(callIds: readonly number[]): Promise<void>
  addToBreaker(campaignId: number, nowMs: number, windowSeconds: number, count: BreakerCount): Promise<void>
  /** Adds to the figures of the minute in which they ended. */
  addToMinute(nowMs: number, ended: readonly EndedCalls[]): Promise<void>
  appendLogs(entries: readonly LogEntry[]): Promise<void>
  appendEvents(entries: readonly EventEntry[]): Promise<void>
  /** Counts the finished contacts of a locked campaign anew; for figures that a program of an earlier version did not keep. */
  recountFinished(campaignId: number): Promise<void>
  /** Campaigns of a locked organization are looked at by the next claim, whenever they said that somebody would be due. */
  lookAgain(campaignIds: readonly number[]): Promise<void>
  /** Sets the live calls of a locked organization and its campaigns to what is there; false if they were right. */
  recountLiveCalls(organizationId: number): Promise<boolean>
}

/** Whom a call belongs to; never changes. */
export interface CallOwner {
  callId: number
  organizationId: number
  campaignId: number | null
}

export interface StaleCall extends LiveCall {
  /** The node that owns it has let its lease run out, or was never heard of. */
  orphaned: boolean
  /** Of its configuration, as it is now. */
  ringTimeoutSeconds: number
}

/** The database cannot be reached, or did not answer in time: nobody knows whether a commit went through. */
export class DatabaseAway extends Error {}

export interface OverlookedCampaign {
  id: number
  organizationId: number
  schedule: Schedule | null
}

/** What a node learns when it says that it lives. */
export interface Heartbeat {
  databaseNowMs: number
  liveNodes: number
  /** Live calls of this node, by configuration. */
  ownCalls: ReadonlyMap<number, number>
}

export interface DialerStore {
  /** All or nothing. Throws what `work` throws, `DatabaseAway`, and what the database says against a statement. */
  transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T>
  ownersOf(callIds: readonly number[]): Promise<CallOwner[]>
  /** Organizations with running campaigns that may have somebody to call by then, and from when on the first; null: now. */
  organizationsToServe(byMs: number): Promise<Array<{ organizationId: number; dueAtMs: number | null }>>
  /** Organizations whose count of live calls, or that of one of their campaigns, is not what is there. A look without locks. */
  miscountedOrganizations(): Promise<number[]>
  /** Campaigns whose outcomes do not add up to the contacts processed. A look without locks. */
  miscountedOutcomes(): Promise<Array<{ id: number; organizationId: number }>>
  /** Running campaigns that say nobody is due before later, though somebody is. A look without locks. */
  overlookedCampaigns(nowMs: number): Promise<OverlookedCampaign[]>
  /**
   * Prolongs this node's lease and says how many more conversations it can hold (null: any number); answers with the
   * database's own time and how many nodes are alive.
   */
  heartbeat(nodeId: string, leaseMs: number, room?: number | null): Promise<Heartbeat>
  /** The node leaves; its lease ends now. */
  leave(nodeId: string): Promise<void>
  /** Live calls of this node without news since `quietSinceMs`, and all of nodes whose lease ran out before `orphanedBeforeMs` (database time). */
  staleCalls(nodeId: string, quietSinceMs: number, orphanedBeforeMs: number, limit: number): Promise<StaleCall[]>
  /** Makes this node the owner of orphans; answers with those it got (another node may have been quicker). */
  adopt(nodeId: string, callIds: readonly number[], nowMs: number): Promise<number[]>
  /** Calls of a campaign claimed and not yet placed or given back, by nodes whose lease is valid or ended less than `fenceMs` ago. */
  unplacedCalls(campaignId: number, fenceMs: number): Promise<number>
}

/** Word between nodes; only hastens what polling would find. */
export interface Signals {
  publish(signal: Signal): Promise<void>
  subscribe(listener: (signal: Signal) => void): Promise<() => Promise<void>>
}

export type Signal =
  | { kind: 'wake'; organizationId: number }
  | { kind: 'revoke'; campaignId: number }
  /** The do-not-call list has grown. */
  | { kind: 'listed'; organizationId: number }
  /** The people these outbound calls are for are calling us. */
  | { kind: 'withdraw'; calls: readonly WithdrawnCall[] }

/** An outbound call that shall not go on. */
export interface WithdrawnCall {
  organizationId: number
  callId: number
  configurationId: number
  nodeId: string
}
