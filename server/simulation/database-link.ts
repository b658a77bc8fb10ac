/** The way from one node to the database and back: it takes time, and may break on either half. */

import {
  type CallOwner,
  DatabaseAway,
  type DialerStore,
  type DialerTransaction,
  type Heartbeat,
  type OpeningWish,
  type OverlookedCampaign,
  type Signal,
  type Signals,
  type StaleCall,
} from '../src/dialer/store.ts'
import { chance, type Rng } from '../src/kernel/rng.ts'
import type { MemoryDialerStore } from './memory-store.ts'
import type { NodeGate } from './node-gate.ts'

/** The state of the database for everyone. */
export interface DatabaseHealth {
  down: boolean
  /** Share of requests that fail, half of them after they were carried out. */
  flaky: number
  slowByMs: number
}

/** While the database is flaky every so-many-th transaction is lost with the server before its commit. */
const LOST_EVERY = 7

/** Share of looks that find an organization held by somebody else. */
const HELD_SHARE = 0.03

export interface DatabaseLinkOptions {
  store: MemoryDialerStore
  gate: NodeGate
  rng: Rng
  health: DatabaseHealth
  /** This node alone cannot reach the database. */
  isCutOff(): boolean
}

export class DatabaseLink implements DialerStore {
  readonly #options: DatabaseLinkOptions
  #whileFlaky = 0

  constructor(options: DatabaseLinkOptions) {
    this.#options = options
  }

  transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T> {
    const { store, health } = this.#options
    return this.ask(() =>
      store.transaction(async (tx) => {
        const { lastCallId } = store.tables
        const result = await work(this.#contended(tx))
        if (health.flaky === 0 || ++this.#whileFlaky % LOST_EVERY !== 0) return result
        // Nothing of it is there when the server is back, and the ids it gave out are given out again.
        store.tables.lastCallId = lastCallId
        throw new DatabaseAway('the server went down before the commit')
      }),
    )
  }

  /** Now and then somebody else holds an organization just then: whoever does not wait for it goes on without. */
  #contended(tx: DialerTransaction): DialerTransaction {
    const { rng } = this.#options
    const open = (wish: OpeningWish) => {
      const organizationIds = wish.wait
        ? wish.organizationIds
        : wish.organizationIds.filter(() => !chance(rng, HELD_SHARE))
      return tx.open({ ...wish, organizationIds })
    }
    return new Proxy(tx, {
      get(target, name) {
        if (name === 'open') return open
        const value = Reflect.get(target, name, target) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  ownersOf(callIds: readonly number[]): Promise<CallOwner[]> {
    return this.ask(() => this.#options.store.ownersOf(callIds))
  }

  organizationsToServe(byMs: number): Promise<Array<{ organizationId: number; dueAtMs: number | null }>> {
    return this.ask(() => this.#options.store.organizationsToServe(byMs))
  }

  miscountedOrganizations(): Promise<number[]> {
    return this.ask(() => this.#options.store.miscountedOrganizations())
  }

  overlookedCampaigns(nowMs: number): Promise<OverlookedCampaign[]> {
    return this.ask(() => this.#options.store.overlookedCampaigns(nowMs))
  }

  miscountedOutcomes(): Promise<Array<{ id: number; organizationId: number }>> {
    return this.ask(() => this.#options.store.miscountedOutcomes())
  }

  heartbeat(nodeId: string, leaseMs: number): Promise<Heartbeat> {
    return this.ask(() => this.#options.store.heartbeat(nodeId, leaseMs))
  }

  leave(nodeId: string): Promise<void> {
    return this.ask(() => this.#options.store.leave(nodeId))
  }

  staleCalls(nodeId: string, quietSinceMs: number, orphanedBeforeMs: number, limit: number): Promise<StaleCall[]> {
    return this.ask(() => this.#options.store.staleCalls(nodeId, quietSinceMs, orphanedBeforeMs, limit))
  }

  adopt(nodeId: string, callIds: readonly number[], nowMs: number): Promise<number[]> {
    return this.ask(() => this.#options.store.adopt(nodeId, callIds, nowMs))
  }

  unplacedCalls(campaignId: number, fenceMs: number): Promise<number> {
    return this.ask(() => this.#options.store.unplacedCalls(campaignId, fenceMs))
  }

  /**
   * The node's own part of a transaction runs as one step: a crash before it finds nothing done, a crash after it finds
   * everything done and nobody told.
   */
  ask<T>(work: () => Promise<T>): Promise<T> {
    const { gate, rng, health } = this.#options
    return new Promise((resolve, reject) => {
      gate.deliver(this.#travelMs(), () => {
        const fails = health.flaky > 0 && chance(rng, health.flaky)
        const failsBefore = fails && chance(rng, 0.5)
        if (failsBefore || this.#isAway()) {
          gate.deliver(this.#travelMs(), () => reject(new DatabaseAway('the database is away')))
          return
        }
        work().then(
          (result) => {
            const lost = fails || this.#isAway()
            gate.deliver(this.#travelMs(), () => (lost ? reject(this.#lost()) : resolve(result)))
          },
          (error: unknown) => gate.deliver(this.#travelMs(), () => reject(error)),
        )
      })
    })
  }

  /** A connection that broke; now and then the database's word against a statement, which was undone for all we know. */
  #lost(): Error {
    const { rng } = this.#options
    return chance(rng, 0.7) ? new DatabaseAway('the connection broke') : new Error('deadlock detected')
  }

  #isAway(): boolean {
    return this.#options.health.down || this.#options.isCutOff()
  }

  #travelMs(): number {
    const { rng, health } = this.#options
    return 0.1 + rng.next() * 1.5 + (health.slowByMs > 0 ? rng.next() * health.slowByMs : 0)
  }
}

/** Word between nodes, through the database; some of it gets lost. */
export class SignalBus {
  readonly #listeners = new Map<NodeGate, (signal: Signal) => void>()
  readonly #rng: Rng
  readonly #lost: () => number

  constructor(rng: Rng, lost: () => number) {
    this.#rng = rng
    this.#lost = lost
  }

  for(gate: NodeGate, link: DatabaseLink): Signals {
    return {
      publish: (signal) => link.ask(async () => this.#spread(signal)),
      subscribe: async (listener) => {
        this.#listeners.set(gate, listener)
        return async () => {
          this.#listeners.delete(gate)
        }
      },
    }
  }

  #spread(signal: Signal): void {
    for (const [gate, listener] of this.#listeners) {
      if (!gate.isAlive) this.#listeners.delete(gate)
      else if (!chance(this.#rng, this.#lost())) gate.deliver(0.1 + this.#rng.next() * 3, () => listener(signal))
    }
  }
}
