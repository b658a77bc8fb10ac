/**
 * Signs the ledger's head, so that earlier records cannot be rewritten without the key. The signature covers the Merkle root of
 * the records since the previous checkpoint, from which receipts of single calls are made.
 */
import type { Transaction } from 'kysely'
import { appendEvent } from '../events/append.ts'
import type { Clock } from '../kernel/clock.ts'
import { eachSeparately } from '../kernel/each-separately.ts'
import { inTurns } from '../kernel/in-turns.ts'
import type { Log } from '../kernel/log.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database, Queries } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import {
  checkpointsBefore,
  deleteCheckpointsBelow,
  deleteRecordsUpTo,
  hasCheckpoint,
  insertCheckpoint,
  lastCheckpoint,
  nextRecords,
  organizationsWithoutCheckpoint,
  readHead,
  readKeyRotations,
  type StoredHead,
} from './queries.ts'
import { CHAIN_START, type ChainHead, ChainVerifier } from './rules/chain.ts'
import { merkleRootInSteps } from './rules/merkle.ts'
import { type Checkpoint, isSigned, type LedgerKeys, type MerkleTree } from './signing.ts'

interface Deps {
  db: Database
  clock: Clock
  keys: LedgerKeys
}

/** Records under one Merkle root. A longer range gets several checkpoints. */
export const TREE_RECORDS_MAX = 65_536
const PAGE = 2_000

/** Signs a checkpoint. Null: the ledger is broken since the last checkpoint; a broken ledger is never signed. */
export async function checkpointLedger(deps: Deps, organizationId: number): Promise<Checkpoint | null> {
  const { db, keys } = deps
  const stored = await readHead(db, organizationId)
  if (!(await isWhole(deps, organizationId, stored))) return null
  const head: ChainHead = stored ? { sequence: stored.sequence, hash: stored.hash } : CHAIN_START
  for (;;) {
    const last = await lastCheckpoint(db, organizationId, 'any')
    const byCurrentKey = last?.publicKey.equals(keys.publicKey) && isSigned(organizationId, last)
    const from = await coveredUpTo(db, organizationId)
    if (last && byCurrentKey && last.sequence >= head.sequence && from.sequence >= head.sequence) return last
    const stretch = await readStretch(db, organizationId, from, head)
    if (!stretch) return null
    const signed = await signStretch(deps, organizationId, from, stretch)
    if (signed && signed.sequence >= head.sequence) return signed
  }
}

async function isWhole({ db, keys }: Deps, organizationId: number, stored: StoredHead | null): Promise<boolean> {
  if (stored) return keys.isSealed(organizationId, stored, stored.seal)
  return (await nextRecords(db, organizationId, 0, 1)).length === 0
}

/** The last record that Merkle roots or a signed cut cover. */
async function coveredUpTo(db: Queries, organizationId: number): Promise<ChainHead> {
  return (await lastCheckpoint(db, organizationId, 'covering')) ?? CHAIN_START
}

interface Stretch {
  end: ChainHead
  tree: MerkleTree | null
}

/** Reads the next records up to the head, or as many as one tree takes. Null: their chain is broken. */
async function readStretch(
  db: Queries,
  organizationId: number,
  from: ChainHead,
  head: ChainHead,
): Promise<Stretch | null> {
  const end = Math.min(head.sequence, from.sequence + TREE_RECORDS_MAX)
  const walk = new ChainVerifier(organizationId, from)
  const hashes: Buffer[] = []
  while (walk.last.sequence < end) {
    const page = await nextRecords(db, organizationId, walk.last.sequence, PAGE)
    if (page.length === 0) return null
    for (const record of page) {
      if (record.sequence > end) break
      if (!walk.step(record)) return null
      hashes.push(record.hash)
    }
  }
  if (end === head.sequence && !walk.last.hash.equals(head.hash)) return null
  const tree = hashes.length > 0 ? { first: from.sequence + 1, root: await inTurns(merkleRootInSteps(hashes)) } : null
  return { end: walk.last, tree }
}

