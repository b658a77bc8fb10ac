/** Verifies the ledger: checks every record and compares the first and last ones with the signed checkpoints. */
import { inTurns } from '../kernel/in-turns.ts'
import type { Database, Queries } from '../storage/database.ts'
import { nextRecords, readCheckpoints, readHead, readKeyRotations, recentDials } from './queries.ts'
import { CHAIN_START, type ChainHead, ChainVerifier, parseRecord } from './rules/chain.ts'
import { merkleRootInSteps } from './rules/merkle.ts'
import type { Checkpoint, KeyRotation, LedgerKeys } from './signing.ts'

export interface LedgerFault {
  fault: 'gap' | 'altered' | 'misplaced' | 'broken' | 'cut' | 'head' | 'checkpoint' | 'missing' | 'key'
  sequence: number
  message: string
}

export interface LedgerVerdict {
  ok: boolean
  records: number
  /** Sequence numbers of the first and last existing record. */
  from: number
  to: number
  checkpoints: number
  faults: LedgerFault[]
}

const PAGE = 2_000
const SIGNATURES_AT_ONCE = 20

/** Verifies from one database snapshot, because records are appended in the meantime. */
export function verifyLedger(
  { db, keys }: { db: Database; keys: LedgerKeys },
  organizationId: number,
): Promise<LedgerVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => new Verification(tx, keys, organizationId).run())
}

class Verification {
  readonly #db: Queries
  readonly #keys: LedgerKeys
  readonly #organizationId: number
  #checkpoints: Checkpoint[] = []
  #rotations: KeyRotation[] = []
  #start: ChainHead = CHAIN_START
  #walk: ChainVerifier
  /** Hashes of the records at which a checkpoint was signed. */
  readonly #passed = new Map<number, Buffer>()
  /** Hashes of the records since the last Merkle root, and the roots computed from them. */
  #leaves: Buffer[] = []
  readonly #roots = new Map<number, Buffer>()

  constructor(db: Queries, keys: LedgerKeys, organizationId: number) {
    this.#db = db
    this.#keys = keys
    this.#organizationId = organizationId
    this.#walk = new ChainVerifier(organizationId, CHAIN_START)
  }

