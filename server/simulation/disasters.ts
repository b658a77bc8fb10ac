/** Lets things go wrong, each for a while, and keeps count of when nothing is. */

import { type Rng, randomIntBetween } from '../src/kernel/rng.ts'
import type { CarrierHealth } from './carrier-link.ts'
import type { DatabaseLink } from './database-link.ts'
import type { DatabaseServer } from './database-server.ts'
import type { Facts } from './facts.ts'
import type { Going, HardIncident } from './hardships.ts'
import type { MemoryTables } from './memory-tables.ts'
import type { SimulatedNode } from './node.ts'
import type { NodeClock } from './node-gate.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Incident } from './weather.ts'

/** A node that is told to stop and does not is ended by force. */
const STOP_MS_MAX = 30_000
/** Nobody dials by a clock that jumped, until the next heartbeat has set it right. */
const CLOCK_SET_RIGHT_AFTER_MS = 1500
/** By then every node that may dial has heard of the database's new time. */
const DATABASE_CLOCK_KNOWN_AFTER_MS = 6000
/** Longer than a lease, shorter than the engine waits for an answer. */
const LATE_REQUEST_MS = [6500, 8900] as const
/** Longer than the answer to a pause takes. */
const REQUEST_AT_PAUSE_MS = [100, 4000] as const
/** Somebody waits for so long at least, else nothing is passed over; looked for now and then, until the weather clears. */
const ALARM_AHEAD_MS = 25_000
const ALARM_AHEAD_MS_MAX = 3_600_000
const LOOK_FOR_ALARM_MS = 3000
const SLOW_AFTER_RESTART = 0.7

export interface Machine {
  node: SimulatedNode
  clock: NodeClock
  database: DatabaseLink
}

export interface DisasterOptions {
  time: VirtualTime
  rng: Rng
  facts: Facts
  server: DatabaseServer
  tables: Pick<MemoryTables, 'organizations' | 'campaigns'>
  /** The operator orders it. */
  pause(campaignId: number): void
  /** The database's time. */
  now(): number
  stepDatabaseClock(byMs: number): void
  carrier: CarrierHealth
  machines: readonly Machine[]
  wallClocks: ReadonlyArray<{ offsetMs: number; drift: number }>
  boot(index: number): void
  tell(text: string): void
}

export class Disasters {
  readonly #options: DisasterOptions
  readonly #cutOff = new Set<number>()
  /** By node: waiting for the moment at which they strike. */
  readonly #whileAsking = new Map<number, () => void>()
  readonly #afterClaim = new Map<number, () => void>()
  #pausesAtClaim = 0
  #clockSteps = 0
  readonly #laterRequests = new Set<number>()
  #isOver = false
  #lastingNow = 0
  count = 0

  constructor(options: DisasterOptions) {
    this.#options = options
  }

  isCutOff(index: number): boolean {
    return this.#cutOff.has(index)
  }

  /** A machine that starts again finds its clock where it was. */
  wallClock(index: number): { offsetMs: number; drift: number } {
    return this.#options.wallClocks[index] as { offsetMs: number; drift: number }
  }

  strike(incident: Incident | HardIncident): void {
    const { server, carrier, tell } = this.#options
    const database = server.health
    this.count++
    tell(`incident ${JSON.stringify(incident)}`)
    switch (incident.kind) {
      case 'crash':
        return this.#crash(incident.node, incident.forMs)
      case 'graceful-restart':
        return this.#restart(incident.node)
      case 'freeze':
        return this.#freeze(incident.node, incident.forMs, incident.asleep)
      case 'database-down':
        return this.#worsen(incident.forMs, database, { down: true }, { down: false })
      case 'database-flaky':
        return this.#worsen(incident.forMs, database, { flaky: incident.share }, { flaky: 0 })
      case 'database-slow':
        return this.#worsen(incident.forMs, database, { slowByMs: incident.byMs }, { slowByMs: 0 })
      case 'carrier-down':
        return this.#worsen(incident.forMs, carrier, { down: true, timesOut: incident.timesOut }, { down: false })
      case 'node-cut-off':
        this.#cutOff.add(incident.node)
        return this.#lasting(incident.forMs, () => this.#cutOff.delete(incident.node))
      case 'clock-step':
        this.#setClock(incident.node, incident.byMs)
        return this.#lasting(CLOCK_SET_RIGHT_AFTER_MS, () => {})
      default:
        return this.#strikeHard(incident)
    }
  }

