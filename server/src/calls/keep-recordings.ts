/**
 * A call is recorded on the disk of its node and moved to the shared store when it has ended. A call record names its recording
 * only once it is in the store. A recurring job stores what a crash left behind or the store did not accept.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../kernel/clock.ts'
import type { FileStore } from '../kernel/file-store.ts'
import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { hasCallRecord, saveRecordingKey } from './queries.ts'
import { callOfKey, type RecordedCall, recordingKey } from './recordings.ts'
import { repairRecording } from './wav.ts'

const EVERY_MS = 60_000
/** A recording in progress is written once a second; one unchanged for this long is finished. */
const QUIET_MS = 2 * 60_000

export interface KeepRecordingDeps {
  db: Database
  log: Log
  store: FileStore
  /** Directory for recordings of this node. */
  directory: string
}

export interface KeepRecordingsJobDeps extends KeepRecordingDeps {
  clock: Clock
  /** Called with the number of recordings that the store did not accept. */
  waiting?(count: number): void
}

/**
 * Returns false for a call that was erased in the meantime, and removes its files. The local file is removed last: if anything
 * fails before, the recurring job finds it and repeats all steps.
 */
export async function keepRecording(
  { db, log, store, directory }: KeepRecordingDeps,
  call: RecordedCall,
): Promise<boolean> {
  const key = recordingKey(call)
  const file = join(directory, key)
  let kept = await hasCallRecord(db, call)
  if (kept) {
    const { size: bytes } = await stat(file)
    await store.put(key, file)
    kept = await saveRecordingKey(db, call, { key, bytes })
    // The call was erased while its recording was being stored. The sweep would delete the file only hours later.
    if (!kept) await store.remove(key)
  }
  if (!kept) log.warn({ call_id: call.callId }, 'deleting a recording whose call record was erased')
  await rm(file, { force: true })
  return kept
}

export function keepRecordings({ clock, waiting, ...deps }: KeepRecordingsJobDeps) {
  return {
    name: 'keep-recordings',
    everyMs: EVERY_MS,
    async runOnce(): Promise<{ kept: number; waiting: number }> {
      let kept = 0
      let refused = 0
      for (const call of await leftBehind(deps.directory, clock.now() - QUIET_MS)) {
        try {
          await repairRecording(join(deps.directory, recordingKey(call)))
          if (await keepRecording(deps, call)) kept++
        } catch (error) {
          // Another node on this machine may have been faster.
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
          refused++
          deps.log.warn({ call_id: call.callId, err: error }, 'failed to store a recording; it is retried')
        }
      }
      waiting?.(refused)
      return { kept, waiting: refused }
    },
  }
}

async function leftBehind(directory: string, quietSinceMs: number): Promise<RecordedCall[]> {
  const found: RecordedCall[] = []
  for (const organization of await readdir(directory).catch(() => [])) {
    for (const name of await readdir(join(directory, organization)).catch(() => [])) {
      const call = name.endsWith('.wav') ? callOfKey(`${organization}/${name}`) : null
      const state = call && (await stat(join(directory, organization, name)).catch(() => null))
      if (call && state && state.mtimeMs < quietSinceMs) found.push(call)
    }
  }
  return found
}
