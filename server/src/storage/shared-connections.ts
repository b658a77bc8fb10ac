/**
 * Connections through a pooler that lends its own for one transaction at a time (PgBouncer, transaction pooling). Session
 * features are missing: no start parameters, no named statements, no LISTEN, no lock beyond a transaction. Each transaction
 * sets its own limits instead, statements are unnamed, and notifications are replaced.
 */
import pg from 'pg'

export type SharedLimits = Readonly<Record<string, string | number>>

/** Connections of a pooler, with the settings of each transaction. */
const shared = new WeakMap<pg.ClientBase, SharedLimits>()

const BEGIN = /^\s*(begin|start transaction)\b/i

/** The pooler invents the process id of the connection; PostgreSQL reports the true one. */
export async function leadsToPooler(options: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== (client as unknown as { processID: number }).processID
  } finally {
    await client.end().catch(() => {})
  }
}

/** From here on every transaction of this connection begins with these settings, and statements are unnamed. */
export function withoutSession(client: pg.ClientBase, limits: SharedLimits): void {
  shared.set(client, limits)
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (config: unknown, ...rest: unknown[]): unknown => {
    if (typeof config === 'string' && BEGIN.test(config)) return plain(withSettings(config, limits), ...rest)
    if (isNamed(config)) return plain({ ...config, name: undefined }, ...rest)
    return plain(config, ...rest)
  }
  ;(client as unknown as { query: typeof query }).query = query
}

/** Directly after the first statement, so that settings in the same message override them. */
function withSettings(begin: string, limits: SharedLimits): string {
  return begin.replace(/^[^;]*/, (first) => `${first}; ${settingsText(limits)}`)
}

/** Null: a dedicated connection. */
export function limitsOf(client: pg.ClientBase): SharedLimits | null {
  return shared.get(client) ?? null
}

/** As one statement, for the protocol that accepts only one at a time. */
export function settingsText(limits: SharedLimits): string {
  const each = Object.entries(limits).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(String(value))}, true)`,
  )
  return `select ${each.join(', ')}`
}

/** A query of the driver, not a submittable object. */
function isNamed(config: unknown): config is pg.QueryConfig {
  return typeof config === 'object' && config !== null && 'name' in config && !('submit' in config)
}
