/** Lets things go wrong, each for a while, and keeps count of when nothing is. */
import type { CarrierHealth } from './carrier-link.ts'
import type { DatabaseHealth, DatabaseLink } from './database-link.ts'
import type { Facts } from './facts.ts'
import type { SimulatedNode } from './node.ts'
import type { NodeClock } from './node-gate.ts'
import type { VirtualTime } from './virtual-time.ts'
import type { Incident } from './weather.ts'

/** A node that is told to stop and does not is ended by force. */
const STOP_MS_MAX = 30_000
/** Nobody dials by a clock that jumped, until the next heartbeat has set it right. */
const CLOCK_SET_RIGHT_AFTER_MS = 1500

export interface Machine {
  node: SimulatedNode
  clock: NodeClock
  database: DatabaseLink
}

export interface DisasterOptions {
  time: VirtualTime
  facts: Facts
  database: DatabaseHealth
  carrier: CarrierHealth
  machines: readonly Machine[]
  wallClocks: ReadonlyArray<{ offsetMs: number; drift: number }>
  boot(index: number): void
  tell(text: string): void
}

export class Disasters {
  readonly #options: DisasterOptions
  readonly #cutOff = new Set<number>()
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

  strike(incident: Incident): void {
    const { database, carrier, tell } = this.#options
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
        this.wallClock(incident.node).offsetMs += incident.byMs
        this.#machine(incident.node).clock.step(incident.byMs)
        return this.#lasting(CLOCK_SET_RIGHT_AFTER_MS, () => {})
    }
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
      if (this.#lastingNow === 0) facts.calmSinceMs = time.now()
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
    node.gate.freeze()
    this.#lasting(forMs, () => {
      if (asleep) clock.slept(forMs)
      node.gate.thaw()
    })
  }
}
