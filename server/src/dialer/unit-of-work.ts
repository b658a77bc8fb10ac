/** The rows that one transaction has locked: settling and claiming change them in memory, and they are written back once. */
import type { EventType } from '../events/types.ts'
import type { RecordDraft } from '../ledger/rules/chain.ts'
import type { SuppressionProposal } from '../suppressions/rules/proposal-sql.ts'
import { CLOCK_JUMP_MS } from './jobs/keep-lease.ts'
import type { BreakerCount } from './rules/breaker.ts'
import { type CallerNumber, dayStartOf } from './rules/choose-caller.ts'
import { endRecord, returnRecord, uncountedRecord } from './rules/dial-record.ts'
import type { Outcome } from './rules/outcomes.ts'
import { backoffEnd } from './rules/pacing.ts'
import type { RouteStop } from './rules/route.ts'
import type { ConfigurationStop } from './rules/stops.ts'
import type {
  AttemptEnd,
  CampaignRow,
  ConfigurationRow,
  ContactChange,
  ContactMove,
  ContactRow,
  DialerTransaction,
  EndedCalls,
  EventEntry,
  LiveCall,
  LogEntry,
  OpeningSnapshot,
  OpeningSnapshotRequest,
  OrganizationRow,
  ReturnedContact,
  ReturnedConversation,
} from './store.ts'
import type { NewCost } from './store-postgres-costs.ts'

export interface ContactConversation extends ReturnedConversation {
  organizationId: number
  contactId: number
}

/** A retry that may wait for an hour in which the person was reached before. */
export interface NotedRetry {
  contactId: number
  campaignId: number
  configurationId: number
  /** Time of the last attempt. */
  lastMs: number
  dueMs: number
}

/**
 * The transaction began at an earlier time than this node knows: since the last heartbeat the database clock was set back, or
 * another database answers. Contacts that are due by this node's time may not be due yet.
 */
export class ClockSetBack extends Error {}

export class UnitOfWork {
  readonly tx: DialerTransaction
  readonly nowMs: number
  readonly organizations: Map<number, OrganizationRow>
  readonly campaigns: Map<number, CampaignRow>
  readonly configurations: Map<number, ConfigurationRow>
  readonly calls: Map<number, LiveCall>
  readonly numbers: ReadonlyMap<number, CallerNumber[]>
  /** The next due contacts of each campaign. */
  readonly due: ReadonlyMap<number, ContactRow[]>
  /** The breakers' counts before this transaction. */
  readonly breakers: ReadonlyMap<number, BreakerCount>
  /** For each organization, when its campaigns that were not read come due. */
  readonly nextDue: ReadonlyMap<number, number>
  /** Whether this node is the only one; false: not asked. */
  readonly isOnlyNode: boolean
  readonly breakerCounts = new Map<number, BreakerCount>()
  readonly #dirtyOrganizations = new Set<number>()
  readonly #dirtyCampaigns = new Set<number>()
  readonly #dirtyConfigurations = new Set<number>()
  readonly #dirtyCalls = new Set<number>()
  readonly #removedCalls: LiveCall[] = []
  /** Removed calls whose return is not in the ledger yet. */
  readonly #returned: LiveCall[] = []
  /** For each call that was read, the contacts with the same number that wait for its end. */
  readonly #awaiting: ReadonlyMap<number, readonly number[]>
  readonly #awaits: Array<{ callId: number; contactId: number }> = []
  /** Calls that ended or were returned in this transaction. */
  readonly #over = new Map<number, LiveCall>()
  /** Calls whose waiting contacts were already released. */
  readonly #told = new Set<number>()
  readonly #attemptEnds: Array<{ callId: number; what: AttemptEnd }> = []
  /** Ledger records by organization. */
  readonly #records = new Map<number, RecordDraft[]>()
  readonly #inboundConversations: LiveCall[] = []
  readonly #contacts: ContactChange[] = []
  readonly #moves: ContactMove[] = []
  readonly #notedRetries: NotedRetry[] = []
  /** Conversations in inbound calls of contacts. */
  readonly #returnedTalks: ContactConversation[] = []
  /** Contacts that were due when the transaction began, and have since been finished or scheduled for another time. */
  readonly #notDue = new Set<number>()
  readonly #logs: LogEntry[] = []
  readonly #events: EventEntry[] = []
  readonly #ended = new Map<string, EndedCalls>()
  readonly #notMade: number[] = []
  readonly #resting = new Map<number, string>()
  readonly #offers: SuppressionProposal[] = []
  /** Ended calls that were answered and may have a price. */
  readonly #chargeable: LiveCall[] = []
  readonly #costs: NewCost[] = []
  readonly #stops: ConfigurationStop[] = []
  /** Campaigns whose route stops changed. */
  readonly #changedRoutes = new Set<number>()
  /** For each campaign, when contacts that this transaction returned come due; its own claim cannot see them yet. */
  readonly comesDue = new Map<number, number>()
  /** Organizations with contacts that waited for the end of a call and are due now. */
  readonly released = new Set<number>()
  /** Organizations that get events from this transaction. */
  readonly appended = new Set<number>()

