/**
 * Builds missing indexes of large tables in the background. Builds are concurrent, so that reads and writes continue. They use
 * separate connections without time limits that do not keep a program from ending: the server continues a build after its client
 * is gone. Only one node builds at a time, by a lock held in a transaction, which also works through a pooler.
 */
import pg from 'pg'
import type { Log } from '../kernel/log.ts'
import { isBehindPooler, setAnswerTimeout, violatedConstraint } from './database.ts'
import { buildsUnderWay, createIndex, type MissingIndex, missingIndexes } from './large-indexes.ts'

/** Advisory lock id: any constant that all nodes share, different from that of the migrations. */
const BUILDERS_LOCK = 4_027_002
/**
 * Maximum number of polls that are skipped after failed builds: a build is retried at the next poll, then after two more, four
 * more, ...
 */
const LOOKS_SKIPPED_MAX = 64

export interface BuilderDeps {
  pool: pg.Pool
  /** Connection to the database server itself, if the pool leads to a pooler; null: unknown. */
  direct: pg.ClientConfig | null
  log: Log
}

export interface IndexBuilder {
  /** Starts builds or reports their progress, without waiting. Returns the names of missing indexes. */
  look(): Promise<string[]>
  /** Waits for builds that this node has started. */
  settled(): Promise<void>
}

export function openIndexBuilder(deps: BuilderDeps): IndexBuilder {
  const { pool, log } = deps
  let building: Promise<void> | null = null
  let failures = 0
  let skips = 0

  async function build(): Promise<void> {
    try {
      await buildIndexes({ ...deps, keepAlive: false })
      failures = 0
    } catch (error) {
      skips = Math.min(2 ** failures++, LOOKS_SKIPPED_MAX) - 1
      log.warn({ err: error }, `failed to build an index; it is retried${hintAt(deps)}`)
    }
  }

  async function look(): Promise<string[]> {
    const missing = await missingIndexes(pool)
    if (missing.length === 0) return []
    if (building) {
      for (const { table, phase, percent } of await buildsUnderWay(pool)) {
        log.info({ table, phase, percent }, 'building an index in the background')
      }
    } else if (skips > 0) skips--
    else
      building = build().finally(() => {
        building = null
      })
    return missing.map((index) => index.name)
  }

  return { look, settled: async () => void (await building) }
}

function hintAt({ pool, direct }: BuilderDeps): string {
  if (direct || !isBehindPooler(pool)) return ''
  return '. Through a pooler the time limit of the database role applies; a connection by DATABASE_DIRECT_URL, the address of the server itself, has none'
}

/** Builds the missing indexes; false if another node is building. */
export async function buildIndexes(deps: BuilderDeps & { keepAlive: boolean }): Promise<boolean> {
  const { pool, log } = deps
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = await openUnlimited(deps)
    clients.push(client)
    return client
  }
  try {
    if (!(await holdLock(await connect()))) return false
    const client = await connect()
    for (const index of await missingIndexes(pool)) {
      if (index.begun && (await isUnderWay(pool, index))) return false
      await buildOne(client, index, log)
    }
    return true
  } finally {
    for (const client of clients) client.end().catch(() => {})
  }
}

/** Whether the server is building an index of this table; the node that started it may be gone. */
async function isUnderWay(pool: pg.Pool, { table }: MissingIndex): Promise<boolean> {
  return (await buildsUnderWay(pool)).some((build) => build.table === table)
}

async function buildOne(client: pg.Client, index: MissingIndex, log: Log): Promise<void> {
  const { name, table } = index
  log.info({ index: name, table }, 'building an index in the background; no request waits for it')
  if (index.begun) await client.query(`drop index concurrently if exists ${name}`)
  await client.query(createIndex(index, 'concurrently')).catch(async (error: unknown) => {
    if (!index.mend || violatedConstraint(error) !== name) throw error
    await client.query(index.mend)
    // The remains of a failed attempt would count as an existing index.
    await client.query(`drop index concurrently if exists ${name}`)
    await client.query(createIndex(index, 'concurrently'))
  })
  log.info({ index: name, table }, 'finished building an index')
}

/** The lock is released when the connection ends. The transaction holds no other lock and no snapshot. */
async function holdLock(client: pg.Client): Promise<boolean> {
  await client.query('begin')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  // Sent as plain text: with a parameter the driver would leave the statement open, and the build would wait for its snapshot.
  const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_xact_lock(${BUILDERS_LOCK}) as got`)
  return rows[0]?.got === true
}

async function openUnlimited({ pool, direct, keepAlive }: BuilderDeps & { keepAlive: boolean }): Promise<pg.Client> {
  const own = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, application_name: 'outdial indexes' }
  const client = new pg.Client({ ...((direct ?? pool.options) as pg.ClientConfig), ...own })
  client.on('error', () => {})
  await client.connect()
  setAnswerTimeout(client, 0)
  if (!keepAlive) (client as unknown as { connection: { stream: { unref(): void } } }).connection.stream.unref()
  // Set explicitly, because zero as a start option means "not set" and the role's own limit would apply. A pooler's connection
  // keeps no settings.
  if (direct || !isBehindPooler(pool)) await client.query('set statement_timeout = 0')
  return client
}
