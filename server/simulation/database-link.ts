/** The way from one node to the database and back: it takes time, and may break on either half. */

import { CLOCK_JUMP_MS } from '../src/dialer/jobs/keep-lease.ts'
import {
  type CallOwner,
  DatabaseUnavailable,
  type DialerStore,
  type DialerTransaction,
  type Heartbeat,
  type OpeningSnapshot,
  type OpeningSnapshotRequest,
  type OrphanedCall,
  type OverlookedCampaign,
  type StaleCall,
} from '../src/dialer/store.ts'
import type { Clock } from '../src/kernel/clock.ts'
import { type Rng, randomChance } from '../src/kernel/rng.ts'
import type { DatabaseServer, Session } from './database-server.ts'
import { MemoryTransaction } from './memory-transaction.ts'
import type { NodeGate } from './node-gate.ts'
import { type Staged, staged } from './staged-transaction.ts'

/** As long as the engine's store on PostgreSQL waits before it cuts the connection. */
const TRANSACTION_MS_MAX = 8000
const QUERY_MS_MAX = 3000
/** Of the failures before a commit: the server's word against a statement, the others a connection that broke. */
const DEADLOCKS = 0.3
/** Share of crashes after which the server hears nothing: the machine lost its power, and with it the word of its end. */
const SILENT_CRASHES = 0.3
const HELD_SHARE = 0.03

/** The server has undone a transaction: nobody's fault, and the next try may do. */
export class Deadlock extends Error {}

export interface DatabaseLinkOptions {
  server: DatabaseServer
  time: Clock
  gate: NodeGate
  rng: Rng
  /** This node alone cannot reach the database. */
  isCutOff(): boolean
}

export class DatabaseLink implements DialerStore {
  readonly #options: DatabaseLinkOptions
  readonly #sessions = new Set<Session>()

