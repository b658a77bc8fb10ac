/** A simulated world from one seed, in two phases. First faults are injected, and no promise may break; then they stop, and all calls must finish. */
import { finishDeletions } from '../src/campaigns/delete-campaign.ts'
import { CLOCK_JUMP_MS } from '../src/dialer/jobs/keep-lease.ts'
import { type Log, silentLog } from '../src/kernel/log.ts'
import { startRecurringJob } from '../src/kernel/recurring-job.ts'
import { pickRandom, type Rng, randomChance, seededRng } from '../src/kernel/rng.ts'
import type { CallUpdate } from '../src/telephony/provider.ts'
import { type CarrierSettings, SimulatedCarrier } from '../src/telephony/providers/simulator/carrier.ts'
import { Callers } from './callers.ts'
import { CampaignsRoom } from './campaigns-room.ts'
import { type CarrierHealth, carrierLink } from './carrier-link.ts'
import { DatabaseLink } from './database-link.ts'
import { DatabaseServer } from './database-server.ts'
import { Disasters, type Machine } from './disasters.ts'
import { Facts } from './facts.ts'
import { NO_HARDSHIPS } from './hardships.ts'
import { MemoryCampaigns } from './memory-campaigns.ts'
import { MemoryDialerStore } from './memory-store.ts'
import type { MemoryTables } from './memory-tables.ts'
import { NO_FAULTS } from './no-faults.ts'
import { callKey, SimulatedNode } from './node.ts'
import { NodeClock, NodeGate } from './node-gate.ts'
import { LIFTED_LIMIT, NO_RULES, Operator } from './operator.ts'
import { SignalBus } from './signal-bus.ts'
import { Trace } from './trace.ts'
import { VirtualTime } from './virtual-time.ts'
import { drawWeather, type LookUpKind, prefersReachedHours, type Weather } from './weather.ts'
import { type BrokenPromise, Witness } from './witness.ts'

const MINUTE_MS = 60_000
/** After the weather has cleared: how long people wait for calling hours, and when everything must be done. */
const HOURS_LIFTED_AFTER_MS = 8 * MINUTE_MS
const FINISHED_AFTER_MS = 6 * 60 * MINUTE_MS
/** A retry that waits for an hour in which the person was reached may wait for that of the next day. */
const BEST_HOUR_MS = 25 * 60 * MINUTE_MS
const CARETAKER_EVERY_MS = 20_000
/** A heartbeat that takes less tells the time; where one half of its way took all of it, wrong by half as much. */
const UNEVEN_TRIP_MS = 125

const NO_DECK_ORDERS = { everyMs: Number.POSITIVE_INFINITY, share: 0 }
const CLEAR = { slowRequests: 0, slowAccounts: 0, refusals: { never: 0, rejected: 0, halt: 0 }, twoFaced: 0 }

export interface DayReport {
  seed: number
  broken: BrokenPromise | null
  hash: string
  virtualMinutes: number
  steps: number
  contacts: number
  calls: number
  incidents: number
  /** What the operator and callers ordered and got, by kind. */
  orders: ReadonlyMap<string, number>
  /** Records of all ledgers. */
  records: number
  /** As they are at the end. */
  tables: MemoryTables
  lines: string[]
  /** Everything that the seed drew, to look into a failure; empty if no promise broke and no lines are kept. */
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
  readonly #server: DatabaseServer
  readonly #carrierHealth: CarrierHealth = { down: false, timesOut: false, slow: 0 }
  readonly #bus: SignalBus
  readonly #room: CampaignsRoom
  readonly #operator: Operator
  readonly #callers: Callers
  readonly #witness: Witness
  readonly #machines: Machine[] = []
  readonly #disasters: Disasters
  readonly #lookUps = new Map<number, { lookUp: LookUpKind; newsTo: 'placer' | 'anyone' }>()
  /** The first configuration of each organization. */
  readonly #firsts = new Set<number>()
  #boots = 0
  #clear = false
  /** How far the database's clock is from true time. */
  #databaseOffsetMs = 0

