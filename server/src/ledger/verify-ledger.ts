/** Verifies the ledger: walks along every record and compares its ends with what was signed. */
import type { Database, Queries } from '../storage/database.ts'
import { nextRecords, readCheckpoints, readHead } from './queries.ts'
import { BEGINNING, ChainWalk, type Head } from './rules/chain.ts'
import type { Checkpoint, LedgerKeys } from './signing.ts'

export interface LedgerFault {
  fault: 'gap' | 'altered' | 'misplaced' | 'cut' | 'head' | 'checkpoint'
  sequence: number
  message: string
}

export interface LedgerVerdict {
  ok: boolean
  records: number
  /** The first record that is there, and the last. */
  from: number
  to: number
  checkpoints: number
  faults: LedgerFault[]
}

const PAGE = 2_000

/** Of one moment: while it walks, records are appended. */
export function verifyLedger(
  { db, keys }: { db: Database; keys: LedgerKeys },
  organizationId: number,
): Promise<LedgerVerdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => walkAlong({ db: tx, keys }, organizationId))
}

async function walkAlong(
  { db, keys }: { db: Queries; keys: LedgerKeys },
  organizationId: number,
): Promise<LedgerVerdict> {
  const checkpoints = await readCheckpoints(db, organizationId)
  const start = startOf(keys, organizationId, checkpoints)
  const walk = new ChainWalk(organizationId, start)
  const passed = new Map<number, Buffer>([[start.sequence, start.hash]])
  const wanted = new Set(checkpoints.map((checkpoint) => checkpoint.sequence))
  let records = 0
  for (let after = 0, broken = false; !broken; ) {
    const page = await nextRecords(db, organizationId, after, PAGE)
    if (page.length === 0) break
    for (const record of page) {
      records += 1
      after = record.sequence
      broken ||= !walk.step(record)
      if (!broken && wanted.has(record.sequence)) passed.set(record.sequence, record.hash)
    }
  }
  const faults: LedgerFault[] = walk.fault ? [walk.fault] : []
  if (!walk.fault) faults.push(...(await headFaults({ db, keys }, organizationId, walk.last)))
  faults.push(...checkpointFaults(keys, organizationId, checkpoints, start, passed, walk))
  const from = records > 0 ? start.sequence + 1 : 0
  return { ok: faults.length === 0, records, from, to: walk.last.sequence, checkpoints: checkpoints.length, faults }
}

/** A ledger begins at its beginning, or behind a cut that we signed. */
function startOf(keys: LedgerKeys, organizationId: number, checkpoints: readonly Checkpoint[]): Head {
  const cut = checkpoints.filter(({ kind }) => kind === 'cut').at(-1)
  return cut && keys.isOurs(organizationId, cut) ? { sequence: cut.sequence, hash: cut.hash } : BEGINNING
}

async function headFaults(
  { db, keys }: { db: Queries; keys: LedgerKeys },
  organizationId: number,
  last: Head,
): Promise<LedgerFault[]> {
  const head = await readHead(db, organizationId)
  if (!head) {
    const message = 'There are records, but nothing says how many there should be.'
    return last.sequence === 0 ? [] : [{ fault: 'head', sequence: last.sequence, message }]
  }
  if (!keys.isSealed(organizationId, head, head.seal)) {
    const message = 'The end of the ledger was written by somebody without the secret key.'
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

function checkpointFaults(
  keys: LedgerKeys,
  organizationId: number,
  checkpoints: readonly Checkpoint[],
  start: Head,
  passed: ReadonlyMap<number, Buffer>,
  walk: ChainWalk,
): LedgerFault[] {
  return checkpoints.flatMap((checkpoint): LedgerFault[] => {
    const { sequence } = checkpoint
    if (!keys.isOurs(organizationId, checkpoint)) {
      return [{ fault: 'checkpoint', sequence, message: `The checkpoint at record ${sequence} is not signed by us.` }]
    }
    if (sequence < start.sequence) return []
    const hash = passed.get(sequence)
    if (hash?.equals(checkpoint.hash)) return []
    // Behind a broken place nothing can be told.
    if (walk.fault && sequence > walk.last.sequence) return []
    const what = hash ? 'is not the one that was signed' : 'is missing'
    return [{ fault: 'checkpoint', sequence, message: `Record ${sequence}, which was signed, ${what}.` }]
  })
}
