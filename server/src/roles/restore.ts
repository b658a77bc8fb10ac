import { resolve } from 'node:path'
import { pauseEverything } from '../campaigns/queries.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { readBackup } from '../storage/backup.ts'
import { openDatabase } from '../storage/database.ts'
import { openStorage } from './open-storage.ts'
import { complain, say } from './with-database.ts'

const HELP = `outdial restore FILE

Fills a new, empty database (a new DATA_DIR, or DATABASE_URL) from a file that "outdial backup" made with the same version. Put SECRET_KEY or
secret.key and the recordings back as well. Campaigns that ran are paused: whoever was called after the backup would be called
again, and numbers put on the do-not-call list after it are not on it. Look before you resume.`

export async function run(args: string[]): Promise<number> {
  const [file, ...more] = args
  if (file === '--help' || file === '-h') {
    say(HELP)
    return 0
  }
  if (file === undefined || file.startsWith('-') || more.length > 0) return complain(HELP)
  const config = readConfig(process.env, false)
  const storage = await openStorage({ config, clock: systemClock, log: silentLog })
  try {
    const { at, tables } = await readBackup(storage.pool, resolve(file))
    const paused = await pauseEverything(openDatabase(storage.pool), new Date())
    say(`${tables.length} tables as of ${at}. Campaigns paused: ${paused}.`)
    if (paused > 0) say('People called since then would be called again: look before you resume.')
    return 0
  } finally {
    await storage.close()
  }
}
