/**
 * The ledger's records of one call, as a small self-verifying file: the records, for each the path to the signed Merkle root that
 * covers it, and the phone number unless the person was erased. `outdial verify FILE` checks it.
 */
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import type { Clock } from '../kernel/clock.ts'
import { inTurns } from '../kernel/in-turns.ts'
import type { Database } from '../storage/database.ts'
import { checkpointLedger } from './checkpoint-ledger.ts'
import {
  type ExportedKeyRotation,
  type ExportedPerson,
  type ExportedProof,
  exportKeyRotation,
  exportPerson,
  isPersonHashValid,
  proofOf,
  readProof,
  Signers,
  WRONG_KEY_MESSAGE,
} from './proof.ts'
import {
  findPersonKeys,
  firstRecordFrom,
  hashesBetween,
  readCheckpoints,
  readHead,
  readKeyRotations,
  recordsOfCall,
} from './queries.ts'
import { canonicalJson, type Json } from './rules/canonical-json.ts'
import { CHAIN_START, type ChainedRecord, parseRecord, recordHashOf } from './rules/chain.ts'
import { merklePathInSteps, merkleRootFromPath } from './rules/merkle.ts'
import type { Checkpoint, LedgerKeys } from './signing.ts'

const FORMAT = 'outdial-receipt-1'
/** Clocks of nodes may differ by this much, and a conversation is recorded some time after its call ended. */
const AROUND_MS = 120_000

export interface ReceiptRecord {
  /** Hash of the previous record. */
  before: string
  record: Json
  /** Hashes on the path from the record up to the Merkle root. */
  path: string[]
  proof: ExportedProof & { [key: string]: Json }
}

export interface Receipt {
  format: string
  organization_id: number
  call_id: number
  public_key: string
  key_rotations: ExportedKeyRotation[]
  person: ExportedPerson | null
  records: ReceiptRecord[]
}

interface Deps {
  db: Database
  clock: Clock
  keys: LedgerKeys
}

export interface ReceiptCall {
  id: number
  phoneNumber: string
  claimedAt: Date
  endedAt: Date | null
}

/** `broken`: the ledger does not match its seal. `none`: the ledger has no record of this call. */
export async function makeReceipt(
  deps: Deps,
  organizationId: number,
  call: ReceiptCall,
): Promise<Receipt | 'broken' | 'none'> {
  const { db, keys } = deps
  if (!(await checkpointLedger(deps, organizationId))) return 'broken'
  const found = await findRecords(db, organizationId, call)
  if (found.length === 0) return 'none'
  const checkpoints = await readCheckpoints(db, organizationId)
  const records: ReceiptRecord[] = []
  for (const record of found) {
    const proven = await proveRecord(db, organizationId, record, checkpoints)
    if (!proven) return 'broken'
    records.push(proven)
  }
  const phone_number = canonicalNumber(call.phoneNumber)
  const persons = (await findPersonKeys(db, organizationId, phone_number)).map((key) =>
    exportPerson({ phone_number, key }),
  )
  return {
    format: FORMAT,
    organization_id: organizationId,
    call_id: call.id,
    public_key: keys.publicKey.toString('base64'),
    key_rotations: (await readKeyRotations(db)).map(exportKeyRotation),
    person: persons.find((person) => namesPerson(records, person)) ?? null,
    records,
  }
}

/** Searches around the claim and around the end of the call: the chain is ordered by time, so no index by call is needed. */
async function findRecords(db: Database, organizationId: number, call: ReceiptCall): Promise<ChainedRecord[]> {
  const found = new Map<number, ChainedRecord>()
  for (const at of [call.claimedAt, call.endedAt]) {
    if (!at) continue
    const from = await firstSequenceSince(db, organizationId, at.getTime() - AROUND_MS)
    const to = await firstSequenceSince(db, organizationId, at.getTime() + AROUND_MS)
    for (const record of await recordsOfCall(db, organizationId, call.id, { from, to })) {
      const told = parseRecord(record.text)
      // A record whose text was rewritten by an earlier version is skipped: its text is not the signed one.
      if (told?.body.call_id === call.id && !told.erased) found.set(record.sequence, record)
    }
  }
  return [...found.values()].sort((a, b) => a.sequence - b.sequence)
}

