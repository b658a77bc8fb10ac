/** LISTEN and NOTIFY on one connection of their own. Word may get lost while it reconnects; nobody may depend on it. */
import pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'

export interface Notifications {
  publish(channel: string, payload: string): Promise<void>
  /** Returns how to stop listening. */
  subscribe(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const RECONNECT_AFTER_MS = 500

export function openNotifications({ pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Log }): Notifications {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  let closed = false

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
      await client?.end()
    },
  }
}
