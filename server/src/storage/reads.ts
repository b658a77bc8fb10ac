/**
 * Read-only requests have separate connections, with a limit per organization: an organization with many reads waits for
 * itself, and delays neither writes nor others. The asynchronous context shows which request a query belongs to.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/** A read that takes longer is cancelled: its client has left, or repeats the request. */
export const READ_MS_MAX = 5000
export const READ_CONNECTIONS = 6
const PER_ORGANIZATION = 3
const WAIT_MS_MAX = 10_000

const readers = new AsyncLocalStorage<{ organizationId: number }>()
/** Number of reads in progress. */
let looking = 0

/** The response, which may still be streaming when the work is done. */
interface Answer {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
}

/**
 * Runs `work` and counts its queries as reads of this organization until the response is sent. Tracking asynchronous contexts
 * slows the whole process (13 % more CPU per call for the dialer, on Node 20): so it is enabled only while there are reads.
 */
export function runAsReader<T>(organizationId: number, answer: Answer, work: () => Promise<T>): Promise<T> {
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

/** A pool that sends queries of readers to `reads` and all others to `pool`. */
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
    // The owners of both pools close them.
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

  /** Passes the slot directly to the request that has waited longest. */
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
