/**
 * The chain of records of one organization. Each hash covers the record's text and the hash before it; the text names
 * organization and number, so that no record can be altered, dropped, moved or borrowed without every later hash
 * changing. Pure: whoever stores, signs and reads it is elsewhere.
 */
import * as crypto from 'node:crypto'
import { canonicalJson, type Json } from './canonical-json.ts'

/** What happened, before it has a place in the chain. */
export interface Draft {
  /** In snake case: `dial`, `opt_out`, `policy_changed`, `suppression_added` … */
  kind: string
  atMs: number
  /** Who: `key 12`, `call 77`, `dialer`. */
  actor: string
  body: { readonly [key: string]: Json }
}

export interface Head {
  /** Of the last record; 0 before the first. */
  sequence: number
  hash: Buffer
}

export interface ChainedRecord {
  sequence: number
  text: string
  hash: Buffer
}

/** The hash before the first record. */
export const BEGINNING: Head = { sequence: 0, hash: Buffer.alloc(32) }

/** In one call where the runtime has it (Node 20.12): half the time. */
const sha256: (text: string) => Buffer =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'buffer') as unknown as Buffer
    : (text) => crypto.createHash('sha256').update(text, 'utf8').digest()

/** In a form that anybody can repeat with a command line: the hash before in hexadecimal, a line feed, the text. */
export function hashOf(before: Buffer, text: string): Buffer {
  return sha256(`${before.toString('hex')}\n${text}`)
}

export function chain(
  organizationId: number,
  head: Head,
  drafts: readonly Draft[],
): { records: ChainedRecord[]; head: Head } {
  const records: ChainedRecord[] = []
  let last = head
  for (const draft of drafts) {
    const sequence = last.sequence + 1
    const text = textOf(organizationId, sequence, draft)
    const hash = hashOf(last.hash, text)
    records.push({ sequence, text, hash })
    last = { sequence, hash }
  }
  return { records, head: last }
}

/** Canonical JSON of the whole record: its own fields stand here in their order. */
function textOf(organizationId: number, sequence: number, { actor, atMs, body, kind }: Draft): string {
  const at = new Date(atMs).toISOString()
  return `{"actor":${canonicalJson(actor)},"at":"${at}","body":${canonicalJson(body)},"kind":${canonicalJson(kind)},"organization_id":${organizationId},"sequence":${sequence}}`
}

export type ChainFault =
  | { fault: 'gap'; sequence: number; message: string }
  | { fault: 'altered'; sequence: number; message: string }
  | { fault: 'misplaced'; sequence: number; message: string }

/** Walks along the chain; hand in the records in the order of their numbers. */
export class ChainWalk {
  readonly #organizationId: number
  #last: Head
  #fault: ChainFault | null = null
  /** Records that say a person was erased from them, until the record that says so too has been passed. */
  readonly #owed = new Set<number>()

  constructor(organizationId: number, start: Head) {
    this.#organizationId = organizationId
    this.#last = start
  }

  get last(): Head {
    return this.#last
  }

  /** Asked at the end: a record may be other than it was only if a later one, which is as it was, says that it was erased. */
  get fault(): ChainFault | null {
    if (this.#fault) return this.#fault
    const [sequence] = this.#owed
    if (sequence === undefined) return null
    return { fault: 'altered', sequence, message: `Record ${sequence} says that it was erased, and no record says so.` }
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
    const told = read(record.text)
    const whole = hashOf(this.#last.hash, record.text).equals(record.hash)
    if (!whole && told?.erased !== true) {
      const message = `Record ${record.sequence} does not have the hash that follows from its text and the record before it.`
      return { fault: 'altered', sequence: record.sequence, message }
    }
    if (told?.sequence !== record.sequence || told.organization_id !== this.#organizationId) {
      return { fault: 'misplaced', sequence: record.sequence, message: `Record ${record.sequence} belongs elsewhere.` }
    }
    if (!whole) this.#owed.add(record.sequence)
    else if (told.kind === PERSON_ERASED) for (const sequence of told.body.sequences ?? []) this.#owed.delete(sequence)
    return null
  }
}

/** Its body names the records from which a person was erased. */
export const PERSON_ERASED = 'person_erased'

/** What is left of a record once a number in it is erased; its hash stays that of what it was. */
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

interface ReadRecord {
  sequence: number
  organization_id: number
  kind: string
  erased?: boolean
  body: { sequences?: number[] }
}

function read(text: string): ReadRecord | null {
  try {
    return JSON.parse(text) as ReadRecord
  } catch {
    return null
  }
}
