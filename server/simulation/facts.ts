/** What is true in the world, gathered beside the engine's tables: whom the carrier called, what the operator had ordered. */
import type { Schedule } from '../src/dialer/rules/calling-window.ts'
import type { RetryRules } from '../src/dialer/rules/outcomes.ts'
import type { Policy } from '../src/policies/rules/policy.ts'
import type { SimulatedCall } from '../src/telephony/providers/simulator/carrier.ts'
import type { MemoryTables } from './memory-tables.ts'

/** Whom a call is with. A single call and one that came in belong to no campaign. */
export interface Person {
  contactId: number | null
  campaignId: number | null
  organizationId: number
  configurationId: number
  phoneNumber: string
  /** As the list says, the same for all contacts of one person; left out: it says nothing. */
  personId?: string
}

/** The moment the engine decided on a call. */
export interface Claim {
  /** By the database's clock. */
  atMs: number
  /** Since the day began, whatever clocks say. */
  elapsedMs: number
  schedule: Schedule | null
  /** How long the phone may ring. */
  ringMs: number
  /** The calling rules in force; null: none are set. */
  rules: RulesInForce | null
  /** Nodes did not know the database's time for certain. */
  clockIsSettling: boolean
  /** Whom it is for: two campaigns may have the same number. */
  contactId: number | null
  nodeId: string
}

export interface RulesInForce {
  /** When these rules took effect, in milliseconds from the beginning of the day. */
  sinceMs: number
  organization: Policy | null
  campaigns: ReadonlyMap<number, Policy>
}

export interface SeenCall {
  call: SimulatedCall
  callId: number
  person: Person
  claim: Claim
  isInbound: boolean
  /** By the database's clock. */
  atMs: number
  elapsedMs: number
}

/** Somebody of a campaign. */
export interface Member extends Person {
  contactId: number
  campaignId: number
  /** All numbers of the person. */
  all: readonly string[]
}

export function isMember(person: Person): person is Member {
  return person.campaignId !== null
}

/** A value that changes, with its past, by true time: the database's clock may be put back between two values. */
export class History<T> {
  readonly #entries: Array<{ sinceMs: number; value: T }> = []

  set(sinceMs: number, value: T): void {
    this.#entries.push({ sinceMs, value })
  }

  /** Every value that was in force at some time from then until now. */
  since(fromMs: number): T[] {
    const first = this.#entries.findLastIndex((entry) => entry.sinceMs <= fromMs)
    return this.#entries.slice(Math.max(0, first)).map((entry) => entry.value)
  }
}

export interface RedialRequest {
  onVoicemail: boolean
  onNoAnswer: boolean
  onBusy: boolean
  onFailed: boolean
}

/** The people by contact, and once more by person and by number of an organization. */
export class PeopleTable extends Map<number, Member> {
  readonly #ofPerson = new Map<string, Set<Member>>()
  readonly #ofNumber = new Map<string, Set<Member>>()

  ofPerson(organizationId: number, personId: string): Iterable<Member> {
    return this.#ofPerson.get(`${organizationId} ${personId}`) ?? []
  }

  ofNumber(organizationId: number, phoneNumber: string): Iterable<Member> {
    return this.#ofNumber.get(`${organizationId} ${phoneNumber}`) ?? []
  }

