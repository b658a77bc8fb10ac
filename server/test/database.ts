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
  afterFile(() => database.drop())
  return database
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
