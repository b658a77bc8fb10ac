/**
 * The ledger for an auditor, as JSON Lines: a header with the public key, every record with its hash, and at the end the
 * signed checkpoint that proves them. Nothing secret is needed to check it; docs say how, and `outdial ledger verify
 * --file` does it.
 */
import type { Database } from '../storage/database.ts'
import { nextRecords, readCheckpoints } from './queries.ts'
import { canonicalJson, type Json } from './rules/canonical-json.ts'
import { BEGINNING, ChainWalk, type Head } from './rules/chain.ts'
import { type Checkpoint, isSigned, type LedgerKeys } from './signing.ts'
import type { LedgerFault } from './verify-ledger.ts'

const PAGE = 1_000
const FORMAT = 'outdial-ledger-1'

/** `last` is the checkpoint made for this export: records behind it are left for the next. */
export async function* exportLedger(
  { db, keys }: { db: Database; keys: LedgerKeys },
  organizationId: number,
  last: Checkpoint,
): AsyncGenerator<string> {
  const checkpoints = await readCheckpoints(db, organizationId)
  const cut = checkpoints.filter(({ kind }) => kind === 'cut').at(-1)
  const header = {
    format: FORMAT,
    organization_id: organizationId,
    exported_at: new Date(last.atMs).toISOString(),
    public_key: keys.publicKey.toString('base64'),
    begins_after: cut ? proof(cut) : null,
  }
  yield `${canonicalJson(header)}\n`
  let after = cut?.sequence ?? 0
  while (after < last.sequence) {
    const page = await nextRecords(db, organizationId, after, PAGE)
    if (page.length === 0) break
    const lines = page
      .filter((record) => record.sequence <= last.sequence)
      .map((record) => `{"hash":"${record.hash.toString('hex')}","record":${record.text}}\n`)
    yield lines.join('')
    after = page.at(-1)?.sequence ?? last.sequence
  }
  yield `${canonicalJson({ proof: proof(last) })}\n`
}

function proof(checkpoint: Checkpoint): Json {
  return {
    kind: checkpoint.kind,
    sequence: checkpoint.sequence,
    hash: checkpoint.hash.toString('hex'),
    at: new Date(checkpoint.atMs).toISOString(),
    public_key: checkpoint.publicKey.toString('base64'),
    signature: checkpoint.signature.toString('base64'),
  }
}

interface ReadProof {
  kind: 'checkpoint' | 'cut'
  sequence: number
  hash: string
  at: string
  public_key: string
  signature: string
}

function readProof(given: ReadProof): Checkpoint {
  return {
    kind: given.kind,
    sequence: given.sequence,
    hash: Buffer.from(given.hash, 'hex'),
    atMs: Date.parse(given.at),
    publicKey: Buffer.from(given.public_key, 'base64'),
    signature: Buffer.from(given.signature, 'base64'),
  }
}

export interface ExportVerdict {
  ok: boolean
  organizationId: number
  publicKey: string
  records: number
  faults: LedgerFault[]
}

interface Header {
  format: string
  organization_id: number
  public_key: string
  begins_after: ReadProof | null
}

/** Holds a file against itself and its signature; whose public key it is, the auditor must know from elsewhere. */
export async function verifyExport(lines: AsyncIterable<string>): Promise<ExportVerdict> {
  let header: Header | null = null
  let walk: ChainWalk | null = null
  let records = 0
  let proven: Checkpoint | null = null
  const faults: LedgerFault[] = []
  for await (const line of lines) {
    if (line.trim() === '') continue
    const value = JSON.parse(line) as Record<string, Json>
    if (!header || !walk) {
      header = value as unknown as Header
      if (header.format !== FORMAT) throw new Error('this is not an exported ledger')
      walk = new ChainWalk(header.organization_id, exportStart(header, faults))
    } else if ('proof' in value) {
      proven = readProof(value.proof as unknown as ReadProof)
    } else {
      records += 1
      const { sequence } = value.record as { sequence: number }
      walk.step({
        sequence,
        text: canonicalJson(value.record as Json),
        hash: Buffer.from(String(value.hash), 'hex'),
      })
    }
  }
  if (!header || !walk) throw new Error('this is not an exported ledger')
  if (walk.fault) faults.push(walk.fault)
  else faults.push(...proofFaults(header, walk.last, proven))
  return {
    ok: faults.length === 0,
    organizationId: header.organization_id,
    publicKey: header.public_key,
    records,
    faults,
  }
}

function exportStart(header: Header, faults: LedgerFault[]): Head {
  if (!header.begins_after) return BEGINNING
  const cut = readProof(header.begins_after)
  if (isSignedBy(header, cut) && cut.kind === 'cut') return cut
  faults.push({ fault: 'checkpoint', sequence: cut.sequence, message: 'The beginning of the file is not signed.' })
  return cut
}

function isSignedBy(header: Header, checkpoint: Checkpoint): boolean {
  const sameKey = checkpoint.publicKey.toString('base64') === header.public_key
  return sameKey && checkpoint.publicKey.length === 32 && isSigned(header.organization_id, checkpoint)
}

function proofFaults(header: Header, last: Head, proven: Checkpoint | null): LedgerFault[] {
  if (!proven) {
    return [{ fault: 'cut', sequence: last.sequence + 1, message: 'The file ends without its proof.' }]
  }
  if (!isSignedBy(header, proven)) {
    return [{ fault: 'checkpoint', sequence: proven.sequence, message: 'The proof is not signed by the key it names.' }]
  }
  if (proven.sequence !== last.sequence || !proven.hash.equals(last.hash)) {
    const message = `The proof is for record ${proven.sequence}; the file ends with ${last.sequence}, or with another one.`
    return [{ fault: 'cut', sequence: last.sequence + 1, message }]
  }
  return []
}
