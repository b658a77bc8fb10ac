/** A database host that falls silent, without a reset, is noticed by our own clock; nothing waits for the kernel's two hours. */
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDialerPool } from '../../src/dialer/dialer-pool.ts'
import { DatabaseUnavailable } from '../../src/dialer/store.ts'
import { PostgresDialerStore } from '../../src/dialer/store-postgres.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { openPool } from '../../src/storage/database.ts'
import { testDatabase } from '../database.ts'
import { type SilentProxy, startSilentProxy } from './silent-proxy.ts'

/** Timers fire when the test says so. */
class HandClock implements Clock {
  #ms = 0
  #timers = new Set<{ atMs: number; work(): void }>()
  now = () => this.#ms
  monotonic = () => this.#ms
  elapsed = () => this.#ms

  after(delayMs: number, work: () => void) {
    const timer = { atMs: this.#ms + delayMs, work }
    this.#timers.add(timer)
    return { cancel: () => void this.#timers.delete(timer) }
  }

  pass(ms: number): void {
    this.#ms += ms
    for (const timer of [...this.#timers]) {
      if (timer.atMs > this.#ms) continue
      this.#timers.delete(timer)
      timer.work()
    }
  }
}

let proxy: SilentProxy
let main: pg.Pool
let pool: pg.Pool
let clock: HandClock
let store: PostgresDialerStore

beforeEach(async () => {
  const database = await testDatabase()
  const { host, port, user } = database.pool.options as { host: string; port: number; user: string }
  proxy = await startSilentProxy({ host, port })
  const name = new URL(database.connectionString).pathname.slice(1)
  main = openPool({ host: '127.0.0.1', port: proxy.port, user, database: name })
  pool = openDialerPool(main)
  clock = new HandClock()
  store = new PostgresDialerStore(pool, clock)
  await store.heartbeat('node', 5000)
})

afterEach(async () => {
  await proxy.close()
  await Promise.all([pool.end(), main.end()])
})

test('a heartbeat gives up within the lease, and the next one works when the host is back', async () => {
  proxy.silent = true
  const swallowed = proxy.swallowed()
  const beat = store.heartbeat('node', 5000)
  const failed = expect(beat).rejects.toBeInstanceOf(DatabaseUnavailable)
  await swallowed
  clock.pass(3001)
  await failed
  proxy.silent = false
  expect((await store.heartbeat('node', 5000)).liveNodes).toBe(1)
})

test('a transaction is given up within ten seconds, at whichever step it waits', async () => {
  const request = {
    organizationIds: [1],
    wait: true,
    campaignIds: [],
    configurationIds: [],
    callIds: [],
    breakerByMs: 0,
  }
  let swallowed: Promise<void> = Promise.resolve()
  const hanging = store.transaction(async (tx) => {
    await tx.open({ ...request, claim: null })
    proxy.silent = true
    swallowed = proxy.swallowed()
    await tx.nextRetryAfter(1, 0)
  })
  const failed = expect(hanging).rejects.toBeInstanceOf(DatabaseUnavailable)
  while (!proxy.silent) await new Promise((resolve) => setImmediate(resolve))
  await swallowed
  clock.pass(10_000)
  await failed
  proxy.silent = false
  await store.transaction((tx) => tx.open({ ...request, claim: null }))
})
