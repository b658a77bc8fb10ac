import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../src/storage/database.ts'
import { afterFile } from './after-file.ts'

export interface TestDatabase {
  /** The caller may end it early; dropping ends it otherwise. */
  readonly pool: pg.Pool
  readonly connectionString: string
  drop(): Promise<void>
}

const open = new Set<TestDatabase>()

/** A migrated database of its own for a test or a file of tests; dropped after the file at the latest. */
export async function testDatabase(): Promise<TestDatabase> {
  const { template, connection } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying files takes 30 ms here, copying through the write-ahead log 40 ms.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const pool = openPool({ ...connection, database: name })
  const { user, port, host } = connection
  const database: TestDatabase = {
    pool,
    connectionString: `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    async drop() {
      if (!open.delete(database)) return
      if (!pool.ended) await pool.end()
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
  open.add(database)
  afterFile(
    () => database.drop(),
    async () => `a database; ${await sessionsOf(database)}`,
  )
  return database
}

/** What each session of a database does, as PostgreSQL tells it; by a connection of its own, for all others may be stuck. */
export async function sessionsOf({ connectionString }: Pick<TestDatabase, 'connectionString'>): Promise<string> {
  const client = new pg.Client(inject('postgres').connection)
  await client.connect()
  const { rows } = await client.query(
    `select pid, state, wait_event_type, wait_event, state_change, pg_blocking_pids(pid) as blocked_by, left(query, 200) as query
     from pg_stat_activity where datname = $1 or query ilike '%' || $1 || '%'`,
    [new URL(connectionString).pathname.slice(1)],
  )
  await client.end()
  return `its sessions: ${JSON.stringify(rows)}`
}

/** One for all files of a worker. It keeps no worker from ending. */
let administration: pg.Pool | undefined

async function administer(statement: string): Promise<void> {
  if (!administration) {
    administration = new pg.Pool({ ...inject('postgres').connection, max: 1, allowExitOnIdle: true })
    // A server that stops while nothing is asked is no fault.
    administration.on('error', () => {})
  }
  await administration.query(statement)
}
