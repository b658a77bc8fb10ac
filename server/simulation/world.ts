/** A world in a box: one seed, two phases. First bad weather, in which no promise may break; then it clears, and all must finish. */
import { type Log, silentLog } from '../src/kernel/log.ts'
import { chance, pick, type Rng, seededRng } from '../src/kernel/rng.ts'
import type { CarrierNews } from '../src/telephony/provider.ts'
import {
  type CarrierSettings,
  type SimulatedCall,
  SimulatedCarrier,
} from '../src/telephony/providers/simulator/carrier.ts'
import { CampaignsRoom } from './campaigns-room.ts'
import { type CarrierHealth, carrierLink } from './carrier-link.ts'
import { callingRules } from './checkers/calling-rules.ts'
import { counters } from './checkers/counters.ts'
import { limits } from './checkers/limits.ts'
import { noWaiting } from './checkers/no-waiting.ts'
import { nobodyLost } from './checkers/nobody-lost.ts'
import { oneLiveCall } from './checkers/one-live-call.ts'
import { retryBudget } from './checkers/retry-budget.ts'
import { type DatabaseHealth, DatabaseLink, SignalBus } from './database-link.ts'
import { Disasters, type Machine } from './disasters.ts'
import { type Checker, type CheckerContext, Facts, type SeenCall } from './facts.ts'
import { MemoryDialerStore, type MemoryTables } from './memory-store.ts'
import { callIdOf, callKey, SimulatedNode } from './node.ts'
import { NodeClock, NodeGate } from './node-gate.ts'
import { Operator } from './operator.ts'
import { Trace } from './trace.ts'
import { VirtualTime } from './virtual-time.ts'
import { drawWeather, type LookUpKind, type Weather } from './weather.ts'

const MINUTE_MS = 60_000
/** After the weather has cleared: how long people wait for calling hours, and when everything must be done. */
const HOURS_LIFTED_AFTER_MS = 8 * MINUTE_MS
const FINISHED_AFTER_MS = 6 * 60 * MINUTE_MS
const CARETAKER_EVERY_MS = 20_000

const NO_FAULTS = {
  refused: 0,
  timeoutAfterAccepting: 0,
  lostEvents: 0,
  doubledEvents: 0,
  lateEvents: 0,
  lateByMs: 0,
  reordered: 0,
}
const CLEAR = { slowRequests: 0, slowAccounts: 0, refusals: { never: 0, rejected: 0, halt: 0 }, faults: NO_FAULTS }

export interface BrokenPromise {
  checker: string
  afterSeconds: number
  sentence: string
}

export interface DayReport {
  seed: number
  broken: BrokenPromise | null
  hash: string
  virtualMinutes: number
  steps: number
  contacts: number
  calls: number
  incidents: number
  /** Records of all ledgers. */
  records: number
  /** As they are at the end. */
  tables: MemoryTables
  lines: string[]
  /** Everything that the seed drew, for whoever looks into a failure. */
  drawn: string
}

export interface DayOptions {
  keepLines?: boolean
  /** What the nodes log stands among the lines. */
  logs?: boolean
  /** Instead of what the seed would draw. */
  weather?: Weather
  /** When everything must be done after the weather has cleared; 0: it need not be. */
  finishedAfterMs?: number
}

export async function liveOneDay(seed: number, options: DayOptions = {}): Promise<DayReport> {
  return new World(seed, options).run()
}

class World {
  readonly #seed: number
  readonly #options: DayOptions
  readonly #weather: Weather
  readonly #time: VirtualTime
  readonly #trace: Trace
  readonly #rng: Rng
  readonly #store: MemoryDialerStore
  readonly #facts = new Facts()
  readonly #carrier: SimulatedCarrier
  readonly #database: DatabaseHealth = { down: false, flaky: 0, slowByMs: 0 }
  readonly #carrierHealth: CarrierHealth = { down: false, timesOut: false }
  readonly #bus: SignalBus
  readonly #room: CampaignsRoom
  readonly #operator: Operator
  readonly #checkers: Checker[]
  readonly #machines: Machine[] = []
  readonly #disasters: Disasters
  readonly #lookUps = new Map<number, { lookUp: LookUpKind; newsTo: 'placer' | 'anyone' }>()
  readonly #seen = new Map<string, SeenCall>()
  readonly #halted = new Set<number>()
  #boots = 0
  #clear = false
  #logsRead = 0
  #lastCallRead = 0
  #broken: BrokenPromise | null = null

