import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { writeBackup } from '../storage/backup.ts'
import { openStorage } from './open-storage.ts'
import { complain, say } from './with-database.ts'

const HELP = `outdial backup FILE

Writes the whole database into one file, from one moment, while the program runs. Not in it: SECRET_KEY (or DATA_DIR/secret.key), without
which stored credentials cannot be opened, and recordings. Keep those too. "outdial restore FILE" takes it back.`

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
    const { at, tables } = await writeBackup(storage.pool, resolve(file))
    say(`${tables.length} tables as of ${at}. Keep SECRET_KEY (or DATA_DIR/secret.key) and recordings too.`)
    return 0
  } finally {
    await storage.close()
  }
}
