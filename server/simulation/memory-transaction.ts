/** One transaction on the tables in memory. */
import { canonicalNumber } from '../src/addresses/rules/canonical-number.ts'
import type { ZoneSet } from '../src/addresses/rules/zones-of-contact.ts'
import { liveCallFrom } from '../src/dialer/claimed-call.ts'
import { isReturnedConversation } from '../src/dialer/returned-calls.ts'
import type { BreakerCount } from '../src/dialer/rules/breaker.ts'
import { type AcceptedNumber, type CallerNumber, dayStartOf } from '../src/dialer/rules/choose-caller.ts'
import { IN_ANOTHER_CALL } from '../src/dialer/rules/may-dial.ts'
import { moveToCaller } from '../src/dialer/rules/numbers-of-contact.ts'
import { backoffEnd } from '../src/dialer/rules/pacing.ts'
import { REACHED_CALLS_MAX } from '../src/dialer/rules/reached-hours.ts'
import { configurationsOf, type RouteStop, takesNumber } from '../src/dialer/rules/route.ts'
import {
  type AttemptEnd,
  type CallingContact,
  type CampaignRow,
  type ConfigurationRow,
  type ContactChange,
  type ContactMove,
  type ContactRow,
  type DialerTransaction,
  type DueContactWithHistory,
  type DueInZones,
  type EndedCalls,
  type EventEntry,
  HELD_CONTACTS_READ,
  type HeldRelease,
  type InboundConversation,
  type LiveCall,
  type LogEntry,
  NEVER_MS,
  type NewAttempt,
  type NewCall,
  type NewSingleCall,
  NODE_GONE_MS,
  type NumberInCall,
  type NumberPast,
  type OpeningSnapshot,
  type OpeningSnapshotRequest,
  type OrganizationRow,
  type ReachedContact,
  type ReachedTimesRequest,
  type ReturnedContact,
  type ReturnedConversation,
  type SettledContact,
  type StoredPolicies,
  type ZoneGroup,
} from '../src/dialer/store.ts'
import type { NewCost, PricesRecord } from '../src/dialer/store-postgres-costs.ts'
import { CHAIN_START, chainRecords, type RecordDraft } from '../src/ledger/rules/chain.ts'
import { withPersonHash } from '../src/ledger/rules/person.ts'
import type { NumberHistory } from '../src/policies/rules/verdict.ts'
import { proposedNumber, type SuppressionProposal } from '../src/suppressions/rules/proposal-sql.ts'
import { byDueTime, changedContact, laneByLane, rowsOf, savedCall, savedCampaign, unchanged } from './memory-rows.ts'
import { callRow, campaignRow, configurationRow, contactRow, organizationRow } from './memory-shapes.ts'
import {
  inboundKey,
  type MemoryAttempt,
  type MemoryContact,
  type MemoryNumber,
  type MemoryTables,
  suppressionKey,
} from './memory-tables.ts'

/** Writes at once and remembers how to take it back. */
export class MemoryTransaction implements DialerTransaction {
  readonly #tables: MemoryTables
  readonly #undo: Array<() => void> = []
  readonly #locked: Set<number>

  /** `locked`: organizations that it holds already. */
  constructor(tables: MemoryTables, locked: Iterable<number> = []) {
    this.#tables = tables
    this.#locked = new Set(locked)
  }

  /** The organizations that it holds from now on. */
  hold(organizationIds: Iterable<number>): void {
    for (const id of organizationIds) this.#locked.add(id)
  }

