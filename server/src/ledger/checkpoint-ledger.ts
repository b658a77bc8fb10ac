/** Signs the ledger's head, so that from then on nobody without the key can rewrite what is behind it. */
import type { Clock } from '../kernel/clock.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database } from '../storage/database.ts'
import {
  deleteRecordsUpTo,
  insertCheckpoint,
  nextRecords,
  organizationsWithoutCheckpoint,
  readCheckpoints,
  readHead,
} from './queries.ts'
import { BEGINNING } from './rules/chain.ts'
import type { Checkpoint, LedgerKeys } from './signing.ts'

interface Deps {
  db: Database
  clock: Clock
  keys: LedgerKeys
}

/** Null: the head is not what we sealed. A broken ledger is never signed anew. */
export async function checkpointLedger({ db, clock, keys }: Deps, organizationId: number): Promise<Checkpoint | null> {
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const stored = await readHead(tx, organizationId)
    const isWhole = stored
      ? keys.isSealed(organizationId, stored, stored.seal)
      : (await nextRecords(tx, organizationId, 0, 1)).length === 0
    if (!isWhole) return null
    const head = stored ?? BEGINNING
    const last = (await readCheckpoints(tx, organizationId)).at(-1)
    if (last && last.sequence === head.sequence && keys.isOurs(organizationId, last)) return last
    const checkpoint = keys.sign(
      organizationId,
      'checkpoint',
      { sequence: head.sequence, hash: head.hash },
      clock.now(),
    )
    await insertCheckpoint(tx, organizationId, checkpoint)
    return checkpoint
  })
}

const EVERY_MS = 3_600_000

/** A duty: once an hour every ledger that has grown is signed. */
export function checkpointLedgers(deps: Deps) {
  return {
    name: 'checkpoint ledgers',
    everyMs: EVERY_MS,
    async runOnce(): Promise<Record<string, number>> {
      const organizations = await organizationsWithoutCheckpoint(deps.db)
      let signed = 0
      for (const organizationId of organizations) {
        if (await checkpointLedger(deps, organizationId)) signed += 1
      }
      return { signed }
    },
  }
}

/**
 * Drops records older than a moment, up to the last checkpoint before it and no further. The cut is signed: a ledger that
 * begins anywhere else was cut by somebody else.
 */
export async function cutLedger(
  { db, clock, keys }: Deps,
  organizationId: number,
  beforeMs: number,
): Promise<{ cutAt: number } | null> {
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const usable = (await readCheckpoints(tx, organizationId)).filter(
      (checkpoint) => checkpoint.atMs < beforeMs && keys.isOurs(organizationId, checkpoint),
    )
    const last = usable.at(-1)
    if (!last || last.kind === 'cut') return null
    const head = { sequence: last.sequence, hash: last.hash }
    await insertCheckpoint(tx, organizationId, keys.sign(organizationId, 'cut', head, clock.now()))
    await deleteRecordsUpTo(tx, organizationId, last.sequence)
    return { cutAt: last.sequence }
  })
}
