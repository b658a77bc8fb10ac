/**
 * Exports the ledger for an auditor as JSON Lines: a header with the public key and the keys it replaced, every record with its
 * hash, the numbers behind the hashes of persons that are not erased, and at the end the signed checkpoint that proves the
 * records. Verifying needs no secret: `outdial verify FILE` does it.
 */
import type { Database } from '../storage/database.ts'
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
import { lastCheckpoint, nextPersons, nextRecords, readKeyRotations } from './queries.ts'
import { canonicalJson, type Json } from './rules/canonical-json.ts'
import { CHAIN_START, type ChainHead, ChainVerifier } from './rules/chain.ts'
import type { Checkpoint, LedgerKeys } from './signing.ts'
import type { LedgerFault } from './verify-ledger.ts'

const PAGE = 1_000
const FORMAT = 'outdial-ledger-2'
/** Older format, which has neither persons nor rotations. */
const OLDER_FORMAT = 'outdial-ledger-1'

/** `last` is the checkpoint made for this export; records after it are not exported. */
export async function* exportLedger(
  { db, keys }: { db: Database; keys: LedgerKeys },
  organizationId: number,
  last: Checkpoint,
): AsyncGenerator<string> {
  const cut = await lastCheckpoint(db, organizationId, 'cut')
  const header = {
    format: FORMAT,
    organization_id: organizationId,
    exported_at: new Date(last.atMs).toISOString(),
    public_key: keys.publicKey.toString('base64'),
    key_rotations: (await readKeyRotations(db)).map(exportKeyRotation),
    begins_after: cut ? proofOf(cut) : null,
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
  yield* exportPersons(db, organizationId)
  yield `${canonicalJson({ proof: proofOf(last) })}\n`
}

async function* exportPersons(db: Database, organizationId: number): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const page = await nextPersons(db, organizationId, after, PAGE)
    const lastPerson = page.at(-1)
    if (!lastPerson) return
    yield page.map((person) => `${canonicalJson({ person: { ...exportPerson(person) } })}\n`).join('')
    after = lastPerson.phone_number
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
  key_rotations?: ExportedKeyRotation[]
  begins_after: ExportedProof | null
}

/** Verifies a file by its hashes and signature. Without `expectedKey` the auditor must compare the public key by hand. */
export async function verifyExport(
  lines: AsyncIterable<string>,
  expectedKey: string | null = null,
): Promise<ExportVerdict> {
  let reader: ExportReader | null = null
  for await (const line of lines) {
    if (line.trim() === '') continue
    const value = JSON.parse(line) as Record<string, Json>
    if (reader) reader.read(value)
    else reader = new ExportReader(value as unknown as Header, expectedKey)
  }
  if (!reader) throw new Error('this is not an exported ledger')
  return reader.verdict()
}

export function isExportHeader(value: unknown): boolean {
  const { format } = value as Header
  return format === FORMAT || format === OLDER_FORMAT
}

class ExportReader {
  readonly #header: Header
  readonly #signers: Signers
  readonly #walk: ChainVerifier
  readonly #faults: LedgerFault[] = []
  #records = 0
  #proven: Checkpoint | null = null

  constructor(header: Header, expectedKey: string | null) {
    if (!isExportHeader(header)) throw new Error('this is not an exported ledger')
    this.#header = header
    this.#signers = new Signers(header, expectedKey)
    if (!this.#signers.isExpected) this.#faults.push({ fault: 'key', sequence: 0, message: WRONG_KEY_MESSAGE })
    this.#walk = new ChainVerifier(header.organization_id, this.#start())
  }

  #start(): ChainHead {
    if (!this.#header.begins_after) return CHAIN_START
    const cut = readProof(this.#header.begins_after)
    if (cut.kind !== 'cut' || !this.#signers.haveSigned(cut)) {
      const message = 'The beginning of the file is not signed.'
      this.#faults.push({ fault: 'checkpoint', sequence: cut.sequence, message })
    }
    return cut
  }

  read(value: Record<string, Json>): void {
    if ('proof' in value) this.#proven = readProof(value.proof as unknown as ExportedProof)
    else if ('person' in value) this.#readPerson(value.person as unknown as ExportedPerson)
    else {
      this.#records += 1
      const { sequence } = value.record as { sequence: number }
      const hash = Buffer.from(String(value.hash), 'hex')
      this.#walk.step({ sequence, text: canonicalJson(value.record as Json), hash })
    }
  }

  #readPerson(person: ExportedPerson): void {
    if (isPersonHashValid(person)) return
    const message = `The number that the file gives for person ${person.person} is not the one that was recorded.`
    this.#faults.push({ fault: 'altered', sequence: this.#walk.last.sequence, message })
  }

  verdict(): ExportVerdict {
    const { organization_id: organizationId, public_key: publicKey } = this.#header
    const faults = [...this.#faults, ...this.#walk.faults]
    if (!this.#walk.fault) faults.push(...this.#proofFaults())
    return { ok: faults.length === 0, organizationId, publicKey, records: this.#records, faults }
  }

  #proofFaults(): LedgerFault[] {
    const { last } = this.#walk
    const proven = this.#proven
    if (!proven) return [{ fault: 'cut', sequence: last.sequence + 1, message: 'The file ends without its proof.' }]
    if (!this.#signers.haveSigned(proven)) {
      const message = 'The proof is not signed by the key of the file.'
      return [{ fault: 'checkpoint', sequence: proven.sequence, message }]
    }
    if (proven.sequence !== last.sequence || !proven.hash.equals(last.hash)) {
      const message = `The proof is for record ${proven.sequence}; the file ends with ${last.sequence}, or with another one.`
      return [{ fault: 'cut', sequence: last.sequence + 1, message }]
    }
    return []
  }
}
