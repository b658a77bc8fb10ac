import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Database, Queries } from '../storage/database.ts'

/** Distinguishes this installation's call ids from another's at the same PBX. Created once, the same on every node. */
export async function installationKey(db: Database): Promise<string> {
  await db
    .insertInto('installation')
    .values({ key: newKey() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('installation').select('key').executeTakeFirstOrThrow()).key
}

const newKey = () => randomBytes(4).toString('hex')

/**
 * A database restored from a backup is another installation: the original one may still run, with the same recordings and the
 * same carriers. Recordings unknown to this database are not swept until an operator allows it.
 */
export async function renewInstallation(client: PoolClient, now: Date): Promise<void> {
  await client.query(
    `insert into installation (key, sweep_held_since) values ($1, $2)
     on conflict (id) do update set key = excluded.key, sweep_held_since = excluded.sweep_held_since`,
    [newKey(), now],
  )
}

/** Since when the sweep of recordings waits for an operator; null: it does not. */
export async function recordingSweepHeldSince(db: Queries): Promise<Date | null> {
  const row = await db.selectFrom('installation').select('sweep_held_since').executeTakeFirst()
  return row?.sweep_held_since ?? null
}

/** SQLSTATEs of a missing column, of a replica, and of a read-only role. */
const CANNOT_NOTE = new Set(['42703', '25006', '42501'])

/** Stores the time of a backup. False: the database is read-only, or its version does not store it. */
export async function recordBackupTime(pool: Pick<Pool, 'query'>, at: Date): Promise<boolean> {
  try {
    await pool.query('update installation set last_backup_at = $1', [at])
    return true
  } catch (error) {
    if (CANNOT_NOTE.has((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

/** Time of the last backup; null: `outdial backup` has never made one. */
export async function lastBackupAt(db: Queries): Promise<Date | null> {
  const row = await db.selectFrom('installation').select('last_backup_at').executeTakeFirst()
  return row?.last_backup_at ?? null
}

export async function releaseRecordingSweep(db: Queries): Promise<void> {
  await db.updateTable('installation').set({ sweep_held_since: null }).execute()
}
