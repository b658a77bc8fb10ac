/**
 * Connections through a pooler that assigns a server connection for one transaction at a time (PgBouncer, transaction pooling).
 * Session features are missing: no start parameters, no named statements, no LISTEN, no lock beyond a transaction. Each
 * transaction sets its own limits instead, statements are unnamed, and notifications are replaced.
 */
import pg from 'pg'

export type PooledSessionSettings = Readonly<Record<string, string | number>>

/** Connections of a pooler, with the settings of each transaction. */
const shared = new WeakMap<pg.ClientBase, PooledSessionSettings>()

const BEGIN = /^\s*(begin|start transaction)\b/i

/**
 * Whether the address leads to a pooler: a pooler invents the process id of the connection, and PostgreSQL reports the true one.
 */
export async function connectsToPooler(options: pg.ClientConfig): Promise<boolean> {
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

/** Makes every transaction of this connection begin with these settings, and makes its statements unnamed. */
export function disableSessionState(client: pg.ClientBase, limits: PooledSessionSettings): void {
  shared.set(client, limits)
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (config: unknown, ...rest: unknown[]): unknown => {
    if (typeof config === 'string' && BEGIN.test(config)) return plain(withSettings(config, limits), ...rest)
    if (isNamed(config)) return plain({ ...config, name: undefined }, ...rest)
    return plain(config, ...rest)
  }
  ;(client as unknown as { query: typeof query }).query = query
}

/** Inserts the settings directly after the first statement, so that other settings in the same message override them. */
function withSettings(begin: string, limits: PooledSessionSettings): string {
  return begin.replace(/^[^;]*/, (first) => `${first}; ${setConfigStatement(limits)}`)
}

/** The settings of a pooler's connection; null: a dedicated connection. */
export function pooledSettingsOf(client: pg.ClientBase): PooledSessionSettings | null {
  return shared.get(client) ?? null
}

/** The settings as one statement, for the extended protocol, which accepts only one at a time. */
export function setConfigStatement(limits: PooledSessionSettings): string {
  const each = Object.entries(limits).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(String(value))}, true)`,
  )
  return `select ${each.join(', ')}`
}

/** Whether the argument is a query configuration of the driver, not a submittable object. */
function isNamed(config: unknown): config is pg.QueryConfig {
  return typeof config === 'object' && config !== null && 'name' in config && !('submit' in config)
}
