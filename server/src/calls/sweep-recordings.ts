/**
 * Files whose call, or whose recording, is gone: deleted with a campaign, or erased while they were on their way into the store. And
 * those that came into the store only after their time was over: whoever drops old recordings does not come by a second time.
 */
import type { Clock } from '../kernel/clock.ts'
import type { FileStore, StoredFile } from '../kernel/file-store.ts'
import type { Database } from '../storage/database.ts'
import { forgetRecordings, recordedCalls } from './queries.ts'
import { callOfKey } from './recordings.ts'

const EVERY_MS = { folder: 30 * 60_000, s3: 6 * 60 * 60_000 }
/** Younger ones may not yet be noted. */
const OLD_MS = 10 * 60_000
const AT_ONCE = 1000
/** Whose files these are. */
const OWNER_KEY = 'installation'

export interface SweepDeps {
  db: Database
  clock: Clock
  store: FileStore
  kind: keyof typeof EVERY_MS
  /** The name of this installation. */
  installation: string
  /** By organization, the last call whose recording is no longer kept. */
  droppedUntil: () => Promise<ReadonlyMap<number, number>>
}

export function sweepRecordings({ db, clock, store, kind, installation, droppedUntil }: SweepDeps) {
  return {
    name: 'sweep-recordings',
    everyMs: EVERY_MS[kind],
    async runOnce(): Promise<{ removed: number }> {
      await requireOwn(store, installation)
      const until = await droppedUntil()
      let removed = 0
      let some: StoredFile[] = []
      for await (const file of store.list()) {
        if (clock.now() - file.changedAtMs < OLD_MS) continue
        some.push(file)
        if (some.length < AT_ONCE) continue
        removed += await sweep({ db, store, until }, some)
        some = []
      }
      return { removed: removed + (await sweep({ db, store, until }, some)) }
    },
  }
}

/** Two installations in one bucket would take each other's recordings for leftovers. */
export async function requireOwn(store: FileStore, installation: string): Promise<void> {
  const mark = await store.read(OWNER_KEY)
  if (mark === null) return store.write(OWNER_KEY, Buffer.from(installation))
  const owner = Buffer.concat(await mark.toArray()).toString()
  if (owner !== installation)
    throw new Error(`The recordings in ${store.place} belong to another installation; give each one its own place.`)
}

async function sweep(
  { db, store, until }: { db: Database; store: FileStore; until: ReadonlyMap<number, number> },
  files: readonly StoredFile[],
): Promise<number> {
  const calls = files.flatMap(({ key }) => {
    const call = callOfKey(key)
    return call ? [{ key, ...call }] : []
  })
  if (calls.length === 0) return 0
  const kept = new Set(await recordedCalls(db, [...new Set(calls.map(({ callId }) => callId))]))
  const late = calls.filter((call) => kept.has(call.callId) && call.callId <= (until.get(call.organizationId) ?? 0))
  // First, so that a file which is not removed after all is found again.
  await forgetRecordings(db, [...new Set(late.map(({ callId }) => callId))])
  const leftover = [...late, ...calls.filter(({ callId }) => !kept.has(callId))]
  for (const { key } of leftover) await store.remove(key)
  return leftover.length
}
