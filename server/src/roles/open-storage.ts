/** The database of this program: the one DATABASE_URL names, or its own. */
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { openPool } from '../storage/database.ts'
import { startEmbeddedPostgres } from '../storage/embedded-postgres.ts'
import { migrate } from '../storage/migrate.ts'

export interface Storage {
  pool: pg.Pool
  migrations: string[]
  close(): Promise<void>
}

export async function openStorage({
  config,
  clock,
  log,
}: {
  config: Config
  clock: Clock
  log: Log
}): Promise<Storage> {
  const embedded =
    config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log, clock }) : null
  const pool = openPool(embedded ? { ...embedded.connection } : { connectionString: config.databaseUrl as string })
  const close = async () => {
    await pool.end()
    await embedded?.stop()
  }
  try {
    return { pool, migrations: await migrate(pool), close }
  } catch (error) {
    await close().catch(() => {})
    throw new StorageError(
      config.databaseUrl === null ? 'The database cannot be used' : 'DATABASE_URL: the database cannot be used',
      error,
    )
  }
}

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly expected = true

  constructor(sentence: string, cause: unknown) {
    const inner = cause as { code?: string; message?: string }
    super(`${sentence}: ${inner.message || inner.code || 'unknown fault'}.`, { cause })
  }
}