/** Signs this range. Null: another node has signed it in the meantime. */
function signStretch(
  { db, clock, keys }: Deps,
  organizationId: number,
  from: ChainHead,
  { end, tree }: Stretch,
): Promise<Checkpoint | null> {
  return db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const now = await coveredUpTo(tx, organizationId)
    if (now.sequence !== from.sequence) return null
    const checkpoint = keys.sign(organizationId, 'checkpoint', end, clock.now(), tree)
    await insertCheckpoint(tx, organizationId, checkpoint)
    if (tree) await publish(tx, organizationId, checkpoint, tree)
    return checkpoint
  })
}

/**
 * Publishes the checkpoint as an event. Subscribers store it outside, so that a ledger which is replaced as a whole later does
 * not match it.
 */
async function publish(
  tx: Transaction<Schema>,
  organizationId: number,
  checkpoint: Checkpoint,
  tree: MerkleTree,
): Promise<void> {
  await appendEvent(tx, {
    organizationId,
    at: new Date(checkpoint.atMs),
    type: 'ledger_checkpoint',
    data: {
      sequence: checkpoint.sequence,
      hash: checkpoint.hash.toString('hex'),
      first_sequence: tree.first,
      root: tree.root.toString('hex'),
      public_key: checkpoint.publicKey.toString('base64'),
      signature: checkpoint.signature.toString('base64'),
    },
  })
}

const EVERY_MS = 3_600_000

/** Recurring job: signs every ledger that has grown, once an hour. */
export function checkpointLedgers(deps: Deps & { log: Log }) {
  const name = 'checkpoint-ledgers'
  return {
    name,
    everyMs: EVERY_MS,
    async runOnce(): Promise<Record<string, number>> {
      const counts = { signed: 0, broken: 0 }
      const each = { log: deps.log, job: name, fieldsOf: (id: number) => ({ organization_id: id }) }
      const failed = await eachSeparately(
        await organizationsWithoutCheckpoint(deps.db),
        each,
        async (organizationId) => {
          if (await checkpointLedger(deps, organizationId)) counts.signed++
          else {
            counts.broken++
            deps.log.error({ organization_id: organizationId }, 'ledger verification failed; run outdial ledger verify')
          }
        },
      )
      return { ...counts, failed }
    },
  }
}

const DELETED_AT_ONCE = 5_000

/**
 * Deletes records older than a time, up to the last checkpoint before that time. The cut is signed: a ledger that begins anywhere
 * else was tampered with. Records, and then the checkpoints below the cut, are deleted in portions, without the organization's
 * lock.
 */
export async function deleteLedgerUpTo(
  { db, clock, keys }: Deps,
  organizationId: number,
  beforeMs: number,
): Promise<{ cutAt: number; deleted: number } | null> {
  const last = await lastUsable({ db, keys }, organizationId, new Date(beforeMs))
  if (!last || last.sequence === 0) return null
  const cut = await db.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId)
    const earlier = await lastCheckpoint(tx, organizationId, 'cut')
    // An earlier run may have been interrupted while it deleted.
    if (earlier && earlier.sequence >= last.sequence) return earlier
    // Signatures are verified without the lock. In the meantime another node may have signed a cut and deleted this checkpoint.
    if (!(await hasCheckpoint(tx, organizationId, last))) return null
    const signed = keys.sign(organizationId, 'cut', last, clock.now())
    await insertCheckpoint(tx, organizationId, signed)
    return signed
  })
  if (!cut) return null
  let deleted = 0
  for (let count = DELETED_AT_ONCE; count === DELETED_AT_ONCE; deleted += count) {
    count = await deleteRecordsUpTo(db, organizationId, cut.sequence, DELETED_AT_ONCE)
  }
  for (let count = DELETED_AT_ONCE; count === DELETED_AT_ONCE; ) {
    count = await deleteCheckpointsBelow(db, organizationId, cut.sequence, DELETED_AT_ONCE)
  }
  return deleted > 0 ? { cutAt: cut.sequence, deleted } : null
}

/** The last checkpoint before a time that this installation signed. Verifying a signature takes half a millisecond. */
async function lastUsable(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  organizationId: number,
  before: Date,
): Promise<Checkpoint | null> {
  const rotations = await readKeyRotations(db)
  for await (const checkpoint of checkpointsBefore(db, organizationId, before)) {
    if (keys.isOurs(organizationId, checkpoint, rotations)) return checkpoint
  }
  return null
}