  async run(): Promise<LedgerVerdict> {
    this.#checkpoints = await readCheckpoints(this.#db, this.#organizationId)
    this.#rotations = await readKeyRotations(this.#db)
    this.#start = this.#startOfRecords()
    this.#walk = new ChainVerifier(this.#organizationId, this.#start)
    this.#passed.set(this.#start.sequence, this.#start.hash)
    const undialed = new Map(
      (await recentDials(this.#db, this.#organizationId)).map(({ id, at }) => [id, at.getTime()]),
    )
    const { records, beginsAtMs } = await this.#walkAlong(undialed)
    const faults: LedgerFault[] = [...this.#walk.faults]
    if (!this.#walk.fault) faults.push(...(await this.#headFaults()))
    faults.push(...(await inTurns(this.#checkpointFaults())))
    if (this.#walk.fault === null) faults.push(...this.#dialFaults(undialed, beginsAtMs))
    const { sequence: to } = this.#walk.last
    const from = records > 0 ? this.#start.sequence + 1 : 0
    return { ok: faults.length === 0, records, from, to, checkpoints: this.#checkpoints.length, faults }
  }

  /** The head before the first record: the beginning of the chain, or a cut that this installation signed. */
  #startOfRecords(): ChainHead {
    const cut = this.#checkpoints.filter(({ kind }) => kind === 'cut').at(-1)
    return cut && this.#isOurs(cut) ? { sequence: cut.sequence, hash: cut.hash } : CHAIN_START
  }

  #isOurs(checkpoint: Checkpoint): boolean {
    return this.#keys.isOurs(this.#organizationId, checkpoint, this.#rotations)
  }

  async #walkAlong(undialed: Map<number, number>): Promise<{ records: number; beginsAtMs: number | null }> {
    const trees = new Map(this.#checkpoints.flatMap(({ sequence, tree }) => (tree ? [[sequence, tree]] : [])))
    const wanted = new Set(this.#checkpoints.map(({ sequence }) => sequence))
    let beginsAtMs: number | null = null
    let records = 0
    for (let after = this.#start.sequence, broken = false; !broken; ) {
      const page = await nextRecords(this.#db, this.#organizationId, after, PAGE)
      if (page.length === 0) break
      for (const record of page) {
        records += 1
        after = record.sequence
        broken ||= !this.#walk.step(record)
        if (broken) continue
        this.#leaves.push(record.hash)
        const tree = trees.get(record.sequence)
        if (tree) {
          const covered = this.#leaves.slice(tree.first - record.sequence - 1)
          this.#roots.set(record.sequence, await inTurns(merkleRootInSteps(covered)))
          this.#leaves = []
        }
        if (wanted.has(record.sequence)) this.#passed.set(record.sequence, record.hash)
        const told = parseRecord(record.text)
        beginsAtMs ??= told ? Date.parse(told.at) : null
        if (told?.kind === 'dial' && told.body.call_id !== undefined) undialed.delete(told.body.call_id)
      }
    }
    return { records, beginsAtMs }
  }

  async #headFaults(): Promise<LedgerFault[]> {
    const { last } = this.#walk
    const head = await readHead(this.#db, this.#organizationId)
    if (!head) {
      const message = 'There are records, but nothing says how many there should be.'
      return last.sequence === 0 ? [] : [{ fault: 'head', sequence: last.sequence, message }]
    }
    if (!this.#keys.isSealed(this.#organizationId, head, head.seal)) {
      const message = 'The end of the ledger was not written with the secret key.'
      return [{ fault: 'head', sequence: head.sequence, message }]
    }
    if (head.sequence !== last.sequence) {
      const message = `The last record is ${last.sequence}; the ledger had ${head.sequence}. Its end was cut off.`
      return [{ fault: 'cut', sequence: last.sequence + 1, message }]
    }
    if (!head.hash.equals(last.hash)) {
      return [{ fault: 'altered', sequence: last.sequence, message: 'The last record is not the one that was sealed.' }]
    }
    return []
  }

  /** Pauses between signatures: a ledger of five years has tens of thousands, half a millisecond each. */
  *#checkpointFaults(): Generator<void, LedgerFault[]> {
    const faults: LedgerFault[] = []
    for (const [index, checkpoint] of this.#checkpoints.entries()) {
      if (index % SIGNATURES_AT_ONCE === 0) yield
      faults.push(...this.#faultsOf(checkpoint))
    }
    return faults
  }

  #faultsOf(checkpoint: Checkpoint): LedgerFault[] {
    const { sequence, tree } = checkpoint
    if (!this.#isOurs(checkpoint)) {
      return [{ fault: 'checkpoint', sequence, message: `The checkpoint at record ${sequence} is not signed by us.` }]
    }
    if (sequence < this.#start.sequence) return []
    const hash = this.#passed.get(sequence)
    const root = this.#roots.get(sequence)
    const fits = hash?.equals(checkpoint.hash) && (!tree || !root || root.equals(tree.root))
    // After a break of the chain nothing can be verified.
    if (fits || (this.#walk.fault && sequence > this.#walk.last.sequence)) return []
    const what = hash ? 'is not the one that was signed' : 'is missing'
    return [{ fault: 'checkpoint', sequence, message: `Record ${sequence}, which was signed, ${what}.` }]
  }

  /**
   * A call and its record are written in one transaction. A call without a record shows that the end of the ledger was cut off
   * and an earlier head restored.
   */
  #dialFaults(undialed: ReadonlyMap<number, number>, beginsAtMs: number | null): LedgerFault[] {
    const sequence = this.#walk.last.sequence + 1
    const missing = [...undialed].filter(([, atMs]) => this.#start.sequence === 0 || atMs >= (beginsAtMs ?? Infinity))
    const [first] = missing.map(([callId]) => callId).sort((a, b) => a - b)
    if (first === undefined) return []
    const others = missing.length > 1 ? ` and ${missing.length - 1} more` : ''
    return [
      {
        fault: 'missing',
        sequence,
        message: `Call ${first}${others} was dialed and has no record: it was cut off, or an earlier version dialed it.`,
      },
    ]
  }
}
