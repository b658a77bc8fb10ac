import { pauseEverything } from '../campaigns/queries.ts'
import { renewInstallation } from '../organizations/installation.ts'
import { readBackup } from '../storage/backup.ts'
import { say, withFile } from './with-database.ts'

const HELP = `outdial restore FILE

Fills a new, empty database (a new DATA_DIR, or DATABASE_URL) from a file that "outdial backup" made with the same version. Put SECRET_KEY or
secret.key and the recordings back as well. Campaigns that ran are paused: whoever was called after the backup would be called
again, and numbers put on the do-not-call list after it are not on it. Look before you resume.

Recordings made after the backup are unknown to the database and stay where they are. Nothing is swept from the recordings until
you run "outdial recordings sweep".`

export function run(args: string[]): Promise<number> {
  return withFile(HELP, args, async (pool, file) => {
    const { header, result: paused } = await readBackup(pool, file, async (client) => {
      await renewInstallation(client, new Date())
      return pauseEverything(client, new Date())
    })
    const { at, tables } = header
    say(`${tables.length} tables as of ${at}. Campaigns paused: ${paused}.`)
    say('Recordings that this database does not know stay where they are, until you run "outdial recordings sweep".')
    if (paused > 0) say('People called since then would be called again: look before you resume.')
  })
}
