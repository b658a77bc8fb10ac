/** What the simulated database holds. */

import { canonicalNumber } from '../src/addresses/rules/canonical-number.ts'
import type { ZoneSet } from '../src/addresses/rules/zones-of-contact.ts'
import type { StoredPrices } from '../src/costs/rules/prices.ts'
import type { BreakerCount } from '../src/dialer/rules/breaker.ts'
import type { CallerNumber } from '../src/dialer/rules/choose-caller.ts'
import type { NumbersOfContact } from '../src/dialer/rules/numbers-of-contact.ts'
import type {
  AttemptEnd,
  CampaignRow,
  ConfigurationRow,
  EndedCalls,
  EventEntry,
  LiveCall,
  LogEntry,
  NewAttempt,
  NewSingleCall,
  OrganizationRow,
  StoredPolicies,
} from '../src/dialer/store.ts'
import type { NewCost } from '../src/dialer/store-postgres-costs.ts'
import type { ChainedRecord } from '../src/ledger/rules/chain.ts'
import type { RecordedConsent } from '../src/policies/rules/consent.ts'
import type { SuppressionProposal } from '../src/suppressions/rules/proposal-sql.ts'
import type { AddressType } from '../src/telephony/provider.ts'
import { callRow, campaignRow, configurationRow, contactRow, organizationRow, RowTable } from './memory-shapes.ts'

export interface MemoryContact {
  id: number
  organizationId: number
  campaignId: number
  phoneNumber: string
  /** All numbers of a contact that has several. */
  numbers?: NumbersOfContact
  addressType: AddressType
  state: 'pending' | 'in_call' | 'done'
  /** Null: not dialed yet. */
  nextAttemptAtMs: number | null
  dials: number
  outcome: string | null
  callerNumberId: number | null
  finishedAtMs: number | null
  /** The same for all numbers of one person. */
  personId?: string | null
  notBeforeMs?: number
  notAfterMs?: number
  /** 0 and left out: not named, because no policy was set. */
  zonesId?: number
  heldBy?: string | null
  /** A rule has put the call off until then. */
  heldUntilMs?: number | null
  /** The conversation for whose hour of the day the retry waits. */
  reachedAtMs?: number | null
}

export interface MemoryAttempt extends NewAttempt {
  what: AttemptEnd | null
  refused: boolean
  /** The person called us. */
  inbound?: boolean
}

export interface MemoryNumber extends CallerNumber {
  organizationId: number
  configurationId: number
  isActive: boolean
  /** Null or left out: no limit. */
  maxCallsAtOnce?: number | null
  maxCallsPerDay?: number | null
  /** Beginning of the day that `usedCount` counts the dials of. */
  usedOnMs?: number
  usedCount?: number
}

/** The contacts, and once more those of each campaign and those that wait there; and what has changed since the last look. */
export class ContactTable extends Map<number, MemoryContact> {
  readonly #ofCampaign = new Map<number, Map<number, MemoryContact>>()
  readonly #pendingOf = new Map<number, Map<number, MemoryContact>>()
  /** By campaign: how many are in a call. */
  readonly #inCalls = new Map<number, number>()
  /** Contacts by person and by each of their numbers. */
  readonly #ofWhom = new Map<string, Map<number, MemoryContact>>()
  /** Campaigns. */
  readonly touched = new Set<number>()
  /** Contacts. */
  readonly changed = new Set<number>()

  of(campaignId: number): ReadonlyMap<number, MemoryContact> {
    return this.#ofCampaign.get(campaignId) ?? new Map()
  }

  pendingOf(campaignId: number): ReadonlyMap<number, MemoryContact> {
    return this.#pendingOf.get(campaignId) ?? new Map()
  }

  inCallsOf(campaignId: number): number {
    return this.#inCalls.get(campaignId) ?? 0
  }

  ofPerson(organizationId: number, personId: string): Iterable<MemoryContact> {
    return this.#ofWhom.get(personKey(organizationId, personId))?.values() ?? []
  }

  ofNumber(organizationId: number, phoneNumber: string): Iterable<MemoryContact> {
    return this.#ofWhom.get(numberKey(organizationId, phoneNumber))?.values() ?? []
  }

