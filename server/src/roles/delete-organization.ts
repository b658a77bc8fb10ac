/**
 * Erases an organization: its recordings, then its rows in every table, in portions. After an interruption, the next call
 * continues.
 */
import { recordedCalls } from '../calls/queries.ts'
import { countFilesOf, removeRecording, removeRecordingsOf } from '../calls/recordings.ts'
import { ownerOfStore } from '../calls/sweep-recordings.ts'
import { nextCallIds } from '../dialer/erasure-queries.ts'
import type { FileStore } from '../kernel/file-store.ts'
import { addDeletedCounts, finishDeletion, recordDeletionBegun } from '../organizations/deletion-queries.ts'
import { installationKey } from '../organizations/installation.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { listOrganizations, suspendOrganization } from '../organizations/queries.ts'
import type { SignInSettings } from '../organizations/sign-in/settings.ts'
import { organizationForGroups } from '../organizations/user-queries.ts'
import type { Database } from '../storage/database.ts'
import { eraseTenant } from '../storage/erase-tenant.ts'

const CALLS_PER_BATCH = 1000
/** Nodes may finish work for the organization in the meantime: each pass deletes the rows that were added since. */
const PASSES_MAX = 5

export interface DeleteDeps {
  db: Database
  recordings: FileStore
  signIn: Pick<SignInSettings, 'roles' | 'organization'>
  now(): Date
}

/** Files of the organization's folder that stay in the store, because they may not belong to this installation. */
export interface RemainingFiles {
  files: number
  folder: string
  /** `unmarked`: no node has marked the store as its own yet. `foreign`: another installation owns it. */
  why: 'unmarked' | 'foreign'
}

export type DeletionResult =
  | { kind: 'deleted'; rows: number; recordings: number; left: RemainingFiles | null }
  | { kind: 'unknown' | 'last' }
  /** The organization receives people who sign in by group (SIGN_IN_ORGANIZATION or its default). */
  | { kind: 'entered_by_groups' }
  /** The organization has live calls. It is suspended now, so that they end and no new ones begin. */
  | { kind: 'calling'; live: number }
  | { kind: 'still_written' }

export async function deleteOrganization(
  deps: DeleteDeps,
  { name, reason }: { name: string; reason: string },
): Promise<DeletionResult> {
  const { db, now, signIn } = deps
  const all = await listOrganizations(db)
  const found = all.find((each) => each.name === name)
  if (!found) return { kind: 'unknown' }
  if (all.length === 1) return { kind: 'last' }
  if (signIn.roles.size > 0 && (await organizationForGroups(db, signIn.organization)) === found.id)
    return { kind: 'entered_by_groups' }
  const live = await begin(db, { id: found.id, name, reason, at: now() })
  if (live > 0) return { kind: 'calling', live }
  const recordings = await eraseRecordings(deps, found.id)
  await addDeletedCounts(db, found.id, { rows: 0, recordings })
  let rows = 0
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const count = await eraseTenant(db, found.id)
    rows += count
    await addDeletedCounts(db, found.id, { rows: count, recordings: 0 })
    if (count > 0) continue
    const rest = await eraseOtherFiles(deps, found.id)
    await addDeletedCounts(db, found.id, { rows: 0, recordings: rest.removed })
    await db.transaction().execute((tx) => finishDeletion(tx, found.id, now()))
    return { kind: 'deleted', rows, recordings: recordings + rest.removed, left: rest.left }
  }
  return { kind: 'still_written' }
}

/** Returns the number of live calls; without any the deletion has begun, and the organization cannot be resumed any more. */
function begin(
  db: Database,
  { id, name, reason, at }: { id: number; name: string; reason: string; at: Date },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, id)
    const found = (await listOrganizations(tx)).find((each) => each.id === id)
    if (!found) return 0
    if (found.suspended_at === null) await suspendOrganization(tx, id, { at, reason: `being deleted: ${reason}` })
    if (found.live_calls === 0) await recordDeletionBegun(tx, { id, name, reason, begun_at: at })
    return found.live_calls
  })
}

/** Files are deleted before rows, because the rows name the files. */
async function eraseRecordings({ db, recordings }: DeleteDeps, organizationId: number): Promise<number> {
  let removed = 0
  for (let after = 0; ; ) {
    const calls = await nextCallIds(db, organizationId, { after, limit: CALLS_PER_BATCH })
    if (calls.length === 0) return removed
    const recorded = await recordedCalls(db, calls)
    for (const callId of recorded) await removeRecording(recordings, { organizationId, callId })
    removed += recorded.length
    after = calls.at(-1) as number
  }
}

/** Deletes files that no row names: of deleted campaigns, or stored while the rows were being erased. */
async function eraseOtherFiles(
  { db, recordings }: DeleteDeps,
  organizationId: number,
): Promise<{ removed: number; left: RemainingFiles | null }> {
  const owner = await ownerOfStore(recordings)
  if (owner === (await installationKey(db))) {
    return { removed: await removeRecordingsOf(recordings, organizationId), left: null }
  }
  const files = await countFilesOf(recordings, organizationId)
  if (files === 0) return { removed: 0, left: null }
  const folder = `${recordings.place}/${organizationId}/`
  return { removed: 0, left: { files, folder, why: owner === null ? 'unmarked' : 'foreign' } }
}