  /** Each contact once: what a list says of a person does not change. */
  override set(contactId: number, member: Member): this {
    if (this.has(contactId)) throw new Error(`contact ${contactId} is known already`)
    const { organizationId, personId, all } = member
    if (personId !== undefined) among(this.#ofPerson, `${organizationId} ${personId}`).add(member)
    for (const number of all) among(this.#ofNumber, `${organizationId} ${number}`).add(member)
    return super.set(contactId, member)
  }
}

function among(index: Map<string, Set<Member>>, key: string): Set<Member> {
  const found = index.get(key) ?? new Set()
  index.set(key, found)
  return found
}

export class Facts {
  /** How long a claim may wait on deck for a slot. */
  onDeckMs = 0
  /** By contact. */
  readonly people = new PeopleTable()
  /** By call, where it belongs to no campaign. */
  readonly strangers = new Map<number, Person>()
  readonly claims = new Map<number, Claim>()
  /** Calls that the carrier took and then refused for the account's or the network's sake: nobody was rung. */
  readonly turnedAway = new Set<number>()
  readonly campaignCaps = new Map<number, History<number>>()
  readonly organizationCaps = new Map<number, History<number>>()
  readonly retries = new Map<number, History<RetryRules>>()
  readonly callsPerSecond = new Map<number, number>()
  /** By configuration: the carrier account that it dials through. */
  readonly accounts = new Map<number, string>()
  /** Campaigns whose pause has been answered and that nobody has resumed since. */
  readonly held = new Set<number>()
  /** By campaign: whom the operator asked to call again. */
  readonly redialRequests = new Map<number, RedialRequest[]>()
  /** By organization. */
  readonly rules = new Map<number, RulesInForce>()
  /** Times of conversations in the weeks before the day, by organization and phone number. */
  readonly talkedBeforeMs = new Map<string, readonly number[]>()
  /** Since the day began, by `suppressionKey`: who asks one organization says nothing to the others. */
  readonly suppressedAtMs = new Map<string, number>()
  /** By `suppressionKey`: nodes that have answered the operator that this person is not called any more. */
  readonly suppressedBy = new Map<string, Set<string>>()
  /** Calls that the carrier refused to make. */
  readonly refusedCalls = new Set<number>()
  /** Refused as if by the account: the contact's own if it is refused again and again while others get through. */
  readonly haltedCalls = new Set<number>()
  /** Campaigns that the carrier's account halted, the breaker or the operator paused: whoever is paused must be among them. */
  readonly pauseReasons = new Map<number, string>()
  /** Calls for which a request to the carrier has left. */
  readonly askedCalls = new Set<number>()
  /** The database's clock was set just now: nodes learn of it with their next heartbeat. */
  clockIsSettling = false
  clockWasPutBack = false
  clockWasPutForward = false
  /** A node has started since that clock was put forward. */
  startedAfterStep = false
  /** How wrong a node's idea of the database's time may honestly be. */
  clockDoubtMs = 30
  /** Since when nothing has been going wrong; null while something is. */
  calmSinceMs: number | null = null
  /** Transactions of all nodes since the day began, also those that changed nothing. */
  transactions = 0
  /** Requests of the operator and of callers to a node. */
  requests = 0
  /** What carriers told nodes about calls, also what came late or twice. */
  news = 0
  /** Whether requests to carriers arrive at once. */
  requestsAreQuick = true
}

export interface CheckerContext {
  facts: Facts
  tables: MemoryTables
  /** The database's time: what the engine counts by. */
  now(): number
  /** True time since the beginning of the day. */
  elapsedMs(): number
  /** Up and not frozen. */
  isUp(nodeId: string): boolean
  after(delayMs: number, work: () => void): void
  /** A promise is broken. */
  fail(sentence: string): void
}

/** A request for a call of a campaign leaves a node. */
export interface AskedCall {
  callId: number
  person: Member
  to: string
  nodeId: string
}

export type Answer =
  | { kind: 'single'; organizationId: number; callId: number }
  /** Null: turned away. */
  | { kind: 'inbound'; organizationId: number; inboundId: string; callId: number | null }
  | { kind: 'no_free_slot'; organizationId: number }

/** One promise, held against the truth. */
export interface Checker {
  /** A node asks the carrier for a call. */
  asked?(asked: AskedCall): void
  /** The carrier has begun a call. */
  began?(seen: SeenCall): void
  ended?(seen: SeenCall): void
  /** The engine has taken the news that a call ended, and said that it is written down. */
  acknowledged?(callId: number): void
  /** What the engine answered to somebody who ordered a single call, or to a carrier with a caller on the line. */
  answered?(answer: Answer): void
  /** A transaction of the engine or the operator has been committed. */
  committed?(): void
  /** The weather has cleared and everything should be done. */
  finished?(): void
  /** The day is over, whether or not everything is done. */
  stopped?(): void
}
