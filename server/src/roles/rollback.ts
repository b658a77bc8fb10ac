import { readConfig } from '../config.ts'
import { liveNodes } from '../dialer/upgrade-queries.ts'
import { hideMigrationsAfter } from '../storage/migrate.ts'
import { openStorageQuietly, printError, printLine } from './with-database.ts'

/** The newest migration of the last program version that refuses every migration it does not know. */
const LAST_STRICT_PROGRAM = '0027-list-removals'

const HELP = `outdial rollback [--to MIGRATION]

Lets an older version start on this database again, with everything that happened since. Stop all nodes first, run this with the newer
version, then start the older one. MIGRATION is the newest migration that the older version knows (default ${LAST_STRICT_PROGRAM}; versions
after that one need no rollback, they start by themselves while the schema permits it). Tables and columns stay as they are; upgrading again
takes up where it was.`

export async function run(args: string[]): Promise<number> {
  if (args[0] === '--help' || args[0] === '-h') {
    printLine(HELP)
    return 0
  }
  const [option, to = LAST_STRICT_PROGRAM, ...more] = args
  if ((option !== undefined && option !== '--to') || (option === '--to' && args.length < 2) || more.length > 0) {
    return printError(HELP)
  }
  const storage = await openStorageQuietly(readConfig(process.env, false), 'accept')
  try {
    const live = await liveNodes(storage.pool)
    if (live > 0) return printError(`${live} ${live === 1 ? 'node is' : 'nodes are'} still running. Stop them first.`)
    const names = await hideMigrationsAfter(storage.pool, to)
    if (names.length === 0) printLine('Nothing to do: the database names no migration newer than that.')
    else printLine(`Set aside: ${names.join(', ')}. Start the older version now.`)
    return 0
  } finally {
    await storage.close()
  }
}
