/** Deletes the blocks of generations that are out of force, and gives up imports whose node is dead. */
import type { Clock } from '../kernel/clock.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database } from '../storage/database.ts'
import {
  abandonStaleImports,
  deleteBlocks,
  deleteGeneration,
  droppedGenerations,
  saveImportFailure,
} from './queries.ts'

const EVERY_MS = 60_000
/** An import without a progress report for this long is dead; a running one reports every second. */
const SILENT_MS_MAX = 15 * 60_000
const BLOCKS_AT_ONCE = 5_000

export function dropRegistries({ db, clock, log }: { db: Database; clock: Clock; log: Log }): RecurringJob {
  const name = 'drop-registries'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce() {
      const now = new Date(clock.now())
      const stale = await abandonStaleImports(db, new Date(now.getTime() - SILENT_MS_MAX))
      const message =
        'The program that imported this file stopped before it was done. Nothing was imported; send the file again.'
      for (const one of stale) await saveImportFailure(db, one, { step: 'import', message, now })
      let blocks = 0
      const each = { log, job: name, fieldsOf: (id: number) => ({ generation_id: id }) }
      const failed = await eachSeparately(await droppedGenerations(db), each, async (id) => {
        for (let more = true; more; ) {
          const deleted = await deleteBlocks(db, id, BLOCKS_AT_ONCE)
          blocks += deleted
          more = deleted === BLOCKS_AT_ONCE
        }
        await deleteGeneration(db, id)
      })
      return { stale: stale.length, blocks, failed }
    },
  }
}