  constructor(options: DatabaseLinkOptions) {
    this.#options = options
    options.gate.crashed = () => {
      if (randomChance(options.rng, SILENT_CRASHES)) return
      for (const session of this.#sessions) session.abandon()
    }
  }

  transaction<T>(work: (tx: DialerTransaction) => Promise<T>): Promise<T> {
    return this.run(({ tx }) => work(tx))
  }

  /** An order of the operator: waits for its organization, and is done in one step. */
  async locked<T>(organizationId: number, work: () => T): Promise<T> {
    const done = await this.run(async ({ tx, writes }) => {
      await tx.open({ ...NOTHING, organizationIds: [organizationId], wait: true })
      const answer: { value?: T } = {}
      writes.push(async () => {
        answer.value = work()
      })
      return answer
    })
    return done.value as T
  }

  /** Whatever is pushed to the writes is done with them. */
  run<T>(work: (staged: Staged) => Promise<T>): Promise<T> {
    const { server, gate } = this.#options
    const session = server.open()
    this.#sessions.add(session)
    return new Promise((resolve, reject) => {
      const over = () => {
        limit.cancel()
        this.#sessions.delete(session)
      }
      const fail = (error: unknown) => {
        over()
        session.abandon()
        reject(error)
      }
      const limit = gate.remind(TRANSACTION_MS_MAX, () =>
        fail(new DatabaseUnavailable('the database did not answer in time')),
      )
      const transaction = staged(server.store.tables, {
        open: (request) => this.#open(session, request),
        fault: () => (session.isOver ? broken() : null),
      })
      const committed = work(transaction).then(async (result) => {
        await this.#commit(session, transaction)
        return result
      })
      committed.then((result) => {
        over()
        resolve(result)
      }, fail)
    })
  }

  /** The first round trip: locks, then what is there. */
  #open(session: Session, request: OpeningSnapshotRequest): Promise<OpeningSnapshot> {
    const { server, gate, rng } = this.#options
    return new Promise((resolve, reject) => {
      this.#send(session, reject, () => {
        const answer = async (organizationIds: readonly number[]) => {
          const opening = await new MemoryTransaction(server.store.tables).open(request, organizationIds)
          if (request.claim) session.aheadMs = request.claim.byMs - server.store.tables.databaseNow()
          session.waitsForClient()
          gate.deliver(this.#travelMs(), () => (this.#isAway() ? reject(broken()) : resolve(opening)))
        }
        // Now and then somebody of whom this world knows nothing holds one just then.
        const unheld = request.organizationIds.filter(() => !randomChance(rng, HELD_SHARE))
        if (!request.wait) return void answer(session.takeFree(unheld))
        session.takeAll(request.organizationIds, () => void answer(request.organizationIds))
      })
    })
  }

  /** The second: whatever becomes of the answer, it was done whole or not at all. */
  #commit(session: Session, { writes, locked, claims }: Staged): Promise<void> {
    const { gate, rng, server } = this.#options
    return new Promise((resolve, reject) => {
      this.#send(session, reject, () => {
        if (server.losesNextClaim && claims() === 'campaign') {
          server.losesNextClaim()
          server.losesNextClaim = null
          return void gate.deliver(this.#travelMs(), () => reject(broken()))
        }
        if (claims() === 'campaign' && session.aheadMs > CLOCK_JUMP_MS)
          server.store.tables.claimedAhead(session.aheadMs)
        const inDoubt = server.losesNextAnswer !== null && server.losesNextAnswer === claims()
        if (inDoubt) server.losesNextAnswer = null
        const answerIsLost = inDoubt || (server.health.flaky > 0 && randomChance(rng, server.health.flaky / 2))
        const write = async (tx: DialerTransaction) => {
          const real = tx as MemoryTransaction
          real.hold(locked)
          for (const step of writes) await step(real)
        }
        server.store.transaction(write).then(
          () => {
            session.end()
            const lost = answerIsLost || this.#isAway()
            gate.deliver(this.#travelMs(), () => (lost ? reject(broken()) : resolve()))
          },
          (error: unknown) => {
            session.end()
            gate.deliver(this.#travelMs(), () => reject(error))
          },
        )
      })
    })
  }

  /** What has left arrives, whatever becomes of the node; unless the way is broken. */
  #send(session: Session, reject: (error: Error) => void, work: () => void): void {
    const { time, gate, rng, server } = this.#options
    if (!gate.isAlive) return
    if (session.abandoned) return reject(broken())
    time.after(this.#travelMs(), () =>
      server.receive(() => {
        session.hearsFromClient()
        const fails = server.health.flaky > 0 && randomChance(rng, server.health.flaky / 2)
        if (!fails && !this.#isAway() && !session.isOver) return work()
        session.end()
        const error = fails && randomChance(rng, DEADLOCKS) ? new Deadlock('deadlock detected') : broken()
        gate.deliver(this.#travelMs(), () => reject(error))
      }),
    )
  }

  ownersOf(callIds: readonly number[]): Promise<CallOwner[]> {
    return this.ask(() => this.#options.server.store.ownersOf(callIds))
  }

  organizationsToServe(byMs: number): Promise<Array<{ organizationId: number; dueAtMs: number | null }>> {
    return this.ask(() => this.#options.server.store.organizationsToServe(byMs))
  }

  organizationsWithRunningCampaigns(): Promise<number[]> {
    return this.ask(() => this.#options.server.store.organizationsWithRunningCampaigns())
  }

  miscountedOrganizations(): Promise<number[]> {
    return this.ask(() => this.#options.server.store.miscountedOrganizations())
  }

  overlookedCampaigns(nowMs: number): Promise<OverlookedCampaign[]> {
    return this.ask(() => this.#options.server.store.overlookedCampaigns(nowMs))
  }

  miscountedOutcomes(): Promise<Array<{ id: number; organizationId: number }>> {
    return this.ask(() => this.#options.server.store.miscountedOutcomes())
  }

  heartbeat(nodeId: string, leaseMs: number): Promise<Heartbeat> {
    return this.ask(() => this.#options.server.store.heartbeat(nodeId, leaseMs))
  }

  leave(nodeId: string): Promise<void> {
    return this.ask(() => this.#options.server.store.leave(nodeId))
  }

  staleCalls(nodeId: string, quietSinceMs: number, orphanedBeforeMs: number, limit: number): Promise<StaleCall[]> {
    return this.ask(() => this.#options.server.store.staleCalls(nodeId, quietSinceMs, orphanedBeforeMs, limit))
  }

  adopt(nodeId: string, calls: readonly OrphanedCall[], nowMs: number): Promise<number[]> {
    return this.ask(() => this.#options.server.store.adopt(nodeId, calls, nowMs))
  }

  unplacedCalls(organizationId: number, campaignId: number, fenceMs: number): Promise<number> {
    return this.ask(() => this.#options.server.store.unplacedCalls(organizationId, campaignId, fenceMs))
  }

  /** One statement: it is carried out in one step, and whoever asked may never hear of it. */
  ask<T>(work: () => Promise<T>): Promise<T> {
    const { gate, rng, server } = this.#options
    const { health } = server
    return new Promise((resolve, reject) => {
      const limit = gate.remind(QUERY_MS_MAX, () =>
        reject(new DatabaseUnavailable('the database did not answer in time')),
      )
      const answer = (settle: () => void) =>
        gate.deliver(this.#travelMs(), () => {
          limit.cancel()
          settle()
        })
      gate.deliver(this.#travelMs(), () =>
        server.receive(() => {
          const fails = health.flaky > 0 && randomChance(rng, health.flaky)
          const failsBefore = fails && randomChance(rng, 0.5)
          if (failsBefore || this.#isAway()) return void answer(() => reject(broken()))
          work().then(
            (result) => {
              const lost = fails || this.#isAway()
              answer(() => (lost ? reject(broken()) : resolve(result)))
            },
            (error: unknown) => answer(() => reject(error)),
          )
        }),
      )
    })
  }

  #isAway(): boolean {
    return this.#options.server.health.down || this.#options.isCutOff()
  }

  #travelMs(): number {
    const { rng, server } = this.#options
    const { slowByMs } = server.health
    return 0.1 + rng.next() * 1.5 + (slowByMs > 0 ? rng.next() * slowByMs : 0)
  }
}

export const NOTHING: OpeningSnapshotRequest = {
  organizationIds: [],
  wait: false,
  claim: null,
  campaignIds: [],
  breakerByMs: 0,
  configurationIds: [],
  callIds: [],
}

function broken(): DatabaseUnavailable {
  return new DatabaseUnavailable('the connection to the database broke')
}
