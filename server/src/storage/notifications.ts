/**
 * LISTEN and NOTIFY on a separate connection. Notifications may get lost while it reconnects, so nothing may depend on them.
 * Without such a connection, because a pooler lends one per transaction, notifications reach only this program, and those of
 * other nodes are replaced by polling.
 */
import pg from 'pg'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { isBehindPooler } from './database.ts'
import { destroyConnection } from './pipeline.ts'

export interface Notifications {
  /** Publishes one notification for each payload, in one transaction. */
  publish(channel: string, ...payloads: string[]): Promise<void>
  /** Listens on a channel; returns a function that stops listening. */
  subscribe(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const RECONNECT_AFTER_MS = 500
/** Ping interval; without pings, a dead connection looks like an idle one. */
const PING_EVERY_MS = 4000
const PING_MS_MAX = 3000

export interface NotificationDeps {
  pool: pg.Pool
  /** Connection to the database server itself. If left out, that of the pool, unless it is a pooler. */
  direct?: pg.ClientConfig | null
  clock: Clock
  log: Log
}

export function openNotifications({ pool, direct, clock, log }: NotificationDeps): Notifications {
  const listenOn = direct ?? (isBehindPooler(pool) ? null : (pool.options as pg.ClientConfig))
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let closed = false
  let pinging: Timer | null = null

  async function connect(): Promise<void> {
    const fresh = new pg.Client(listenOn as pg.ClientConfig)
    fresh.on('error', () => {})
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = fresh
    ping(fresh)
  }

  function tell(channel: string, payload: string): void {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  function ping(which: pg.Client): void {
    pinging = clock.after(PING_EVERY_MS, () => {
      if (closed || client !== which) return
      const limit = clock.after(PING_MS_MAX, () => destroyConnection(which, 'the database did not answer in time'))
      which
        .query('select 1')
        .then(() => ping(which))
        .catch(() => lost(which))
        .finally(() => limit.cancel())
    })
  }

  function lost(which: pg.Client): void {
    if (client === which) client = null
    if (closed || connecting) return
    clock.after(RECONNECT_AFTER_MS, () => {
      if (!closed && !client)
        ensure().catch((error: unknown) =>
          log.debug({ err: error }, 'failed to listen for notifications of the database again'),
        )
    })
  }

  function ensure(): Promise<void> {
    connecting ??= connect()
      .catch((error: unknown) => {
        clock.after(RECONNECT_AFTER_MS, () => {
          if (!closed && !client) ensure().catch(() => {})
        })
        throw error
      })
      .finally(() => {
        connecting = null
      })
    return connecting
  }

  return {
    async publish(channel, ...payloads) {
      if (!listenOn) for (const payload of payloads) tell(channel, payload)
      const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
      await pool.query({ name: 'notify', text, values: [channel, payloads] })
    },
    async subscribe(channel, listener) {
      const first = !listeners.has(channel)
      const group = listeners.get(channel) ?? new Set()
      listeners.set(channel, group.add(listener))
      if (!listenOn) return async () => void group.delete(listener)
      if (!client) await ensure()
      else if (first) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => {
        group.delete(listener)
      }
    },
    async close() {
      closed = true
      pinging?.cancel()
      await client?.end()
    },
  }
}
