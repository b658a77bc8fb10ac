import type pg from 'pg'
import type { Config } from '../config.ts'
import { recordBackupTime } from '../organizations/installation.ts'
import { writeBackup } from '../storage/backup.ts'
import { storageKeyId } from '../storage/sealed-file.ts'
import { printLine, withFileArgument } from './with-database.ts'

const HELP = `outdial backup FILE

Writes the whole database into one file, from one moment, while the program runs. Not in it: SECRET_KEY (or DATA_DIR/secret.key), without
which stored credentials cannot be opened, and recordings. Keep those too. With STORAGE_KEY the file is encrypted with its first key;
without that key it cannot be restored. "outdial restore FILE" takes it back.`

export function run(args: string[]): Promise<number> {
  const backUp = async (pool: pg.Pool, file: string, config: Config) => {
    const { at, tables } = await writeBackup(pool, file, config.storageKeys)
    const isNoted = await recordBackupTime(pool, new Date(at))
    printLine(
      `${tables.length} tables as of ${at}. Keep SECRET_KEY (or DATA_DIR/secret.key) too, and ${placeOf(config)}.`,
    )
    const [storageKey] = config.storageKeys
    if (storageKey)
      printLine(`The file is encrypted with the storage key ${storageKeyId(storageKey)}. Keep STORAGE_KEY elsewhere.`)
    if (!isNoted) printLine('The database cannot note this backup, so its age is not in the metrics.')
  }
  // `accept`: before an upgrade, the new program backs up a database with the old schema.
  return withFileArgument(HELP, args, backUp, 'accept')
}

function placeOf({ recordings }: Config): string {
  return `the recordings in ${recordings.kind === 's3' ? recordings.bucketUrl : recordings.directory}`
}