  private constructor(tx: DialerTransaction, nowMs: number, opening: OpeningSnapshot) {
    this.tx = tx
    this.nowMs = nowMs
    this.organizations = byId(opening.organizations)
    this.campaigns = byId(opening.campaigns)
    // The next dial writes the row. A back-off from before a step of the clock would otherwise look like a new one near its end.
    for (const row of opening.configurations) row.backoffUntilMs = backoffEnd(row.backoffUntilMs, nowMs)
    this.configurations = byId(opening.configurations)
    this.calls = byId(opening.calls)
    this.#awaiting = opening.awaiting
    this.numbers = opening.numbers
    this.due = opening.due
    this.breakers = opening.breakers
    this.nextDue = opening.nextDue
    this.isOnlyNode = opening.isOnlyNode ?? false
  }

  /**
   * Opens the transaction. The time is read once the locks are held, because a transaction that waited for them must not dial by
   * an outdated time. Throws `ClockSetBack`.
   */
  static async open(
    tx: DialerTransaction,
    now: () => number,
    request: Partial<OpeningSnapshotRequest>,
  ): Promise<UnitOfWork> {
    const askedAtMs = now()
    const opening = await tx.open({
      wait: false,
      claim: null,
      breakerByMs: 0,
      ...request,
      organizationIds: ascending(request.organizationIds ?? []),
      campaignIds: ascending(request.campaignIds ?? []),
      configurationIds: ascending(request.configurationIds ?? []),
      callIds: ascending(request.callIds ?? []),
    })
    if (askedAtMs - (opening.beganAtMs ?? askedAtMs) > CLOCK_JUMP_MS) {
      throw new ClockSetBack('the clock of the database was set back')
    }
    return new UnitOfWork(tx, now(), opening)
  }

  changeOrganization(id: number, change: (row: OrganizationRow) => void): void {
    const row = this.organizations.get(id)
    if (!row) throw new Error(`organization ${id} is not locked`)
    change(row)
    this.#dirtyOrganizations.add(id)
  }

  changeCampaign(id: number, change: (row: CampaignRow) => void): void {
    const row = this.campaigns.get(id)
    if (!row) throw new Error(`campaign ${id} is not locked`)
    change(row)
    this.#dirtyCampaigns.add(id)
  }

  changeConfiguration(id: number, change: (row: ConfigurationRow) => void): void {
    const row = this.configurations.get(id)
    if (!row) return
    change(row)
    this.#dirtyConfigurations.add(id)
    for (const other of this.configurations.values())
      if (other.account.key === row.account.key) shareAccount(row, other)
  }

  setCall(call: LiveCall): void {
    this.calls.set(call.id, call)
    this.#dirtyCalls.add(call.id)
    if (call.state !== 'ended') return
    this.#freeNumber(call, neverLeft(call))
    this.#over.set(call.id, call)
  }

  removeCall(call: LiveCall): void {
    this.#freeNumber(call, true)
    this.calls.delete(call.id)
    this.#dirtyCalls.delete(call.id)
    this.#removedCalls.push(call)
    this.#over.set(call.id, call)
  }

  /**
   * The number that the call showed may be shown once more: the calls of each number were counted when the transaction began.
   * `isUnsent`: the call was never placed, so it does not count for the day either (`returnNumberUse`).
   */
  #freeNumber(call: LiveCall, isUnsent: boolean): void {
    const { id, organizationId, configurationId, callerNumberId, direction, claimedAtMs } = call
    if (callerNumberId === null || this.#over.has(id)) return
    const number = this.numbers.get(configurationId)?.find((one) => one.id === callerNumberId)
    if (!number) return
    if (number.leftAtOnce != null) number.leftAtOnce++
    const dayStartMs = dayStartOf(this.organizations.get(organizationId) ?? {}, this.nowMs)
    if (isUnsent && direction === 'outbound' && claimedAtMs >= dayStartMs && number.leftToday != null)
      number.leftToday++
  }

