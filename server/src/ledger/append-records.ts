/** Appends to an organization's ledger, within the transaction that makes it happen, under the organization's lock. */
import { CompiledQuery, type Transaction } from 'kysely'
import type { PoolClient } from 'pg'
import { LOCK_ORGANIZATION } from '../organizations/lock-organization.ts'
import type { Schema } from '../storage/schema.ts'
import { INSERT_RECORDS, READ_HEAD, recordValues, WRITE_HEAD } from './queries.ts'
import { BEGINNING, chain, type Draft, type Head } from './rules/chain.ts'
import type { LedgerKeys } from './signing.ts'

type Run = <Row>(text: string, values: unknown[]) => Promise<Row[]>

export function appendRecords(
  tx: Transaction<Schema>,
  keys: LedgerKeys,
  organizationId: number,
  drafts: readonly Draft[],
): Promise<Head> {
  const run: Run = async <Row>(text: string, values: unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  return append(run, keys, organizationId, drafts)
}

/** On a connection that is inside a transaction. */
export function appendRecordsOn(
  client: PoolClient,
  keys: LedgerKeys,
  organizationId: number,
  drafts: readonly Draft[],
): Promise<Head> {
  const run: Run = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows as Row[]
  return append(run, keys, organizationId, drafts)
}

async function append(run: Run, keys: LedgerKeys, organizationId: number, drafts: readonly Draft[]): Promise<Head> {
  await run(LOCK_ORGANIZATION, [organizationId])
  const [before] = await run<Head>(READ_HEAD, [organizationId])
  if (drafts.length === 0) return before ?? BEGINNING
  const { records, head } = chain(organizationId, before ?? BEGINNING, drafts)
  await run(INSERT_RECORDS, recordValues(organizationId, records))
  await run(WRITE_HEAD, [organizationId, head.sequence, head.hash, keys.seal(organizationId, head)])
  return head
}
