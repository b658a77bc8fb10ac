import { readConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { endOnUncaughtErrors } from '../kernel/crash-report.ts'
import { openLog } from '../kernel/log.ts'
import { openStorage } from './open-storage.ts'
import { printHelp } from './with-database.ts'

const HELP =
  'outdial serve\n\nServes the interface and dials. Settings come from the environment, see docs/operations.md.'

/** Loads the program while the database starts: each takes about half of the start time. */
export async function run(args: string[]): Promise<number> {
  if (args.length > 0) return printHelp(HELP, args)
  endOnUncaughtErrors()
  const startedMs = systemClock.monotonic()
  const config = readConfig(process.env, process.stdout.isTTY === true)
  const log = openLog(config.logLevel, config.logPretty)
  const opening = openStorage({ config, clock: systemClock, log, schema: 'migrate' })
  const [storage, { serve }] = await Promise.all([opening, import('./serve-program.ts')])
  return serve({ config, log, storage, startedMs })
}
