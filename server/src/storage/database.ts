/** Opens the database. */
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { splitPool } from './reads.ts'
import type { Schema } from './schema.ts'
import { disableSessionState } from './shared-connections.ts'

export type Database = Kysely<Schema>
/** A query runner that may or may not be inside a transaction. */
export type Queries = Kysely<Schema> | Transaction<Schema>

const INT8 = 20
const NUMERIC = 1700
const TIMESTAMPTZ = 1184

// Ids and counts stay below 2^53, so they are parsed as numbers.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
// `-infinity` marks "from the beginning". A Date cannot hold it, so it becomes the earliest possible Date.
const readTimestamp = pg.types.getTypeParser(TIMESTAMPTZ)
const EARLIEST = new Date(-8_640_000_000_000_000)
const LATEST = new Date(8_640_000_000_000_000)
pg.types.setTypeParser(TIMESTAMPTZ, (text: string) =>
  text === '-infinity' ? EARLIEST : text === 'infinity' ? LATEST : readTimestamp(text),
)

export interface PoolOptions {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  database?: string
  max?: number
  /** Whether the connections belong to a pooler: see shared-connections.ts. */
  shared?: boolean
}

/** Connections per node. PostgreSQL allows 100 by default, which several nodes share. */
const POOL_SIZE = 12
/** A program that hangs inside a transaction holds an organization's locks; the server aborts the transaction after this time. */
const IDLE_IN_TRANSACTION_MS = 5000
/** No statement of the program takes longer, except imports, which set their own limit. */
const STATEMENT_TIMEOUT_MS = 60_000

/** Limits enforced by the server. A pooler accepts no start parameters; each transaction sets them there. */
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
}

/**
 * Settings of every connection. PostgreSQL's JIT compiler is triggered by an estimated cost, takes 0.2 s or more, and caches
 * nothing. The program's statements are short, and the estimates of some are high.
 */
const SETTINGS = { jit: 'off' }

export function openPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    application_name: 'outdial',
    ...(options.shared ? {} : LIMITS),
    // An unreachable server must not block a request forever.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...options,
    ...(options.shared ? {} : withStartOptions(options, SETTINGS)),
  })
  surviveConnectionErrors(pool)
  // An unreachable server cannot enforce limits, so a connection without traffic for longer than a limit is closed here.
  pool.on('connect', (client) => setAnswerTimeout(client, STATEMENT_TIMEOUT_MS + 5000))
  if (options.shared) pool.on('connect', (client) => disableSessionState(client, { ...LIMITS, ...SETTINGS }))
  return pool
}

/** Opens another pool to the same database with its own settings. */
export function openSecondPool(pool: pg.Pool, own: pg.PoolConfig, settings: Readonly<Record<string, string>>): pg.Pool {
  const shared = isBehindPooler(pool)
  const beside = new pg.Pool({
    ...pool.options,
    ...own,
    ...(shared ? {} : withStartOptions(pool.options, { ...SETTINGS, ...settings })),
  })
  surviveConnectionErrors(beside)
  if (shared) beside.on('connect', (client) => disableSessionState(client, { ...LIMITS, ...SETTINGS, ...settings }))
  return beside
}

export function isBehindPooler(pool: pg.Pool): boolean {
  return (pool.options as PoolOptions).shared === true
}

/** Adds the settings to the options in the address: the driver would otherwise use only those of the address. */
function withStartOptions(
  { connectionString, options }: Pick<pg.PoolConfig, 'connectionString' | 'options'>,
  settings: Readonly<Record<string, string>>,
): Pick<pg.PoolConfig, 'connectionString' | 'options'> {
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const url = connectionString === undefined || !URL.canParse(connectionString) ? null : new URL(connectionString)
  const theirs = url?.searchParams.get('options') ?? null
  if (!url || theirs === null) return { options: [...(options ? [options] : []), ...ours].join(' ') }
  url.searchParams.delete('options')
  return { connectionString: url.href, options: [theirs, ...ours].join(' ') }
}

/** Zero: no limit, for statements of any duration. */
export function setAnswerTimeout(client: pg.ClientBase, ms: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('timeout')
  stream.setTimeout(ms, () => stream.destroy(new Error('the database did not answer in time')))
}

/**
 * Keeps a broken connection from crashing the program: an idle one, which the pool replaces, or one in use (the server closes it
 * when a hanging program holds a transaction too long), whose next statement then fails.
 */
export function surviveConnectionErrors(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** `reads`: for read-only requests, see reads.ts. */
export function openDatabase(pool: pg.Pool, reads?: pg.Pool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: reads ? splitPool(pool, reads) : pool }) })
}

/** The name of the constraint a failed statement ran into, or null if it failed for another reason. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return null
  return error.code === '23505' || error.code === '23503' ? (error.constraint ?? null) : null
}

/** Whether a statement was cancelled because it took longer than its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57014'
}