  /** Whether this transaction ended or returned the call, so that its number is free. */
  isOver(callId: number): boolean {
    return this.#over.has(callId)
  }

  /** Makes a contact with the number of this call wait for the end of the call. */
  awaitEnd(callId: number, contactId: number): void {
    this.#awaits.push({ callId, contactId })
  }

  /** Records the result of a call for the ledger, and for the limits per number if the organization has any. */
  attemptEnded(call: LiveCall, outcome: Outcome, what: AttemptEnd | null): void {
    this.record(call.organizationId, endRecord(this.nowMs, call, outcome, what))
    if (what === null || !this.hasPolicy(call.organizationId)) return
    if (call.direction === 'outbound') this.#attemptEnds.push({ callId: call.id, what })
    else if (what === 'conversation') this.#inboundConversations.push(call)
  }

  /** Adds a record to the organization's ledger, written with the other changes of this transaction. */
  record(organizationId: number, draft: RecordDraft): void {
    const drafts = this.#records.get(organizationId)
    if (drafts) drafts.push(draft)
    else this.#records.set(organizationId, [draft])
  }

  /** The call was accepted but never rang: no limit per number counts it. */
  attemptNotMade(call: { id: number; organizationId: number }): void {
    this.record(call.organizationId, uncountedRecord(this.nowMs, call))
    if (this.hasPolicy(call.organizationId)) this.#notMade.push(call.id)
  }

  restNumber(id: number, reason: string): void {
    this.#resting.set(id, reason)
  }

  /** Notes an ended call that may cost something, if its organization has a currency. */
  noteChargeable(call: LiveCall): void {
    if (call.answeredAtMs === null && !call.durationSeconds) return
    if (this.organizations.get(call.organizationId)?.spending) this.#chargeable.push(call)
  }

  takeChargeable(): LiveCall[] {
    return this.#chargeable.splice(0)
  }

  addCost(cost: NewCost): void {
    this.#costs.push(cost)
  }

  /** Proposes a number for the do-not-call list. */
  offerSuppression(offer: SuppressionProposal): void {
    this.#offers.push(offer)
  }

  /** Whether this transaction set the number to rest. */
  isResting(numberId: number): boolean {
    return this.#resting.has(numberId)
  }

  /** Records that the campaign no longer uses this configuration of its route. */
  stopOnRoute(campaign: CampaignRow, configurationId: number, stop: RouteStop): void {
    const { route } = campaign
    if (!route) return
    campaign.route = { ...route, stops: { ...route.stops, [configurationId]: stop } }
    this.#changedRoutes.add(campaign.id)
  }

  /** Makes all campaigns on the configuration stop once everything is settled. */
  stopConfiguration(stop: ConfigurationStop): void {
    this.#stops.push(stop)
  }

  takeStops(): ConfigurationStop[] {
    return this.#stops.splice(0)
  }

  /**
   * Locks and reads rows that the transaction did not read when it opened. Writes the settled changes first, so that the rows
   * include them.
   */
  async lockForStop(configurationId: number, callIds: readonly number[]) {
    await this.writeRows()
    const locked = await this.tx.lockCampaignsOn(configurationId, callIds)
    for (const row of locked) if (!this.campaigns.has(row.id)) this.campaigns.set(row.id, row)
    const contacts = callIds.length > 0 ? await this.tx.contactsOf(callIds) : []
    return { campaigns: locked.map(({ id }) => this.campaigns.get(id) as CampaignRow), contacts }
  }

  noteReturned(talk: ContactConversation): void {
    this.#returnedTalks.push(talk)
  }

  takeReturned(): ContactConversation[] {
    return this.#returnedTalks.splice(0)
  }

  /** Locks and reads rows that the transaction did not read when it opened, like `lockForStop`. */
  async lockReturned(contactIds: readonly number[]): Promise<ReturnedContact[]> {
    await this.writeRows()
    const locked = await this.tx.lockCampaignsOf(contactIds)
    for (const row of locked) if (!this.campaigns.has(row.id)) this.campaigns.set(row.id, row)
    return this.tx.contactsById(contactIds)
  }

  /** Keeps the claim of this transaction from taking this contact, although it was due when the transaction began. */
  dropDue(contactId: number): void {
    this.#notDue.add(contactId)
  }

