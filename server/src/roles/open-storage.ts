/** The database of this program: the one of DATABASE_URL, or the embedded one. */
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { openPool, type PoolOptions } from '../storage/database.ts'
import { startEmbeddedPostgres } from '../storage/embedded-postgres.ts'
import { MIGRATION_NAMES, migrate } from '../storage/migrate.ts'
import { appliedMigrations, newerSchemaError, olderSchemaError, schemaFit } from '../storage/schema-fit.ts'
import { connectsToPooler } from '../storage/shared-connections.ts'

export interface Storage {
  pool: pg.Pool
  /** Connection to the database server itself, if the pool leads to a pooler; null: unknown. */
  direct: pg.ClientConfig | null
  migrations: string[]
  close(): Promise<void>
}

/**
 * How a role treats the schema. `migrate`: migrates it. `expect`: refuses another version, but sets up an empty database.
 * `accept`: accepts any version; for read-only roles, and for a backup before an upgrade.
 */
export type SchemaHandling = 'migrate' | 'expect' | 'accept'

export const SCHEMA_LOCK_WAIT_MESSAGE = 'a change of the schema waits for a transaction that holds a lock'

export async function openStorage({
  config,
  clock,
  log,
  schema,
  waiting = (migration) => log.warn({ migration }, `${SCHEMA_LOCK_WAIT_MESSAGE}; other requests are served`),
}: {
  config: Config
  clock: Clock
  log: Log
  schema: SchemaHandling
  /** Called once for each migration that has to wait for another transaction. */
  waiting?: (migration: string) => void
}): Promise<Storage> {
  const embedded =
    config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log, clock }) : null
  let pool: pg.Pool | null = null
  const close = async () => {
    await pool?.end()
    await embedded?.stop()
  }
  try {
    pool = openPool(embedded ? { ...embedded.connection } : await reach(config.databaseUrl as string, config, log))
    const direct = config.databaseDirectUrl === null ? null : { connectionString: config.databaseDirectUrl }
    return { pool, direct, migrations: await useSchema(pool, schema, waiting), close }
  } catch (error) {
    await close().catch(() => {})
    throw new StorageError(
      config.databaseUrl === null ? 'The database cannot be used' : 'DATABASE_URL: the database cannot be used',
      error,
    )
  }
}

async function useSchema(pool: pg.Pool, use: SchemaHandling, waiting: (migration: string) => void): Promise<string[]> {
  if (use === 'accept') return []
  if (use === 'expect') {
    const fit = schemaFit(await appliedMigrations(pool), MIGRATION_NAMES)
    if (fit.kind === 'older') throw olderSchemaError(fit.missing)
    if (fit.kind === 'newer') throw newerSchemaError(fit.unknown)
    if (fit.kind === 'current') return []
  }
  return migrate(pool, { waiting })
}

async function reach(connectionString: string, config: Config, log: Log): Promise<PoolOptions> {
  const shared = await connectsToPooler({ connectionString })
  if (shared && config.databaseDirectUrl === null) {
    log.warn(
      {},
      'DATABASE_URL leads to a pooler, which passes no notifications: nodes poll instead. Set DATABASE_DIRECT_URL to the address of the server itself to avoid the delay',
    )
  }
  return { connectionString, shared }
}

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly expected = true

  constructor(sentence: string, cause: unknown) {
    const inner = cause as { code?: string; message?: string }
    super(`${sentence}: ${inner.message || inner.code || 'unknown fault'}.`, { cause })
  }
}
