/** The policy of a new organization. An organization switches the default hours off with an explicit policy. */
import type { Transaction } from 'kysely'
import type { LedgerKeys } from '../ledger/signing.ts'
import type { Schema } from '../storage/schema.ts'
import { type Policy, policyInput } from './rules/policy.ts'
import { setPolicy } from './set-policy.ts'

export const NEW_ORGANIZATION_POLICY: Policy = policyInput.parse({ hours_floor: 'on' })

export async function setDefaultPolicy(
  tx: Transaction<Schema>,
  keys: LedgerKeys,
  organizationId: number,
  now: Date,
): Promise<void> {
  const policy = NEW_ORGANIZATION_POLICY
  const where = ['policy']
  await setPolicy(tx, { keys, organizationId, campaignId: null, policy, where, author: 'new organization', now })
}
