/**
 * Retires the older keys of SECRET_KEY for the ledger: their public keys are stored with signatures in both directions, and every
 * ledger gets a record of the rotation, which seals its head with the current key. Afterwards the old secret key is no longer
 * needed.
 */
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { appendRecords } from './append-records.ts'
import { insertKeyRotation, organizationsWithLedger, readHead, readKeyRotations } from './queries.ts'
import type { RecordDraft } from './rules/chain.ts'
import type { KeyRotation, LedgerKeys } from './signing.ts'
import { verifyLedger } from './verify-ledger.ts'

export interface RotatedLedgers {
  resealed: number
  /** Organizations whose ledger was already broken. Their heads are sealed too, and the faults remain visible. */
  broken: number[]
}

export async function rotateLedgerKeys(
  { db, clock, keys }: { db: Database; clock: Clock; keys: LedgerKeys },
  currentKeys: LedgerKeys,
): Promise<RotatedLedgers> {
  for (const rotation of keys.rotations(clock.now())) await insertKeyRotation(db, rotation)
  const rotations = (await readKeyRotations(db)).filter(({ successor }) => successor.equals(keys.publicKey))
  const done: RotatedLedgers = { resealed: 0, broken: [] }
  for (const organizationId of await organizationsWithLedger(db)) {
    if (!(await verifyLedger({ db, keys }, organizationId)).ok) done.broken.push(organizationId)
    const head = await readHead(db, organizationId)
    if (head && currentKeys.isSealed(organizationId, head, head.seal)) continue
    const drafts = rotations.map((rotation) => rotationRecord(rotation, clock.now()))
    await db.transaction().execute((tx) => appendRecords(tx, keys, organizationId, drafts))
    if (drafts.length > 0) done.resealed++
  }
  return done
}

function rotationRecord({ old, successor, atMs, signedByOld, signedByNew }: KeyRotation, nowMs: number): RecordDraft {
  return {
    kind: 'key_rotated',
    atMs: nowMs,
    actor: 'outdial secrets reseal',
    body: {
      old_public_key: old.toString('base64'),
      public_key: successor.toString('base64'),
      rotated_at: new Date(atMs).toISOString(),
      signed_by_old: signedByOld.toString('base64'),
      signed_by_new: signedByNew.toString('base64'),
    },
  }
}
