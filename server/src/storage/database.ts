/** The database itself, not what is in it. */
import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { splitPool } from './reads.ts'
import type { Schema } from './schema.ts'
import { withoutSession } from './shared-connections.ts'

export type Database = Kysely<Schema>
/** A query runner that may or may not be inside a transaction. */
export type Queries = Kysely<Schema> | Transaction<Schema>

const INT8 = 20
const NUMERIC = 1700
const TIMESTAMPTZ = 1184

// Ids and counts stay below 2^53; they are numbers everywhere in the program.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
// `-infinity` marks "from the beginning"; a Date cannot hold it, so it becomes the earliest Date there is.
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
  /** The connections are a pooler's: see shared-connections.ts. */
  shared?: boolean
}

/** Connections per node. PostgreSQL allows 100 by default; several nodes share them. */
const POOL_SIZE = 12
/** A program frozen inside a transaction would hold an organization's locks; the server lets go of them. */
const IDLE_IN_TRANSACTION_MS = 5000
/** No statement of ours takes so long, but for imports, which set their own. */
const STATEMENT_TIMEOUT_MS = 60_000

/** What the server holds us to. A pooler takes no parameters at the start; there each transaction brings them. */
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
}

/**
 * On every connection. The just-in-time compiler of a stock PostgreSQL starts at an estimated cost, takes 0.2 s and more, and
 * keeps nothing for the next execution: our statements are short, and the estimates of some are high.
 */
const SETTINGS = { jit: 'off' }

export function openPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    application_name: 'outdial',
    ...(options.shared ? {} : LIMITS),
    // A server that vanished must not hold a request for ever.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...options,
    ...(options.shared ? {} : withStartOptions(options, SETTINGS)),
  })
  survive(pool)
  // A server that vanished enforces no limit: a connection on which nothing moves for longer than one is given up.
  pool.on('connect', (client) => silenceLimit(client, STATEMENT_TIMEOUT_MS + 5000))
  if (options.shared) pool.on('connect', (client) => withoutSession(client, { ...LIMITS, ...SETTINGS }))
  return pool
}

/** Another pool to the same database, with settings of its own. */
export function openBeside(pool: pg.Pool, own: pg.PoolConfig, settings: Readonly<Record<string, string>>): pg.Pool {
  const shared = isShared(pool)
  const beside = new pg.Pool({
    ...pool.options,
    ...own,
    ...(shared ? {} : withStartOptions(pool.options, { ...SETTINGS, ...settings })),
  })
  survive(beside)
  if (shared) beside.on('connect', (client) => withoutSession(client, { ...LIMITS, ...SETTINGS, ...settings }))
  return beside
}

export function isShared(pool: pg.Pool): boolean {
  return (pool.options as PoolOptions).shared === true
}

/** The settings beside the options that the address names itself: the driver would let those of the address win alone. */
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

/** Zero: none, for statements that may take as long as they need. */
export function silenceLimit(client: pg.ClientBase, ms: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('timeout')
  stream.setTimeout(ms, () => stream.destroy(new Error('the database did not answer in time')))
}

/**
 * A connection that breaks must not end the program: neither an idle one, which the pool replaces, nor one in use (the
 * server closes it when a frozen program holds a transaction too long), whose next statement then fails as it should.
 */
export function survive(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

/** `reads`: for requests that only look, see reads.ts. */
export function openDatabase(pool: pg.Pool, reads?: pg.Pool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: reads ? splitPool(pool, reads) : pool }) })
}

/** The name of the constraint a failed statement ran into, or null if it failed for another reason. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return null
  return error.code === '23505' || error.code === '23503' ? (error.constraint ?? null) : null
}