  override set(id: number, row: MemoryContact): this {
    const contact = contactRow(row)
    const before = this.get(id)
    if (before?.personId !== contact.personId) {
      if (before) this.#leave(before)
      if (contact.personId) for (const key of keysOfContact(contact)) part(this.#ofWhom, key).set(id, contact)
    }
    this.touched.add(contact.campaignId)
    this.changed.add(id)
    if (before) this.#countInCall(before, -1)
    this.#countInCall(contact, 1)
    part(this.#ofCampaign, contact.campaignId).set(id, contact)
    const pending = part(this.#pendingOf, contact.campaignId)
    if (contact.state === 'pending') pending.set(id, contact)
    else pending.delete(id)
    return super.set(id, contact)
  }

  override delete(id: number): boolean {
    const contact = this.get(id)
    if (contact) {
      this.touched.add(contact.campaignId)
      this.changed.add(id)
      this.#countInCall(contact, -1)
      this.#leave(contact)
      this.#ofCampaign.get(contact.campaignId)?.delete(id)
      this.#pendingOf.get(contact.campaignId)?.delete(id)
    }
    return super.delete(id)
  }

  #countInCall({ campaignId, state }: MemoryContact, by: number): void {
    if (state === 'in_call') count(this.#inCalls, campaignId, by)
  }

  #leave(contact: MemoryContact): void {
    for (const key of keysOfContact(contact)) this.#ofWhom.get(key)?.delete(contact.id)
  }
}

/** The live calls, and once more those of each contact and of each number, their counts, and which have changed since the last look. */
export class LiveCallTable extends Map<number, LiveCall> {
  readonly #ofContact = new Map<number, Set<number>>()
  /** By organization and number, of whatever kind. */
  readonly #ofNumber = new Map<number, Map<string, Set<number>>>()
  readonly #ofOrganization = new Map<number, number>()
  /** Only campaigns that have some. */
  readonly #ofCampaign = new Map<number, number>()
  /** New ones too, in the order of the table. */
  readonly changed = new Set<number>()

  ofContact(contactId: number): ReadonlySet<number> {
    return this.#ofContact.get(contactId) ?? NONE
  }

  withNumber(organizationId: number, phoneNumber: string): ReadonlySet<number> {
    return this.#ofNumber.get(organizationId)?.get(canonicalNumber(phoneNumber)) ?? NONE
  }

  countOfOrganization(organizationId: number): number {
    return this.#ofOrganization.get(organizationId) ?? 0
  }

  countOfCampaign(campaignId: number): number {
    return this.#ofCampaign.get(campaignId) ?? 0
  }

  /** Those that have live calls. */
  campaignIds(): Iterable<number> {
    return this.#ofCampaign.keys()
  }

  override set(id: number, call: LiveCall): this {
    const before = this.get(id)
    if (before) this.#leave(before)
    this.#enter(call)
    this.changed.add(id)
    return super.set(id, call)
  }

  override delete(id: number): boolean {
    const before = this.get(id)
    if (before) this.#leave(before)
    this.changed.delete(id)
    return super.delete(id)
  }

  #enter({ id, contactId, campaignId, organizationId, phoneNumber }: LiveCall): void {
    if (contactId !== null) among(this.#ofContact, contactId).add(id)
    if (campaignId !== null) count(this.#ofCampaign, campaignId, 1)
    count(this.#ofOrganization, organizationId, 1)
    let numbers = this.#ofNumber.get(organizationId)
    if (!numbers) {
      numbers = new Map()
      this.#ofNumber.set(organizationId, numbers)
    }
    among(numbers, canonicalNumber(phoneNumber)).add(id)
  }

  #leave({ id, contactId, campaignId, organizationId, phoneNumber }: LiveCall): void {
    if (contactId !== null) this.#ofContact.get(contactId)?.delete(id)
    if (campaignId !== null) count(this.#ofCampaign, campaignId, -1)
    count(this.#ofOrganization, organizationId, -1)
    this.#ofNumber.get(organizationId)?.get(canonicalNumber(phoneNumber))?.delete(id)
  }
}

const NONE: ReadonlySet<number> = new Set()

/** The set under this key, made if need be. */
function among<K>(index: Map<K, Set<number>>, key: K): Set<number> {
  let found = index.get(key)
  if (!found) {
    found = new Set()
    index.set(key, found)
  }
  return found
}

/** A count that is down to 0 is taken out. */
function count<K>(counts: Map<K, number>, key: K, by: number): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}

export type MinuteRow = EndedCalls & { minuteMs: number }

/** Ended calls by minute, and their sum. */
export class MinuteTable extends Map<string, MinuteRow> {
  calls = 0

  override set(key: string, row: MinuteRow): this {
    this.calls += row.calls - (this.get(key)?.calls ?? 0)
    return super.set(key, row)
  }

  override delete(key: string): boolean {
    this.calls -= this.get(key)?.calls ?? 0
    return super.delete(key)
  }
}

/** The attempts by call, and once more those of each number and person of an organization. */
export class AttemptTable extends Map<number, MemoryAttempt> {
  readonly #ofWhom = new Map<string, Map<number, MemoryAttempt>>()

  /** In the order of the calls. */
  of(organizationId: number, phoneNumber: string, personId: string | null): MemoryAttempt[] {
    const byNumber = this.#ofWhom.get(numberKey(organizationId, phoneNumber))
    const byPerson = personId === null ? undefined : this.#ofWhom.get(personKey(organizationId, personId))
    const one = byPerson ?? byNumber
    if (!one) return []
    const all = byPerson && byNumber ? new Map([...byNumber, ...byPerson]) : one
    return [...all.values()].sort((a, b) => a.callId - b.callId)
  }

  override set(callId: number, attempt: MemoryAttempt): this {
    this.#leave(callId)
    for (const key of keysOf(attempt)) part(this.#ofWhom, key).set(callId, attempt)
    return super.set(callId, attempt)
  }

  override delete(callId: number): boolean {
    this.#leave(callId)
    return super.delete(callId)
  }

  #leave(callId: number): void {
    const before = this.get(callId)
    if (before) for (const key of keysOf(before)) this.#ofWhom.get(key)?.delete(callId)
  }
}

/** The numbers of a contact do not change. */
function keysOfContact({ organizationId, phoneNumber, numbers, personId }: MemoryContact): string[] {
  const all = numbers?.all ?? [phoneNumber]
  return [
    ...keysOf({ organizationId, phoneNumber, personId: personId ?? null }),
    ...all.map((one) => numberKey(organizationId, one)),
  ]
}

function keysOf({
  organizationId,
  phoneNumber,
  personId,
}: Pick<MemoryAttempt, 'organizationId' | 'phoneNumber' | 'personId'>): string[] {
  const number = numberKey(organizationId, phoneNumber)
  return personId ? [number, personKey(organizationId, personId)] : [number]
}

function numberKey(organizationId: number, phoneNumber: string): string {
  return `${organizationId} number ${canonicalNumber(phoneNumber)}`
}

function personKey(organizationId: number, personId: string): string {
  return `${organizationId} person ${personId}`
}

/** The part of an index under this key, made if need be. */
function part<K, V>(index: Map<K, Map<number, V>>, key: K): Map<number, V> {
  let found = index.get(key)
  if (!found) {
    found = new Map()
    index.set(key, found)
  }
  return found
}

export interface Story {
  startedAt: Date | null
  parentId: number | null
  redialedId: number | null
}

/** All tables. Rows are replaced, never changed in place, so that a transaction can be undone by keeping the old ones. */
export class MemoryTables {
  organizations = new RowTable<OrganizationRow>(organizationRow)
  /** By configuration. */
  prices = new Map<number, StoredPrices>()
  /** By call. */
  costs = new Map<number, NewCost>()
  campaigns = new RowTable<CampaignRow>(campaignRow)
  configurations = new RowTable<ConfigurationRow>(configurationRow)
  contacts = new ContactTable()
  /** All calls, ended ones too, and the live ones among them once more: the duties look only at those. */
  calls = new Map<number, LiveCall>()
  liveCalls = new LiveCallTable()
  /** Ids of calls that a node has adopted. An adopted call was written, so its id is not given out again. */
  readonly adopted = new Set<number>()
  /** By live call: the contacts that wait for its end. */
  awaiting = new Map<number, readonly number[]>()
  /** By call: the arm of an experiment, and the workflow version. */
  treatments = new Map<number, { arm: string | null; definitionId: number }>()
  /** Transfers: they may have several calls to one number. */
  transfers = new Set<number>()
  numbers = new Map<number, MemoryNumber>()
  suppressions = new Set<string>()
  /** Open ones. */
  candidates = new Map<string, SuppressionProposal>()
  breakerSeconds = new Map<string, { campaignId: number; secondMs: number; count: BreakerCount }>()
  minutes = new MinuteTable()
  logs: LogEntry[] = []
  events: EventEntry[] = []
  nodes = new Map<string, { leaseUntilMs: number }>()
  /** The database's clock, which the store sets. */
  databaseNow: () => number = () => 0
  /** Called when a transaction looks for a row of an organization that it does not hold. */
  reachedUnlocked: (organizationId: number) => void = () => {}
  /** Called when contacts are claimed that were read as due by a time this far ahead of the database's. */
  claimedAhead: (byMs: number) => void = () => {}
  /** Configuration and the carrier's id of every call that came in. */
  inbound = new Map<string, number>()
  policies = new Map<number, StoredPolicies>()
  zoneSets = new Map<number, ZoneSet>()
  attempts = new AttemptTable()
  /** By organization and number. */
  consents = new Map<string, RecordedConsent[]>()
  ledger = new Map<number, ChainedRecord[]>()
  lastCallId = 0
  /** What the campaigns room remembers beside what the engine needs. */
  readonly #stories = new Map<number, Story>()
  /** Campaigns to be, whose contacts are being copied. */
  readonly copies = new Set<number>()
  /** Campaigns that are gone and whose rows are not yet. */
  readonly removals = new Set<number>()
  /** Calls removed with their campaign. */
  readonly erasedCalls = new Set<number>()
  /** Calls in the order in which they ended. */
  readonly endedCallIds: number[] = []
  readonly endedOfCampaign = new Map<number, number>()

  /** The configurations of one carrier account, as they are stored. */
  configurationsOf(account: string): ConfigurationRow[] {
    return [...this.configurations.values()].filter((row) => row.account.key === account)
  }

  /** A copy, with what its account is over all configurations. */
  configurationOf(id: number): ConfigurationRow | undefined {
    const row = this.configurations.get(id)
    if (!row) return undefined
    const { key } = row.account
    let { callsPerSecond, backoffUntilMs, backoffs } = row
    let { pacedUntilMs } = row.account
    for (const other of this.configurations.values()) {
      if (other.account.key !== key) continue
      callsPerSecond = Math.max(callsPerSecond, other.callsPerSecond)
      pacedUntilMs = later(pacedUntilMs, other.account.pacedUntilMs)
      backoffUntilMs = later(backoffUntilMs, other.backoffUntilMs)
      backoffs = Math.max(backoffs, other.backoffs)
    }
    const copy = configurationRow(row)
    copy.account = { key, callsPerSecond, pacedUntilMs }
    copy.backoffUntilMs = backoffUntilMs
    copy.backoffs = backoffs
    return copy
  }

  /** The last one that was really there: a server that went down knows no later one. */
  lastWrittenCallId = 0

  story(campaignId: number): Story {
    return this.#stories.get(campaignId) ?? { startedAt: null, parentId: null, redialedId: null }
  }

  tell(campaignId: number, news: Partial<Story>): void {
    this.#stories.set(campaignId, { ...this.story(campaignId), ...news })
  }

  /** It is gone: whoever came of it or from whom it came may be redialed again. */
  forgetStory(campaignId: number): void {
    for (const [id, { parentId, redialedId }] of this.#stories) {
      if (parentId === campaignId) this.tell(id, { parentId: null })
      if (redialedId === campaignId) this.tell(id, { redialedId: null })
    }
    this.#stories.delete(campaignId)
  }

  takeCallId(): number {
    return ++this.lastCallId
  }

  /** The call that was written down when this one came in before. */
  inboundCall({ configurationId, inboundId }: NewSingleCall): number | undefined {
    return inboundId === null ? undefined : this.inbound.get(inboundKey(configurationId, inboundId))
  }

  putCall(row: LiveCall): void {
    const call = callRow(row)
    this.#count(this.calls.get(call.id), -1)
    this.#count(call, 1)
    this.calls.set(call.id, call)
    this.lastWrittenCallId = Math.max(this.lastWrittenCallId, call.id)
    if (call.state !== 'ended') this.liveCalls.set(call.id, call)
    else if (this.liveCalls.delete(call.id)) this.endedCallIds.push(call.id)
  }

  /** The live calls of an organization with this number, in the order of their ids. */
  callsWithNumber(organizationId: number, phoneNumber: string): LiveCall[] {
    const ids = this.liveCalls.withNumber(organizationId, phoneNumber)
    if (ids.size === 0) return []
    return [...ids].sort((a, b) => a - b).map((id) => this.liveCalls.get(id) as LiveCall)
  }

  /** As the unique index of PostgreSQL's table does. */
  refuseSecondCall(organizationId: number, phoneNumber: string): void {
    const other = this.callsWithNumber(organizationId, phoneNumber).find(
      ({ id, direction }) => direction === 'outbound' && !this.transfers.has(id),
    )
    if (other) throw new Error('duplicate key value violates unique constraint "one_live_call_per_number"')
  }

  dropCall(id: number): void {
    const call = this.calls.get(id)
    this.#count(call, -1)
    this.calls.delete(id)
    this.liveCalls.delete(id)
  }

  #count(call: LiveCall | undefined, by: number): void {
    if (!call || call.campaignId === null) return
    this.contacts.touched.add(call.campaignId)
    if (call.contactId !== null) this.contacts.changed.add(call.contactId)
    if (call.state !== 'ended') return
    this.endedOfCampaign.set(call.campaignId, (this.endedOfCampaign.get(call.campaignId) ?? 0) + by)
  }
}

function later(one: number | null, other: number | null): number | null {
  return one === null || (other !== null && other > one) ? other : one
}

export function suppressionKey(organizationId: number, phoneNumber: string): string {
  return `${organizationId} ${canonicalNumber(phoneNumber)}`
}

export function inboundKey(configurationId: number, inboundId: string): string {
  return `${configurationId} ${inboundId}`
}