  isDropped(contactId: number): boolean {
    return this.#notDue.has(contactId)
  }

  hasPolicy(organizationId: number): boolean {
    return (this.organizations.get(organizationId)?.policyVersion ?? 0) > 0
  }

  changeContact(change: ContactChange): void {
    this.#contacts.push(change)
  }

  /** Notes a retry of a campaign whose retries prefer hours in which the person was reached. */
  noteRetry(retry: NotedRetry): void {
    this.#notedRetries.push(retry)
  }

  takeNotedRetries(): NotedRetry[] {
    return this.#notedRetries.splice(0)
  }

  /** Postpones a retry that this transaction has not written yet. */
  postponeRetry(contactId: number, { atMs, reachedAtMs }: { atMs: number; reachedAtMs: number }): void {
    const index = this.#contacts.findLastIndex(({ id }) => id === contactId)
    const change = this.#contacts[index]
    if (change?.kind === 'retry') this.#contacts[index] = { ...change, atMs, reachedAtMs }
  }

  /** Sets which number of the contact is dialed next. */
  moveNumber(move: ContactMove): void {
    this.#moves.push(move)
  }

  /** Notes that a contact of the campaign comes due at this time. */
  dueAt(campaignId: number, atMs: number): void {
    this.comesDue.set(campaignId, Math.min(atMs, this.comesDue.get(campaignId) ?? Number.POSITIVE_INFINITY))
    const campaign = this.campaigns.get(campaignId)
    if (!campaign || campaign.nextDueAtMs === null || campaign.nextDueAtMs <= atMs) return
    this.changeCampaign(campaignId, (row) => {
      row.nextDueAtMs = atMs
    })
  }

  log(
    campaign: CampaignRow,
    level: LogEntry['level'],
    event: EventType,
    message: string,
    details: Record<string, unknown>,
  ): void {
    const { organizationId, id: campaignId } = campaign
    this.#logs.push({ organizationId, campaignId, atMs: this.nowMs, level, event, message, details })
    const data = { level, message, ...details }
    this.event({ organizationId, type: event, campaignId, contactId: null, callId: null, data })
  }

  event(entry: Omit<EventEntry, 'atMs'>): void {
    this.#events.push({ ...entry, atMs: this.nowMs })
    this.appended.add(entry.organizationId)
  }

  countEnded(call: LiveCall, outcome: Outcome): void {
    const { organizationId, campaignId, direction } = call
    const key = `${organizationId} ${campaignId} ${direction} ${outcome}`
    const row = this.#ended.get(key) ?? { organizationId, campaignId, direction, outcome, calls: 0, seconds: 0 }
    row.calls++
    row.seconds += call.durationSeconds ?? 0
    this.#ended.set(key, row)
  }

  countForBreaker(campaignId: number, failed: boolean): void {
    const count = this.breakerCounts.get(campaignId) ?? { finished: 0, failed: 0 }
    count.finished++
    if (failed) count.failed++
    this.breakerCounts.set(campaignId, count)
  }

