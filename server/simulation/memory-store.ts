/** The dialer's store in memory, for the simulation. Held equal to PostgreSQL's by the conformance suite. */
import type { ZoneSet } from '../src/addresses/rules/zones-of-contact.ts'
import type { BreakerCount } from '../src/dialer/rules/breaker.ts'
import type { CallerNumber } from '../src/dialer/rules/choose-caller.ts'
import {
  type AttemptEnd,
  type CallOwner,
  type CampaignRow,
  type ConfigurationRow,
  type ContactChange,
  type ContactRow,
  type DialerStore,
  type DialerTransaction,
  type DueInZones,
  type EndedCalls,
  type EventEntry,
  type Heartbeat,
  type LiveCall,
  type LogEntry,
  NEVER_MS,
  type NewAttempt,
  type NewCall,
  type NewSingleCall,
  type Opening,
  type OpeningWish,
  type OrganizationRow,
  type OverlookedCampaign,
  type PlacedContact,
  type StaleCall,
  type StoredPolicies,
  type ZoneGroup,
} from '../src/dialer/store.ts'
import { BEGINNING, type ChainedRecord, chain, type Draft } from '../src/ledger/rules/chain.ts'
import type { NumberHistory } from '../src/policies/rules/verdict.ts'
import type { AddressType } from '../src/telephony/provider.ts'

export interface MemoryContact {
  id: number
  organizationId: number
  campaignId: number
  phoneNumber: string
  addressType: AddressType
  state: 'pending' | 'in_call' | 'done'
  /** Null: not dialed yet. */
  nextAttemptAtMs: number | null
  dials: number
  outcome: string | null
  callerNumberId: number | null
  finishedAtMs: number | null
  /** 0 and left out: not named, because no policy was set. */
  zonesId?: number
  heldBy?: string | null
}

export interface MemoryAttempt extends NewAttempt {
  what: AttemptEnd | null
  refused: boolean
}

export interface MemoryNumber extends CallerNumber {
  configurationId: number
  isActive: boolean
}

/** All tables. Rows are replaced, never changed in place, so that a transaction can be undone by keeping the old ones. */
export class MemoryTables {
  organizations = new Map<number, OrganizationRow>()
  campaigns = new Map<number, CampaignRow>()
  configurations = new Map<number, ConfigurationRow>()
  contacts = new Map<number, MemoryContact>()
  /** All calls, ended ones too, and the live ones among them once more: the duties look only at those. */
  calls = new Map<number, LiveCall>()
  liveCalls = new Map<number, LiveCall>()
  numbers = new Map<number, MemoryNumber>()
  suppressions = new Set<string>()
  breakerSeconds = new Map<string, { campaignId: number; secondMs: number; count: BreakerCount }>()
  minutes = new Map<string, EndedCalls & { minuteMs: number }>()
  logs: LogEntry[] = []
  events: EventEntry[] = []
  nodes = new Map<string, { leaseUntilMs: number }>()
  /** Configuration and the carrier's id of every call that came in. */
  inbound = new Map<string, number>()
  policies = new Map<number, StoredPolicies>()
  zoneSets = new Map<number, ZoneSet>()
  attempts = new Map<number, MemoryAttempt>()
  ledger = new Map<number, readonly ChainedRecord[]>()
  lastCallId = 0

  putCall(call: LiveCall): void {
    this.calls.set(call.id, call)
    if (call.state === 'ended') this.liveCalls.delete(call.id)
    else this.liveCalls.set(call.id, call)
  }

  dropCall(id: number): void {
    this.calls.delete(id)
    this.liveCalls.delete(id)
  }
}

export function suppressionKey(organizationId: number, phoneNumber: string): string {
  return `${organizationId} ${phoneNumber}`
}

export class MemoryDialerStore implements DialerStore {
  readonly tables: MemoryTables
  readonly #databaseNow: () => number
  /** Transactions run one after the other, as the lock on the organization makes them on PostgreSQL. */
  #tail: Promise<unknown> = Promise.resolve()
  /** Called at the very moment a transaction that changed something is committed. */
  committed: () => void = () => {}

  constructor(databaseNow: () => number, tables = new MemoryTables()) {
    this.#databaseNow = databaseNow
    this.tables = tables
  }

  transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T> {
    const run = this.#tail.then(async () => {
      const tx = new MemoryTransaction(this.tables)
      try {
        const result = await work(tx)
        if (tx.hasWritten) this.committed()
        return result
      } catch (error) {
        tx.undo()
        throw error
      }
    })
    this.#tail = run.catch(() => {})
    return run
  }

  async ownersOf(callIds: readonly number[]): Promise<CallOwner[]> {
    return callIds.flatMap((id) => {
      const call = this.tables.calls.get(id)
      return call ? [{ callId: id, organizationId: call.organizationId, campaignId: call.campaignId }] : []
    })
  }

  async organizationsToServe(byMs: number): Promise<Array<{ organizationId: number; dueAtMs: number | null }>> {
    const first = new Map<number, number>()
    for (const row of this.tables.campaigns.values()) {
      if (row.state !== 'running' || (row.nextDueAtMs ?? Number.NEGATIVE_INFINITY) > byMs) continue
      const known = first.get(row.organizationId) ?? NEVER_MS
      first.set(row.organizationId, Math.min(known, row.nextDueAtMs ?? Number.NEGATIVE_INFINITY))
    }
    return [...first]
      .sort(([a], [b]) => a - b)
      .map(([organizationId, atMs]) => ({ organizationId, dueAtMs: atMs === Number.NEGATIVE_INFINITY ? null : atMs }))
  }

  async miscountedOrganizations(): Promise<number[]> {
    const { organizations, campaigns, liveCalls } = this.tables
    const live = [...liveCalls.values()]
    const wrong = [
      ...[...organizations.values()]
        .filter((row) => row.liveCalls !== live.filter((call) => call.organizationId === row.id).length)
        .map((row) => row.id),
      ...[...campaigns.values()]
        .filter((row) => row.liveCalls !== live.filter((call) => call.campaignId === row.id).length)
        .map((row) => row.organizationId),
    ]
    return [...new Set(wrong)].sort((a, b) => a - b)
  }

  async miscountedOutcomes(): Promise<Array<{ id: number; organizationId: number }>> {
    return [...this.tables.campaigns.values()]
      .filter((row) => row.processedRows !== Object.values(row.outcomes).reduce((sum, count) => sum + count, 0))
      .map(({ id, organizationId }) => ({ id, organizationId }))
  }

  async overlookedCampaigns(nowMs: number): Promise<OverlookedCampaign[]> {
    const due = new Set<number>()
    for (const contact of this.tables.contacts.values()) {
      if ((this.tables.organizations.get(contact.organizationId)?.policyVersion ?? 0) > 0) continue
      const isDue = contact.state === 'pending' && (contact.nextAttemptAtMs ?? Number.NEGATIVE_INFINITY) <= nowMs
      if (isDue) due.add(contact.campaignId)
    }
    return [...this.tables.campaigns.values()]
      .filter(
        (row) => row.state === 'running' && (row.nextDueAtMs ?? Number.NEGATIVE_INFINITY) > nowMs && due.has(row.id),
      )
      .map(({ id, organizationId, schedule }) => ({ id, organizationId, schedule }))
  }

  async heartbeat(nodeId: string, leaseMs: number): Promise<Heartbeat> {
    const databaseNowMs = this.#databaseNow()
    this.tables.nodes.set(nodeId, { leaseUntilMs: databaseNowMs + leaseMs })
    const liveNodes = [...this.tables.nodes.values()].filter((node) => node.leaseUntilMs > databaseNowMs).length
    const ownCalls = new Map<number, number>()
    for (const call of this.tables.liveCalls.values()) {
      if (call.nodeId !== nodeId) continue
      ownCalls.set(call.configurationId, (ownCalls.get(call.configurationId) ?? 0) + 1)
    }
    return { databaseNowMs, liveNodes, ownCalls }
  }

  async leave(nodeId: string): Promise<void> {
    this.tables.nodes.delete(nodeId)
  }

  async staleCalls(
    nodeId: string,
    quietSinceMs: number,
    orphanedBeforeMs: number,
    limit: number,
  ): Promise<StaleCall[]> {
    return [...this.tables.liveCalls.values()]
      .filter((call) => {
        if (call.nodeId === nodeId) return call.newsAtMs < quietSinceMs
        return (this.tables.nodes.get(call.nodeId)?.leaseUntilMs ?? call.claimedAtMs) < orphanedBeforeMs
      })
      .sort((a, b) => a.newsAtMs - b.newsAtMs || a.id - b.id)
      .slice(0, limit)
      .map((call) => ({ ...call, orphaned: call.nodeId !== nodeId }))
  }

  async adopt(nodeId: string, callIds: readonly number[], nowMs: number): Promise<number[]> {
    const adopted: number[] = []
    for (const id of callIds) {
      const call = this.tables.liveCalls.get(id)
      if (!call || call.nodeId === nodeId || this.#isAlive(call.nodeId)) continue
      this.tables.putCall({ ...call, nodeId, newsAtMs: Math.min(call.newsAtMs, nowMs) })
      adopted.push(id)
    }
    return adopted
  }

  async unplacedCalls(campaignId: number, fenceMs: number): Promise<number> {
    const mayStillPlace = (call: LiveCall) => {
      const lease = this.tables.nodes.get(call.nodeId)
      return lease !== undefined && lease.leaseUntilMs > this.#databaseNow() - fenceMs
    }
    return [...this.tables.liveCalls.values()].filter(
      (call) => call.campaignId === campaignId && call.state === 'claimed' && mayStillPlace(call),
    ).length
  }

  #isAlive(nodeId: string): boolean {
    return (this.tables.nodes.get(nodeId)?.leaseUntilMs ?? Number.NEGATIVE_INFINITY) > this.#databaseNow()
  }
}

