import { pauseAllCampaigns } from '../campaigns/queries.ts'
import { readConfig } from '../config.ts'
import { liveNodes } from '../dialer/upgrade-queries.ts'
import { renewInstallation } from '../organizations/installation.ts'
import { readBackup, skipIdsAfterRestore } from '../storage/backup.ts'
import { openStorageQuietly, printError, printLine, withFileArgument } from './with-database.ts'

const HELP = `outdial restore FILE
outdial restore --recovered

Fills a new, empty database (a new DATA_DIR, or DATABASE_URL) from a file that "outdial backup" made with the same version. Put SECRET_KEY or
secret.key and the recordings back as well. Campaigns that ran are paused: people called after the backup would be called
again, and numbers put on the do-not-call list after it are not on it. Look before you resume.

--recovered does the same for a database that PostgreSQL's own tools have brought back to an earlier moment. Run it before the first
node starts.

Recordings made after the backup are unknown to the database and stay where they are. Nothing is swept from the recordings until
you run "outdial recordings sweep".`

export function run(args: string[]): Promise<number> {
  if (args.length === 1 && args[0] === '--recovered') return afterRecovery()
  return withFileArgument(HELP, args, async (pool, file) => {
    const { header, result: paused } = await readBackup(pool, file, async (client) => {
      await renewInstallation(client, new Date())
      return pauseAllCampaigns(client, new Date())
    })
    const { at, tables } = header
    printLine(`${tables.length} tables as of ${at}. Campaigns paused: ${paused}.`)
    sayWhatIsLost(paused)
  })
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
