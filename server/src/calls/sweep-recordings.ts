/** Files whose call, or whose recording, is gone: deleted with a campaign, dropped by retention, erased on another node. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { recordedCalls } from './queries.ts'
import { recordingPath, removeRecording } from './recordings.ts'

const EVERY_MS = 30 * 60_000
/** Younger ones may still be written, or not yet be noted. */
const OLD_MS = 10 * 60_000
const AT_ONCE = 1000

export function sweepRecordings({ db, clock, directory }: { db: Database; clock: Clock; directory: string }) {
  return {
    name: 'sweep-recordings',
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ removed: number }> {
      let removed = 0
      for (const name of await readdir(directory).catch(() => [])) {
        const organizationId = Number(name)
        if (Number.isSafeInteger(organizationId)) removed += await sweep({ db, clock, directory }, organizationId)
      }
      return { removed }
    },
  }
}

async function sweep(
  { db, clock, directory }: { db: Database; clock: Clock; directory: string },
  organizationId: number,
): Promise<number> {
  const names = await readdir(join(directory, String(organizationId)))
  // An outline without its recording counts as one.
  const ids = [...new Set(names.map((name) => Number(/^(\d+)\.(?:wav|peaks)$/.exec(name)?.[1] ?? Number.NaN)))]
  const calls = ids.filter((id) => Number.isSafeInteger(id))
  let removed = 0
  for (let index = 0; index < calls.length; index += AT_ONCE) {
    const some = calls.slice(index, index + AT_ONCE)
    const kept = new Set(await recordedCalls(db, some))
    for (const callId of some.filter((id) => !kept.has(id))) {
      const found = await stat(join(directory, recordingPath(organizationId, callId))).catch(() => null)
      if (found && clock.now() - found.mtimeMs < OLD_MS) continue
      await removeRecording(directory, { organizationId, callId })
      removed++
    }
  }
  return removed
}
