/** A campaign over a scripted carrier that keeps its own log: what it was asked, and whom it rang. Time is virtual. */
import { newCampaignRow } from '../../simulation/memory-rows.ts'
import { MemoryDialerStore } from '../../simulation/memory-store.ts'
import type { MemoryNumber } from '../../simulation/memory-tables.ts'
import { VirtualTime } from '../../simulation/virtual-time.ts'
import { Dialer } from '../../src/dialer/dialer.ts'
import { noMetrics } from '../../src/dialer/metrics.ts'
import type { ProgressReport } from '../../src/dialer/rules/call-report.ts'
import type { Route } from '../../src/dialer/rules/route.ts'
import type { ContactChange, DialerTransaction } from '../../src/dialer/store.ts'
import { silentLog } from '../../src/kernel/log.ts'
import type { CallUpdate, CarrierAccount, DialRequest, LookUp, PlaceResult } from '../../src/telephony/provider.ts'
import { campaignFigures, RETRY } from './store-fixture.ts'

export const ORGANIZATION = 1
export const CONFIGURATION = 1
const START_MS = Date.parse('2026-11-16T10:00:00Z')
const MINUTE_MS = 60_000

/** What the carrier does with one dial: its answer, then its news, each so long after the answer. */
export interface Deed {
  answer: PlaceResult
  news?: ReadonlyArray<{ afterMs: number; news: ProgressReport }>
  lookUp?: LookUp
}

export interface WorldOptions {
  people?: number
  slots?: number
  callsPerSecond?: number
  numbers?: number
  nodes?: number
  agentExpected?: boolean
  /** Whether absent calls surely never were. */
  provider?: 'remembers' | 'forgets' | 'simulator'
  /** The route of the campaign; its configurations are made. Left out: one configuration. */
  route?: Route['steps']
}

/** A promise: time stands still until the carrier has answered. */
export type Script = (order: DialRequest, dial: number, configurationId: number) => Deed | Promise<Deed>

export const ended = (news: Partial<Extract<CallUpdate, { kind: 'ended' }>>): CallUpdate => ({
  kind: 'ended',
  as: 'failed',
  permanent: false,
  durationSeconds: null,
  cause: 'unspecified',
  endedBy: 'carrier',
  ...news,
})

export const PLACED: PlaceResult = { kind: 'placed', providerCallId: null }
/** Rings for five seconds, talks for ten. */
export const TALKS: Deed = {
  answer: PLACED,
  news: [
    { afterMs: 500, news: { kind: 'ringing' } },
    { afterMs: 5000, news: { kind: 'answered' } },
    { afterMs: 15_000, news: ended({ as: 'completed', cause: 'completed', durationSeconds: 10, endedBy: 'callee' }) },
  ],
}

export class PayWorld {
  readonly time = new VirtualTime(START_MS)
  readonly store = new MemoryDialerStore(() => this.time.now())
  readonly dials: Array<{ to: string; from: string | null; atMs: number; rang: boolean; through: number }> = []
  readonly people: string[]
  /** How often a contact was set aside. */
  setAside = 0
  #script: Script
  readonly #options: WorldOptions
  readonly #deeds = new Map<string, Deed>()
  #nodes: Dialer[] = []
  #boots = 0

  constructor(options: WorldOptions, script: Script) {
    this.#options = options
    this.#script = script
    this.people = Array.from({ length: options.people ?? 60 }, (_, index) => `+1555${String(10_000 + index)}`)
    this.#fill()
    this.#countSetAside()
    for (let index = 0; index < (options.nodes ?? 1); index++) this.boot()
  }

  /** From now on the carrier behaves otherwise. */
  behave(script: Script): void {
    this.#script = script
  }

