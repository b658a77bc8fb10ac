/** Erases an organization: its recordings, then its rows in every table, in portions. Interrupted, it continues when it is called again. */
import { recordedCalls } from '../calls/queries.ts'
import { removeRecording } from '../calls/recordings.ts'
import { endedCalls } from '../dialer/erasure-queries.ts'
import type { FileStore } from '../kernel/file-store.ts'
import { addDeleted, finishDeletion, noteDeletionBegun } from '../organizations/deletion-queries.ts'
import { listOrganizations, setSuspended } from '../organizations/queries.ts'
import type { Database } from '../storage/database.ts'
import { eraseTenant } from '../storage/erase-tenant.ts'

const CALLS_PER_BATCH = 1000
/** Nodes may finish work for the organization while it is erased: each pass takes what came since. */
const PASSES_MAX = 5

export interface DeleteDeps {
  db: Database
  recordings: FileStore
  now(): Date
}

export type DeletionResult =
  | { kind: 'deleted'; rows: number; recordings: number }
  | { kind: 'unknown' | 'last' }
  /** It is suspended now, so that these end and no new ones begin. */
  | { kind: 'calling'; live: number }
  | { kind: 'still_written' }

export async function deleteOrganization(
  deps: DeleteDeps,
  { name, reason }: { name: string; reason: string },
): Promise<DeletionResult> {
  const { db, now } = deps
  const all = await listOrganizations(db)
  const found = all.find((each) => each.name === name)
  if (!found) return { kind: 'unknown' }
  if (all.length === 1) return { kind: 'last' }
  if (found.suspended_at === null) await setSuspended(db, name, { at: now(), reason: `being deleted: ${reason}` })
  const live = (await listOrganizations(db)).find(({ id }) => id === found.id)?.live_calls ?? 0
  if (live > 0) return { kind: 'calling', live }
  await noteDeletionBegun(db, { id: found.id, name, reason, begun_at: now() })
  const recordings = await eraseRecordings(deps, found.id)
  await addDeleted(db, found.id, { rows: 0, recordings })
  let rows = 0
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const count = await eraseTenant(db, found.id)
    rows += count
    await addDeleted(db, found.id, { rows: count, recordings: 0 })
    if (count > 0) continue
    await db.transaction().execute((tx) => finishDeletion(tx, found.id, now()))
    return { kind: 'deleted', rows, recordings }
  }
  return { kind: 'still_written' }
}

/** Files before rows: the rows say which files there are. */
async function eraseRecordings({ db, recordings, now }: DeleteDeps, organizationId: number): Promise<number> {
  let removed = 0
  for (let after = 0; ; ) {
    const calls = await endedCalls(db, organizationId, { after, before: now(), limit: CALLS_PER_BATCH })
    if (calls.length === 0) return removed
    const recorded = await recordedCalls(db, calls)
    for (const callId of recorded) await removeRecording(recordings, { organizationId, callId })
    removed += recorded.length
    after = calls.at(-1) as number
  }
}