  /**
   * Writes calls before a claim: the database would reject a new call to a number whose previous call has ended but is not
   * written yet. The limits per number, which the claim reads, must know of conversations that just ended, and not of claims that
   * were returned.
   */
  async writeCalls(): Promise<void> {
    const removed = this.#removedCalls.splice(0)
    this.#returned.push(...removed)
    const calls = picked(this.calls, this.#dirtyCalls)
    const unsent = [...removed, ...calls.filter(neverLeft)].map(({ id }) => id)
    if (unsent.length > 0) await this.tx.returnNumberUse(unsent)
    if (removed.length > 0) await this.tx.removeCalls(removed.map(({ id }) => id))
    const counted = removed.filter((call) => this.hasPolicy(call.organizationId))
    if (counted.length > 0) await this.tx.removeAttempts(counted.map(({ id }) => id))
    if (calls.length > 0) await this.tx.saveCalls(calls)
    await this.#writeAttempts()
  }

  /** Writes all changes since the last write. Contacts that waited for the end of a call become due at the end. */
  async write(): Promise<void> {
    await this.writeRows()
    await this.#writeWaits()
  }

  /**
   * Writes in the middle of a transaction, without releasing contacts that waited for the end of a call: their release lowers the
   * campaign's next due time only in the database, and the row that the claim changes afterwards would overwrite it.
   */
  async writeRows(): Promise<void> {
    const { tx, nowMs } = this
    await this.writeCalls()
    for (const call of this.#returned.splice(0)) this.record(call.organizationId, returnRecord(nowMs, call))
    for (const [organizationId, drafts] of this.#records) await tx.appendLedger(organizationId, drafts)
    this.#records.clear()
    const contacts = this.#contacts.splice(0)
    if (contacts.length > 0) await tx.saveContacts(contacts)
    const moves = this.#moves.splice(0)
    if (moves.length > 0) await tx.moveNumbers(moves)
    const resting = [...this.#resting].map(([id, reason]) => ({ id, reason }))
    this.#resting.clear()
    if (resting.length > 0) await tx.restNumbers(resting, nowMs)
    const offers = this.#offers.splice(0)
    if (offers.length > 0) await tx.offerSuppressions(offers, nowMs)
    const campaigns = picked(this.campaigns, this.#dirtyCampaigns)
    if (campaigns.length > 0) await tx.saveCampaigns(campaigns, nowMs)
    for (const id of this.#changedRoutes) await tx.saveRouteStops(id, this.campaigns.get(id)?.route?.stops ?? {})
    this.#changedRoutes.clear()
    const configurations = picked(this.configurations, this.#dirtyConfigurations)
    if (configurations.length > 0) await tx.saveConfigurations(configurations)
    const organizations = picked(this.organizations, this.#dirtyOrganizations)
    if (organizations.length > 0) await tx.saveOrganizations(organizations)
    const costs = this.#costs.splice(0)
    if (costs.length > 0) await tx.addCosts(costs, nowMs)
    await this.#writeFigures()
    const logs = this.#logs.splice(0)
    if (logs.length > 0) await tx.appendLogs(logs)
    const events = this.#events.splice(0)
    if (events.length > 0) await tx.appendEvents(events)
  }

  async #writeFigures(): Promise<void> {
    const { tx, nowMs } = this
    for (const [campaignId, count] of this.breakerCounts) {
      const windowSeconds = this.campaigns.get(campaignId)?.breaker.window_seconds ?? 1
      await tx.addToBreaker(campaignId, nowMs, windowSeconds, count)
    }
    this.breakerCounts.clear()
    if (this.#ended.size > 0) await tx.addToMinute(nowMs, [...this.#ended.values()])
    this.#ended.clear()
  }

  async #writeWaits(): Promise<void> {
    const awaits = this.#awaits.splice(0)
    if (awaits.length > 0) await this.tx.awaitEnds(awaits)
    const contactIds: number[] = []
    for (const [callId, { organizationId }] of this.#over) {
      if (this.#told.has(callId)) continue
      this.#told.add(callId)
      const waiting = this.#awaiting.get(callId) ?? []
      contactIds.push(...waiting)
      if (waiting.length > 0) this.released.add(organizationId)
    }
    if (contactIds.length > 0) await this.tx.releaseAwaiting(ascending(contactIds), this.nowMs)
  }

  /** Writes attempts, only if a policy is set. */
  async #writeAttempts(): Promise<void> {
    const ends = this.#attemptEnds.splice(0)
    if (ends.length > 0) await this.tx.endAttempts(ends)
    const notMade = this.#notMade.splice(0)
    if (notMade.length > 0) await this.tx.removeAttempts(notMade)
    const conversations = this.#inboundConversations.splice(0)
    if (conversations.length > 0) {
      await this.tx.insertInboundConversations(
        conversations.map((call) => ({
          callId: call.id,
          organizationId: call.organizationId,
          phoneNumber: call.phoneNumber,
          atMs: call.answeredAtMs ?? call.claimedAtMs,
        })),
      )
    }
  }
}

/**
 * Copies pace and back-off between configurations of an account, in which they are equal; the store writes them to configurations
 * that were not read here.
 */
function shareAccount(from: ConfigurationRow, to: ConfigurationRow): void {
  to.account.pacedUntilMs = from.account.pacedUntilMs
  to.backoffUntilMs = from.backoffUntilMs
  to.backoffs = from.backoffs
}

/** Whether a call ended without being placed: a single call that the carrier refused has no queue to return to. */
function neverLeft({ state, outcome, contactId, placedAtMs }: LiveCall): boolean {
  return state === 'ended' && outcome === 'failed' && contactId === null && placedAtMs === null
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the changed rows and marks them as unchanged. */
function picked<T>(rows: ReadonlyMap<number, T>, ids: Set<number>): T[] {
  const changed = ascending([...ids]).map((id) => rows.get(id) as T)
  ids.clear()
  return changed
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}
