/** Gives a new organization the default policy, which prevents calls at night until it sets its own hours. */
import type { Transaction } from 'kysely'
import { applyPolicyChange } from '../dialer/apply-policy-change.ts'
import type { SecretBox } from '../kernel/secret-box.ts'
import { openLedgerKeys } from '../ledger/signing.ts'
import { setDefaultPolicy } from '../policies/default-policy.ts'
import type { Schema } from '../storage/schema.ts'

export type OnOrganizationCreated = (tx: Transaction<Schema>, organizationId: number, now: Date) => Promise<void>

/** Called in the transaction that creates the organization. */
export function withDefaultPolicy(secrets: Pick<SecretBox, 'derive'>): OnOrganizationCreated {
  const keys = openLedgerKeys(secrets)
  return async (tx, organizationId, now) => {
    await setDefaultPolicy(tx, keys, organizationId, now)
    await applyPolicyChange(tx, organizationId)
  }
}
