/** Appends to an organization's ledger, within the transaction that makes it happen, under the organization's lock. */
import type { Transaction } from 'kysely'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Schema } from '../storage/schema.ts'
import { insertRecords, readHead, writeHead } from './queries.ts'
import { BEGINNING, chain, type Draft, type Head } from './rules/chain.ts'
import type { LedgerKeys } from './signing.ts'

export async function appendRecords(
  tx: Transaction<Schema>,
  keys: LedgerKeys,
  organizationId: number,
  drafts: readonly Draft[],
): Promise<Head> {
  await lockOrganization(tx, organizationId)
  const before = (await readHead(tx, organizationId)) ?? BEGINNING
  if (drafts.length === 0) return before
  const { records, head } = chain(organizationId, before, drafts)
  await insertRecords(tx, organizationId, records)
  await writeHead(tx, organizationId, head, keys.seal(organizationId, head))
  return head
}
