import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { writeBackup } from '../storage/backup.ts'
import { hideMigrationsAfter, MIGRATION_NAMES, NEWEST_MIGRATION } from '../storage/migrate.ts'
import { appliedMigrations, schemaFit } from '../storage/schema-fit.ts'
import * as doctor from './doctor.ts'
import * as migrateRole from './migrate.ts'
import { openStorageQuietly, printError, printHelp, printLine } from './with-database.ts'

const HELP = `outdial upgrade

Run it with the new version while the old one serves or after it stopped: checks the installation, writes a backup below DATA_DIR/backups,
migrates the database and starts the new version once to see that it gets ready. If it does not, the database is given back to the old
version, with everything that happened meanwhile. Afterwards restart the nodes with the new version.`

/** A start loads speech models and may wait for a lock. */
const READY_TIMEOUT_MS = 120_000

export async function run(args: string[]): Promise<number> {
  if (args.length > 0) return printHelp(HELP, args)
  const config = readConfig(process.env, false)
  if ((await doctor.run([])) !== 0)
    return printError('Nothing was changed. Fix what is marked FAIL, then upgrade again.')
  const before = await newestBefore(config)
  if (before === null) {
    printLine('The database is up to date or empty; there is nothing to upgrade. Start the server.')
    return 0
  }
  printLine(`Backup: ${await backUp(config, before)}`)
  await migrateRole.run([])
  const fault = await tryStart(config)
  if (fault === null) {
    printLine('The new version got ready. Restart the nodes with it.')
    return 0
  }
  return giveBack(config, before, fault)
}

/** The newest migration of the database, if the program has newer ones. */
async function newestBefore(config: Config): Promise<string | null> {
  const storage = await openStorageQuietly(config, 'accept')
  try {
    const ran = await appliedMigrations(storage.pool)
    return schemaFit(ran, MIGRATION_NAMES).kind === 'older' ? (ran?.at(-1)?.name ?? null) : null
  } finally {
    await storage.close()
  }
}

async function backUp(config: Config, before: string): Promise<string> {
  const folder = join(config.dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${before}-to-${NEWEST_MIGRATION}.backup`)
  const storage = await openStorageQuietly(config, 'accept')
  try {
    await writeBackup(storage.pool, file, config.storageKeys)
    return file
  } finally {
    await storage.close()
  }
}

/** Starts this program on a separate port. Returns why it failed; null: it became ready. */
async function tryStart(config: Config): Promise<string | null> {
  const child = spawn(process.execPath, [process.argv[1] as string, 'serve'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: config.publicUrl, SHUTDOWN_GRACE_SECONDS: '30' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code) => resolve(`it ended with ${code}: ${said}`)),
  )
  const ready = new Promise<null>((resolve) => {
    const hear = (piece: Buffer) => {
      said = (said + piece).slice(-4000)
      if (said.includes('Outdial is ready')) resolve(null)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(
      () => resolve(`it was not ready after ${READY_TIMEOUT_MS / 1000} seconds: ${said}`),
      READY_TIMEOUT_MS,
    )
  })
  const fault = await Promise.race([ready, ended, late])
  clearTimeout(timer)
  child.kill('SIGTERM')
  await ended
  return fault
}

async function giveBack(config: Config, before: string, fault: string): Promise<number> {
  const storage = await openStorageQuietly(config, 'accept')
  try {
    await hideMigrationsAfter(storage.pool, before)
  } finally {
    await storage.close()
  }
  return printError(`The new version did not start: ${fault}\nThe old version can continue with the database as it is.`)
}
