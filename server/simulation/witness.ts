/** Sees what the carrier does and what is committed, and lets every checker judge it. */
import { DatabaseUnavailable } from '../src/dialer/store.ts'
import { ApiError, ValidationError } from '../src/kernel/errors.ts'
import type { SimulatedCall } from '../src/telephony/providers/simulator/carrier.ts'
import { everyChecker } from './checkers/every-checker.ts'
import { Deadlock } from './database-link.ts'
import {
  type Answer,
  type Checker,
  type CheckerContext,
  type Facts,
  isMember,
  type Person,
  type SeenCall,
} from './facts.ts'
import { CopyGivenUp } from './memory-campaigns.ts'
import type { MemoryTables } from './memory-tables.ts'
import { callIdOf } from './node.ts'

const MAY_BE = [ApiError, ValidationError, DatabaseUnavailable, Deadlock, CopyGivenUp]

export interface BrokenPromise {
  checker: string
  afterSeconds: number
  sentence: string
}

export interface WitnessOptions extends Omit<CheckerContext, 'fail'> {
  facts: Facts
  tables: MemoryTables
  agentExpected: boolean
  /** A claim of this node has been committed, and it does not know yet. */
  claimed(nodeId: string, campaignId: number): void
  tell(text: string): void
}

export class Witness {
  readonly #options: WitnessOptions
  readonly #checkers: Checker[]
  readonly #seen = new Map<string, SeenCall>()
  readonly #halted = new Set<number>()
  #logsRead = 0
  broken: BrokenPromise | null = null

  constructor(options: WitnessOptions) {
    this.#options = options
    this.#checkers = everyChecker(options, (checker, sentence) => this.#fail(checker, sentence))
  }

  get calls(): number {
    return this.#seen.size
  }

  began(call: SimulatedCall): void {
    const { facts, tables, now, elapsedMs, tell } = this.#options
    const callId = callIdOf(call.key)
    const claim = facts.claims.get(callId)
    const known = claim && this.#personOf(callId)
    if (!known) return this.#fail('world', `${call.key} was never claimed`)
    const row = tables.calls.get(callId)
    // A campaign with a route has several, and so may a person have numbers.
    const phoneNumber = isMember(known) && known.all.includes(call.to) ? call.to : known.phoneNumber
    const person = { ...known, phoneNumber, configurationId: row?.configurationId ?? known.configurationId }
    const isInbound = row?.direction === 'inbound'
    if (!isInbound && person.phoneNumber !== call.to) return this.#fail('world', `${call.key} rings at another number`)
    const seen = { call, callId, person, claim, isInbound, atMs: now(), elapsedMs: elapsedMs() }
    this.#seen.set(call.key, seen)
    tell(`${call.key} begins, ${person.contactId === null ? 'a single call' : `contact ${person.contactId}`}`)
    for (const checker of this.#checkers) checker.began?.(seen)
  }

  asked(callId: number, to: string, nodeId: string): void {
    const person = this.#personOf(callId)
    if (!person || !isMember(person)) return
    for (const checker of this.#checkers) checker.asked?.({ callId, person, to, nodeId })
  }

  #personOf(callId: number): Person | undefined {
    const { facts } = this.#options
    const claim = facts.claims.get(callId)
    return claim?.contactId ? facts.people.get(claim.contactId) : facts.strangers.get(callId)
  }

  ended(call: SimulatedCall): void {
    const seen = this.#seen.get(call.key)
    this.#options.tell(`${call.key} ends, ${call.endedNews?.as}`)
    if (!seen) return
    const then = { ...seen, atMs: this.#options.now(), elapsedMs: this.#options.elapsedMs() }
    for (const checker of this.#checkers) checker.ended?.(then)
  }

  acknowledged(callId: number): void {
    for (const checker of this.#checkers) checker.acknowledged?.(callId)
  }

  answered(answer: Answer): void {
    for (const checker of this.#checkers) checker.answered?.(answer)
  }

  /** How often what was ordered was done, by kind. */
  readonly orders = new Map<string, number>()

  carriedOut(kind: string): void {
    this.orders.set(kind, (this.orders.get(kind) ?? 0) + 1)
  }

  /** An order may be refused, and the database may be away; whatever else goes wrong is a fault of the program. */
  refused(kind: string, error: unknown): void {
    if (MAY_BE.some((known) => error instanceof known)) return
    this.#fail('world', `${kind}: ${error instanceof Error ? error.message : String(error)}`)
  }

  /** The account of the campaign of this call would not dial. */
  halted(callId: number): void {
    const { tables, facts } = this.#options
    facts.haltedCalls.add(callId)
    const campaignId = tables.calls.get(callId)?.campaignId
    if (campaignId) this.#halted.add(campaignId)
  }

  committed(): void {
    const { tables, facts, now, elapsedMs, tell, claimed } = this.#options
    const claimers = new Map<string, number>()
    for (const id of tables.liveCalls.changed) {
      const call = tables.liveCalls.get(id)
      if (!call || facts.claims.has(id)) continue
      const { nodeId, contactId, campaignId, organizationId } = call
      const campaign = tables.campaigns.get(campaignId ?? -1)
      const schedule = campaign?.schedule ?? null
      const ringMs = campaign ? (tables.configurationOf(call.configurationId)?.ringTimeoutSeconds ?? 0) * 1000 : 0
      const rules = facts.rules.get(organizationId) ?? null
      const { clockIsSettling } = facts
      const when = { atMs: now(), elapsedMs: elapsedMs(), clockIsSettling }
      facts.claims.set(id, { ...when, schedule, ringMs, rules, contactId, nodeId })
      if (campaignId === null) facts.strangers.set(id, { ...call, contactId: null, campaignId: null })
      else claimers.set(nodeId, campaignId)
      tell(`call-${id} claimed by ${nodeId}`)
    }
    this.#readLogs()
    for (const checker of this.#checkers) checker.committed?.()
    tables.contacts.touched.clear()
    tables.contacts.changed.clear()
    tables.liveCalls.changed.clear()
    for (const [nodeId, campaignId] of claimers) claimed(nodeId, campaignId)
  }

  /** The day is over; `all`: and everything should be done. */
  concludes(all: boolean): void {
    if (!this.broken && all) for (const checker of this.#checkers) checker.finished?.()
    if (!this.broken) for (const checker of this.#checkers) checker.stopped?.()
  }

  /** The engine may pause a campaign itself, but only for a reason that really was. */
  #readLogs(): void {
    const { tables, facts, tell, agentExpected } = this.#options
    for (const { campaignId, event } of tables.logs.slice(this.#logsRead)) {
      tell(`campaign ${campaignId}: ${event}`)
      const halted = event === 'carrier_account_refused' && this.#halted.has(campaignId)
      // Whoever was not told of the answer is as absent as one who did not come; dead numbers are drawn among the contacts.
      const unattended = event === 'agent_missing' && agentExpected
      const failing = event === 'dials_fail_alike'
      const known = halted || unattended || failing || event === 'circuit_breaker_tripped'
      if (known) facts.pauseReasons.set(campaignId, event)
    }
    this.#logsRead = tables.logs.length
  }

  #fail(checker: string, sentence: string): void {
    this.#options.tell(`BROKEN ${checker}: ${sentence}`)
    this.broken ??= { checker, afterSeconds: this.#options.elapsedMs() / 1000, sentence }
  }
}
