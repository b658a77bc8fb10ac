/**
 * Requests that only look have connections of their own, and every organization only some of them: whoever asks for much waits for
 * itself, and neither for what changes something nor for others. Which request a query belongs to is known by its asynchronous context.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/** Beyond this a look is given up: whoever asked has gone, or asks again. */
export const READ_MS_MAX = 5000
export const READ_CONNECTIONS = 6
const PER_ORGANIZATION = 3
const WAIT_MS_MAX = 10_000

const readers = new AsyncLocalStorage<{ organizationId: number }>()
/** Looks that go on. */
let looking = 0

/** The answer may still be streamed when the work for it is done. */
interface Answer {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
}

/**
 * What this work asks of the database, until it is done and answered, is a look on behalf of this organization. Knowing the
 * context of every promise costs the whole process (the dialer 13 % more CPU a call, on Node 20): it is known only while
 * somebody looks.
 */
export function asReader<T>(organizationId: number, answer: Answer, work: () => Promise<T>): Promise<T> {
  looking++
  let left = 2
  const leave = () => {
    left--
    if (left === 0 && --looking === 0) readers.disable()
  }
  if (answer.closed) leave()
  else answer.once('close', leave)
  const result = readers.run({ organizationId }, work)
  result.then(leave, leave)
  return result
}

/** Queries of readers by one pool, all others by the other. */
export function splitPool(pool: pg.Pool, reads: pg.Pool): PostgresPool {
  const turns = new Turns()
  return {
    async connect() {
      const reader = readers.getStore()
      if (!reader) return pool.connect() as never
      const leave = await turns.take(reader.organizationId)
      try {
        const client = await reads.connect()
        const { release } = client
        client.release = (error) => {
          release(error)
          leave()
        }
        return client as never
      } catch (error) {
        leave()
        throw error
      }
    },
    // Both belong to who opened them.
    end: async () => {},
  }
}

class Turns {
  readonly #taken = new Map<number, number>()
  readonly #waiting = new Map<number, Array<() => void>>()

  async take(organizationId: number): Promise<() => void> {
    const taken = this.#taken.get(organizationId) ?? 0
    if (taken >= PER_ORGANIZATION) await this.#wait(organizationId)
    else this.#taken.set(organizationId, taken + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      this.#leave(organizationId)
    }
  }

  #wait(organizationId: number): Promise<void> {
    const waiting = this.#waiting.get(organizationId) ?? []
    this.#waiting.set(organizationId, waiting)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1)
        reject(new Error('timeout exceeded when trying to connect'))
      }, WAIT_MS_MAX)
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(turn)
    })
  }

  /** The place goes to who waits longest, without becoming free in between. */
  #leave(organizationId: number): void {
    const next = this.#waiting.get(organizationId)?.shift()
    if (next) return next()
    const taken = (this.#taken.get(organizationId) ?? 1) - 1
    if (taken > 0) this.#taken.set(organizationId, taken)
    else {
      this.#taken.delete(organizationId)
      this.#waiting.delete(organizationId)
    }
  }
}