/** The sequence number of the first record at or after this time; one more than the last if there is none. */
export async function firstSequenceSince(db: Database, organizationId: number, atMs: number): Promise<number> {
  const head = await readHead(db, organizationId)
  let [low, high] = [1, (head?.sequence ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const record = await firstRecordFrom(db, organizationId, middle)
    const told = record && parseRecord(record.text)
    if (told && Date.parse(told.at) < atMs) low = Math.max(middle, record.sequence) + 1
    else high = middle
  }
  return low
}

async function proveRecord(
  db: Database,
  organizationId: number,
  record: ChainedRecord,
  checkpoints: readonly Checkpoint[],
): Promise<ReceiptRecord | null> {
  const covering = checkpoints.find(
    ({ tree, sequence }) => tree && tree.first <= record.sequence && record.sequence <= sequence,
  )
  if (!covering?.tree) return null
  const { first } = covering.tree
  const rows = await hashesBetween(db, organizationId, first - 1, covering.sequence)
  const hashes = rows.filter(({ sequence }) => sequence >= first).map(({ hash }) => hash)
  const before = rows.find(({ sequence }) => sequence === record.sequence - 1)?.hash ?? startOf(checkpoints, record)
  if (!before || hashes.length !== covering.sequence - first + 1) return null
  const path = await inTurns(merklePathInSteps(hashes, record.sequence - first))
  return {
    before: before.toString('hex'),
    record: JSON.parse(record.text) as Json,
    path: path.map((hash) => hash.toString('hex')),
    proof: proofOf(covering),
  }
}

/** The hash before a record. Before the first record that is the beginning of the chain, or a signed cut. */
function startOf(checkpoints: readonly Checkpoint[], { sequence }: ChainedRecord): Buffer | null {
  if (sequence === 1) return CHAIN_START.hash
  return checkpoints.find(({ kind, sequence: cutAt }) => kind === 'cut' && cutAt === sequence - 1)?.hash ?? null
}

export interface ReceiptVerdict {
  ok: boolean
  organizationId: number
  callId: number
  publicKey: string
  /** Phone number of the person; null: erased, or not recorded. */
  phoneNumber: string | null
  records: Json[]
  faults: string[]
}

export function isReceipt(value: unknown): value is Receipt {
  return (value as Receipt | null)?.format === FORMAT
}

export function verifyReceipt(receipt: Receipt, expectedKey: string | null = null): ReceiptVerdict {
  const signers = new Signers(receipt, expectedKey)
  const faults = signers.isExpected ? [] : [WRONG_KEY_MESSAGE]
  for (const one of receipt.records) faults.push(...recordFaults(receipt, one, signers))
  if (receipt.records.length === 0) faults.push('The receipt has no record.')
  const { person } = receipt
  if (person && !(isPersonHashValid(person) && namesPerson(receipt.records, person))) {
    faults.push('The phone number is not the one that was recorded.')
  }
  return {
    ok: faults.length === 0,
    organizationId: receipt.organization_id,
    callId: receipt.call_id,
    publicKey: receipt.public_key,
    phoneNumber: person?.phone_number ?? null,
    records: receipt.records.map(({ record }) => record),
    faults,
  }
}

const namesPerson = (records: readonly ReceiptRecord[], { person }: ExportedPerson) =>
  records.some(({ record }) => (record as { body?: { person?: string } }).body?.person === person)

function recordFaults(receipt: Receipt, { before, record, path, proof }: ReceiptRecord, signers: Signers): string[] {
  const text = canonicalJson(record)
  const told = parseRecord(text)
  const checkpoint = readProof(proof)
  const { tree } = checkpoint
  if (!told || !tree) return ['A record of the receipt is not complete.']
  if (told.organization_id !== receipt.organization_id || told.body.call_id !== receipt.call_id) {
    return [`Record ${told.sequence} is about another call.`]
  }
  if (!signers.haveSigned(checkpoint)) return [`The signature over record ${told.sequence} is not valid.`]
  const hash = recordHashOf(Buffer.from(before, 'hex'), text)
  const steps = path.map((step) => Buffer.from(step, 'hex'))
  const root = merkleRootFromPath(hash, told.sequence - tree.first, checkpoint.sequence - tree.first + 1, steps)
  return root?.equals(tree.root) ? [] : [`Record ${told.sequence} is not the one that was signed.`]
}
