import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { readConfig } from '../config.ts'
import { silentLog } from '../kernel/log.ts'
import { buildIndexes } from '../storage/build-indexes.ts'
import { buildsUnderWay, missingIndexes } from '../storage/large-indexes.ts'
import type { Storage } from './open-storage.ts'
import { openStorageQuietly, printHelp, printLine } from './with-database.ts'

const HELP =
  'outdial migrate\n\nBrings the database up to date, with the indexes of large tables, and ends. `serve` changes the schema at every start and builds such indexes in the background.'

const LOOK_EVERY_MS = 1000

export async function run(args: string[]): Promise<number> {
  if (args.length > 0) return printHelp(HELP, args)
  const storage = await openStorageQuietly(readConfig(process.env, false), 'migrate')
  try {
    if (storage.migrations.length > 0) printLine(`Done: ${storage.migrations.join(', ')}.`)
    const missing = (await missingIndexes(storage.pool)).map((index) => index.name)
    if (missing.length > 0) {
      printLine(`Building ${missing.join(', ')}; the program can be used meanwhile.`)
      await waitForIndexes(storage)
    }
    printLine('The database is up to date.')
    return 0
  } finally {
    await storage.close()
  }
}

/** Waits until all indexes exist: another node may be building them, and may also give up. */
async function waitForIndexes({ pool, direct }: Storage): Promise<void> {
  const progress = setInterval(progressOf(pool), LOOK_EVERY_MS)
  try {
    for (let others = 0; !(await buildIndexes({ pool, direct, log: silentLog, keepAlive: true })); others++) {
      if (others === 0) printLine('A node is building them already; this waits for it.')
      await pause(LOOK_EVERY_MS)
    }
  } finally {
    clearInterval(progress)
  }
}

/** Reports every phase of a build, and every tenth of a phase. */
function progressOf(pool: pg.Pool): () => Promise<void> {
  let told = ''
  return async () => {
    // Errors are ignored here, because the build itself reports problems of the database.
    const builds = await buildsUnderWay(pool).catch(() => [])
    const line = builds.map(({ table, phase, percent }) => `${table}: ${phase}${tenths(percent)}`).join('; ')
    if (line !== '' && line !== told) printLine(line)
    told = line
  }
}

const tenths = (percent: number | null) => (percent === null ? '' : `, ${Math.floor(percent / 10) * 10} %`)
