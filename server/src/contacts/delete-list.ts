import { eachSeparately } from '../kernel/each-separately.ts'
import { ApiError, invalidReferenceError } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { RecurringJob } from '../kernel/recurring-job.ts'
import type { Database, Queries } from '../storage/database.ts'
import {
  deleteList,
  findReadyList,
  finishListRemoval,
  lockReadyList,
  removeListRows,
  type StoredList,
  unfinishedListRemovals,
} from './queries.ts'

const ROWS_AT_ONCE = 2000
const EVERY_MS = 60_000

export interface DeleteListDeps {
  db: Database
  /** Whether a campaign uses the list. */
  isListUsed(db: Queries, organizationId: number, listId: number): Promise<boolean>
}

export async function removeList(deps: DeleteListDeps, organizationId: number, sourceId: string): Promise<StoredList> {
  const removed = await deps.db.transaction().execute(async (tx) => {
    const list = await lockReadyList(tx, organizationId, sourceId)
    if (!list) throw new ApiError('contact_list_not_found')
    if (await deps.isListUsed(tx, organizationId, list.id)) throw new ApiError('contact_list_in_use')
    await deleteList(tx, organizationId, list.id)
    return list
  })
  await removeRows(deps.db, removed.id)
  return removed
}

/** Each portion is a separate transaction: one long transaction would slow down the claims of all organizations. */
async function removeRows(db: Database, listId: number): Promise<void> {
  while ((await removeListRows(db, listId, ROWS_AT_ONCE)) > 0);
  await finishListRemoval(db, listId)
}

/** Finishes deletions that a crash interrupted. */
export function finishListDeletions({ db, log }: { db: Database; log: Log }): RecurringJob {
  const name = 'finish-list-deletions'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce() {
      const unfinished = await unfinishedListRemovals(db)
      const each = { log, job: name, fieldsOf: (id: number) => ({ list_id: id }) }
      const failed = await eachSeparately(unfinished, each, (listId) => removeRows(db, listId))
      return { finished: unfinished.length - failed, failed }
    },
  }
}

/** Checks, before the new file is read, that the old list may be replaced. */
export async function requireReplaceableList(
  deps: DeleteListDeps,
  organizationId: number,
  sourceId: string,
): Promise<void> {
  const list = await findReadyList(deps.db, organizationId, sourceId)
  if (!list) throw invalidReferenceError('contact_list_not_found')
  if (await deps.isListUsed(deps.db, organizationId, list.id)) throw new ApiError('contact_list_in_use')
}

/** Deletes the replaced list once the new one exists. If a campaign was created from the old list in the meantime, it is kept. */
export async function deleteReplacedList(
  deps: DeleteListDeps,
  organizationId: number,
  sourceId: string,
): Promise<void> {
  try {
    await removeList(deps, organizationId, sourceId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
