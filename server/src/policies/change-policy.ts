/** Changes the policy of an organization: stores a new version and applies it to the queues in one transaction. */
import type { Transaction } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import type { LedgerKeys } from '../ledger/signing.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Database, Queries } from '../storage/database.ts'
import type { Schema } from '../storage/schema.ts'
import { findPolicy } from './queries.ts'
import type { Policy } from './rules/policy.ts'
import { checkPolicyAhead, setPolicy } from './set-policy.ts'

export interface PolicyChangeDeps {
  db: Database
  clock: Clock
  keys: LedgerKeys
  /** Called before the transaction, for slow work that does not depend on the policy. */
  prepare(organizationId: number): Promise<void>
  /** Applies the change to the queues, in the same transaction. */
  applied(db: Queries, organizationId: number): Promise<void>
  /** Called after the transaction: the queues are reviewed, and the dialer claims again, because closed zones may be open now. */
  changed(organizationId: number): Promise<void>
}

export interface PolicyChange {
  organizationId: number
  author: string
  /** Path of the policy in the request. */
  where: readonly string[]
  /** The policy that `next` is expected to return, if it is known before: it is checked before the lock is taken. */
  expected?: Policy
  /** Computes the new policy from the current one; null: nothing changes. */
  next(tx: Transaction<Schema>, current: Policy | null): Promise<Policy | null>
}

export async function changePolicy(deps: PolicyChangeDeps, change: PolicyChange): Promise<void> {
  const { organizationId, where, expected } = change
  await deps.prepare(organizationId)
  if (expected) {
    const now = new Date(deps.clock.now())
    await checkPolicyAhead(deps.db, 'organization', { organizationId, policy: expected, where, now })
  }
  await deps.db.transaction().execute((tx) => changePolicyInTransaction(tx, deps, change))
  await deps.changed(organizationId)
}

/** Changes the policy within the caller's transaction; the caller must call `changed` after the commit. */
export async function changePolicyInTransaction(
  tx: Transaction<Schema>,
  { clock, keys, applied }: Pick<PolicyChangeDeps, 'clock' | 'keys' | 'applied'>,
  { organizationId, author, where, next }: PolicyChange,
): Promise<void> {
  await lockOrganization(tx, organizationId)
  const policy = await next(tx, (await findPolicy(tx, organizationId, null))?.policy ?? null)
  if (policy === null) return
  const now = new Date(clock.now())
  await setPolicy(tx, { keys, organizationId, campaignId: null, policy, where, author, now })
  await applied(tx, organizationId)
}
