/**
 * The chain of records of one organization. Each hash covers the record's text and the previous hash; the text contains
 * organization and sequence number, so that no record can be altered, dropped, moved or copied without changing every later
 * hash. Pure: storing, signing and reading are elsewhere.
 */
import * as crypto from 'node:crypto'
import { parseJsonObject } from '../../kernel/parse-json.ts'
import { canonicalJson, type Json } from './canonical-json.ts'

/** An event before it has a position in the chain. */
export interface RecordDraft {
  /** Kind of record in snake case: `dial`, `opt_out`, `policy_changed`, `suppression_added` … */
  kind: string
  atMs: number
  /** Who caused the record: `key 12`, `call 77`, `dialer`. */
  actor: string
  /** A `phone_number` here is stored as `person`, a keyed hash: see persons.ts. */
  body: { readonly [key: string]: Json }
}

export interface ChainHead {
  /** Sequence number of the last record; 0 before the first. */
  sequence: number
  hash: Buffer
}

export interface ChainedRecord {
  sequence: number
  text: string
  hash: Buffer
}

/** A record with its hash in hexadecimal, as the next record's hash covers it. */
export interface ChainedLine {
  sequence: number
  text: string
  hash: string
}

/** The head before the first record. */
export const CHAIN_START: ChainHead = { sequence: 0, hash: Buffer.alloc(32) }

/**
 * SHA-256 in hexadecimal, which takes half the time of a buffer. Uses the one-shot hash function if the runtime has it (Node
 * 20.12): it takes half the time again.
 */
const sha256: (text: string) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text, 'utf8').digest('hex')

/** The hashed text can be reproduced on a command line: the previous hash in hexadecimal, a line feed, the record's text. */
export function recordHashOf(before: Buffer, text: string): Buffer {
  return Buffer.from(sha256(`${before.toString('hex')}\n${text}`), 'hex')
}

export function chainLines(
  organizationId: number,
  head: ChainHead,
  drafts: readonly RecordDraft[],
): { lines: ChainedLine[]; head: ChainHead } {
  const lines: ChainedLine[] = []
  let hash = head.hash.toString('hex')
  let { sequence } = head
  for (const draft of drafts) {
    sequence++
    const text = textOf(organizationId, sequence, draft)
    hash = sha256(`${hash}\n${text}`)
    lines.push({ sequence, text, hash })
  }
  return { lines, head: { sequence, hash: Buffer.from(hash, 'hex') } }
}

export function chainRecords(
  organizationId: number,
  before: ChainHead,
  drafts: readonly RecordDraft[],
): { records: ChainedRecord[]; head: ChainHead } {
  const { lines, head } = chainLines(organizationId, before, drafts)
  return { records: lines.map((line) => ({ ...line, hash: Buffer.from(line.hash, 'hex') })), head }
}

/** Canonical JSON of the whole record, with its top-level fields in sorted order. */
function textOf(organizationId: number, sequence: number, { actor, atMs, body, kind }: RecordDraft): string {
  const at = new Date(atMs).toISOString()
  return `{"actor":${canonicalJson(actor)},"at":"${at}","body":${canonicalJson(body)},"kind":${canonicalJson(kind)},"organization_id":${organizationId},"sequence":${sequence}}`
}

export interface ChainFault {
  fault: 'gap' | 'altered' | 'misplaced' | 'broken'
  sequence: number
  message: string
}

/** Record kind: an append found a head that this installation had not sealed. Earlier records may be missing or forged. */
export const CHAIN_BROKEN = 'broken_here'

/** Record kind: a person was erased. Lists the records whose text was rewritten, each with the SHA-256 of its new text. */
export const PERSON_ERASED = 'person_erased'

/** Record kind: fixes the hashes of texts that an earlier version rewrote without recording their hashes. */
export const ERASURES_PINNED = 'erasures_pinned'

/** Verifies the chain; pass the records in sequence order. */
export class ChainVerifier {
  readonly #organizationId: number
  #last: ChainHead
  #fault: ChainFault | null = null
  readonly #breaks: ChainFault[] = []
  /** The hash of the current text of each rewritten record, by sequence number. */
  readonly #rewritten = new Map<number, string>()
  /** Hashes that later records declare for rewritten ones. Null: declared without a hash, by an earlier version. */
  readonly #declared = new Map<number, string | null>()