/** Writes at once and remembers how to take it back. */
class MemoryTransaction implements DialerTransaction {
  readonly #tables: MemoryTables
  readonly #undo: Array<() => void> = []

  constructor(tables: MemoryTables) {
    this.#tables = tables
  }

  get hasWritten(): boolean {
    return this.#undo.length > 0
  }

  undo(): void {
    for (const step of this.#undo.reverse()) step()
  }

  #set<K, V>(table: Map<K, V>, key: K, value: V): void {
    const before = table.get(key)
    this.#undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)))
    table.set(key, value)
  }

  async open(wish: OpeningWish): Promise<Opening> {
    const { claim } = wish
    const organizations = rowsOf(this.#tables.organizations, wish.organizationIds)
    const got = new Set(organizations.map((row) => row.id))
    const isDue = (row: CampaignRow) =>
      claim !== null && row.state === 'running' && (row.nextDueAtMs ?? Number.NEGATIVE_INFINITY) <= claim.byMs
    const campaigns = [...this.#tables.campaigns.values()]
      .filter((row) => got.has(row.organizationId) && (wish.campaignIds.includes(row.id) || isDue(row)))
      .sort((a, b) => a.id - b.id)
      .map((row) => ({ ...row }))
    const configurationIds = [...wish.configurationIds, ...campaigns.flatMap((row) => row.configurationId ?? [])]
    const configurations = rowsOf(this.#tables.configurations, [...new Set(configurationIds)])
    const due = new Map<number, ContactRow[]>()
    if (claim) {
      for (const campaign of campaigns.filter(isDue)) {
        const configuration = configurations.find((row) => row.id === campaign.configurationId)
        const underPolicy = organizations.some((row) => row.id === campaign.organizationId && row.policyVersion > 0)
        if ((configuration?.backoffUntilMs ?? 0) <= claim.byMs)
          due.set(campaign.id, underPolicy ? [] : this.#findDue(campaign.id, claim.byMs, claim.limit))
      }
    }
    const nextDue = new Map<number, number>()
    for (const row of this.#tables.campaigns.values()) {
      const { organizationId: id, nextDueAtMs: atMs } = row
      if (!claim?.others || !got.has(id) || row.state !== 'running' || atMs === null || atMs <= claim.byMs) continue
      if (atMs < NEVER_MS) nextDue.set(id, Math.min(atMs, nextDue.get(id) ?? NEVER_MS))
    }
    return {
      nextDue,
      organizations,
      campaigns,
      configurations,
      numbers: new Map(configurations.map(({ id }) => [id, this.#activeNumbers(id)])),
      calls: rowsOf(this.#tables.calls, wish.callIds).filter(
        (call) => call.state !== 'ended' && got.has(call.organizationId),
      ),
      due,
      breakers: new Map(
        campaigns
          .filter((row) => wish.campaignIds.includes(row.id) && row.breaker.enabled)
          .map((row) => [row.id, this.#countBreaker(row.id, wish.breakerByMs - row.breaker.window_seconds * 1000)]),
      ),
    }
  }

  #findDue(campaignId: number, byMs: number, limit: number): ContactRow[] {
    const pending = [...this.#tables.contacts.values()].filter(
      (contact) => contact.campaignId === campaignId && contact.state === 'pending',
    )
    const retries = pending
      .filter((contact) => contact.nextAttemptAtMs !== null && contact.nextAttemptAtMs <= byMs)
      .sort((a, b) => (a.nextAttemptAtMs as number) - (b.nextAttemptAtMs as number) || a.id - b.id)
    const fresh = pending.filter((contact) => contact.nextAttemptAtMs === null).sort((a, b) => a.id - b.id)
    return [...retries, ...fresh].slice(0, limit).map((contact) => this.#dueRow(contact))
  }

  #dueRow(contact: MemoryContact): ContactRow {
    return {
      id: contact.id,
      phoneNumber: contact.phoneNumber,
      addressType: contact.addressType,
      dials: contact.dials,
      callerNumberId: contact.callerNumberId,
      suppressed: this.#tables.suppressions.has(suppressionKey(contact.organizationId, contact.phoneNumber)),
    }
  }

  async policiesOf(organizationId: number): Promise<StoredPolicies> {
    return this.#tables.policies.get(organizationId) ?? { organization: null, campaigns: new Map() }
  }

  async zonesOf(campaignId: number): Promise<ZoneGroup[]> {
    const counts = new Map<number, number>()
    for (const { campaignId: of, zonesId = 0 } of this.#tables.contacts.values()) {
      if (of === campaignId && zonesId > 0) counts.set(zonesId, (counts.get(zonesId) ?? 0) + 1)
    }
    return [...counts]
      .sort(([a], [b]) => a - b)
      .map(([id, contacts]) => ({ id, contacts, set: this.#tables.zoneSets.get(id) as ZoneSet }))
  }

  /** Lane by lane: those whose retry came due first, then those not dialed yet in list order of the lanes. */
  async dueInZones({ organizationId, campaignId, zoneIds, byMs, limit, historySinceMs }: DueInZones) {
    const lanes = zoneIds.map((id) =>
      [...this.#tables.contacts.values()]
        .filter((one) => one.campaignId === campaignId && one.state === 'pending' && one.zonesId === id)
        .sort(byDueTime),
    )
    const inOrder = (part: (one: MemoryContact) => boolean) =>
      lanes
        .map((lane) => lane.filter(part))
        .filter((lane) => lane.length > 0)
        .sort((a, b) => byDueTime(a[0] as MemoryContact, b[0] as MemoryContact))
        .flat()
    const retries = inOrder((one) => one.nextAttemptAtMs !== null && one.nextAttemptAtMs <= byMs)
    const fresh = inOrder((one) => one.nextAttemptAtMs === null)
    return [...retries, ...fresh].slice(0, limit).map((contact): PlacedContact => {
      const history = this.#history(organizationId, contact.phoneNumber, historySinceMs)
      return { ...this.#dueRow(contact), zonesId: contact.zonesId as number, history }
    })
  }

  async nextRetryInZones(campaignId: number, zoneIds: readonly number[], afterMs: number): Promise<number | null> {
    const moments = [...this.#tables.contacts.values()]
      .filter((one) => one.campaignId === campaignId && one.state === 'pending' && zoneIds.includes(one.zonesId ?? 0))
      .flatMap(({ nextAttemptAtMs }) =>
        nextAttemptAtMs !== null && nextAttemptAtMs > afterMs ? [nextAttemptAtMs] : [],
      )
    return moments.length > 0 ? Math.min(...moments) : null
  }

  async historyOf(organizationId: number, phoneNumber: string): Promise<NumberHistory> {
    return this.#history(organizationId, phoneNumber, Number.NEGATIVE_INFINITY)
  }

  #history(organizationId: number, phoneNumber: string, sinceMs: number): NumberHistory {
    const own = [...this.#tables.attempts.values()].filter(
      (one) => one.organizationId === organizationId && one.phoneNumber === phoneNumber && one.atMs > sinceMs,
    )
    const lastMs: Record<string, number> = {}
    for (const { atMs, what, refused } of own) {
      for (const cause of [what, refused ? 'refusal' : null]) {
        if (cause !== null) lastMs[cause] = Math.max(atMs, lastMs[cause] ?? atMs)
      }
    }
    return {
      attemptsMs: own.map(({ atMs }) => atMs),
      conversationsMs: own.filter(({ what }) => what === 'conversation').map(({ atMs }) => atMs),
      lastMs,
    }
  }

  async insertAttempts(attempts: readonly NewAttempt[]): Promise<void> {
    for (const attempt of attempts) {
      this.#set(this.#tables.attempts, attempt.callId, { ...attempt, what: null, refused: false })
    }
  }

  async endAttempts(ends: ReadonlyArray<{ callId: number; what: AttemptEnd }>): Promise<void> {
    for (const { callId, what } of ends) {
      const before = this.#tables.attempts.get(callId)
      if (before) this.#set(this.#tables.attempts, callId, { ...before, what })
    }
  }

  async removeAttempts(callIds: readonly number[]): Promise<void> {
    for (const id of callIds) {
      const before = this.#tables.attempts.get(id)
      if (!before) continue
      this.#undo.push(() => this.#tables.attempts.set(id, before))
      this.#tables.attempts.delete(id)
    }
  }

  async appendLedger(organizationId: number, drafts: readonly Draft[]): Promise<void> {
    const before = this.#tables.ledger.get(organizationId) ?? []
    const { records } = chain(organizationId, before.at(-1) ?? BEGINNING, drafts)
    this.#set(this.#tables.ledger, organizationId, [...before, ...records])
  }

  async nextRetryAfter(campaignId: number, afterMs: number): Promise<number | null> {
    let earliest: number | null = null
    for (const { campaignId: of, state, nextAttemptAtMs } of this.#tables.contacts.values()) {
      if (of !== campaignId || state !== 'pending' || nextAttemptAtMs === null || nextAttemptAtMs <= afterMs) continue
      if (earliest === null || nextAttemptAtMs < earliest) earliest = nextAttemptAtMs
    }
    return earliest
  }

  #activeNumbers(configurationId: number): CallerNumber[] {
    return [...this.#tables.numbers.values()]
      .filter((number) => number.configurationId === configurationId && number.isActive)
      .map(({ id, address, isDefault, lastUsedAtMs }) => ({ id, address, isDefault, lastUsedAtMs }))
      .sort((a, b) => a.id - b.id)
  }

  #countBreaker(campaignId: number, sinceMs: number): BreakerCount {
    const total = { finished: 0, failed: 0 }
    for (const second of this.#tables.breakerSeconds.values()) {
      if (second.campaignId !== campaignId || second.secondMs <= sinceMs) continue
      total.finished += second.count.finished
      total.failed += second.count.failed
    }
    return total
  }

  async insertCalls(calls: readonly NewCall[]): Promise<number[]> {
    return calls.map((call) => {
      const live = [...this.#tables.liveCalls.values()].some((one) => one.contactId === call.contactId)
      if (live) throw new Error('duplicate key value violates unique constraint "one_live_call_per_contact"')
      // A number once given is never given again, also after a rollback: as a sequence does.
      const id = ++this.#tables.lastCallId
      this.#undo.push(() => this.#tables.dropCall(id))
      this.#tables.putCall(newLiveCall(id, call))
      return id
    })
  }

  async insertSingleCall(call: NewSingleCall): Promise<{ id: number; added: boolean }> {
    const key = `${call.configurationId} ${call.inboundId}`
    const known = call.inboundId === null ? undefined : this.#tables.inbound.get(key)
    if (known !== undefined) return { id: known, added: false }
    const id = ++this.#tables.lastCallId
    this.#undo.push(() => this.#tables.dropCall(id))
    const { inboundId, variables: _variables, transferOf: _transferOf, ...fields } = call
    const row = newLiveCall(id, { ...fields, campaignId: null, contactId: null, attempt: 1 })
    const atMs = inboundId === null ? null : call.claimedAtMs
    const state = inboundId === null ? 'claimed' : 'answered'
    this.#tables.putCall({ ...row, providerCallId: inboundId, state, placedAtMs: atMs, answeredAtMs: atMs })
    if (inboundId !== null) this.#set(this.#tables.inbound, key, id)
    return { id, added: true }
  }

  async recountFinished(campaignId: number): Promise<void> {
    const campaign = this.#tables.campaigns.get(campaignId)
    if (!campaign) return
    const outcomes: Record<string, number> = {}
    const attempts: Record<string, number> = {}
    for (const contact of this.#tables.contacts.values()) {
      if (contact.campaignId !== campaignId || contact.state !== 'done') continue
      outcomes[String(contact.outcome)] = (outcomes[String(contact.outcome)] ?? 0) + 1
      attempts[contact.dials] = (attempts[contact.dials] ?? 0) + 1
    }
    this.#set(this.#tables.campaigns, campaignId, { ...campaign, outcomes, attempts })
  }

  async lookAgain(campaignIds: readonly number[]): Promise<void> {
    for (const id of campaignIds) {
      const campaign = this.#tables.campaigns.get(id)
      if (campaign) this.#set(this.#tables.campaigns, id, { ...campaign, nextDueAtMs: null })
    }
  }

  async recountLiveCalls(organizationId: number): Promise<boolean> {
    const live = [...this.#tables.liveCalls.values()]
    const before = this.#undo.length
    const organization = this.#tables.organizations.get(organizationId)
    const own = live.filter((call) => call.organizationId === organizationId).length
    if (organization && organization.liveCalls !== own) {
      this.#set(this.#tables.organizations, organizationId, { ...organization, liveCalls: own })
    }
    for (const row of this.#tables.campaigns.values()) {
      const count = live.filter((call) => call.campaignId === row.id).length
      if (row.organizationId === organizationId && row.liveCalls !== count) {
        this.#set(this.#tables.campaigns, row.id, { ...row, liveCalls: count })
      }
    }
    return this.#undo.length > before
  }

  async saveCalls(calls: readonly LiveCall[]): Promise<void> {
    for (const call of calls) {
      const before = this.#tables.calls.get(call.id)
      if (!before) continue
      this.#undo.push(() => this.#tables.putCall(before))
      this.#tables.putCall(savedCall(before, call))
    }
  }

  async removeCalls(ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      const before = this.#tables.calls.get(id)
      if (!before) continue
      this.#undo.push(() => this.#tables.putCall(before))
      this.#tables.dropCall(id)
    }
  }

  async saveContacts(changes: readonly ContactChange[]): Promise<void> {
    for (const change of changes) {
      const contact = this.#tables.contacts.get(change.id)
      if (contact) this.#set(this.#tables.contacts, change.id, changedContact(contact, change))
    }
  }

  async saveCampaigns(campaigns: readonly CampaignRow[]): Promise<void> {
    for (const row of campaigns) {
      const before = this.#tables.campaigns.get(row.id)
      if (before) this.#set(this.#tables.campaigns, row.id, savedCampaign(before, row))
    }
  }

  async saveOrganizations(organizations: readonly OrganizationRow[]): Promise<void> {
    for (const row of organizations) {
      const before = this.#tables.organizations.get(row.id)
      if (before) this.#set(this.#tables.organizations, row.id, { ...before, liveCalls: row.liveCalls })
    }
  }

  async saveConfigurations(configurations: readonly ConfigurationRow[]): Promise<void> {
    for (const row of configurations) {
      const before = this.#tables.configurations.get(row.id)
      const { pacedUntilMs, backoffUntilMs, backoffs } = row
      if (before) this.#set(this.#tables.configurations, row.id, { ...before, pacedUntilMs, backoffUntilMs, backoffs })
    }
  }

  async markNumbersUsed(numberIds: readonly number[], nowMs: number): Promise<void> {
    for (const id of numberIds) {
      const number = this.#tables.numbers.get(id)
      if (number) this.#set(this.#tables.numbers, id, { ...number, lastUsedAtMs: nowMs })
    }
  }

  async addToBreaker(campaignId: number, nowMs: number, windowSeconds: number, count: BreakerCount): Promise<void> {
    const bucketMs = Math.ceil(windowSeconds / 60) * 1000
    const secondMs = Math.floor(nowMs / bucketMs) * bucketMs + bucketMs
    const key = `${campaignId} ${secondMs}`
    const before = this.#tables.breakerSeconds.get(key)?.count ?? { finished: 0, failed: 0 }
    const sum = { finished: before.finished + count.finished, failed: before.failed + count.failed }
    this.#set(this.#tables.breakerSeconds, key, { campaignId, secondMs, count: sum })
  }

  async addToMinute(nowMs: number, ended: readonly EndedCalls[]): Promise<void> {
    const minuteMs = Math.floor(nowMs / 60_000) * 60_000
    for (const row of ended) {
      const key = `${row.organizationId} ${row.campaignId} ${minuteMs} ${row.direction} ${row.outcome}`
      const before = this.#tables.minutes.get(key) ?? { calls: 0, seconds: 0 }
      const sum = { calls: before.calls + row.calls, seconds: before.seconds + row.seconds }
      this.#set(this.#tables.minutes, key, { ...row, ...sum, minuteMs })
    }
  }

  async appendLogs(entries: readonly LogEntry[]): Promise<void> {
    this.#append(this.#tables.logs, entries)
  }

  async appendEvents(entries: readonly EventEntry[]): Promise<void> {
    this.#append(this.#tables.events, entries)
  }

  #append<T>(table: T[], entries: readonly T[]): void {
    const before = table.length
    this.#undo.push(() => {
      table.length = before
    })
    table.push(...entries)
  }
}

/** Due retries first, oldest first; then those not dialed yet, in list order. */
function byDueTime(a: MemoryContact, b: MemoryContact): number {
  const [first, second] = [a.nextAttemptAtMs ?? NEVER_MS, b.nextAttemptAtMs ?? NEVER_MS]
  return first - second || a.id - b.id
}

function rowsOf<T extends object>(table: ReadonlyMap<number, T>, ids: readonly number[]): T[] {
  return [...ids].sort((a, b) => a - b).flatMap((id) => (table.has(id) ? [{ ...(table.get(id) as T) }] : []))
}

/** What settling changes; whose call it is and when it must be over stay as they were written first. */
function savedCall(before: LiveCall, call: LiveCall): LiveCall {
  const { nodeId, claimedAtMs, deadlineAtMs, contactId, campaignId, organizationId, attempt } = before
  return { ...call, nodeId, claimedAtMs, deadlineAtMs, contactId, campaignId, organizationId, attempt }
}

/** The engine's columns; the operator's (caps, retries, hours) are never written by it. */
function savedCampaign(before: CampaignRow, row: CampaignRow): CampaignRow {
  return {
    ...before,
    state: row.state,
    processedRows: row.processedRows,
    failedRows: row.failedRows,
    outcomes: row.outcomes,
    attempts: row.attempts,
    executedCount: row.executedCount,
    totalQueuedCount: row.totalQueuedCount,
    liveCalls: row.liveCalls,
    windowSaid: row.windowSaid,
    lastClaimedAtMs: row.lastClaimedAtMs,
    completedAtMs: row.completedAtMs,
    nextDueAtMs: row.nextDueAtMs,
  }
}

type AnyNewCall = Omit<NewCall, 'campaignId' | 'contactId'> & {
  campaignId: number | null
  contactId: number | null
  direction?: LiveCall['direction']
}

function newLiveCall(id: number, call: AnyNewCall): LiveCall {
  const {
    callerNumber: _shown,
    callerNumberId: _number,
    workflowId: _workflow,
    definitionId: _definition,
    addressType: _type,
    ...kept
  } = call
  return {
    ...kept,
    id,
    direction: call.direction ?? 'outbound',
    providerCallId: null,
    state: 'claimed',
    outcome: null,
    cause: null,
    endedBy: null,
    machine: null,
    agentAtMs: null,
    placedAtMs: null,
    answeredAtMs: null,
    endedAtMs: null,
    newsAtMs: call.claimedAtMs,
    durationSeconds: null,
  }
}

function changedContact(contact: MemoryContact, change: ContactChange): MemoryContact {
  switch (change.kind) {
    case 'in_call':
      return {
        ...contact,
        state: 'in_call',
        nextAttemptAtMs: null,
        callerNumberId: change.callerNumberId ?? contact.callerNumberId,
      }
    case 'returned':
      return {
        ...contact,
        state: 'pending',
        dials: change.dials,
        nextAttemptAtMs: change.nowMs,
      }
    case 'aside':
      return {
        ...contact,
        state: 'pending',
        dials: change.dials,
        nextAttemptAtMs: change.atMs,
        heldBy: change.heldBy ?? contact.heldBy ?? null,
      }
    case 'retry':
      return {
        ...contact,
        state: 'pending',
        dials: change.dials,
        outcome: change.outcome,
        nextAttemptAtMs: change.atMs,
      }
    case 'done':
      return {
        ...contact,
        state: 'done',
        dials: change.dials,
        outcome: change.outcome,
        nextAttemptAtMs: null,
        finishedAtMs: change.nowMs,
        heldBy: change.heldBy ?? contact.heldBy ?? null,
      }
  }
}