  boot(): void {
    const nodeId = `node-${++this.#boots}`
    const node: Dialer = new Dialer({
      store: this.store,
      signals: { publish: async () => {}, subscribe: async () => async () => {} },
      clock: this.time,
      log: silentLog,
      metrics: noMetrics,
      nodeId,
      accounts: { get: async (id) => ({ provider: this.#provider, account: this.#account(() => node, id) }) },
      remembersEndedCalls: (provider) => provider === 'remembers',
      agentExpected: () => this.#options.agentExpected ?? false,
      isTalking: () => false,
      refer: (callId, providerCallId) => ({ callId, callKey: `call-${callId}`, providerCallId }),
    })
    this.#nodes.push(node)
    void node.start()
  }

  /** All nodes are gone, and new ones know only what the database knows. */
  async restart(): Promise<void> {
    const old = this.#nodes
    this.#nodes = []
    await Promise.all([...old.map((node) => node.stop()), this.run(10_000)])
    for (const _ of old) this.boot()
  }

  async run(forMs: number): Promise<void> {
    await this.time.run(this.time.now() + forMs, () => false)
  }

  /** Until the campaign stands still, or so long. */
  async settle(minutes = 30): Promise<void> {
    const over = () => this.campaign().state !== 'running' && this.store.tables.liveCalls.size === 0
    await this.time.run(this.time.now() + minutes * MINUTE_MS, over)
  }

  /** As a resume by an operator does; the stops of a route end. */
  resume(): void {
    const row = this.campaign()
    const route = row.route ? { route: { ...row.route, stops: {} } } : {}
    this.store.tables.campaigns.set(row.id, { ...row, ...route, state: 'running', nextDueAtMs: null })
    for (const node of this.#nodes) node.wake(ORGANIZATION)
  }

  /** A call without a campaign, which shows a number of the configuration. */
  async callOnce(phoneNumber: string, configurationId = CONFIGURATION): Promise<void> {
    const node = this.#nodes[0] as Dialer
    const claimed = await this.time.hold(
      node.callOne({
        organizationId: ORGANIZATION,
        configurationId,
        workflowId: 1,
        definitionId: 1,
        phoneNumber,
        addressType: 'pstn',
        needsCallerId: true,
        variables: {},
        override: null,
      }),
    )
    if (claimed === null || !('callId' in claimed)) throw new Error('the call was refused')
  }

  /** The person calls us now and talks for so long. `promised`: they ask to be called again then. */
  async callsBack(from: string, talkSeconds: number, promised: string | null = null): Promise<void> {
    const node = this.#nodes[0] as Dialer
    const callId = await this.time.hold(
      node.receiveOne({
        organizationId: ORGANIZATION,
        configurationId: CONFIGURATION,
        workflowId: 1,
        definitionId: 1,
        inboundId: `in ${from}`,
        from,
        to: '+12225550100',
        numberId: 1,
        variables: {},
      }),
    )
    if (callId === null) throw new Error('the call was turned away')
    if (promised !== null) void node.report(callId, { kind: 'call_back', at: promised })
    const over = ended({ as: 'completed', durationSeconds: talkSeconds, cause: 'hung up', endedBy: 'callee' })
    this.time.after(talkSeconds * 1000, () => void node.report(callId, over))
  }

  contact(phoneNumber: string) {
    const found = [...this.store.tables.contacts.values()].find((one) => one.phoneNumber === phoneNumber)
    if (!found) throw new Error(`no contact ${phoneNumber}`)
    return found
  }

  number(id: number) {
    const row = this.store.tables.numbers.get(id)
    if (!row) throw new Error(`no number ${id}`)
    return row
  }

  campaign(id = 1) {
    const row = this.store.tables.campaigns.get(id)
    if (!row) throw new Error(`no campaign ${id}`)
    return row
  }

  /** Numbers of the contacts that are finished. */
  finished(as?: string): string[] {
    return [...this.store.tables.contacts.values()]
      .filter(({ state, outcome }) => state === 'done' && (as === undefined || outcome === as))
      .map(({ phoneNumber }) => phoneNumber)
  }

  /** Numbers that the carrier rang. */
  get rung(): Set<string> {
    return new Set(this.dials.filter(({ rang }) => rang).map(({ to }) => to))
  }

  messages(event?: string): string[] {
    return this.store.tables.logs
      .filter((entry) => event === undefined || entry.event === event)
      .map((entry) => entry.message)
  }

  /** `account`: left out, one of its own. */
  addConfiguration(id: number, callsPerSecond: number, account = `account ${id}`): void {
    this.store.tables.configurations.set(id, {
      id,
      provider: this.#provider,
      callsPerSecond,
      ringTimeoutSeconds: 30,
      maxCallSeconds: 600,
      pacedUntilMs: null,
      account: { key: account, callsPerSecond, pacedUntilMs: null },
      backoffUntilMs: null,
      backoffs: 0,
      failing: null,
    })
  }

  addNumber(
    id: number,
    configurationId = CONFIGURATION,
    limits: Pick<MemoryNumber, 'maxCallsAtOnce' | 'maxCallsPerDay'> = {},
  ): void {
    const number = { ...limits, id, address: `+1222555010${id}`, isDefault: false, lastUsedAtMs: null }
    const owner = { organizationId: ORGANIZATION, configurationId }
    this.store.tables.numbers.set(id, { ...number, ...owner, isActive: true })
  }

  addCampaign(id: number, people: readonly string[], configurationId = CONFIGURATION): void {
    const { tables } = this.store
    const { slots = 20 } = this.#options
    tables.campaigns.set(
      id,
      newCampaignRow(id, {
        organizationId: ORGANIZATION,
        name: `campaign ${id}`,
        state: 'running',
        configurationId,
        maxConcurrency: slots,
        retry: RETRY,
        schedule: null,
        breaker: { enabled: false, failure_threshold: 0.5, window_seconds: 120, min_calls_in_window: 5 },
        ...campaignFigures(people.length),
      }),
    )
    people.forEach((phoneNumber, index) => {
      const contactId = id * 10_000 + index
      tables.contacts.set(contactId, {
        id: contactId,
        organizationId: ORGANIZATION,
        campaignId: id,
        phoneNumber,
        addressType: 'pstn',
        state: 'pending',
        nextAttemptAtMs: null,
        dials: 0,
        outcome: null,
        callerNumberId: null,
        finishedAtMs: null,
      })
    })
  }

  #countSetAside(): void {
    const transaction = this.store.transaction.bind(this.store)
    const saving = (tx: DialerTransaction): DialerTransaction =>
      new Proxy(tx, {
        get: (target, name) => {
          const value = Reflect.get(target, name, target) as unknown
          if (typeof value !== 'function') return value
          if (name !== 'saveContacts') return value.bind(target)
          return (changes: readonly ContactChange[]) => {
            this.setAside += changes.filter(({ kind }) => kind === 'aside').length
            return tx.saveContacts(changes)
          }
        },
      })
    this.store.transaction = (work) => transaction((tx) => work(saving(tx)))
  }

  get #provider(): string {
    return this.#options.provider ?? 'remembers'
  }

  #fill(): void {
    const { tables } = this.store
    const { callsPerSecond = 5, numbers = 0 } = this.#options
    tables.organizations.set(ORGANIZATION, { id: ORGANIZATION, maxConcurrency: 1000, liveCalls: 0, policyVersion: 0 })
    this.addConfiguration(CONFIGURATION, callsPerSecond)
    for (let id = 1; id <= numbers; id++) this.addNumber(id)
    this.addCampaign(1, this.people)
    const { route } = this.#options
    if (!route) return
    for (const { configurationId } of route)
      if (configurationId !== CONFIGURATION) this.addConfiguration(configurationId, callsPerSecond)
    tables.campaigns.set(1, { ...this.campaign(), route: { steps: route, stops: {} } })
  }

  #account(node: () => Dialer, configurationId: number): CarrierAccount {
    const unused = () => Promise.reject(new Error('not part of this world'))
    return {
      place: (order) => this.#place(order, node(), configurationId),
      hangUp: async () => {},
      lookUp: async ({ callKey }) => this.#deeds.get(callKey)?.lookUp ?? { kind: 'unsure', reason: 'not scripted' },
      join: unused,
      bindInbound: unused,
      check: unused,
      readWebhook: unused,
      answer: unused,
      refuse: unused,
      openMedia: unused,
      close: async () => {},
    }
  }

  async #place(order: DialRequest, node: Dialer, through: number): Promise<PlaceResult> {
    const { callId, callKey } = order.call
    const entry = { to: order.to, from: order.from, atMs: this.time.now(), rang: false, through }
    const asked = this.#script(order, this.dials.push(entry), through)
    const deed = asked instanceof Promise ? await this.time.hold(asked) : asked
    this.#deeds.set(callKey, deed)
    for (const { afterMs, news } of deed.news ?? []) {
      this.time.after(20 + afterMs, () => {
        if (news.kind === 'ringing' || news.kind === 'answered') entry.rang = true
        const to = this.#nodes.includes(node) ? node : this.#nodes[0]
        void to?.report(callId, news)
      })
    }
    await new Promise<void>((resolve) => this.time.after(20, resolve))
    return deed.answer
  }
}