  constructor(organizationId: number, start: ChainHead) {
    this.#organizationId = organizationId
    this.#last = start
  }

  get last(): ChainHead {
    return this.#last
  }

  get fault(): ChainFault | null {
    return this.faults[0] ?? null
  }

  /**
   * Faults found so far. Complete only at the end: a rewritten record needs a later, unchanged record with the hash of its text.
   */
  get faults(): ChainFault[] {
    const first = this.#fault ? [this.#fault] : [...this.#undeclared()].slice(0, 1)
    return [...first, ...this.#breaks]
  }

  /** Records rewritten by an earlier version whose text no later record covers yet. */
  get unpinned(): Array<{ sequence: number; text_hash: string }> {
    return [...this.#rewritten].flatMap(([sequence, text_hash]) =>
      this.#declared.get(sequence) === null ? [{ sequence, text_hash }] : [],
    )
  }

  *#undeclared(): Generator<ChainFault> {
    for (const [sequence, textHash] of this.#rewritten) {
      const declared = this.#declared.get(sequence)
      if (declared === null || declared === textHash) continue
      const message =
        declared === undefined
          ? `Record ${sequence} is marked as erased, and no record of an erasure names it.`
          : `Record ${sequence} was erased, and its text was changed again afterwards.`
      yield { fault: 'altered', sequence, message }
    }
  }

  /** False: the chain is broken here, and nothing after it can be trusted. */
  step(record: ChainedRecord): boolean {
    this.#fault ??= this.#check(record)
    if (this.#fault) return false
    this.#last = { sequence: record.sequence, hash: record.hash }
    return true
  }

  #check(record: ChainedRecord): ChainFault | null {
    const expected = this.#last.sequence + 1
    if (record.sequence !== expected) {
      const message = `After record ${this.#last.sequence} comes ${record.sequence}; records are missing.`
      return { fault: 'gap', sequence: expected, message }
    }
    const told = parseRecord(record.text)
    const whole = recordHashOf(this.#last.hash, record.text).equals(record.hash)
    if (!whole && told?.erased !== true) {
      const message = `Record ${record.sequence} does not have the hash that follows from its text and the record before it.`
      return { fault: 'altered', sequence: record.sequence, message }
    }
    if (told?.sequence !== record.sequence || told.organization_id !== this.#organizationId) {
      return {
        fault: 'misplaced',
        sequence: record.sequence,
        message: `Record ${record.sequence} belongs to another place or organization.`,
      }
    }
    if (whole) this.#note(told)
    else this.#rewritten.set(record.sequence, textHashOf(record.text))
    return null
  }

  #note({ kind, sequence, body }: ParsedRecord): void {
    if (kind === CHAIN_BROKEN) {
      const message = `Record ${sequence} reports that the ledger before it was not what this installation had written.`
      this.#breaks.push({ fault: 'broken', sequence, message })
    }
    if (kind !== PERSON_ERASED && kind !== ERASURES_PINNED) return
    for (const rewritten of body.rewritten ?? []) this.#declared.set(rewritten.sequence, rewritten.text_hash)
    if (body.rewritten) return
    for (const named of body.sequences ?? []) if (!this.#declared.get(named)) this.#declared.set(named, null)
  }
}

export function textHashOf(text: string): string {
  return sha256(text)
}

/** The text of a record after a number in it is erased; its hash stays that of the original. */
export function erasedText(text: string, number: string, replacement: string): string {
  const record = JSON.parse(text) as { [key: string]: Json }
  const without = (value: Json): Json => {
    if (typeof value === 'string') return value.replaceAll(number, replacement)
    if (Array.isArray(value)) return value.map(without)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner as Json)]))
  }
  return canonicalJson({ ...(without(record) as { [key: string]: Json }), erased: true })
}

export interface ParsedRecord {
  sequence: number
  organization_id: number
  at: string
  kind: string
  erased?: boolean
  body: {
    call_id?: number
    person?: string
    sequences?: number[]
    rewritten?: Array<{ sequence: number; text_hash: string }>
  }
}

/** Parses a record's text; null: it is not a record. */
export function parseRecord(text: string): ParsedRecord | null {
  const read = parseJsonObject(text)
  return typeof read?.body === 'object' && read.body !== null ? (read as unknown as ParsedRecord) : null
}
