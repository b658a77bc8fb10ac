/** Appends to an organization's ledger, within the transaction of the recorded event, under the organization's lock. */
import { CompiledQuery, type Transaction } from 'kysely'
import type { PoolClient } from 'pg'
import { LOCK_ORGANIZATION } from '../organizations/lock-organization.ts'
import type { Schema } from '../storage/schema.ts'
import { checkLedgerHead } from './check-head.ts'
import {
  INSERT_PERSON_KEYS_SQL,
  numbersInDrafts,
  type PersonKey,
  READ_PERSON_KEYS_SQL,
  replaceNumbersByPersons,
} from './persons.ts'
import {
  INSERT_RECORDS_SQL,
  READ_HEAD_SQL,
  READ_LAST_RECORD_SQL,
  recordValues,
  type StoredHead,
  WRITE_HEAD_SQL,
} from './queries.ts'
import { CHAIN_START, type ChainHead, chainRecords, type RecordDraft } from './rules/chain.ts'
import type { LedgerKeys } from './signing.ts'

type Run = <Row>(text: string, values: unknown[]) => Promise<Row[]>

export function appendRecords(
  tx: Transaction<Schema>,
  keys: LedgerKeys,
  organizationId: number,
  drafts: readonly RecordDraft[],
): Promise<ChainHead> {
  const run: Run = async <Row>(text: string, values: unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  return append(run, keys, organizationId, drafts)
}

/** Appends records on a connection that is inside a transaction. */
export function appendRecordsOnConnection(
  client: PoolClient,
  keys: LedgerKeys,
  organizationId: number,
  drafts: readonly RecordDraft[],
): Promise<ChainHead> {
  const run: Run = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows as Row[]
  return append(run, keys, organizationId, drafts)
}

async function append(
  run: Run,
  keys: LedgerKeys,
  organizationId: number,
  drafts: readonly RecordDraft[],
): Promise<ChainHead> {
  await run(LOCK_ORGANIZATION, [organizationId])
  const [stored = null] = await run<StoredHead>(READ_HEAD_SQL, [organizationId])
  const [first] = drafts
  if (!first) return stored ?? CHAIN_START
  const lastRecord = async () => (await run<ChainHead>(READ_LAST_RECORD_SQL, [organizationId]))[0] ?? null
  const { before, mark } = await checkLedgerHead(keys, organizationId, stored, first.atMs, lastRecord)
  const named = await nameStored(run, organizationId, drafts)
  const { records, head } = chainRecords(organizationId, before, [...mark, ...named])
  await run(INSERT_RECORDS_SQL, recordValues(organizationId, records))
  await run(WRITE_HEAD_SQL, [organizationId, head.sequence, head.hash, keys.seal(organizationId, head)])
  return head
}

async function nameStored(run: Run, organizationId: number, drafts: readonly RecordDraft[]): Promise<RecordDraft[]> {
  const numbers = numbersInDrafts(drafts)
  if (numbers.length === 0) return [...drafts]
  const found = await run<PersonKey>(READ_PERSON_KEYS_SQL, [organizationId, numbers])
  const { named, added } = replaceNumbersByPersons(
    drafts,
    new Map(found.map(({ phone_number, key }) => [phone_number, key])),
  )
  if (added.length > 0) {
    const values = [added.map((one) => one.phone_number), added.map((one) => one.key.toString('hex'))]
    await run(INSERT_PERSON_KEYS_SQL, [added.map(() => organizationId), ...values])
  }
  return named
}