  constructor(seed: number, options: DayOptions) {
    this.#seed = seed
    this.#options = options
    this.#weather = options.weather ?? drawWeather(seededRng(seed))
    this.#rng = seededRng(seed ^ 0x5bd1e995)
    this.#time = new VirtualTime(this.#weather.startMs)
    this.#trace = new Trace(() => this.#time.now(), options.keepLines ?? false)
    this.#store = new MemoryDialerStore(() => this.#now())
    this.#server = new DatabaseServer(this.#store, this.#time)
    this.#store.committed = () => this.#witness.committed()
    this.#store.ran = () => {
      this.#facts.transactions++
    }
    this.#carrier = new SimulatedCarrier({ clock: this.#time, rng: seededRng(seed ^ 0x2545f491) })
    this.#carrier.observer = {
      began: (call) => this.#witness.began(call),
      ended: (call) => this.#witness.ended(call),
    }
    this.#bus = new SignalBus(this.#rng, () => (this.#clear ? 0 : this.#weather.lostSignals))
    this.#room = new CampaignsRoom(
      this.#store.tables,
      this.#facts,
      () => this.#now(),
      () => this.#time.monotonic(),
    )
    this.#disasters = new Disasters({
      time: this.#time,
      rng: this.#rng,
      facts: this.#facts,
      server: this.#server,
      tables: this.#store.tables,
      pause: (campaignId) => this.#operator.pause(campaignId),
      now: () => this.#now(),
      stepDatabaseClock: (byMs) => {
        this.#databaseOffsetMs += byMs
      },
      carrier: this.#carrierHealth,
      machines: this.#machines,
      wallClocks: this.#weather.nodes.map(({ wallOffsetMs, drift }) => ({ offsetMs: wallOffsetMs, drift })),
      boot: (index) => this.#boot(index),
      tell: (text) => this.#trace.write(text),
    })
    this.#operator = this.#makeOperator()
    this.#callers = this.#makeCallers()
    this.#witness = this.#makeWitness()
  }

  /** The database's time. */
  #now(): number {
    return this.#time.now() + this.#databaseOffsetMs
  }

  async run(): Promise<DayReport> {
    this.#prepare()
    const { badForMs } = this.#weather
    const startMs = this.#time.now()
    await this.#time.run(startMs + badForMs, () => this.#witness.broken !== null)
    this.#clearUp()
    const longestMs = FINISHED_AFTER_MS + (prefersReachedHours(this.#weather) ? BEST_HOUR_MS : 0)
    const finishedAfterMs = this.#options.finishedAfterMs ?? longestMs
    await this.#time.run(startMs + badForMs + finishedAfterMs, () => this.#witness.broken !== null || this.#isOver())
    this.#witness.concludes(finishedAfterMs > 0)
    return {
      seed: this.#seed,
      broken: this.#witness.broken,
      hash: this.#trace.hash,
      virtualMinutes: (this.#time.now() - startMs) / MINUTE_MS,
      steps: this.#time.steps,
      contacts: this.#store.tables.contacts.size,
      calls: this.#witness.calls,
      incidents: this.#disasters.count,
      orders: this.#witness.orders,
      tables: this.#store.tables,
      records: [...this.#store.tables.ledger.values()].reduce((sum, { length }) => sum + length, 0),
      lines: this.#trace.lines,
      drawn: this.#witness.broken || this.#options.keepLines ? describe(this.#weather) : '',
    }
  }

  #prepare(): void {
    this.#room.fill(this.#weather)
    const configurations = this.#weather.organizations.flatMap((organization) => organization.configurations)
    const ids = [...this.#store.tables.configurations.keys()]
    configurations.forEach(({ lookUp, newsTo }, index) => {
      this.#lookUps.set(ids[index] as number, { lookUp, newsTo })
    })
    for (const { configurations: own } of this.#weather.organizations)
      this.#firsts.add(ids[configurations.indexOf(own[0] as (typeof own)[number])] as number)
    const slow = this.#weather.incidents.map(({ incident }) => (incident.kind === 'database-slow' ? incident.byMs : 0))
    const hangs = this.#weather.hardships?.incidents.some(({ incident }) => incident.kind === 'database-hangs')
    // A node that slept so short a time does not notice it: until its next heartbeat its time is behind by as much.
    const asleep = this.#weather.incidents.map(({ incident }) =>
      incident.kind === 'freeze' && incident.asleep && incident.forMs <= CLOCK_JUMP_MS ? incident.forMs : 0,
    )
    this.#facts.clockDoubtMs += Math.max(hangs ? UNEVEN_TRIP_MS : 0, ...slow, ...asleep)
    this.#weather.nodes.forEach((_, index) => {
      this.#boot(index)
    })
    this.#facts.onDeckMs = this.#weather.claimsAhead?.ageMs ?? 0
    this.#facts.calmSinceMs = this.#now()
    this.#facts.requestsAreQuick = this.#weather.slowRequests + this.#weather.slowAccounts === 0
    const { incidents: hard, singleEveryMs, inboundEveryMs } = this.#weather.hardships ?? NO_HARDSHIPS
    for (const { afterMs, incident } of [...this.#weather.incidents, ...hard]) {
      this.#time.after(afterMs, () => {
        if (!this.#clear) this.#disasters.strike(incident)
      })
    }
    const campaigns = this.#weather.organizations.flatMap((organization) => organization.campaigns)
    const campaignIds = [...this.#store.tables.campaigns.keys()]
    campaigns.forEach(({ startsAfterMs }, index) => {
      this.#time.after(startsAfterMs + 1, () => this.#operator.start(campaignIds[index] as number))
    })
    this.#nowAndThen(this.#weather.operatorEveryMs, () => this.#operator.act())
    const { everyMs: lookEveryMs, share } = this.#weather.deckOrders ?? NO_DECK_ORDERS
    this.#nowAndThen(lookEveryMs, () => this.#orderAtDeck(share))
    this.#nowAndThen(singleEveryMs, () => this.#callers.order())
    this.#nowAndThen(inboundEveryMs, () => this.#callers.callIn())
  }

  #orderAtDeck(share: number): void {
    const dialers = this.#machines.flatMap(({ node }) => (node.isUp ? node.dialer : []))
    const filled = [...this.#store.tables.campaigns.values()].filter(({ id, organizationId }) =>
      dialers.some((dialer) => dialer.onDeck(organizationId, id) > 0),
    )
    if (filled.length > 0 && randomChance(this.#rng, share)) this.#operator.actAtDeck(pickRandom(this.#rng, filled))
  }

  /** As long as the weather is bad. */
  #nowAndThen(everyMs: number, act: () => void): void {
    if (everyMs === Number.POSITIVE_INFINITY) return
    this.#time.after(everyMs * (0.2 + this.#rng.next() * 1.6), () => {
      if (this.#clear) return
      act()
      this.#nowAndThen(everyMs, act)
    })
  }

  #boot(index: number): void {
    const gate = new NodeGate(this.#time, this.#rng)
    const clock = new NodeClock(this.#time, gate, this.#disasters.wallClock(index))
    const database = new DatabaseLink({
      server: this.#server,
      time: this.#time,
      gate,
      rng: this.#rng,
      isCutOff: () => this.#disasters.isCutOff(index),
    })
    const nodeId = `node-${index + 1}-${++this.#boots}`
    const node: SimulatedNode = new SimulatedNode({
      nodeId,
      gate,
      clock,
      store: database,
      signals: this.#bus.for(gate, database),
      accounts: this.#accounts(index, gate, database, () => node),
      log: this.#options.logs ? this.#logOf(nodeId) : silentLog,
      agentExpected: this.#weather.agents.expected,
      claimsAhead: this.#weather.claimsAhead ?? null,
      attends: () => randomChance(this.#rng, this.#weather.agents.attends),
      acknowledged: (callId) => this.#witness.acknowledged(callId),
      isOnTheLine: (callId) => this.#carrier.lookUp(callKey(callId)).kind === 'live',
    })
    this.#machines[index] = { node, clock, database }
    this.#trace.write(`${nodeId} starts`)
    this.#facts.startedAfterStep ||= this.#facts.clockWasPutForward
    node.start()
    const { tables } = this.#store
    const campaigns = new MemoryCampaigns({
      link: database,
      tables,
      room: this.#room,
      committed: () => this.#witness.committed(),
    })
    startRecurringJob(finishDeletions({ campaigns, log: silentLog }), { clock, log: silentLog })
  }

  #logOf(nodeId: string): Log {
    const write = (fields: object, sentence: string) => {
      const { err } = fields as { err?: unknown }
      this.#trace.write(`${nodeId} logs: ${sentence}${err instanceof Error ? ` (${err.message})` : ''}`)
    }
    return { debug: write, info: write, warn: write, error: write, child: () => this.#logOf(nodeId) }
  }

  #accounts(index: number, gate: NodeGate, database: DatabaseLink, placer: () => SimulatedNode) {
    const bad = { ...this.#weather, twoFaced: this.#weather.hardships?.twoFaced ?? 0 }
    return carrierLink({
      time: this.#time,
      rng: this.#rng,
      gate,
      database,
      carrier: this.#carrier,
      health: this.#carrierHealth,
      lookUpKind: (id) => this.#lookUps.get(id)?.lookUp ?? 'remembers',
      settings: (id) => this.#carrierSettings(id),
      weather: () => (this.#clear ? CLEAR : bad),
      asks: (callId, to) => {
        this.#facts.askedCalls.add(callId)
        this.#witness.asked(callId, to, placer().nodeId)
        return this.#clear ? null : this.#disasters.requestLeaves(index)
      },
      lifeOf: (callId) => {
        const call = this.#store.tables.liveCalls.get(callId)
        if (!call) return 'over'
        return call.placedAtMs === null ? 'none yet' : 'shown'
      },
      tell: (callId, configurationId, news) => this.#tell(placer(), callId, configurationId, news),
      refused: (callId) => this.#facts.refusedCalls.add(callId),
      refusesAll: (callId, { fault, late }) => {
        this.#trace.write(`call ${callId} is turned away: ${fault}`)
        if (late) this.#facts.turnedAway.add(callId)
        if (fault === 'account') this.#witness.halted(callId)
      },
      halted: (callId) => this.#witness.halted(callId),
    })
  }

  /** Left out: for people who call in. */
  #carrierSettings(configurationId?: number): CarrierSettings {
    const { rates, ringMs, talkMs, faults, refusesAll } = this.#weather
    const meant = !refusesAll?.firstOnly || configurationId === undefined || this.#firsts.has(configurationId)
    const refuses = refusesAll && meant && !this.#clear && this.#time.monotonic() >= refusesAll.afterMs
    return {
      rates,
      durations: { ringMs, talkMs },
      faults: this.#clear ? NO_FAULTS : faults,
      speed: 1,
      refusesAll: refuses ? refusesAll : null,
    }
  }

  #tell(placer: SimulatedNode, callId: number, configurationId: number, news: CallUpdate): void {
    this.#time.after(1 + this.#rng.next() * 20, () => {
      const up = this.#machines.filter(({ node }) => node.gate.isAlive).map(({ node }) => node)
      const anyone = this.#lookUps.get(configurationId)?.newsTo === 'anyone'
      const to = anyone ? (up.length > 0 ? pickRandom(this.#rng, up) : null) : placer
      to?.gate.deliver(0, () => {
        this.#facts.news++
        to.receive(callId, news)
      })
    })
  }

  /** No more faults are injected; those that still last end by themselves within a minute. */
  #clearUp(): void {
    this.#clear = true
    this.#disasters.over()
    this.#time.after(MINUTE_MS, () => {
      this.#facts.requestsAreQuick = true
    })
    this.#trace.write('the weather clears')
    const clearedMs = this.#time.now()
    const care = () => {
      this.#takeCare(this.#time.now() - clearedMs > HOURS_LIFTED_AFTER_MS)
      this.#time.after(CARETAKER_EVERY_MS, care)
    }
    this.#time.after(CARETAKER_EVERY_MS, care)
  }

  /** `lifts`: nobody waits for hours and days any longer. */
  #takeCare(lifts: boolean): void {
    const { rules } = this.#facts
    for (const { id, maxConcurrency } of this.#store.tables.organizations.values()) {
      if (lifts && maxConcurrency < LIFTED_LIMIT) this.#operator.liftLimit(id)
    }
    for (const [id, { organization }] of rules) {
      if (lifts && organization && organization !== NO_RULES) this.#operator.liftRules(id)
    }
    for (const campaign of this.#store.tables.campaigns.values()) {
      if (campaign.state === 'completed') continue
      const own = rules.get(campaign.organizationId)?.campaigns.get(campaign.id) ?? NO_RULES
      const { experiment } = campaign
      if (lifts && experiment && !experiment.stopped && experiment.arms.some(({ hours }) => hours))
        this.#operator.stopExperiment(campaign.id)
      if (lifts && (campaign.schedule || own !== NO_RULES)) this.#operator.openHours(campaign.id)
      else if (campaign.state !== 'running') this.#operator.start(campaign.id)
      else if (lifts && campaign.retry.prefer_reached_hours) this.#operator.dropReachedHours(campaign.id)
      else if (Object.keys(campaign.route?.stops ?? {}).length > 0) this.#operator.restoreRoute(campaign.id)
    }
  }

  #isOver(): boolean {
    for (const campaign of this.#store.tables.campaigns.values()) if (campaign.state !== 'completed') return false
    const { liveCalls, removals } = this.#store.tables
    return this.#carrier.liveCalls === 0 && liveCalls.size === 0 && removals.size === 0
  }

  #makeOperator(): Operator {
    return new Operator({
      rng: this.#rng,
      rules: this.#weather.rules,
      room: this.#room,
      tables: this.#store.tables,
      facts: this.#facts,
      now: () => this.#now(),
      reach: () => this.#reach(),
      committed: () => this.#witness.committed(),
      carriedOut: (kind) => this.#witness.carriedOut(kind),
      refused: (kind, error) => this.#witness.refused(kind, error),
      tell: (text) => this.#trace.write(text),
      after: (delayMs, work) => {
        this.#time.after(delayMs, () => {
          if (!this.#clear) work()
        })
      },
    })
  }

  #makeCallers(): Callers {
    return new Callers({
      rng: this.#rng,
      time: this.#time,
      tables: this.#store.tables,
      carrier: this.#carrier,
      settings: () => this.#carrierSettings(),
      reach: () => this.#reach(),
      hear: (node, callId, configurationId, news) => this.#tell(node, callId, configurationId, news),
      answered: (answer) => this.#witness.answered(answer),
      carriedOut: (kind) => this.#witness.carriedOut(kind),
      refused: (kind, error) => this.#witness.refused(kind, error),
      tell: (text) => this.#trace.write(text),
    })
  }

  /** A node that takes requests right now. */
  #reach(): Machine | null {
    this.#facts.requests++
    const up = this.#machines.filter(({ node }) => node.isUp)
    return up.length > 0 ? pickRandom(this.#rng, up) : null
  }

  #makeWitness(): Witness {
    return new Witness({
      facts: this.#facts,
      tables: this.#store.tables,
      agentExpected: this.#weather.agents.expected,
      now: () => this.#now(),
      elapsedMs: () => this.#time.monotonic(),
      isUp: (nodeId) => this.#machines.some(({ node }) => node.nodeId === nodeId && node.isUp),
      after: (delayMs, work) => {
        this.#time.after(delayMs, work)
      },
      claimed: (nodeId, campaignId) => {
        if (!this.#clear) this.#disasters.claimed(nodeId, campaignId)
      },
      tell: (text) => this.#trace.write(text),
    })
  }
}

/** The weather without the people's numbers, of which only the count matters. */
function describe(weather: Weather): string {
  return JSON.stringify(weather, (name, value: unknown) =>
    name === 'contacts' && Array.isArray(value) ? value.length : value,
  )
}
