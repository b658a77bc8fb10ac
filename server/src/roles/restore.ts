import { resolve } from 'node:path'
import type pg from 'pg'
import { pauseAllCampaigns } from '../campaigns/queries.ts'
import { readConfig, readStorageKeys } from '../config.ts'
import { liveNodes } from '../dialer/upgrade-queries.ts'
import { renewInstallation } from '../organizations/installation.ts'
import {
  BackupError,
  type BackupHeader,
  readBackup,
  readBackupHeader,
  skipIdsAfterRestore,
  verifyBackup,
} from '../storage/backup.ts'
import { MIGRATION_NAMES, migrate } from '../storage/migrate.ts'
import { appliedMigrations } from '../storage/schema-fit.ts'
import { openStorageQuietly, printError, printLine } from './with-database.ts'

const HELP = `outdial restore [--keep-version] FILE
outdial restore --verify FILE
outdial restore --recovered

Fills a new, empty database (a new DATA_DIR, or DATABASE_URL) from a file that "outdial backup" or "outdial upgrade" made with this version
or an older one; a database of an older version is then upgraded, unless --keep-version leaves it to a program of that version. Put SECRET_KEY or
secret.key and the recordings back as well. Campaigns that ran are paused: people called after the backup would be called
again, and numbers put on the do-not-call list after it are not on it. Look before you resume.

--verify reads the whole file without a database and says whether it could be restored.

An encrypted backup needs the key that encrypted it among those of STORAGE_KEY; the message names the key that is missing.

--recovered does the same as a restore for a database that PostgreSQL's own tools have brought back to an earlier moment. Run it before the
first node starts.

Recordings made after the backup are unknown to the database and stay where they are. Nothing is swept from the recordings until
you run "outdial recordings sweep".`

export async function run(args: string[]): Promise<number> {
  const [first, second] = args
  if (args.length === 1 && first === '--recovered') return afterRecovery()
  if (args.length === 2 && first === '--verify' && second) return verify(resolve(second))
  if (args.length === 2 && first === '--keep-version' && second) return restore(resolve(second), true)
  if (args.length === 1 && first && !first.startsWith('-')) return restore(resolve(first), false)
  if (first === '--help' || first === '-h') {
    printLine(HELP)
    return 0
  }
  return printError(HELP)
}

async function verify(file: string): Promise<number> {
  const { header, rows } = await verifyBackup(file, readStorageKeys(process.env))
  requireKnown(header)
  const version = header.migrations.at(-1)
  printLine(
    `${header.tables.length} tables with ${rows} rows as of ${header.at}, version ${version}. The file can be restored.`,
  )
  return 0
}

async function restore(file: string, keepsVersion: boolean): Promise<number> {
  const config = readConfig(process.env, false)
  const { storageKeys } = config
  const header = await readBackupHeader(file, storageKeys)
  const isCurrent = requireKnown(header)
  const storage = await openStorageQuietly(config, isCurrent ? 'expect' : 'accept')
  try {
    if (!isCurrent) await makeOlderTables(storage.pool, header)
    const now = new Date()
    const afterwards = async (client: pg.PoolClient) => {
      if (isCurrent) await renewInstallation(client, now)
      return pauseAllCampaigns(client, now)
    }
    const { result: paused } = await readBackup(storage.pool, file, afterwards, storageKeys)
    if (!isCurrent && !keepsVersion) await upgradeRestored(storage.pool, now)
    printLine(`${header.tables.length} tables as of ${header.at}. Campaigns paused: ${paused}.`)
    if (keepsVersion)
      printLine(`The database has the version ${header.migrations.at(-1)}. Start the program of that version.`)
    else sayWhatIsLost(paused)
    return 0
  } finally {
    await storage.close()
  }
}

/** Whether the backup has the version of this program. Throws if it has a newer one. */
function requireKnown({ migrations }: BackupHeader): boolean {
  if (migrations.some((name) => !MIGRATION_NAMES.includes(name)))
    throw new BackupError('A newer version of Outdial made this backup; restore it with that version.')
  return migrations.length === MIGRATION_NAMES.length
}

async function makeOlderTables(pool: pg.Pool, { migrations }: BackupHeader): Promise<void> {
  if ((await appliedMigrations(pool)) === null) await migrate(pool, { upTo: migrations.at(-1) as string })
}

async function upgradeRestored(pool: pg.Pool, now: Date): Promise<void> {
  await migrate(pool)
  const client = await pool.connect()
  try {
    await renewInstallation(client, now)
  } finally {
    client.release()
  }
}

async function afterRecovery(): Promise<number> {
  const storage = await openStorageQuietly(readConfig(process.env, false), 'expect')
  const client = await storage.pool.connect()
  try {
    await client.query('begin')
    if ((await liveNodes(storage.pool)) > 0)
      return printError(
        'A node is running on this database and may be calling people already. Stop every node, then run this again.',
      )
    await renewInstallation(client, new Date())
    const paused = await pauseAllCampaigns(client, new Date())
    await skipIdsAfterRestore(client)
    await client.query('commit')
    printLine(`The database counts as restored. Campaigns paused: ${paused}.`)
    sayWhatIsLost(paused)
    return 0
  } finally {
    // The connection is closed instead of reused, because after an error it may be inside a transaction.
    client.release(true)
    await storage.close()
  }
}

function sayWhatIsLost(paused: number): void {
  printLine(
    'Recordings that this database does not know stay where they are, until you run "outdial recordings sweep".',
  )
  if (paused > 0) printLine('People called since then would be called again: check each campaign before you resume it.')
}
