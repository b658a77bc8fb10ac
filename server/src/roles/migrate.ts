import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { silentLog } from '../kernel/log.ts'
import { openStorage } from './open-storage.ts'
import { explain, say } from './with-database.ts'

const HELP = 'outdial migrate\n\nBrings the database up to date and ends. `serve` does the same at every start.'

export async function run(args: string[]): Promise<number> {
  if (args.length > 0) return explain(HELP, args)
  const storage = await openStorage({ config: readConfig(process.env, false), clock: systemClock, log: silentLog })
  await storage.close()
  say(storage.migrations.length === 0 ? 'The database is up to date.' : `Done: ${storage.migrations.join(', ')}.`)
  return 0
}
