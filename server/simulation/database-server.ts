/**
 * The server's side of the database: sessions that hold the locks of organizations while their client is thinking, as
 * PostgreSQL's do. It can hang, restart, and let go of sessions whose client has fallen silent.
 */
import type { Clock, Timer } from '../src/kernel/clock.ts'
import type { MemoryDialerStore } from './memory-store.ts'

/** As the server is told: a session that says nothing inside a transaction is ended, and its locks are free. */
const IDLE_IN_TRANSACTION_MS = 5000

/** The state of the database for everyone. */
export interface DatabaseHealth {
  down: boolean
  /** Share of requests that fail, half of them after they were carried out. */
  flaky: number
  slowByMs: number
  /** It takes requests and does nothing about them, until it comes to itself. */
  hangs: boolean
}

export class DatabaseServer {
  readonly store: MemoryDialerStore
  readonly health: DatabaseHealth = { down: false, flaky: 0, slowByMs: 0, hangs: false }
  readonly #time: Clock
  readonly #sessions = new Set<Session>()
  readonly #locks = new Locks()
  #unheard: Array<() => void> = []
  /** Instead of the next commit that holds a claim; null: it will be carried out. */
  losesNextClaim: (() => void) | null = null
  losesNextAnswer: 'campaign' | 'single' | null = null

  constructor(store: MemoryDialerStore, time: Clock) {
    this.store = store
    this.#time = time
  }

  open(): Session {
    const session: Session = new Session(this.#time, this.#locks, () => this.#sessions.delete(session))
    this.#sessions.add(session)
    return session
  }

  /** Carries something out, now or when it no longer hangs. */
  receive(work: () => void): void {
    if (this.health.hangs) this.#unheard.push(work)
    else work()
  }

  wakes(): void {
    this.health.hangs = false
    for (const work of this.#unheard.splice(0)) work()
  }

  /** Goes down and is back at once: nothing under way is there any more, and its ids are given out again. */
  restart(): void {
    for (const session of [...this.#sessions]) session.end()
    const { tables } = this.store
    tables.lastCallId = tables.lastWrittenCallId
  }
}

/** One connection inside a transaction. */
export class Session {
  readonly #time: Clock
  readonly #locks: Locks
  readonly #ended: () => void
  #idle: Timer | null = null
  /** Its client no longer listens; noticed when the server next has a word for it. */
  abandoned = false
  isOver = false
  /** How far the time by which contacts were read as due was ahead of the database's. */
  aheadMs = 0

  constructor(time: Clock, locks: Locks, ended: () => void) {
    this.#time = time
    this.#locks = locks
    this.#ended = ended
  }

  /** Those that nobody else holds just now. */
  takeFree(organizationIds: readonly number[]): number[] {
    return organizationIds.filter((id) => this.#locks.take(id, this))
  }

  /** All of them, one after the other. */
  takeAll(organizationIds: readonly number[], got: () => void): void {
    const [first, ...others] = organizationIds
    if (this.isOver) return
    if (first === undefined) return got()
    if (this.#locks.take(first, this)) this.takeAll(others, got)
    else this.#locks.wait(first, () => this.takeAll(organizationIds, got))
  }

  /** The answer has been sent: it is the client's turn, but not for ever. */
  waitsForClient(): void {
    if (this.abandoned) return this.end()
    this.#idle = this.#time.after(IDLE_IN_TRANSACTION_MS, () => this.end())
  }

  hearsFromClient(): void {
    this.#idle?.cancel()
    this.#idle = null
  }

  /** The connection is closed on the client's side. A commit that is on its way is carried out all the same. */
  abandon(): void {
    this.abandoned = true
    if (this.#idle) this.end()
  }

  end(): void {
    if (this.isOver) return
    this.isOver = true
    this.#idle?.cancel()
    this.#idle = null
    this.#ended()
    this.#locks.release(this)
  }
}

class Locks {
  readonly #holders = new Map<number, Session>()
  readonly #waiting = new Map<number, Array<() => void>>()

  take(id: number, session: Session): boolean {
    const holder = this.#holders.get(id)
    if (holder !== undefined && holder !== session) return false
    this.#holders.set(id, session)
    return true
  }

  wait(id: number, then: () => void): void {
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), then])
  }

  release(session: Session): void {
    for (const [id, holder] of this.#holders) if (holder === session) this.#holders.delete(id)
    if (this.#waiting.size === 0) return
    for (const [id, waiting] of [...this.#waiting]) {
      // Whoever gave up meanwhile does not take it, and the next one does.
      while (waiting.length > 0 && !this.#holders.has(id)) waiting.shift()?.()
      if (waiting.length === 0) this.#waiting.delete(id)
    }
  }
}
