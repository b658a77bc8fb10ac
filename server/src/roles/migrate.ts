import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { buildIndexes } from '../storage/build-indexes.ts'
import { missingIndexes } from '../storage/large-indexes.ts'
import { openStorage } from './open-storage.ts'
import { explain, say } from './with-database.ts'

const HELP =
  'outdial migrate\n\nBrings the database up to date, with the indexes of large tables, and ends. `serve` changes the schema at every start and builds such indexes in the background.'

export async function run(args: string[]): Promise<number> {
  if (args.length > 0) return explain(HELP, args)
  const storage = await openStorage({ config: readConfig(process.env, false), clock: systemClock, log: silentLog })
  try {
    const { pool, direct, migrations } = storage
    if (migrations.length > 0) say(`Done: ${migrations.join(', ')}.`)
    const missing = (await missingIndexes(pool)).map((index) => index.name)
    if (missing.length === 0) {
      say('The database is up to date.')
      return 0
    }
    say(`Building ${missing.join(', ')}; the program can be used meanwhile.`)
    const built = await buildIndexes({ pool, direct, log: silentLog, keepAlive: true })
    say(built ? 'The database is up to date.' : 'A node is building them already.')
    return 0
  } finally {
    await storage.close()
  }
}