  /**
   * PostgreSQL finds no row of another organization. Here it is an error, so that no part of the engine can rely on finding one,
   * or lose what it writes to one.
   */
  #held<T extends { organizationId: number }>(row: T | undefined): T | undefined {
    if (row) this.#mustHold(row.organizationId)
    return row
  }

  #mustHold(organizationId: number): void {
    if (this.#locked.has(organizationId)) return
    this.#tables.reachedUnlocked(organizationId)
    throw new Error('the lock of the organization is not held')
  }

  #call(id: number): LiveCall | undefined {
    return this.#held(this.#tables.calls.get(id))
  }

  #contact(id: number): MemoryContact | undefined {
    return this.#held(this.#tables.contacts.get(id))
  }

  #campaign(id: number): CampaignRow | undefined {
    return this.#held(this.#tables.campaigns.get(id))
  }

  #attempt(callId: number): MemoryAttempt | undefined {
    return this.#held(this.#tables.attempts.get(callId))
  }

  #number(id: number): MemoryNumber | undefined {
    return this.#held(this.#tables.numbers.get(id))
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

  /** `organizationIds`: those whose lock is held. */
  async open(request: OpeningSnapshotRequest, organizationIds = request.organizationIds): Promise<OpeningSnapshot> {
    const { claim } = request
    const organizations = rowsOf(this.#tables.organizations, organizationIds, organizationRow)
    const got = new Set(organizations.map((row) => row.id))
    this.hold(got)
    const isDue = (row: CampaignRow) =>
      claim !== null && row.state === 'running' && (row.nextDueAtMs ?? Number.NEGATIVE_INFINITY) <= claim.byMs
    const campaigns: CampaignRow[] = []
    for (const row of this.#tables.campaigns.values()) {
      if (got.has(row.organizationId) && (request.campaignIds.includes(row.id) || isDue(row)))
        campaigns.push(campaignRow(row))
    }
    campaigns.sort((a, b) => a.id - b.id)
    const configurations = this.#configurationsFor(request.configurationIds, campaigns)
    const due = new Map<number, ContactRow[]>()
    if (claim) {
      for (const campaign of campaigns) {
        if (!isDue(campaign)) continue
        const configuration = configurations.find((row) => row.id === campaign.configurationId)
        const underPolicy = organizations.some((row) => row.id === campaign.organizationId && row.policyVersion > 0)
        const backoffUntilMs = backoffEnd(configuration?.backoffUntilMs ?? null, claim.byMs) ?? 0
        if (campaign.route || backoffUntilMs <= claim.byMs)
          due.set(campaign.id, underPolicy ? [] : this.#findDue(campaign.id, claim.byMs, claim.limit))
      }
    }
    const nextDue = new Map<number, number>()
    for (const row of this.#tables.campaigns.values()) {
      const { organizationId: id, nextDueAtMs: atMs } = row
      if (!claim?.others || !got.has(id) || row.state !== 'running' || atMs === null || atMs <= claim.byMs) continue
      if (atMs < NEVER_MS) nextDue.set(id, Math.min(atMs, nextDue.get(id) ?? NEVER_MS))
    }
    const { claimedCalls = [] } = request
    const ids = [...request.callIds, ...claimedCalls.map(({ id }) => id)]
    const given = new Map(claimedCalls.map((call) => [call.id, call]))
    const calls: LiveCall[] = []
    const awaiting = new Map<number, readonly number[]>()
    for (const call of rowsOf(this.#tables.calls, ids, callRow)) {
      if (call.state === 'ended' || !got.has(call.organizationId)) continue
      calls.push(unchanged(given.get(call.id), call) ?? call)
      const waiting = this.#tables.awaiting.get(call.id)
      if (waiting) awaiting.set(call.id, waiting)
    }
    const breakers = new Map<number, BreakerCount>()
    for (const { id, breaker } of campaigns) {
      if (!breaker.enabled || !request.campaignIds.includes(id)) continue
      breakers.set(id, this.#countBreaker(id, request.breakerByMs - breaker.window_seconds * 1000))
    }
    const dayStartMs = new Map(organizations.map((row) => [row.id, dayStartOf(row, this.#tables.databaseNow())]))
    const numbers = new Map(configurations.map(({ id }) => [id, this.#callerNumbers(id, dayStartMs)]))
    const opening: OpeningSnapshot = {
      nextDue,
      organizations,
      campaigns,
      configurations,
      numbers,
      calls,
      awaiting,
      due,
      breakers,
      ...(organizations.length > 0 ? { beganAtMs: this.#tables.databaseNow() } : {}),
    }
    if (claim?.asNode !== undefined) opening.isOnlyNode = this.#isOnlyNode(claim.asNode)
    return opening
  }

  /** The configurations that are asked for, and those that the campaigns dial through. */
  #configurationsFor(ids: readonly number[], campaigns: readonly CampaignRow[]): ConfigurationRow[] {
    const wanted = new Set(ids)
    for (const campaign of campaigns) for (const id of configurationsOf(campaign)) wanted.add(id)
    const rows: ConfigurationRow[] = []
    for (const id of wanted) {
      const row = this.#tables.configurationOf(id)
      if (row) rows.push(row)
    }
    return rows
  }

  #isOnlyNode(nodeId: string): boolean {
    const goneMs = this.#tables.databaseNow() - NODE_GONE_MS
    return [...this.#tables.nodes].every(([id, { leaseUntilMs }]) => id === nodeId || leaseUntilMs <= goneMs)
  }

  #findDue(campaignId: number, byMs: number, limit: number): ContactRow[] {
    const retries: MemoryContact[] = []
    const fresh: MemoryContact[] = []
    for (const contact of this.#tables.contacts.pendingOf(campaignId).values()) {
      if (contact.nextAttemptAtMs === null) fresh.push(contact)
      else if (contact.nextAttemptAtMs <= byMs) retries.push(contact)
    }
    retries.sort(byDueTime)
    if (retries.length < limit) fresh.sort((a, b) => a.id - b.id)
    return [...retries, ...fresh].slice(0, limit).map((contact) => this.#dueRow(contact))
  }

  #dueRow(contact: MemoryContact): ContactRow {
    const { organizationId, phoneNumber, personId, notBeforeMs, notAfterMs, numbers } = contact
    const { suppressions, liveCalls } = this.#tables
    const row: ContactRow = {
      id: contact.id,
      phoneNumber,
      addressType: contact.addressType,
      dials: contact.dials,
      callerNumberId: contact.callerNumberId,
      suppressed: suppressions.size > 0 && suppressions.has(suppressionKey(organizationId, phoneNumber)),
      inCalls: [...liveCalls.withNumber(organizationId, phoneNumber)].sort((a, b) => a - b),
    }
    if (personId) row.personId = personId
    if (notBeforeMs !== undefined) row.notBeforeMs = notBeforeMs
    if (notAfterMs !== undefined) row.notAfterMs = notAfterMs
    if (numbers !== undefined) row.numbers = numbers
    return row
  }

  async policiesOf(organizationId: number): Promise<StoredPolicies> {
    return this.#tables.policies.get(organizationId) ?? { organization: null, campaigns: new Map() }
  }

  async zonesOf(campaignId: number): Promise<ZoneGroup[]> {
    this.#campaign(campaignId)
    const counts = new Map<number, number>()
    for (const { zonesId = 0 } of this.#tables.contacts.of(campaignId).values()) {
      if (zonesId > 0) counts.set(zonesId, (counts.get(zonesId) ?? 0) + 1)
    }
    return [...counts]
      .sort(([a], [b]) => a - b)
      .map(([id, contacts]) => ({ id, contacts, set: this.#tables.zoneSets.get(id) as ZoneSet }))
  }

  /** Lane by lane: those whose retry came due first, then those not dialed yet in list order of the lanes. */
  async dueInZones(requests: readonly DueInZones[]): Promise<DueContactWithHistory[][]> {
    return requests.map((request) => this.#dueInZones(request))
  }

  #dueInZones({ organizationId, campaignId, zoneIds, byMs, limit, historySinceMs }: DueInZones) {
    const retries = new Map(zoneIds.map((id) => [id, [] as MemoryContact[]]))
    const fresh = new Map(zoneIds.map((id) => [id, [] as MemoryContact[]]))
    for (const one of this.#tables.contacts.pendingOf(campaignId).values()) {
      if (one.nextAttemptAtMs === null) fresh.get(one.zonesId ?? 0)?.push(one)
      else if (one.nextAttemptAtMs <= byMs) retries.get(one.zonesId ?? 0)?.push(one)
    }
    const due = laneByLane(retries.values(), limit)
    if (due.length < limit) due.push(...laneByLane(fresh.values(), limit - due.length))
    return due.map((contact): DueContactWithHistory => {
      const { personId = null, outcome, nextAttemptAtMs } = contact
      const countedPersonId = personId ?? this.#newestPersonOf(organizationId, contact.phoneNumber)
      const past = this.#history(
        organizationId,
        contact.phoneNumber,
        countedPersonId === null ? [] : [countedPersonId],
        historySinceMs,
      )
      const asked = outcome === 'answered' ? nextAttemptAtMs : null
      const history = asked === null ? past : { ...past, callBackAtMs: asked }
      return Object.assign(this.#dueRow(contact), {
        zonesId: contact.zonesId as number,
        personId,
        countedPersonId,
        history,
      })
    })
  }

  async nextRetryInZones(campaignId: number, zoneIds: readonly number[], afterMs: number): Promise<number | null> {
    this.#campaign(campaignId)
    const moments = [...this.#tables.contacts.pendingOf(campaignId).values()]
      .filter((one) => zoneIds.includes(one.zonesId ?? 0))
      .flatMap(({ nextAttemptAtMs }) =>
        nextAttemptAtMs !== null && nextAttemptAtMs > afterMs ? [nextAttemptAtMs] : [],
      )
    return moments.length > 0 ? Math.min(...moments) : null
  }

  async historyOf(organizationId: number, phoneNumber: string): Promise<NumberPast> {
    const persons = this.#personsOf(organizationId, phoneNumber)
    const history = this.#history(organizationId, phoneNumber, persons, Number.NEGATIVE_INFINITY)
    return { history, personId: onlyOne(persons) }
  }

  #newestPersonOf(organizationId: number, address: string): string | null {
    let newest: MemoryAttempt | null = null
    for (const one of this.#tables.attempts.of(organizationId, address, null))
      if (one.personId && (newest === null || one.atMs > newest.atMs)) newest = one
    return newest?.personId ?? null
  }

  /** All persons who have this number, by their contacts or by earlier calls. */
  #personsOf(organizationId: number, address: string): string[] {
    const { attempts, contacts } = this.#tables
    const known = [...attempts.of(organizationId, address, null), ...contacts.ofNumber(organizationId, address)]
    return [...new Set(known.flatMap(({ personId }) => personId ?? []))]
  }

  /** The calls of a number, those of these persons, and those without a person to a number of theirs. */
  #callsOf(organizationId: number, address: string, persons: readonly string[]): MemoryAttempt[] {
    const { attempts, contacts } = this.#tables
    if (persons.length === 0) return attempts.of(organizationId, address, null)
    const found = new Map<number, MemoryAttempt>()
    const add = (some: readonly MemoryAttempt[]) => {
      for (const one of some) found.set(one.callId, one)
    }
    add(attempts.of(organizationId, address, null))
    for (const person of persons) {
      const theirs = attempts.of(organizationId, address, person)
      add(theirs)
      const numbers = [...contacts.ofPerson(organizationId, person)].flatMap(
        (one) => one.numbers?.all ?? one.phoneNumber,
      )
      for (const number of new Set([...numbers, ...theirs.map(({ phoneNumber }) => phoneNumber)]))
        add(attempts.of(organizationId, number, null).filter(({ personId }) => !personId))
    }
    return [...found.values()].sort((a, b) => a.callId - b.callId)
  }

  #history(organizationId: number, address: string, persons: readonly string[], sinceMs: number): NumberHistory {
    const phoneNumber = canonicalNumber(address)
    const own = this.#callsOf(organizationId, address, persons).filter(({ atMs }) => atMs > sinceMs)
    const lastMs: Record<string, number> = {}
    for (const { atMs, what, refused } of own) {
      for (const cause of [what, refused ? 'refusal' : null]) {
        if (cause !== null) lastMs[cause] = Math.max(atMs, lastMs[cause] ?? atMs)
      }
    }
    return {
      attemptsMs: own.filter(({ inbound }) => !inbound).map(({ atMs }) => atMs),
      conversationsMs: own.filter(({ what }) => what === 'conversation').map(({ atMs }) => atMs),
      lastMs,
      consents: this.#tables.consents.get(`${organizationId} ${phoneNumber}`) ?? [],
      check: null,
    }
  }

  async reachedTimes(request: ReachedTimesRequest): Promise<ReachedContact[]> {
    const { organizationId, contactIds, sinceMs, hasPolicy } = request
    return contactIds.flatMap((contactId) => {
      const contact = this.#tables.contacts.get(contactId)
      if (!contact) return []
      const { phoneNumber, personId = null, zonesId = 0, notAfterMs = null } = contact
      const times = hasPolicy
        ? this.#conversations(organizationId, phoneNumber, personId, sinceMs)
        : this.#answeredCalls(organizationId, phoneNumber, sinceMs)
      const reachedMs = [...new Set(times)].sort((a, b) => b - a).slice(0, REACHED_CALLS_MAX)
      return [{ contactId, phoneNumber, zones: this.#tables.zoneSets.get(zonesId) ?? null, notAfterMs, reachedMs }]
    })
  }

  #conversations(organizationId: number, phoneNumber: string, personId: string | null, sinceMs: number): number[] {
    return this.#tables.attempts
      .of(organizationId, phoneNumber, personId)
      .filter(({ atMs, what }) => atMs > sinceMs && what === 'conversation')
      .map(({ atMs }) => atMs)
  }

  #answeredCalls(organizationId: number, phoneNumber: string, sinceMs: number): number[] {
    return [...this.#tables.calls.values()]
      .filter((call) => call.organizationId === organizationId && call.phoneNumber === phoneNumber)
      .filter(({ contactId, outcome, claimedAtMs }) => contactId && outcome === 'answered' && claimedAtMs > sinceMs)
      .map(({ claimedAtMs }) => claimedAtMs)
  }

  async insertAttempts(attempts: readonly NewAttempt[]): Promise<void> {
    for (const attempt of attempts) {
      this.#set(this.#tables.attempts, attempt.callId, { ...attempt, what: null, refused: false })
    }
  }

  async insertInboundConversations(calls: readonly InboundConversation[]): Promise<void> {
    for (const call of calls) {
      const { callId, organizationId, phoneNumber } = call
      const before = this.#tables.attempts.get(callId)
      const personId = onlyOne(this.#personsOf(organizationId, phoneNumber))
      const made = { ...call, policyVersion: '0', personId, refused: before?.refused ?? false }
      this.#set(this.#tables.attempts, callId, { ...made, what: 'conversation', inbound: true })
    }
  }

  async endAttempts(ends: ReadonlyArray<{ callId: number; what: AttemptEnd }>): Promise<void> {
    for (const { callId, what } of ends) {
      const before = this.#attempt(callId)
      if (before) this.#set(this.#tables.attempts, callId, { ...before, what })
    }
  }

  async removeAttempts(callIds: readonly number[]): Promise<void> {
    for (const id of callIds) {
      const before = this.#attempt(id)
      if (!before) continue
      this.#undo.push(() => this.#tables.attempts.set(id, before))
      this.#tables.attempts.delete(id)
    }
  }

  async appendLedger(organizationId: number, drafts: readonly RecordDraft[]): Promise<void> {
    const kept = this.#tables.ledger.get(organizationId) ?? []
    this.#tables.ledger.set(organizationId, kept)
    const length = kept.length
    const named = drafts.map((draft) => withPersonHash(draft, (phoneNumber) => Buffer.from(phoneNumber)))
    const { records } = chainRecords(organizationId, kept.at(-1) ?? CHAIN_START, named)
    kept.push(...records)
    this.#undo.push(() => kept.splice(length))
  }

  async nextRetryAfter(campaignId: number, afterMs: number): Promise<number | null> {
    this.#campaign(campaignId)
    let earliest: number | null = null
    for (const { state, nextAttemptAtMs } of this.#tables.contacts.of(campaignId).values()) {
      if (state !== 'pending' || nextAttemptAtMs === null || nextAttemptAtMs <= afterMs) continue
      if (earliest === null || nextAttemptAtMs < earliest) earliest = nextAttemptAtMs
    }
    return earliest
  }

  #activeNumbers(configurationId: number): MemoryNumber[] {
    return [...this.#tables.numbers.values()]
      .filter((number) => number.configurationId === configurationId && number.isActive)
      .sort((a, b) => a.id - b.id)
  }

  /** `dayStartMs`: when the day began in each organization. */
  #callerNumbers(configurationId: number, dayStartMs: ReadonlyMap<number, number>): CallerNumber[] {
    return this.#activeNumbers(configurationId).map((number) => {
      const { id, address, isDefault, lastUsedAtMs, resting = false } = number
      const { maxCallsAtOnce = null, maxCallsPerDay = null, usedOnMs = 0, usedCount = 0 } = number
      const isToday = usedOnMs >= (dayStartMs.get(number.organizationId) ?? 0)
      const leftAtOnce = maxCallsAtOnce === null ? null : maxCallsAtOnce - this.#callsWithCaller(id)
      const leftToday = maxCallsPerDay === null ? null : maxCallsPerDay - (isToday ? usedCount : 0)
      return { id, address, isDefault, lastUsedAtMs, resting, leftAtOnce, leftToday }
    })
  }

  #callsWithCaller(numberId: number): number {
    let calls = 0
    for (const { callerNumberId } of this.#tables.liveCalls.values()) if (callerNumberId === numberId) calls++
    return calls
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

  /** `ids`: given out before. */
  async insertCalls(calls: readonly NewCall[], ids?: readonly number[]): Promise<number[]> {
    return calls.map((call, index) => {
      this.#mustHold(call.organizationId)
      const live = this.#tables.liveCalls.ofContact(call.contactId)
      if (live.size > 0) throw new Error('duplicate key value violates unique constraint "one_live_call"')
      this.#tables.refuseSecondCall(call.organizationId, call.phoneNumber)
      // A number once given is never given again, also after a rollback: as a sequence does.
      const id = ids?.[index] ?? this.#tables.takeCallId()
      this.#undo.push(() => this.#tables.dropCall(id))
      this.#tables.putCall(liveCallFrom(id, call))
      this.#set(this.#tables.treatments, id, { arm: call.arm ?? null, definitionId: call.definitionId })
      return id
    })
  }

  async insertSingleCall(call: NewSingleCall, givenId?: number): Promise<{ id: number; added: boolean }> {
    this.#mustHold(call.organizationId)
    const known = this.#tables.inboundCall(call)
    if (known !== undefined) return { id: known, added: false }
    const { inboundId, transferOf, direction, returnsContactId = null } = call
    if (call.direction === 'outbound' && transferOf === undefined) {
      this.#tables.refuseSecondCall(call.organizationId, call.phoneNumber)
    }
    const id = givenId ?? this.#tables.takeCallId()
    this.#undo.push(() => this.#tables.dropCall(id))
    if (transferOf !== undefined) this.#tables.transfers.add(id)
    const row = liveCallFrom(id, { ...call, campaignId: null, contactId: null, attempt: 1 })
    const atMs = inboundId === null ? null : call.claimedAtMs
    const state = inboundId === null ? 'claimed' : 'answered'
    const answered = { providerCallId: inboundId, state, placedAtMs: atMs, answeredAtMs: atMs } as const
    this.#tables.putCall({ ...row, direction, returnsContactId, ...answered })
    if (inboundId !== null) this.#set(this.#tables.inbound, inboundKey(call.configurationId, inboundId), id)
    return { id, added: true }
  }

  async callsWithNumber(organizationId: number, phoneNumber: string, contactId?: number): Promise<NumberInCall[]> {
    const withNumber = this.#tables.callsWithNumber(organizationId, phoneNumber)
    const ids = contactId === undefined ? [] : [...this.#tables.liveCalls.ofContact(contactId)]
    const toContact = ids
      .map((id) => this.#tables.liveCalls.get(id) as LiveCall)
      .filter((call) => !withNumber.includes(call))
    return [...withNumber, ...toContact]
      .sort((a, b) => a.id - b.id)
      .map(({ id: callId, direction, state, nodeId, configurationId, providerCallId }) => {
        return { callId, direction, state, nodeId, configurationId, providerCallId }
      })
  }

  async awaitEnds(waits: ReadonlyArray<{ callId: number; contactId: number }>): Promise<void> {
    const { awaiting, liveCalls } = this.#tables
    for (const { callId, contactId } of waits) {
      this.#call(callId)
      const before = awaiting.get(callId) ?? []
      if (liveCalls.has(callId) && !before.includes(contactId)) this.#set(awaiting, callId, [...before, contactId])
    }
  }

  async releaseAwaiting(contactIds: readonly number[], nowMs: number): Promise<void> {
    for (const id of contactIds) {
      const contact = this.#contact(id)
      const { nextAttemptAtMs, heldUntilMs } = contact ?? {}
      const isHeld = contact?.state === 'pending' && contact.heldBy === IN_ANOTHER_CALL
      if (!contact || !isHeld || nextAttemptAtMs !== heldUntilMs || (nextAttemptAtMs ?? 0) <= nowMs) continue
      this.#set(this.#tables.contacts, id, { ...contact, nextAttemptAtMs: nowMs })
      const campaign = this.#tables.campaigns.get(contact.campaignId)
      if (campaign && (campaign.nextDueAtMs ?? 0) > nowMs) {
        this.#set(this.#tables.campaigns, campaign.id, { ...campaign, nextDueAtMs: nowMs })
      }
    }
  }

  async releaseHeld({ campaignId, rule, prefixes, limit }: HeldRelease, nowMs: number): Promise<number> {
    this.#campaign(campaignId)
    const waiting = [...this.#tables.contacts.pendingOf(campaignId).values()]
      .filter(({ nextAttemptAtMs }) => nextAttemptAtMs !== null && nextAttemptAtMs > nowMs)
      .sort(byDueTime)
    const lanes = new Map<number, number>()
    const read = waiting.filter(({ zonesId = 0 }) => {
      const before = lanes.get(zonesId) ?? 0
      lanes.set(zonesId, before + 1)
      return before < HELD_CONTACTS_READ
    })
    const released = read
      .filter(({ heldBy, heldUntilMs, nextAttemptAtMs }) => heldBy === rule && heldUntilMs === nextAttemptAtMs)
      .filter(({ phoneNumber }) => takesNumber({ prefixes }, phoneNumber))
      .slice(0, limit)
    for (const one of released) this.#set(this.#tables.contacts, one.id, { ...one, nextAttemptAtMs: nowMs })
    return released.length
  }

  async recountFinished(campaignId: number): Promise<void> {
    const campaign = this.#campaign(campaignId)
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
      const campaign = this.#campaign(id)
      if (campaign) this.#set(this.#tables.campaigns, id, { ...campaign, nextDueAtMs: null })
    }
  }

  async lookAgainAtAll(organizationId: number): Promise<void> {
    const running = [...this.#tables.campaigns.values()].filter(
      (row) => row.organizationId === organizationId && row.state === 'running' && row.nextDueAtMs !== null,
    )
    await this.lookAgain(running.map(({ id }) => id))
  }

  async recountLiveCalls(organizationId: number): Promise<boolean> {
    this.#mustHold(organizationId)
    const { liveCalls } = this.#tables
    const before = this.#undo.length
    const organization = this.#tables.organizations.get(organizationId)
    const own = liveCalls.countOfOrganization(organizationId)
    if (organization && organization.liveCalls !== own) {
      this.#set(this.#tables.organizations, organizationId, { ...organization, liveCalls: own })
    }
    for (const row of this.#tables.campaigns.values()) {
      const count = liveCalls.countOfCampaign(row.id)
      if (row.organizationId === organizationId && row.liveCalls !== count) {
        this.#set(this.#tables.campaigns, row.id, { ...row, liveCalls: count })
      }
    }
    return this.#undo.length > before
  }

  async saveCalls(calls: readonly LiveCall[]): Promise<void> {
    for (const call of calls) {
      const before = this.#call(call.id)
      if (!before) continue
      this.#undo.push(() => this.#tables.putCall(before))
      this.#tables.putCall(savedCall(before, call))
    }
  }

  async removeCalls(ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      const before = this.#call(id)
      if (!before) continue
      this.#undo.push(() => this.#tables.putCall(before))
      this.#tables.dropCall(id)
    }
  }

  async saveContacts(changes: readonly ContactChange[]): Promise<void> {
    for (const change of changes) {
      const contact = this.#contact(change.id)
      if (contact) this.#set(this.#tables.contacts, change.id, changedContact(contact, change))
    }
  }

  async moveNumbers(moves: readonly ContactMove[]): Promise<void> {
    for (const { contactId, phoneNumber, passed } of moves) {
      const contact = this.#contact(contactId)
      if (!contact?.numbers?.all.includes(phoneNumber)) continue
      const numbers = { all: contact.numbers.all, passed }
      this.#set(this.#tables.contacts, contactId, { ...contact, phoneNumber, numbers })
    }
  }

  async saveCampaigns(campaigns: readonly CampaignRow[]): Promise<void> {
    for (const row of campaigns) {
      const before = this.#campaign(row.id)
      if (before) this.#set(this.#tables.campaigns, row.id, savedCampaign(before, row))
    }
  }

  async saveRouteStops(campaignId: number, stops: Readonly<Record<string, RouteStop>>): Promise<void> {
    const before = this.#campaign(campaignId)
    if (before?.route) this.#set(this.#tables.campaigns, campaignId, { ...before, route: { ...before.route, stops } })
  }

  async saveOrganizations(organizations: readonly OrganizationRow[]): Promise<void> {
    for (const row of organizations) {
      this.#mustHold(row.id)
      const before = this.#tables.organizations.get(row.id)
      if (!before) continue
      const next = organizationRow(before)
      next.liveCalls = row.liveCalls
      this.#set(this.#tables.organizations, row.id, next)
    }
  }

  async saveConfigurations(configurations: readonly ConfigurationRow[]): Promise<void> {
    for (const row of configurations) {
      const before = this.#tables.configurations.get(row.id)
      const { pacedUntilMs, backoffUntilMs, backoffs, failing } = row
      if (!before) continue
      const own = configurationRow(before)
      own.pacedUntilMs = pacedUntilMs
      own.failing = failing
      this.#set(this.#tables.configurations, row.id, own)
      for (const other of this.#tables.configurationsOf(before.account.key)) {
        const { key, callsPerSecond } = other.account
        const next = configurationRow(other)
        next.account = { key, callsPerSecond, pacedUntilMs: row.account.pacedUntilMs }
        next.backoffUntilMs = backoffUntilMs
        next.backoffs = backoffs
        this.#set(this.#tables.configurations, other.id, next)
      }
    }
  }

  async lockCampaignsOn(configurationId: number, callIds: readonly number[]): Promise<CampaignRow[]> {
    const named = new Set(callIds.map((id) => this.#call(id)?.campaignId))
    return [...this.#tables.campaigns.values()]
      .filter(
        (row) => named.has(row.id) || (configurationsOf(row).includes(configurationId) && row.state === 'running'),
      )
      .filter((row) => row.state !== 'completed' || this.#tables.story(row.id).redialedId === null)
      .sort((a, b) => a.id - b.id)
      .map(campaignRow)
  }

  async numbersOn(configurationIds: readonly number[]): Promise<Map<number, AcceptedNumber[]>> {
    const known = configurationIds.filter((id) => this.#tables.configurations.has(id))
    const numbers = known.map((id) =>
      this.#activeNumbers(id).map((one) => ({ id: one.id, resting: one.resting === true })),
    )
    return new Map(known.map((id, index) => [id, numbers[index] as AcceptedNumber[]]))
  }

  async contactsOf(callIds: readonly number[]): Promise<SettledContact[]> {
    return [...callIds]
      .sort((a, b) => a - b)
      .flatMap((callId) => {
        const call = this.#call(callId)
        const contact = this.#contact(call?.contactId ?? -1)
        if (!call || !contact) return []
        const { id, campaignId, state, dials } = contact
        const outcome = contact.outcome as SettledContact['outcome']
        const ofCall = {
          attempt: call.attempt,
          callOutcome: call.outcome,
          wasAnswered: call.answeredAtMs !== null,
          calledBack: this.#hasCalledBack(id, callId),
        }
        const { phoneNumber, numbers = null } = call
        return [{ id, callId, campaignId, state, dials, outcome, phoneNumber, numbers, ...ofCall }]
      })
  }

  /** Whether the contact has called back since that call. */
  #hasCalledBack(contactId: number, callId: number): boolean {
    for (const call of this.#tables.calls.values())
      if (call.returnsContactId === contactId && call.id > callId && isReturnedConversation(call)) return true
    return false
  }

  async contactCalling(organizationId: number, phoneNumber: string, sinceMs: number): Promise<CallingContact | null> {
    const { contacts, calls, campaigns } = this.#tables
    const caller = canonicalNumber(phoneNumber)
    const lastMs = new Map<number, number>()
    for (const { contactId, claimedAtMs } of calls.values()) if (contactId !== null) lastMs.set(contactId, claimedAtMs)
    const found = [...contacts.values()]
      .filter(
        (one) =>
          one.organizationId === organizationId &&
          (canonicalNumber(one.phoneNumber) === caller || one.numbers?.all.includes(caller)),
      )
      .map(({ id, state, campaignId, numbers, phoneNumber: next }) => ({
        id,
        state,
        moves: numbers && state === 'pending' ? moveToCaller(numbers, next, caller) : null,
        campaign: campaigns.get(campaignId),
        at: lastMs.get(id) ?? null,
      }))
      .filter(({ state, campaign, at }) => {
        const waits = state === 'pending' && (campaign?.state === 'running' || campaign?.state === 'paused')
        return campaign !== undefined && (waits || (at !== null && at > sinceMs))
      })
      .sort(
        (a, b) =>
          (b.at ?? -1) - (a.at ?? -1) ||
          Number(b.campaign?.state === 'running') - Number(a.campaign?.state === 'running') ||
          b.id - a.id,
      )
    const [first] = found
    if (!first) return null
    const contact = { id: first.id, campaignName: first.campaign?.name ?? '', variables: {} }
    return first.moves ? { ...contact, moves: first.moves } : contact
  }

  async lockCampaignsOf(contactIds: readonly number[]): Promise<CampaignRow[]> {
    const ids = new Set(contactIds.flatMap((id) => this.#contact(id)?.campaignId ?? []))
    return rowsOf(this.#tables.campaigns, [...ids], campaignRow)
  }

  async contactsById(contactIds: readonly number[]): Promise<ReturnedContact[]> {
    for (const id of contactIds) this.#contact(id)
    return rowsOf(this.#tables.contacts, contactIds, contactRow).map(({ id, campaignId, state, dials }) => ({
      id,
      campaignId,
      state,
      dials,
    }))
  }

  async noteTalk(contactId: number, talk: ReturnedConversation): Promise<void> {
    this.#contact(contactId)
    for (const call of this.#tables.liveCalls.values()) {
      if (call.contactId !== contactId) continue
      this.#undo.push(() => this.#tables.putCall(call))
      this.#tables.putCall({ ...call, talkedIn: talk })
    }
  }

  async restNumbers(resting: ReadonlyArray<{ id: number; reason: string }>): Promise<void> {
    for (const { id } of resting) {
      const number = this.#number(id)
      if (number) this.#set(this.#tables.numbers, id, { ...number, resting: true })
    }
  }

  async pricesOf(configurationIds: readonly number[]): Promise<PricesRecord[]> {
    return configurationIds.flatMap((id) => {
      const version = this.#tables.configurations.get(id)?.priceVersion ?? 0
      const prices = this.#tables.prices.get(id)
      return prices ? [{ id, version, prices }] : []
    })
  }

  async addCosts(costs: readonly NewCost[]): Promise<void> {
    for (const cost of costs) {
      const { callId, organizationId, campaignId, amount, day } = cost
      this.#set(this.#tables.costs, callId, cost)
      const organization = this.#tables.organizations.get(organizationId)
      if (organization?.spending) {
        const { spending } = organization
        const isSame = spending.spentOn === day
        const spentToday = (isSame ? spending.spentToday : 0) + amount
        const callsToday = (isSame ? spending.callsToday : 0) + 1
        const after = { ...spending, spentOn: day, spentToday, callsToday }
        this.#set(this.#tables.organizations, organizationId, { ...organization, spending: after })
      }
      const campaign = campaignId === null ? undefined : this.#tables.campaigns.get(campaignId)
      if (!campaign) continue
      const own = campaign.spending ?? { max: null, spent: 0, calls: 0 }
      const spending = { ...own, spent: own.spent + amount, calls: own.calls + 1 }
      this.#set(this.#tables.campaigns, campaign.id, { ...campaign, spending })
    }
  }

  async offerSuppressions(offers: readonly SuppressionProposal[]): Promise<void> {
    for (const offer of offers) {
      const key = suppressionKey(offer.organizationId, proposedNumber(offer))
      if (!this.#tables.candidates.has(key)) this.#set(this.#tables.candidates, key, offer)
    }
  }

  async markNumbersUsed(numberIds: readonly number[], nowMs: number, dayStartMs: number): Promise<void> {
    for (const id of numberIds) {
      const number = this.#number(id)
      if (!number) continue
      const usedCount = 1 + ((number.usedOnMs ?? 0) >= dayStartMs ? (number.usedCount ?? 0) : 0)
      this.#set(this.#tables.numbers, id, { ...number, lastUsedAtMs: nowMs, usedOnMs: dayStartMs, usedCount })
    }
  }

  async returnNumberUse(callIds: readonly number[]): Promise<void> {
    for (const id of callIds) {
      const call = this.#call(id)
      const number = this.#number(call?.callerNumberId ?? -1)
      if (!call || !number || call.direction !== 'outbound') continue
      const { usedOnMs = Number.POSITIVE_INFINITY, usedCount = 0 } = number
      if (call.claimedAtMs >= usedOnMs)
        this.#set(this.#tables.numbers, number.id, { ...number, usedCount: Math.max(0, usedCount - 1) })
    }
  }

  async addToBreaker(campaignId: number, nowMs: number, windowSeconds: number, count: BreakerCount): Promise<void> {
    this.#campaign(campaignId)
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
      this.#set(this.#tables.minutes, key, { ...row, calls: sum.calls, seconds: sum.seconds, minuteMs })
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

/** Null if there are several: a call then counts for each of these persons. */
function onlyOne(persons: readonly string[]): string | null {
  return persons.length === 1 ? (persons[0] as string) : null
}
