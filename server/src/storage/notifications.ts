/** LISTEN and NOTIFY on one connection of their own. Word may get lost while it reconnects; nobody may depend on it. */
import pg from 'pg'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { cutOff } from './pipeline.ts'

export interface Notifications {
  publish(channel: string, payload: string): Promise<void>
  /** Returns how to stop listening. */
  subscribe(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const RECONNECT_AFTER_MS = 500
/** So often the connection must show that somebody is there: one that fell silent looks like one with nothing to say. */
const PING_EVERY_MS = 4000
const PING_MS_MAX = 3000

export function openNotifications({ pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Log }): Notifications {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let closed = false
  let pinging: Timer | null = null

  async function connect(): Promise<void> {
    const fresh = new pg.Client(pool.options as pg.ClientConfig)
    fresh.on('error', () => {})
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '')
    })
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = fresh
    ping(fresh)
  }

  function ping(which: pg.Client): void {
    pinging = clock.after(PING_EVERY_MS, () => {
      if (closed || client !== which) return
      const limit = clock.after(PING_MS_MAX, () => cutOff(which, 'the database did not answer in time'))
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
        ensure().catch((error: unknown) => log.debug({ err: error }, 'notifications not yet back'))
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
    async publish(channel, payload) {
      await pool.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] })
    },
    async subscribe(channel, listener) {
      const first = !listeners.has(channel)
      const group = listeners.get(channel) ?? new Set()
      listeners.set(channel, group.add(listener))
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
