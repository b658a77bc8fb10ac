/** Collects the dialer's ledger records during a transaction; they are chained and written with its commit. */
import { canonicalNumber } from '../addresses/rules/canonical-number.ts'
import { checkLedgerHead } from '../ledger/check-head.ts'
import {
  INSERT_PERSON_KEYS_SQL,
  numbersInDrafts,
  type PersonKey,
  READ_PERSON_KEYS_SQL,
  replaceNumbersByPersons,
} from '../ledger/persons.ts'
import {
  INSERT_RECORD_LINES_SQL,
  READ_HEAD_SQL,
  READ_LAST_RECORD_SQL,
  type StoredHead,
  WRITE_HEADS_SQL,
} from '../ledger/queries.ts'
import { type ChainedLine, type ChainHead, chainLines, type RecordDraft } from '../ledger/rules/chain.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { numberArrayLiteral, type Statement, textArrayLiteral } from '../storage/pipeline.ts'

/** A contact that may be dialed, with the key by which the ledger names the person; null: the person has no key yet. */
export interface OfferedPerson {
  organization_id: number
  phone_number: string
  person_key: Buffer | null
}

export interface LedgerHeadRow extends StoredHead {
  organization_id: number
}

/** The records that one organization's ledger gets from this transaction. */
interface Chained {
  organizationId: number
  added: readonly PersonKey[]
  lines: readonly ChainedLine[]
  head: ChainHead
  seal: Buffer
}

type Ask = <Row>(statement: Statement) => Promise<Row[]>

export class LedgerWriter {
  readonly #keys: Pick<LedgerKeys, 'seal' | 'isSealed'>
  /** Heads of the ledgers; null: the ledger is empty. */
  readonly #heads = new Map<number, StoredHead | null>()
  /** Keys by organization and number; null: the person has no key yet. */
  readonly #persons = new Map<string, Buffer | null>()
  readonly #drafts = new Map<number, RecordDraft[]>()

  constructor(keys: Pick<LedgerKeys, 'seal' | 'isSealed'>) {
    this.#keys = keys
  }

  knowHeads(organizationIds: readonly number[], heads: readonly LedgerHeadRow[]): void {
    for (const id of organizationIds) this.#heads.set(id, null)
    for (const head of heads) this.#heads.set(head.organization_id, head)
  }

  knowPersons(offered: readonly OfferedPerson[]): void {
    for (const { organization_id, phone_number, person_key } of offered) {
      this.#persons.set(`${organization_id} ${canonicalNumber(phone_number)}`, person_key)
    }
  }

  append(organizationId: number, drafts: readonly RecordDraft[]): void {
    const collected = this.#drafts.get(organizationId)
    if (collected) collected.push(...drafts)
    else this.#drafts.set(organizationId, [...drafts])
  }

  /** The statements to write, for all ledgers together; `ask` reads only rows that the opening did not include. */
  async statements(ask: Ask): Promise<Statement[]> {
    const all: Chained[] = []
    for (const [organizationId, drafts] of this.#drafts) {
      const [first] = drafts
      if (first) all.push(await this.#chained(organizationId, drafts, first.atMs, ask))
    }
    this.#drafts.clear()
    if (all.length === 0) return []
    const named = all.filter(({ added }) => added.length > 0)
    return [...(named.length > 0 ? [insertPersons(named)] : []), insertRecords(all), writeHeads(all)]
  }

  async #chained(organizationId: number, drafts: readonly RecordDraft[], atMs: number, ask: Ask): Promise<Chained> {
    const known = this.#heads.get(organizationId)
    const stored = known === undefined ? ((await ask<StoredHead>(readHead(organizationId)))[0] ?? null) : known
    const lastRecord = async () => (await ask<ChainHead>(readLastRecord(organizationId)))[0] ?? null
    const { before, mark } = await checkLedgerHead(this.#keys, organizationId, stored, atMs, lastRecord)
    const { named, added } = replaceNumbersByPersons(drafts, await this.#keysOf(organizationId, drafts, ask))
    const { lines, head } = chainLines(organizationId, before, [...mark, ...named])
    return { organizationId, added, lines, head, seal: this.#keys.seal(organizationId, head) }
  }

  async #keysOf(organizationId: number, drafts: readonly RecordDraft[], ask: Ask): Promise<Map<string, Buffer>> {
    const known = new Map<string, Buffer>()
    const unknown: string[] = []
    for (const number of numbersInDrafts(drafts)) {
      const key = this.#persons.get(`${organizationId} ${number}`)
      if (key) known.set(number, key)
      else if (key === undefined) unknown.push(number)
    }
    if (unknown.length === 0) return known
    for (const { phone_number, key } of await ask<PersonKey>(readPersons(organizationId, unknown))) {
      known.set(phone_number, key)
    }
    return known
  }
}

function readHead(organizationId: number): Statement {
  return { name: 'dialer-ledger-head', text: READ_HEAD_SQL, values: [organizationId] }
}

function readLastRecord(organizationId: number): Statement {
  return { name: 'dialer-ledger-last-record', text: READ_LAST_RECORD_SQL, values: [organizationId] }
}

function readPersons(organizationId: number, phoneNumbers: readonly string[]): Statement {
  return {
    name: 'dialer-ledger-persons',
    text: READ_PERSON_KEYS_SQL,
    values: [organizationId, textArrayLiteral(phoneNumbers)],
  }
}

function insertPersons(all: readonly Chained[]): Statement {
  const added = all.flatMap((one) => one.added.map((person) => ({ ...person, organizationId: one.organizationId })))
  return {
    name: 'dialer-ledger-persons-added',
    text: INSERT_PERSON_KEYS_SQL,
    values: [
      numberArrayLiteral(added.map((one) => one.organizationId)),
      textArrayLiteral(added.map((one) => one.phone_number)),
      textArrayLiteral(added.map((one) => one.key.toString('hex'))),
    ],
  }
}

function insertRecords(all: readonly Chained[]): Statement {
  const lines = all.flatMap((one) => one.lines)
  return {
    name: 'dialer-ledger-records',
    text: INSERT_RECORD_LINES_SQL,
    values: [
      numberArrayLiteral(all.flatMap(({ organizationId, lines: own }) => own.map(() => organizationId))),
      numberArrayLiteral(lines.map((line) => line.sequence)),
      lines.map(({ text }) => text).join('\n'),
      lines.map(({ hash }) => hash).join('\n'),
    ],
  }
}

function writeHeads(all: readonly Chained[]): Statement {
  return {
    name: 'dialer-ledger-heads-written',
    text: WRITE_HEADS_SQL,
    values: [
      numberArrayLiteral(all.map((one) => one.organizationId)),
      numberArrayLiteral(all.map((one) => one.head.sequence)),
      textArrayLiteral(all.map((one) => one.head.hash.toString('hex'))),
      textArrayLiteral(all.map((one) => one.seal.toString('hex'))),
    ],
  }
}