  constructor(seed: number, options: DayOptions) {
    this.#seed = seed
    this.#options = options
    this.#weather = options.weather ?? drawWeather(seededRng(seed))
    this.#rng = seededRng(seed ^ 0x5bd1e995)
    this.#time = new VirtualTime(this.#weather.startMs)
    this.#trace = new Trace(() => this.#time.now(), options.keepLines ?? false)
    this.#store = new MemoryDialerStore(() => this.#time.now())
    this.#store.committed = () => this.#committed()
    this.#carrier = new SimulatedCarrier({ clock: this.#time, rng: seededRng(seed ^ 0x2545f491) })
    this.#carrier.observer = { began: (call) => this.#began(call), ended: (call) => this.#ended(call) }
    this.#bus = new SignalBus(this.#rng, () => (this.#clear ? 0 : this.#weather.lostSignals))
    this.#room = new CampaignsRoom(this.#store.tables, this.#facts, () => this.#time.now())
    this.#disasters = new Disasters({
      time: this.#time,
      facts: this.#facts,
      database: this.#database,
      carrier: this.#carrierHealth,
      machines: this.#machines,
      wallClocks: this.#weather.nodes.map(({ wallOffsetMs, drift }) => ({ offsetMs: wallOffsetMs, drift })),
      boot: (index) => this.#boot(index),
      tell: (text) => this.#trace.write(text),
    })
    this.#operator = this.#makeOperator()
    this.#checkers = this.#makeCheckers()
  }

  async run(): Promise<DayReport> {
    this.#prepare()
    const { badForMs } = this.#weather
    const startMs = this.#time.now()
    await this.#time.run(startMs + badForMs, () => this.#broken !== null)
    this.#clearUp()
    const finishedAfterMs = this.#options.finishedAfterMs ?? FINISHED_AFTER_MS
    await this.#time.run(startMs + badForMs + finishedAfterMs, () => this.#broken !== null || this.#isOver())
    if (!this.#broken && finishedAfterMs > 0) for (const checker of this.#checkers) checker.finished?.()
    if (!this.#broken) for (const checker of this.#checkers) checker.stopped?.()
    return {
      seed: this.#seed,
      broken: this.#broken,
      hash: this.#trace.hash,
      virtualMinutes: (this.#time.now() - startMs) / MINUTE_MS,
      steps: this.#time.steps,
      contacts: this.#store.tables.contacts.size,
      calls: this.#seen.size,
      incidents: this.#disasters.count,
      tables: this.#store.tables,
      records: [...this.#store.tables.ledger.values()].reduce((sum, { length }) => sum + length, 0),
      lines: this.#trace.lines,
      drawn: describe(this.#weather),
    }
  }

  #prepare(): void {
    this.#room.fill(this.#weather)
    const configurations = this.#weather.organizations.flatMap((organization) => organization.configurations)
    const ids = [...this.#store.tables.configurations.keys()]
    configurations.forEach(({ lookUp, newsTo }, index) => {
      this.#lookUps.set(ids[index] as number, { lookUp, newsTo })
    })
    const slow = this.#weather.incidents.map(({ incident }) => (incident.kind === 'database-slow' ? incident.byMs : 0))
    this.#facts.clockDoubtMs += Math.max(0, ...slow)
    this.#weather.nodes.forEach((_, index) => {
      this.#boot(index)
    })
    this.#facts.calmSinceMs = this.#time.now()
    this.#facts.requestsAreQuick = this.#weather.slowRequests + this.#weather.slowAccounts === 0
    for (const { afterMs, incident } of this.#weather.incidents) {
      this.#time.after(afterMs, () => {
        if (!this.#clear) this.#disasters.strike(incident)
      })
    }
    const campaigns = this.#weather.organizations.flatMap((organization) => organization.campaigns)
    const campaignIds = [...this.#store.tables.campaigns.keys()]
    campaigns.forEach(({ startsAfterMs }, index) => {
      this.#time.after(startsAfterMs + 1, () => this.#operator.start(campaignIds[index] as number))
    })
    this.#operate()
  }

  #operate(): void {
    const { operatorEveryMs } = this.#weather
    if (operatorEveryMs === Number.POSITIVE_INFINITY) return
    this.#time.after(operatorEveryMs * (0.2 + this.#rng.next() * 1.6), () => {
      if (this.#clear) return
      this.#operator.act()
      this.#operate()
    })
  }

  #boot(index: number): void {
    const gate = new NodeGate(this.#time, this.#rng)
    const clock = new NodeClock(this.#time, gate, this.#disasters.wallClock(index))
    const database = new DatabaseLink({
      store: this.#store,
      gate,
      rng: this.#rng,
      health: this.#database,
      isCutOff: () => this.#disasters.isCutOff(index),
    })
    const nodeId = `node-${index + 1}-${++this.#boots}`
    const node: SimulatedNode = new SimulatedNode({
      nodeId,
      gate,
      clock,
      store: database,
      signals: this.#bus.for(gate, database),
      accounts: this.#accounts(gate, database, () => node),
      log: this.#options.logs ? this.#logOf(nodeId) : silentLog,
      agentExpected: this.#weather.agents.expected,
      attends: () => chance(this.#rng, this.#weather.agents.attends),
      acknowledged: (callId) => {
        for (const checker of this.#checkers) checker.acknowledged?.(callId)
      },
      isOnTheLine: (callId) => this.#carrier.lookUp(callKey(callId)).kind === 'live',
    })
    this.#machines[index] = { node, clock, database }
    this.#trace.write(`${nodeId} starts`)
    node.start()
  }

  #logOf(nodeId: string): Log {
    const write = (fields: object, sentence: string) => {
      const { err } = fields as { err?: unknown }
      this.#trace.write(`${nodeId} logs: ${sentence}${err instanceof Error ? ` (${err.message})` : ''}`)
    }
    return { debug: write, info: write, warn: write, error: write, child: () => this.#logOf(nodeId) }
  }

  #accounts(gate: NodeGate, database: DatabaseLink, placer: () => SimulatedNode) {
    return carrierLink({
      time: this.#time,
      rng: this.#rng,
      gate,
      database,
      carrier: this.#carrier,
      health: this.#carrierHealth,
      lookUpKind: (id) => this.#lookUps.get(id)?.lookUp ?? 'remembers',
      settings: () => this.#carrierSettings(),
      weather: () => (this.#clear ? CLEAR : this.#weather),
      tell: (callId, configurationId, news) => this.#tell(placer(), callId, configurationId, news),
      refused: (callId) => this.#facts.refusedCalls.add(callId),
      halted: (callId) => {
        const campaignId = this.#store.tables.calls.get(callId)?.campaignId
        if (campaignId) this.#halted.add(campaignId)
      },
    })
  }

  #carrierSettings(): CarrierSettings {
    const { rates, ringMs, talkMs, faults } = this.#weather
    return { rates, durations: { ringMs, talkMs }, faults: this.#clear ? NO_FAULTS : faults, speed: 1 }
  }

  #tell(placer: SimulatedNode, callId: number, configurationId: number, news: CarrierNews): void {
    this.#time.after(1 + this.#rng.next() * 20, () => {
      const up = this.#machines.filter(({ node }) => node.gate.isAlive).map(({ node }) => node)
      const anyone = this.#lookUps.get(configurationId)?.newsTo === 'anyone'
      const to = anyone ? (up.length > 0 ? pick(this.#rng, up) : null) : placer
      to?.gate.deliver(0, () => to.receive(callId, news))
    })
  }

  /** The bad weather is over; what still lasts of it ends by itself within a minute. */
  #clearUp(): void {
    this.#clear = true
    this.#time.after(MINUTE_MS, () => {
      this.#facts.requestsAreQuick = true
    })
    this.#trace.write('the weather clears')
    const clearedMs = this.#time.now()
    const care = () => {
      for (const campaign of this.#store.tables.campaigns.values()) {
        if (campaign.state === 'completed') continue
        const longMs = this.#time.now() - clearedMs
        if (longMs > HOURS_LIFTED_AFTER_MS && campaign.schedule) this.#operator.openHours(campaign.id)
        else if (campaign.state !== 'running') this.#operator.start(campaign.id)
      }
      this.#time.after(CARETAKER_EVERY_MS, care)
    }
    this.#time.after(CARETAKER_EVERY_MS, care)
  }

  #isOver(): boolean {
    for (const campaign of this.#store.tables.campaigns.values()) if (campaign.state !== 'completed') return false
    return this.#carrier.liveCalls === 0
  }

  #began(call: SimulatedCall): void {
    const callId = callIdOf(call.key)
    const claim = this.#facts.claims.get(callId)
    const person = this.#facts.people.get(claim?.contactId ?? -1)
    if (!person || !claim || person.phoneNumber !== call.to) return this.#fail('world', `${call.key} was never claimed`)
    const seen = { call, callId, person, claim, atMs: this.#time.now() }
    this.#seen.set(call.key, seen)
    this.#trace.write(`${call.key} begins, contact ${person.contactId}`)
    for (const checker of this.#checkers) checker.began?.(seen)
  }

  #ended(call: SimulatedCall): void {
    const seen = this.#seen.get(call.key)
    this.#trace.write(`${call.key} ends, ${call.endedNews?.as}`)
    if (seen) for (const checker of this.#checkers) checker.ended?.({ ...seen, atMs: this.#time.now() })
  }

  #committed(): void {
    const { tables } = this.#store
    for (const call of tables.liveCalls.values()) {
      if (call.id <= this.#lastCallRead) continue
      const schedule = tables.campaigns.get(call.campaignId as number)?.schedule ?? null
      this.#facts.claims.set(call.id, { atMs: this.#time.now(), schedule, contactId: call.contactId })
      this.#trace.write(`call-${call.id} claimed by ${call.nodeId}`)
    }
    this.#lastCallRead = tables.lastCallId
    this.#readLogs()
    for (const checker of this.#checkers) checker.committed?.()
  }

  /** The engine may pause a campaign itself, but only for a reason that really was. */
  #readLogs(): void {
    const { logs } = this.#store.tables
    for (const { campaignId, event } of logs.slice(this.#logsRead)) {
      this.#trace.write(`campaign ${campaignId}: ${event}`)
      const halted = event === 'carrier_account_refused' && this.#halted.has(campaignId)
      // Whoever was not told of the answer is as absent as one who did not come; dead numbers are drawn among the contacts.
      const unattended = event === 'agent_missing' && this.#weather.agents.expected
      const failing = event === 'dials_fail_alike'
      const known = halted || unattended || failing || event === 'circuit_breaker_tripped'
      if (known) this.#facts.pauseReasons.set(campaignId, event)
    }
    this.#logsRead = logs.length
  }

  #makeOperator(): Operator {
    return new Operator({
      rng: this.#rng,
      room: this.#room,
      tables: this.#store.tables,
      facts: this.#facts,
      now: () => this.#time.now(),
      reach: () => {
        const up = this.#machines.filter(({ node }) => node.isUp)
        return up.length > 0 ? pick(this.#rng, up) : null
      },
      committed: () => this.#committed(),
      tell: (text) => this.#trace.write(text),
    })
  }

  #makeCheckers(): Checker[] {
    const make = (name: string, checker: (context: CheckerContext) => Checker) =>
      checker({
        facts: this.#facts,
        tables: this.#store.tables,
        now: () => this.#time.now(),
        after: (delayMs, work) => {
          this.#time.after(delayMs, work)
        },
        fail: (sentence) => this.#fail(name, sentence),
      })
    return [
      make('one live call', oneLiveCall),
      make('nobody lost', nobodyLost),
      make('limits', limits),
      make('counters', counters),
      make('no waiting', noWaiting),
      make('retry budget', retryBudget),
      make('calling rules', callingRules),
    ]
  }

  #fail(checker: string, sentence: string): void {
    this.#trace.write(`BROKEN ${checker}: ${sentence}`)
    const afterSeconds = this.#time.monotonic() / 1000
    this.#broken ??= { checker, afterSeconds, sentence }
  }
}

/** The weather without the people's numbers, of which only the count matters. */
function describe(weather: Weather): string {
  return JSON.stringify(weather, (name, value: unknown) =>
    name === 'contacts' && Array.isArray(value) ? value.length : value,
  )
}