  #strikeHard(incident: HardIncident): void {
    const { server, carrier } = this.#options
    switch (incident.kind) {
      case 'gone-while-asking':
        this.#whileAsking.set(incident.node, () => this.#goes(incident.node, incident.how, incident.forMs))
        return
      case 'gone-after-claim':
        this.#afterClaim.set(incident.node, () => this.#goes(incident.node, incident.how, incident.forMs))
        return
      case 'paused-at-claim':
        this.#pausesAtClaim++
        return
      case 'database-restart':
        server.losesNextClaim = () => {
          this.#options.tell('the database restarts')
          server.restart()
          this.#worsen(incident.forMs, carrier, { slow: SLOW_AFTER_RESTART }, { slow: 0 })
          this.#wakeAll()
        }
        return
      case 'database-hangs':
        server.health.hangs = true
        return this.#lasting(incident.forMs, () => server.wakes())
      case 'commit-in-doubt':
        server.losesNextAnswer = incident.of
        return
      case 'organization-held':
        return this.#hold(incident.organization, incident.forMs)
      case 'database-clock-step':
        if (incident.node !== null) this.#setClock(incident.node, incident.byMs)
        return this.#stepDatabaseClock(incident.byMs)
      case 'database-clock-passes-alarm':
        return this.#passAlarm(incident.beyondMs)
    }
  }

  /** A request to a carrier leaves this node; how long it is on its way, if something goes wrong with it. */
  requestLeaves(index: number): number | null {
    const { rng } = this.#options
    const strikes = this.#whileAsking.get(index)
    if (!strikes) return this.#laterRequests.delete(index) ? randomIntBetween(rng, ...REQUEST_AT_PAUSE_MS) : null
    this.#whileAsking.delete(index)
    this.#options.time.after(1, strikes)
    return randomIntBetween(rng, ...LATE_REQUEST_MS)
  }

  /** A claim of this node has been committed, and it does not know yet. */
  claimed(nodeId: string, campaignId: number): void {
    const index = this.#options.machines.findIndex(({ node }) => node.nodeId === nodeId)
    if (this.#pausesAtClaim > 0) {
      this.#pausesAtClaim--
      this.#laterRequests.add(index)
      this.#options.pause(campaignId)
    }
    const strikes = this.#afterClaim.get(index)
    this.#afterClaim.delete(index)
    strikes?.()
  }

  /** What was to happen and did not is off. */
  over(): void {
    this.#whileAsking.clear()
    this.#afterClaim.clear()
    this.#isOver = true
    this.#pausesAtClaim = 0
    this.#laterRequests.clear()
    this.#options.server.losesNextClaim = null
    this.#options.server.losesNextAnswer = null
  }

  #goes(index: number, how: Going, forMs: number): void {
    this.#options.tell(`${this.#machine(index).node.nodeId} goes (${how})`)
    if (how === 'crash') this.#crash(index, forMs)
    else this.#freeze(index, forMs, how === 'sleep')
  }

  /** Signals come whenever they like: after a restart, before those who lost something have told. */
  #wakeAll(): void {
    const { machines, tables } = this.#options
    for (const { node } of machines) {
      if (node.isUp) for (const id of tables.organizations.keys()) node.dialer.wake(id)
    }
  }

  #hold(index: number, forMs: number): void {
    const { server, tables } = this.#options
    const session = server.open()
    session.takeAll([[...tables.organizations.keys()][index] as number], () => {})
    this.#lasting(forMs, () => session.end())
  }

  #setClock(index: number, byMs: number): void {
    this.wallClock(index).offsetMs += byMs
    this.#machine(index).clock.step(byMs)
  }

  #stepDatabaseClock(byMs: number): void {
    const { facts, stepDatabaseClock } = this.#options
    stepDatabaseClock(byMs)
    facts.clockIsSettling = true
    facts.clockWasPutBack ||= byMs < 0
    facts.clockWasPutForward ||= byMs > 0
    const step = ++this.#clockSteps
    this.#lasting(DATABASE_CLOCK_KNOWN_AFTER_MS, () => {
      if (step === this.#clockSteps) facts.clockIsSettling = false
    })
  }

  /** Waits until somebody has an alarm set for later and nothing else is wrong, and puts the clock past it. */
  #passAlarm(beyondMs: number): void {
    const { tables, time, now, tell } = this.#options
    const ahead = [...tables.campaigns.values()].flatMap(({ state, nextDueAtMs }) => {
      const inMs = (nextDueAtMs ?? 0) - now()
      return state === 'running' && inMs > ALARM_AHEAD_MS && inMs < ALARM_AHEAD_MS_MAX ? [inMs] : []
    })
    if (ahead.length > 0 && this.#lastingNow === 0) {
      tell("the database's clock passes an alarm")
      return this.#stepDatabaseClock(Math.min(...ahead) + beyondMs)
    }
    time.after(LOOK_FOR_ALARM_MS, () => {
      if (!this.#isOver) this.#passAlarm(beyondMs)
    })
  }

  #machine(index: number): Machine {
    return this.#options.machines[index] as Machine
  }

  #worsen<T extends object>(forMs: number, health: T, worse: Partial<T>, better: Partial<T>): void {
    Object.assign(health, worse)
    this.#lasting(forMs, () => Object.assign(health, better))
  }

  #lasting(forMs: number, end: () => void): void {
    const { time, facts } = this.#options
    this.#lastingNow++
    facts.calmSinceMs = null
    time.after(forMs, () => {
      end()
      this.#lastingNow--
      if (this.#lastingNow === 0) facts.calmSinceMs = this.#options.now()
    })
  }

  #crash(index: number, forMs: number): void {
    const { node } = this.#machine(index)
    if (!node.gate.isAlive) return
    node.gate.crash()
    this.#lasting(forMs, () => this.#options.boot(index))
  }

  /** Leaves in order and comes back. */
  #restart(index: number): void {
    const { node } = this.#machine(index)
    if (!node.isUp) return
    const again = () => {
      if (!node.gate.isAlive) return
      this.#options.tell(`${node.nodeId} stops`)
      node.gate.crash()
      this.#options.boot(index)
    }
    this.#lasting(STOP_MS_MAX, again)
    node.dialer.stop().then(again, again)
  }

  #freeze(index: number, forMs: number, asleep: boolean): void {
    const { node, clock } = this.#machine(index)
    if (!node.isUp) return
    node.gate.freeze(asleep)
    this.#lasting(forMs, () => {
      if (asleep) clock.slept(forMs)
      node.gate.thaw()
    })
  }
}
